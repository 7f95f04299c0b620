import { type FormEvent, useState } from "react";

type Sentences<Field extends string> = Partial<Record<Field, string>>;

/**
 * Returns the errors of a refused form. An error disappears with the first change of its field; the server checks
 * again when the form is sent.
 */
export function useStandingErrors<Field extends string>(
  answer: { readonly errors: Sentences<Field> } | undefined,
): { errors: Sentences<Field>; onInput: (input: FormEvent<HTMLFormElement>) => void } {
  const [standing, setStanding] = useState({ of: answer, errors: answer?.errors ?? {} });
  const errors: Sentences<Field> = standing.of === answer ? standing.errors : (answer?.errors ?? {});
  return {
    errors,
    onInput(input) {
      const { name } = input.target as HTMLInputElement;
      if (!(name in errors)) return;
      const { [name as Field]: _, ...others } = errors;
      setStanding({ of: answer, errors: others as Sentences<Field> });
    },
  };
}
