import { type FormEvent, useState } from "react";
import type { Fields, Name, TypedIn } from "#ticketing/forms/form.ts";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { typedForm } from "../typed-form.ts";
import { type DrawField, fieldsIn } from "./form-field.tsx";
import type { Sentences, WordedForm } from "./form-words.ts";

/**
 * Returns the fields of a form and their present values. A field that depends on a choice disappears when the choice
 * changes. Without JavaScript it is shown, and the server ignores it.
 */
export function useFields<F extends Fields>(
  form: WordedForm<F>,
  values: TypedIn<F>,
  errors: Sentences<F>,
): { typed: TypedIn<F>; onInput: (input: FormEvent<HTMLElement>) => void; field: DrawField<F> } {
  const enhanced = useEnhanced();
  const [typed, setTyped] = useState(values);
  const draw = fieldsIn(form, values, errors);
  return {
    typed,
    onInput: ({ currentTarget }) =>
      setTyped(form.typed(typedForm(new FormData(currentTarget.closest("form") ?? undefined)))),
    field: (name, about) => {
      const { where } = form.fields[name] as Fields[string];
      const isAsked = !enhanced || !where || typed[where.name as Name<F>] === where.value;
      return isAsked ? draw(name, about) : null;
    },
  };
}
