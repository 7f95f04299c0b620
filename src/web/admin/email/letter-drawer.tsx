import { Form } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { emailTexts } from "./email-texts.ts";
import { LetterStatus } from "./letter-status.tsx";
import type { LetterDetailsView } from "./outbox-view.ts";

const texts = emailTexts.outbox;

/** One letter beside the list: what became of it, and what can be done. */
export function LetterDrawer({ letter, closeTo }: { letter: LetterDetailsView; closeTo: string }) {
  const facts: [string, string | null][] = [
    [texts.details.template, letter.template],
    [texts.details.code, letter.code],
    [texts.details.created, letter.createdAt],
    [texts.details.sent, letter.sentAt],
    [texts.details.attempts, String(letter.attempts)],
    [texts.details.interruptions, letter.interruptions > 0 ? String(letter.interruptions) : null],
    [texts.details.answer, letter.answer],
    [texts.details.messageId, letter.messageId],
  ];
  return (
    <AddressDialog
      shape="drawer"
      title={letter.to}
      sub={<LetterStatus state={letter.state} />}
      closeTo={closeTo}
      actions={
        letter.act ? (
          <Form method="post" action="/admin/email/outbox">
            <input type="hidden" name="letter_id" value={letter.id} />
            <input type="hidden" name="purchase_id" value={letter.purchaseId ?? ""} />
            <Button look="sun" type="submit" name="intent" value={letter.act}>
              <OfficeIcon name="send" /> {letter.act === "retry" ? texts.retry : texts.resend}
            </Button>
          </Form>
        ) : null
      }
    >
      {letter.wasInterrupted ? <Notice kind="warn">{texts.interrupted}</Notice> : null}
      {letter.isFallback ? <Notice kind="warn">{texts.details.fallback}</Notice> : null}
      <dl className="letter-facts">
        {facts.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </AddressDialog>
  );
}
