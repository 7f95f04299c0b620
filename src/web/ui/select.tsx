import type { ReactNode, SelectHTMLAttributes } from "react";
import { Field } from "./field.tsx";

export type SelectProps = {
  label: ReactNode;
  name: string;
  hint?: string | undefined;
  error?: string | undefined;
  children: ReactNode;
} & SelectHTMLAttributes<HTMLSelectElement>;

/** The browser's own select, because people know it from their phone. */
export function Select({ label, hint, error, children, ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...rest} {...control} className="select figures">
          {children}
        </select>
      )}
    </Field>
  );
}
