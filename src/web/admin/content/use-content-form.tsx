import { type InputHTMLAttributes, type ReactNode, useState } from "react";
import { TextInput } from "#web/ui/text-input.tsx";
import { Optional, Required } from "../ui/field-label.tsx";
import { TextArea } from "../ui/text-area.tsx";
import type { ContentAnswer } from "./content-screen-view.ts";
import { contentTexts } from "./content-texts.ts";

type Sentences<Field extends string> = Partial<Record<Field, string>>;

type FieldAbout = {
  hint?: string;
  /** The number of lines of a field for a long text. */
  rows?: number;
} & Pick<InputHTMLAttributes<HTMLInputElement>, "required" | "type" | "placeholder">;

/**
 * Returns the values of a form of the site's content, a function that draws a field, and the sentences of a refused
 * form. A sentence disappears with the first change of its field. The server checks the form again when it is sent.
 */
export function useContentForm<Field extends keyof typeof contentTexts.labels>(
  view: { readonly values: Record<Field, string> },
  answer: ContentAnswer<Field> | undefined,
) {
  const [errorState, setErrorState] = useState({ answer, errors: answer?.errors ?? {} });
  const errors: Sentences<Field> = errorState.answer === answer ? errorState.errors : (answer?.errors ?? {});
  const values = answer?.values ?? view.values;
  const draw = (name: Field, maxLength: number, about: FieldAbout = {}): ReactNode => {
    const Mark = about.required ? Required : Optional;
    const field = {
      name,
      ...about,
      maxLength,
      defaultValue: values[name],
      error: errors[name],
      label: <Mark>{contentTexts.labels[name]}</Mark>,
    };
    return about.rows ? <TextArea key={name} {...field} /> : <TextInput key={name} {...field} />;
  };
  return {
    values,
    errors,
    draw,
    onInput(name: string) {
      if (!(name in errors)) return;
      const { [name as Field]: _, ...others } = errors;
      setErrorState({ answer, errors: others as Sentences<Field> });
    },
  };
}
