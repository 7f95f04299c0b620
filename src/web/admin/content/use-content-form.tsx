import { type InputHTMLAttributes, type ReactNode, useState } from "react";
import { TextInput } from "#web/ui/text-input.tsx";
import { Optional, Required } from "../ui/field-label.tsx";
import { TextArea } from "../ui/text-area.tsx";
import type { ContentAnswer } from "./content-screen-view.ts";
import { contentTexts } from "./content-texts.ts";

type Sentences<Field extends string> = Partial<Record<Field, string>>;

type FieldAbout = {
  hint?: string;
  /** A long text, with so many lines. */
  rows?: number;
} & Pick<InputHTMLAttributes<HTMLInputElement>, "required" | "type" | "placeholder">;

/**
 * What stands in a form of the site's content, how a field of it is drawn, and the sentences of a refused form that
 * still stand: each says what was wrong, and goes with the first change of its field. The server looks again when the
 * form is sent.
 */
export function useContentForm<Field extends keyof typeof contentTexts.labels>(
  view: { readonly values: Record<Field, string> },
  answer: ContentAnswer<Field> | undefined,
) {
  const [standing, setStanding] = useState({ of: answer, errors: answer?.errors ?? {} });
  const errors: Sentences<Field> = standing.of === answer ? standing.errors : (answer?.errors ?? {});
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
      setStanding({ of: answer, errors: others as Sentences<Field> });
    },
  };
}
