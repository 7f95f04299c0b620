import { data } from "react-router";
import { formatInstant } from "#kernel/time.ts";
import { resendTickets } from "#ticketing/delivery/resend-tickets.server.ts";
import { showLetter } from "#ticketing/delivery/show-letter.server.ts";
import { templateUseOf } from "#ticketing/delivery/templates/template-choice.ts";
import { afterTheEnd } from "#ticketing/letters/letter-tables.server.ts";
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
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { postedForm } from "../posted-form.server.ts";
import { oneOf, pageOf, wordsOf } from "../ui/address-query.ts";
import type { Route } from "./+types/outbox-route.ts";
import { EmailLoadFailed } from "./email-frame.tsx";
import { emailTexts, templateTitle } from "./email-texts.ts";
import { letterSteps } from "./letter-steps.ts";
import { withoutLosing } from "./mail-trouble.server.ts";
import { OutboxPage } from "./outbox-page.tsx";
import type {
  LetterDetailsView,
  LetterWordsView,
  OutboxAnswer,
  OutboxPageView,
  OutboxRowView,
} from "./outbox-view.ts";

const texts = emailTexts.outbox;

export const meta: Route.MetaFunction = () => [
  { title: adminTexts.pageTitle(`${texts.sub}, ${emailTexts.title}`) },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const search = {
    text: wordsOf(query, "q"),
    state: oneOf(query.get("status"), outboxStates, "all"),
    page: pageOf(query),
  };
  const read = await withoutLosing(site, emailTexts.loadFailed, () =>
    site.database.readAs(context.get(administratorContext), async (reader) => {
      const { letters, total, counts } = await listLetters(reader, search);
      const open = await findLetter(reader, query.get("open") ?? "");
      const before = (search.page - 1) * lettersPerPage;
      const view: OutboxPageView = {
        rows: letters.map(rowView),
        counts,
        search,
        page: {
          number: search.page,
          from: letters.length === 0 ? 0 : before + 1,
          to: before + letters.length,
          total,
          isLast: before + letters.length >= total,
        },
        paused: (await readMailNews(reader)).paused !== null,
        open: open ? detailsView(open) : null,
        words: null,
      };
      return view;
    }),
  );
  if ("trouble" in read)
    return data({ view: null, problem: read.trouble.sentence }, { status: read.trouble.status });
  const { open } = read.value;
  if (!open?.mayBeShown || query.get("view") !== "words") return data({ view: read.value, problem: null });
  const shown = await withoutLosing(site, emailTexts.loadFailed, () =>
    showLetter(site, { actor: context.get(administratorContext), letterId: open.id }),
  );
  const words: LetterWordsView =
    "trouble" in shown
      ? { problem: shown.trouble.sentence }
      : shown.value.ok
        ? shown.value.value
        : { problem: texts.wordsGone };
  return data({ view: { ...read.value, words }, problem: null });
}

function rowView(letter: OutboxLetter): OutboxRowView {
  const { state, attempts, lastError, nextAt } = letter;
  const isAgain = state === "queued" && attempts > 0;
  const ending = letter.tries.at(-1)?.what === "void" ? "void" : "failed";
  const answer = [
    // the one reason that is ours and not a mail server's
    letter.tries.at(-1)?.what === "interrupted" ? texts.steps.interrupted : (lastError ?? ""),
    attempts > 1 ? texts.attempts(attempts) : "",
    isAgain ? texts.nextAt(formatInstant(nextAt).slice(-5)) : "",
  ];
  return {
    id: letter.id,
    state: isAgain ? "again" : state === "dead" || state === "bounced" ? ending : state,
    to: letter.recipient || texts.forgotten,
    // templates that nobody edits have an internal name, which means nothing to people
    template:
      letter.template && templateUseOf(letter.kind)
        ? templateTitle(letter.template.split(" ")[0] ?? "")
        : (texts.kinds[letter.kind] ?? letter.kind),
    code: letter.code ?? "",
    answer: answer.filter(Boolean).join(", "),
    when: formatInstant(letter.sentAt ?? letter.createdAt),
  };
}

function detailsView(letter: OutboxLetter): LetterDetailsView {
  const row = rowView(letter);
  const isTicket = letter.kind === "ticket_confirmation" || letter.kind === "season_pass_confirmation";
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
        : letter.state === "sent" && isTicket && letter.purchaseId
          ? "resend"
          : null,
    purchaseId: letter.purchaseId,
    mayBeShown: letter.recipient !== "" && afterTheEnd[letter.kind] === "whole",
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const { text } = await postedForm(request, {
    one: ["intent", "letter_id", "purchase_id", "other_address"],
  });
  const back = (kind: "success" | "error", sentence: string) =>
    seeOther("/admin/email/outbox", { origin: site.origin, flash: { kind, text: sentence } });
  const intent = text("intent");
  const done = await withoutLosing(site, texts.retryFailed, async () => {
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
    const otherAddress = text("other_address").trim();
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
  return "trouble" in done ? back("error", done.trouble.sentence) : done.value;
}

export default function Outbox({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.view) return <EmailLoadFailed sentence={loaderData.problem} />;
  return <OutboxPage view={loaderData.view} answer={(actionData as OutboxAnswer | undefined) ?? null} />;
}
