import { type FormEvent, useState } from "react";

type Sentences<Field extends string> = Partial<Record<Field, string>>;

/**
 * The sentences of a refused form that still stand: each says what was wrong, and goes with the first change of its
 * field. The server looks again when the form is sent.
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
