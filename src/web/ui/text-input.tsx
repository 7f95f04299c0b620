import type { InputHTMLAttributes, ReactNode } from "react";
import { Field } from "./field.tsx";

export type TextInputProps = {
  label: ReactNode;
  /** Without a name the field is only shown and never sent. */
  name?: string;
  hint?: string | undefined;
  error?: string | undefined;
  beside?: ReactNode;
  /** The unit of a number, at the end of the field. */
  unit?: string;
} & InputHTMLAttributes<HTMLInputElement>;

export function TextInput({ label, hint, error, beside, className = "", unit, ...rest }: TextInputProps) {
  return (
    <Field label={label} hint={hint} error={error} beside={beside}>
      {(control) => {
        const input = <input type="text" {...rest} {...control} className={`input ${className}`.trim()} />;
        if (unit === undefined) return input;
        return (
          <span className="unit">
            {input}
            <span>{unit}</span>
          </span>
        );
      }}
    </Field>
  );
}
