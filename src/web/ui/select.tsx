import type { ReactNode, SelectHTMLAttributes } from "react";
import { Field } from "./field.tsx";

export type SelectProps = {
  label: ReactNode;
  name: string;
  hint?: string | undefined;
  error?: string | undefined;
  children: ReactNode;
} & SelectHTMLAttributes<HTMLSelectElement>;

/** The platform's own select: the wheel of the phone is the one people know. */
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
