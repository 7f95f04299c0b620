import { Form, Link, useLocation } from "react-router";
import type { OutboxState } from "#ticketing/letters/outbox-queries.server.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { ActLink } from "../ui/act-buttons.tsx";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { withQuery } from "../ui/address-query.ts";
import { Fact } from "../ui/fact.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { Status } from "../ui/status.tsx";
import { Timeline, type TimelineStep } from "../ui/timeline.tsx";
import { emailTexts } from "./email-texts.ts";
import { MailPreview } from "./mail-preview.tsx";

const texts = emailTexts.outbox;

type LetterDrawerProps = {
  letter: LetterDetailsView;
  words: LetterWordsView | null;
  answer: OutboxAnswer | null;
  closeTo: string;
};

const actForm = "letter-act";

/** One email beside the list: its state, its text, and what can be done. */
export function LetterDrawer({ letter, words, answer, closeTo }: LetterDrawerProps) {
  const { search } = useLocation();
  const here = (view: "words" | null) => `/admin/email/outbox${withQuery(search, { open: letter.id, view })}`;
  return (
    <AddressDialog
      shape="drawer"
      title={letter.to}
      sub={<LetterStatus state={letter.state} />}
      closeTo={closeTo}
      actions={
        letter.act || letter.mayBeShown ? (
          <>
            {letter.mayBeShown ? (
              <ActLink
                to={here(words ? null : "words")}
                preventScrollReset
                icon={words ? "chevronLeft" : "eye"}
                label={words ? texts.back : texts.show}
              />
            ) : null}
            {letter.act ? (
              <Form method="post" action={here(null)} id={actForm}>
                <input type="hidden" name="letter_id" value={letter.id} />
                <input type="hidden" name="purchase_id" value={letter.purchaseId ?? ""} />
                <Button look="sun" type="submit" name="intent" value={letter.act}>
                  <OfficeIcon name="send" /> {letter.act === "retry" ? texts.retry : texts.resend}
                </Button>
              </Form>
            ) : null}
          </>
        ) : null
      }
    >
      {words ? <Words words={words} /> : <Details letter={letter} answer={answer} />}
    </AddressDialog>
  );
}

function Words({ words }: { words: LetterWordsView }) {
  return "problem" in words ? (
    <Notice kind="warn">{words.problem}</Notice>
  ) : (
    <MailPreview preview={words} title={texts.wordsTitle} note={texts.wordsNote} />
  );
}

function Details({ letter, answer }: Pick<LetterDrawerProps, "letter" | "answer">) {
  return (
    <>
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
      {letter.act === "retry" ? (
        <TextInput
          label={texts.otherAddress}
          hint={texts.otherAddressHint}
          error={answer?.error}
          type="email"
          name="other_address"
          form={actForm}
          autoComplete="off"
          defaultValue={answer?.otherAddress}
          placeholder={texts.otherAddressPlaceholder}
        />
      ) : null}
    </>
  );
}

const signOf = {
  queued: { sign: "waiting", tone: "info" },
  again: { sign: "again", tone: "warn" },
  inflight: { sign: "waiting", tone: "info" },
  sent: { sign: "sent", tone: "ok" },
  void: { sign: "gone", tone: "info" },
  failed: { sign: "gone", tone: "bad" },
} as const;

/** The state of an email: sign, word, colour. */
export function LetterStatus({ state }: { state: OutboxRowView["state"] }) {
  return <Status {...signOf[state]} label={emailTexts.outbox.letterStates[state]} />;
}

export type OutboxRowView = {
  id: string;
  state: "queued" | "again" | "inflight" | "sent" | "failed" | "void";
  to: string;
  template: string;
  code: string;
  answer: string;
  when: string;
};

export type LetterDetailsView = OutboxRowView & {
  messageId: string;
  /** Its steps so far, the latest first. */
  steps: TimelineStep[];
  isTicket: boolean;
  isFallback: boolean;
  wasInterrupted: boolean;
  /** What one click can do for it; null: nothing, or nothing any more. */
  act: "retry" | "resend" | null;
  purchaseId: string | null;
  /** Whether its text contains no secret and can be shown. */
  mayBeShown: boolean;
};

/** The text of the open email, when requested; undefined text: why there is none. */
export type LetterWordsView = { subject: string; html: string } | { problem: string };

/** What was wrong with the sent form, beside the entered text. */
export type OutboxAnswer = { otherAddress: string; error: string };

export type OutboxPageView = {
  rows: OutboxRowView[];
  counts: Record<OutboxState | "all", number>;
  search: { text: string; state: OutboxState | "all" };
  page: { number: number; from: number; to: number; total: number; isLast: boolean };
  paused: boolean;
  open: LetterDetailsView | null;
  words: LetterWordsView | null;
};
