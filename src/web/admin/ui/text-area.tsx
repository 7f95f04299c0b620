import type { ReactNode, TextareaHTMLAttributes } from "react";
import { Field } from "#web/ui/field.tsx";

type TextAreaProps = {
  label: ReactNode;
  name: string;
  hint?: string | undefined;
  error?: string | undefined;
} & TextareaHTMLAttributes<HTMLTextAreaElement>;

export function TextArea({ label, hint, error, rows = 4, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <textarea {...rest} {...control} rows={rows} className="input" />}
    </Field>
  );
}
