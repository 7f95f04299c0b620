import { type ReactNode, useId } from "react";
import { Icon } from "./icon.tsx";

/** The attributes that connect a control with its label, hint and error. */
export type FieldControl = {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

type FieldProps = {
  label: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
  /** A link that helps with this field, at the end of the label's line. */
  beside?: ReactNode;
  children: (control: FieldControl) => ReactNode;
};

/** Label, control, hint and error. The error is an icon and a sentence, linked to the control. */
export function Field({ label, hint, error, beside, children }: FieldProps) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className={error ? "field field--bad" : "field"}>
      <div className="field__head">
        <label htmlFor={id}>{label}</label>
        {beside}
      </div>
      {children({ id, "aria-invalid": error ? true : undefined, "aria-describedby": described || undefined })}
      {error ? (
        <p className="field__error" id={`${id}-error`}>
          <Icon name="alert" /> <span>{error}</span>
        </p>
      ) : null}
      {hint ? (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
