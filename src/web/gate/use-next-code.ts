import { useEffect, useState } from "react";
import { useNavigation, useSubmit } from "react-router";
import { useTypedCodes } from "./use-typed-codes.ts";

/**
 * Sends each code that a scanner types, whatever the page shows. Of one that comes while another is being checked it
 * says that it was not read, because the answer that follows is not its own.
 */
export function useNextCode({ night, nonce }: { night?: { id: string }; nonce?: string }) {
  const submit = useSubmit();
  const isChecking = useNavigation().state === "submitting";
  const [isUnread, setUnread] = useState(false);
  useEffect(() => {
    if (isChecking) setUnread(false);
  }, [isChecking]);
  useTypedCodes((code) => {
    if (isChecking) return setUnread(true);
    if (!night || !nonce) return;
    const action = `/gate?event=${encodeURIComponent(night.id)}`;
    void submit({ event: night.id, nonce, code }, { method: "post", action });
  });
  return { isChecking, isUnread };
}
