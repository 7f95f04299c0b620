import { TextInput } from "#web/ui/text-input.tsx";
import { Required } from "../ui/field-label.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { mailedCodeTexts as texts } from "./night-changes-texts.ts";

export type MailedCodeAnswer = {
  /** A code was sent to the mailbox, and a field asks for it. */
  asksCode: boolean;
  codeError: string | null;
};

export function MailedCode({ codeError }: MailedCodeAnswer) {
  return (
    <Card>
      <Section title={texts.confirm}>
        <TextInput
          label={<Required>{texts.code}</Required>}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint={texts.codeHint}
          error={codeError ?? undefined}
        />
      </Section>
    </Card>
  );
}
