import { type MouseEvent, useState } from "react";
import { canonicalEmail } from "#kernel/email-address.ts";
import { likelyEmail } from "#kernel/email-typo.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { Button } from "#web/ui/button.tsx";
import { TextInput, type TextInputProps } from "#web/ui/text-input.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";

type EmailInputProps = Omit<TextInputProps, "value" | "defaultValue"> & { name: string; value: string };

/**
 * A field for an address. If its error asks whether another one was meant, a button writes that one; the question goes
 * once the field has another address than the one that was asked about.
 */
export function EmailInput({ name, value, error, ...rest }: EmailInputProps) {
  const [typed, setTyped] = useState(value);
  const [answered, setAnswered] = useState(value);
  if (answered !== value) {
    setAnswered(value);
    setTyped(value);
  }
  const meant = likelyEmail(canonicalEmail(value) ?? "");
  const isAsked = useEnhanced() && meant !== null && error === requestTexts.emailMeant(meant);
  const isOver = isAsked && canonicalEmail(typed) !== canonicalEmail(value);
  const write = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    const field = form?.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement) || meant === null) return;
    field.value = meant;
    // the button goes with the question
    field.focus();
    setTyped(meant);
  };
  return (
    <>
      <TextInput
        name={name}
        type="email"
        {...rest}
        defaultValue={value}
        error={isOver ? undefined : error}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {isAsked && !isOver ? (
        <Button type="button" look="line" size="small" onClick={write}>
          {requestTexts.writeMeant(meant)}
        </Button>
      ) : null}
    </>
  );
}
