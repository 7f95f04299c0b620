import { useState } from "react";
import { Field } from "./field.tsx";
import type { TextInputProps } from "./text-input.tsx";
import { useEnhanced } from "./use-enhanced.ts";

type PasswordInputProps = Omit<TextInputProps, "type"> & { showLabel: string; hideLabel: string };

/** A password field that can show its text. The button appears only with JavaScript. */
export function PasswordInput({
  label,
  hint,
  error,
  beside,
  showLabel,
  hideLabel,
  ...rest
}: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const enhanced = useEnhanced();
  return (
    <Field label={label} hint={hint} error={error} beside={beside}>
      {(control) => (
        <div className={enhanced ? "input-wrap input-wrap--button" : "input-wrap"}>
          <input
            {...rest}
            {...control}
            type={shown ? "text" : "password"}
            className="input"
            spellCheck={false}
          />
          {enhanced ? (
            <button
              type="button"
              aria-controls={control.id}
              aria-label={`${shown ? hideLabel : showLabel}: ${label}`}
              onClick={() => setShown(!shown)}
            >
              {shown ? hideLabel : showLabel}
            </button>
          ) : null}
        </div>
      )}
    </Field>
  );
}
