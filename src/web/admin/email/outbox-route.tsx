import { data, Form, Link, useLocation } from "react-router";
import { formatInstant } from "#kernel/time.ts";
import { resendTickets } from "#ticketing/delivery/resend-tickets.server.ts";
import { showLetter } from "#ticketing/delivery/show-letter.server.ts";
import { templateUseOf } from "#ticketing/delivery/templates/template-choice.ts";
import { afterGivingUp } from "#ticketing/letters/letter-tables.server.ts";
import {
  findLetter,
  lettersPerPage,
  listLetters,
  type OutboxLetter,
  outboxStates,
  readMailNews,
} from "#ticketing/letters/outbox-queries.server.ts";
import { resumeLetters } from "#ticketing/letters/resume-letters.server.ts";
import { retryFailedLetters } from "#ticketing/letters/retry-failed-letters.server.ts";
import { retryLetter } from "#ticketing/letters/retry-letter.server.ts";
import { orderName } from "#ticketing/orders/order-number.ts";
import { passwordAgain } from "#web/request/password-again.server.ts";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import { type ReentryView, reentryFields } from "#web/sign-in/password-again-view.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { adminTexts } from "../admin-texts.ts";
import { officeOf, readAs } from "../administrator.server.ts";
import { postedForm, redirectWithMessage } from "../posted-form.server.ts";
import { ActLink, Submit } from "../ui/act-buttons.tsx";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { oneOf, pageOf, withQuery, wordsOf } from "../ui/address-query.ts";
import { Fact } from "../ui/fact.tsx";
import { FilterBar, FilterSelect } from "../ui/filter-bar.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { NumberedPager, numberedPage } from "../ui/pager.tsx";
import { Status } from "../ui/status.tsx";
import { Timeline } from "../ui/timeline.tsx";
import type { Route } from "./+types/outbox-route.ts";
import { EmailFrame, EmailLoadFailed } from "./email-frame.tsx";
import { emailTexts, templateTitle } from "./email-texts.ts";
import { answerInWords, letterSteps } from "./letter-steps.ts";
import { MailPreview } from "./mail-preview.tsx";
import { loadFailure, runKeepingForm } from "./mail-trouble.server.ts";

const texts = emailTexts.outbox;

export const meta: Route.MetaFunction = () => [
  { title: adminTexts.pageTitle(`${texts.sub}, ${emailTexts.title}`) },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { site, actor } = officeOf(context);
  const query = new URL(request.url).searchParams;
  const search = {
    text: wordsOf(query, "q"),
    state: oneOf(query.get("status"), outboxStates, "all"),
    page: pageOf(query),
  };
  const loaded = await runKeepingForm(site, emailTexts.loadFailed, () =>
    readAs(context, async (reader) => {
      const { letters, total, counts } = await listLetters(reader, search);
      const open = await findLetter(reader, query.get("open") ?? "");
      return {
        rows: letters.map(rowView),
        counts,
        search,
        page: numberedPage(search.page, lettersPerPage, letters.length, total),
        news: await readMailNews(reader),
        open: open ? detailsView(open) : null,
        words: null,
      };
    }),
  );
  if ("trouble" in loaded) return loadFailure(loaded.trouble);
  const { open } = loaded.value;
  if (!open?.mayBeShown || query.get("view") !== "words") return data({ view: loaded.value, problem: null });
  const letterOutcome = await runKeepingForm(site, emailTexts.loadFailed, () =>
    showLetter(site, { actor, letterId: open.id }),
  );
  const words: LetterWordsView =
    "trouble" in letterOutcome
      ? { problem: letterOutcome.trouble.sentence }
      : letterOutcome.value.ok
        ? letterOutcome.value.value
        : { problem: texts.wordsGone };
  return data({ view: { ...loaded.value, words }, problem: null });
}

function rowView(letter: OutboxLetter) {
  const { state, attempts, lastError, nextAt } = letter;
  const lastTry = letter.tries.at(-1)?.what;
  const isAgain = state === "queued" && (attempts > 0 || lastTry === "refused");
  const endState = lastTry === "void" ? "void" : "failed";
  const answer = [
    // "interrupted" and the reasons of void emails are our own; all others come from a mail server
    lastTry === "interrupted" ? texts.steps.interrupted : answerInWords(lastError ?? ""),
    attempts > 1 ? texts.attempts(attempts) : "",
    isAgain ? texts.nextAt(formatInstant(nextAt).slice(-5)) : "",
  ];
  const shownState: keyof typeof signOf = isAgain
    ? "again"
    : state === "dead" || state === "bounced"
      ? endState
      : state;
  return {
    id: letter.id,
    state: shownState,
    to: letter.recipient || texts.forgotten,
    // a template that nobody edits has an internal name, so people see the kind of email instead
    template:
      letter.template && templateUseOf(letter.kind)
        ? templateTitle(letter.template.split(" ")[0] ?? "")
        : (texts.kinds[letter.kind] ?? letter.kind),
    subject: letter.code
      ? [letter.code, letter.isCodeValid === false && texts.codeVoid].filter(Boolean).join(", ")
      : letter.orderNumber === null
        ? ""
        : orderName(letter.orderNumber),
    answer: answer.filter(Boolean).join(", "),
    when: formatInstant(letter.sentAt ?? letter.createdAt),
  };
}

function detailsView(letter: OutboxLetter) {
  const row = rowView(letter);
  const isTicket =
    letter.isPurchaseValid === true &&
    (letter.kind === "ticket_confirmation" || letter.kind === "season_pass_confirmation");
  return {
    ...row,
    messageId: letter.messageId,
    steps: letterSteps(letter),
    isTicket,
    isFallback: letter.isFallback,
    wasInterrupted: letter.state === "dead" && letter.interruptions > 1,
    act:
      row.state === "failed" && letter.recipient !== ""
        ? "retry"
        : letter.state === "sent" && isTicket
          ? "resend"
          : null,
    purchaseId: letter.purchaseId,
    subjectId: letter.subjectId,
    mayBeShown: letter.recipient !== "" && afterGivingUp[letter.kind] === "whole",
  };
}

export async function action(args: Route.ActionArgs) {
  const { context, request } = args;
  const { site, actor } = officeOf(context);
  const sent = await request.clone().formData();
  const { text } = await postedForm(request, {
    one: ["intent", "letter_id", "purchase_id", "other_address", ...reentryFields],
  });
  const back = (kind: "success" | "error", sentence: string) =>
    redirectWithMessage(site, "/admin/email/outbox", kind, sentence);
  const intent = text("intent");
  const otherAddress = text("other_address").trim();
  if (otherAddress !== "") {
    const proven = await passwordAgain(args, "retry-letter", sent, texts.sendingElsewhere(otherAddress));
    if (!proven.ok)
      return data<OutboxAnswer>({ otherAddress, ...proven.refusal.data }, proven.refusal.init ?? {});
  }
  const outcome = await runKeepingForm(site, texts.retryFailed, async () => {
    if (intent === "resume")
      return (await resumeLetters(site, { actor })).ok
        ? back("success", texts.resumed)
        : back("error", emailTexts.denied);
    if (intent === "resend") {
      const resent = await resendTickets(site, { actor, purchaseId: text("purchase_id") });
      if (resent.ok) return back("success", texts.resent);
      return back("error", resent.refusal.reason === "too_often" ? texts.tooOften : texts.resendFailed);
    }
    if (intent === "retry_failed") {
      const retried = await retryFailedLetters(site, { actor });
      return retried.ok
        ? back("success", texts.failedRetried(retried.value.letters))
        : back("error", emailTexts.denied);
    }
    const retried = await retryLetter(site, {
      actor,
      letterId: text("letter_id"),
      otherAddress: otherAddress || null,
    });
    if (retried.ok) return back("success", texts.retried);
    if (retried.refusal.reason === "bad_address")
      return data({ otherAddress, error: texts.badAddress } satisfies OutboxAnswer, { status: 422 });
    return back("error", retried.refusal.reason === "link_gone" ? texts.linkGone : texts.retryFailed);
  });
  return "trouble" in outcome ? back("error", outcome.trouble.sentence) : outcome.value;
}

const columns: Column<OutboxRowView>[] = columnsOf(texts.columns, {
  state: { card: "corner", cell: (row) => <LetterStatus state={row.state} /> },
  to: { card: "title", cell: (row) => <OpenLink row={row} /> },
  template: {},
  code: { cell: ({ subject }) => subject },
  answer: { from: "wide", cell: (row) => <Answer row={row} /> },
  date: { align: "right", card: "end", cell: (row) => row.when },
});

/** Every email: its state, the server's answer, and one button that sends it again. */
export default function Outbox({ loaderData: { view, problem }, actionData }: Route.ComponentProps) {
  const answer = (actionData as OutboxAnswer | undefined) ?? null;
  const { search: address } = useLocation();
  if (!view) return <EmailLoadFailed sentence={problem} />;
  const { search, counts, page } = view;
  const isFiltered = search.text !== "" || search.state !== "all";
  return (
    <EmailFrame sub={texts.sub} failed={counts.failed}>
      <Form method="post" className="outbox-resume">
        {view.news.paused ? (
          <Submit look="sun" name="intent" value="resume" icon="refresh" label={texts.resume} />
        ) : null}
        {counts.failed > 0 || view.news.refused > 0 ? (
          <Submit name="intent" value="retry_failed" icon="send" label={texts.retryFailedLetters} />
        ) : null}
      </Form>
      <FilterBar
        search={{ label: texts.search, hint: texts.searchHint, value: search.text }}
        active={isFiltered}
      >
        <FilterSelect
          label={texts.state}
          name="status"
          value={search.state === "all" ? "" : search.state}
          options={(["all", "waiting", "sent", "failed", "void"] as const).map((state) => ({
            value: state === "all" ? "" : state,
            label: texts.stateWithCount(texts.states[state], counts[state]),
          }))}
        />
      </FilterBar>
      <OfficeTable
        label={texts.sub}
        columns={columns}
        rows={view.rows}
        selected={view.open?.id ?? null}
        none={
          <NothingHere title={texts.none} text={texts.noneText} searched={[search.text, texts.searchHint]} />
        }
      />
      {view.rows.length === 0 ? null : <NumberedPager page={page} />}
      {view.open ? (
        <LetterDrawer
          letter={view.open}
          words={view.words}
          answer={answer}
          closeTo={`/admin/email/outbox${withQuery(address, { open: null, view: null })}`}
        />
      ) : null}
      {answer?.reentry ? <ReentryDialog view={answer.reentry} /> : null}
    </EmailFrame>
  );
}

function OpenLink({ row }: { row: OutboxRowView }) {
  const { search } = useLocation();
  const page = new URLSearchParams(search).get("page");
  return (
    <Link to={withQuery(search, { open: row.id, ...(page ? { page } : {}) })} preventScrollReset>
      <Address text={row.to} />
    </Link>
  );
}

/** An email address that breaks before its "@" on a narrow screen. */
function Address({ text }: { text: string }) {
  const at = text.lastIndexOf("@");
  return at <= 0 ? (
    text
  ) : (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
}

/** The mail server's answer, cut in the list; the drawer shows all of it. */
function Answer({ row }: { row: OutboxRowView }) {
  return (
    <span className="outbox-answer" title={row.answer}>
      {row.answer}
    </span>
  );
}

type LetterDrawerProps = {
  letter: LetterDetailsView;
  words: LetterWordsView | null;
  answer: OutboxAnswer | null;
  closeTo: string;
};

const actForm = "letter-act";

/** One email beside the list: its state, its text, and its acts. */
function LetterDrawer({ letter, words, answer, closeTo }: LetterDrawerProps) {
  const { search } = useLocation();
  const drawerAddress = (view: "words" | null) =>
    `/admin/email/outbox${withQuery(search, { open: letter.id, view })}`;
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
                to={drawerAddress(words ? null : "words")}
                preventScrollReset
                icon={words ? "chevronLeft" : "eye"}
                label={words ? texts.back : texts.show}
              />
            ) : null}
            {letter.act ? (
              <Form method="post" action={drawerAddress(null)} id={actForm}>
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
        {letter.subject ? (
          <Fact name={texts.details.code}>
            <Link className="mono" to={`/admin/purchases?open=${encodeURIComponent(letter.subjectId ?? "")}`}>
              {letter.subject}
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

/** The state of an email as a shape, a word and a colour. */
function LetterStatus({ state }: { state: OutboxRowView["state"] }) {
  return <Status {...signOf[state]} label={emailTexts.outbox.letterStates[state]} />;
}

type OutboxRowView = OutboxPageView["rows"][number];

type LetterDetailsView = NonNullable<OutboxPageView["open"]>;

/** The text of the open email, or the reason why there is none. */
type LetterWordsView = { subject: string; html: string } | { problem: string };

/** The typed address, with its error or the question for the password. */
type OutboxAnswer = { otherAddress: string; error?: string; reentry?: ReentryView };

type OutboxPageView = NonNullable<Route.ComponentProps["loaderData"]["view"]>;
