import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { Timeline } from "../ui/timeline.tsx";
import { emailTexts } from "./email-texts.ts";
import { LetterStatus } from "./letter-status.tsx";
import type { LetterDetailsView } from "./outbox-view.ts";

const texts = emailTexts.outbox;

/** One letter beside the list: what became of it, and what can be done. */
export function LetterDrawer({ letter, closeTo }: { letter: LetterDetailsView; closeTo: string }) {
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
      {letter.state === "failed" && letter.isTicket ? (
        <Notice kind="info">{texts.ticketIsGood}</Notice>
      ) : null}
      {letter.isFallback ? <Notice kind="warn">{texts.details.fallback}</Notice> : null}
      <dl className="letter-facts">
        {letter.template ? <Fact name={texts.details.template}>{letter.template}</Fact> : null}
        {letter.code ? (
          <Fact name={texts.details.code}>
            <Link className="mono" to={`/admin/purchases?open=${letter.purchaseId}`}>
              {letter.code}
            </Link>
          </Fact>
        ) : null}
        <Fact name={texts.details.messageId}>
          <span className="mono">{letter.messageId}</span>
        </Fact>
      </dl>
      <h3>{texts.steps.title}</h3>
      <Timeline steps={letter.steps} />
    </AddressDialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
