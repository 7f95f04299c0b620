import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";

type Sentences<Field extends string> = Partial<Record<Field, string>>;

/**
 * Checks a form with the server's own rules before it is sent, so that a mistake is shown at once; the server checks it
 * again. Puts the cursor into the first wrong field.
 */
export function useCheckedSubmit<Field extends string>(
  fromServer: Sentences<Field>,
  read: (form: FormData) => Sentences<Field>,
): {
  form: RefObject<HTMLFormElement | null>;
  errors: Sentences<Field>;
  onSubmit: (submit: FormEvent<HTMLFormElement>) => void;
} {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState(fromServer);
  const [given, setGiven] = useState(fromServer);
  if (given !== fromServer) {
    setGiven(fromServer);
    setErrors(fromServer);
  }
  const signature = JSON.stringify(errors);
  useEffect(() => {
    if (signature === "{}") return;
    const first = form.current?.querySelector("[aria-invalid]");
    if (first instanceof HTMLElement) first.focus();
  }, [signature]);
  return {
    form,
    errors,
    onSubmit(submit) {
      const found = read(new FormData(submit.currentTarget));
      setErrors(found);
      if (Object.keys(found).length > 0) submit.preventDefault();
    },
  };
}
