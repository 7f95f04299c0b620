import type { InputHTMLAttributes, ReactNode } from "react";
import { Field } from "./field.tsx";

export type TextInputProps = {
  label: ReactNode;
  /** Without one it is only shown, and not sent. */
  name?: string;
  hint?: string | undefined;
  error?: string | undefined;
  beside?: ReactNode;
} & InputHTMLAttributes<HTMLInputElement>;

export function TextInput({ label, hint, error, beside, type = "text", className, ...rest }: TextInputProps) {
  return (
    <Field label={label} hint={hint} error={error} beside={beside}>
      {(control) => (
        <input {...rest} {...control} type={type} className={className ? `input ${className}` : "input"} />
      )}
    </Field>
  );
}
