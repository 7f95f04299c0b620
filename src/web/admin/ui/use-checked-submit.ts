import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";

type Sentences<Field extends string> = Partial<Record<Field, string>>;

/**
 * Checks a form with the server's rules before it is sent, so that errors show at once; the server checks it again.
 * Focuses the first wrong field. When a field with an error changes, the same rules check it again. An error that
 * only the server knows goes with the first change.
 */
export function useCheckedSubmit<Field extends string>(
  fromServer: Sentences<Field>,
  read: (form: FormData) => Sentences<Field>,
): {
  form: RefObject<HTMLFormElement | null>;
  errors: Sentences<Field>;
  onSubmit: (submit: FormEvent<HTMLFormElement>) => void;
  onInput: (input: FormEvent<HTMLFormElement>) => void;
} {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState(fromServer);
  const [given, setGiven] = useState(fromServer);
  if (given !== fromServer) {
    setGiven(fromServer);
    setErrors(fromServer);
  }
  const isMended = useRef(false);
  const signature = JSON.stringify(errors);
  useEffect(() => {
    const wasMended = isMended.current;
    isMended.current = false;
    if (signature === "{}" || wasMended) return;
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
    onInput(input) {
      const { name } = input.target as HTMLInputElement;
      if (!(name in errors)) return;
      const { [name as Field]: _, ...others } = errors;
      const found = read(new FormData(input.currentTarget))[name as Field];
      isMended.current = true;
      setErrors((found === undefined ? others : { ...others, [name]: found }) as Sentences<Field>);
    },
  };
}
