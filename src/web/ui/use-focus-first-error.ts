import { type RefObject, useEffect, useRef } from "react";

/** Focuses the first wrong field each time the errors change. */
export function useFocusFirstError(
  errors: Record<string, string | undefined>,
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const signature = JSON.stringify(errors);
  useEffect(() => {
    if (signature === "{}") return;
    const first = form.current?.querySelector("[aria-invalid]");
    if (first instanceof HTMLElement) first.focus();
  }, [signature]);
  return form;
}
