import { data, Form, Link, redirect } from "react-router";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { counted } from "#kernel/romanian.ts";
import type { CaptchaWidget } from "#platform/captcha/captcha-widget.ts";
import { openingInWords } from "#ticketing/delivery/ticket-wording.ts";
import { hourOfDoors } from "#ticketing/events/enter-until.ts";
import { isForAccounts } from "#ticketing/events/type-family.ts";
import { readGuest } from "#ticketing/orders/checkout/guest-form.ts";
import { acceptTicket } from "#ticketing/orders/transfers/accept-ticket.server.ts";
import { declineTicket } from "#ticketing/orders/transfers/decline-ticket.server.ts";
import { type SentWhole, sentTogether } from "#ticketing/orders/transfers/transfer.ts";
import {
  findOfferedTicket,
  type OfferedTicket,
} from "#ticketing/orders/transfers/transfer-queries.server.ts";
import { whatIsSent } from "#ticketing/orders/transfers/what-is-sent-texts.ts";
import { welcomeGuest } from "#ticketing/people/welcome-guest.server.ts";
import { captchaTokenOf } from "#web/request/captcha-check.server.ts";
import { guestSessionRefusal } from "#web/request/checkout-refusals.ts";
import { newSessionCookie } from "#web/request/cookies.server.ts";
import { emailQuestion } from "#web/request/email-question.server.ts";
import { noReferrerHeaders, noReferrerMeta, tokenOfLink } from "#web/request/letter-link.ts";
import { guestProblems } from "#web/request/refusal-texts.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { addressWithNext } from "#web/request/return-address.ts";
import { shownPicture } from "#web/request/shown-picture.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { KnownVisitor, Visitor } from "#web/request/visitor.server.ts";
import { CaptchaBox } from "#web/sign-in/captcha-box.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { dawnWide } from "#web/ui/horizon-pictures.ts";
import { Notice } from "#web/ui/notice.tsx";
import { metaOf } from "#web/ui/page-title.ts";
import { CodeStub, StubFacts, TearCard } from "#web/ui/tear-card.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { unlessUnanswered } from "#web/ui/unanswered.ts";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import type { Route } from "./+types/receive-ticket-route.ts";
import { EmailField, SendButton } from "./account-fields.tsx";
import { accountTexts } from "./account-texts.ts";
import { NightLines } from "./chosen-tickets.tsx";
import { enteredText } from "./form-answer.server.ts";
import { OtherWays, wayTo } from "./other-ways.tsx";
import { sentTicketTexts as texts } from "./sent-ticket-texts.ts";
import "./account.css";

export const meta = metaOf(() => texts.receivePageTitle, noReferrerMeta);

export const headers = () => noReferrerHeaders;

/** Opening the link changes nothing. A person who has already accepted the ticket is redirected to it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const visitor = context.get(visitorContext);
  const { view, toId, orderId } = await viewOfOffer(context.get(siteContext), visitor, tokenOfLink(request));
  if (visitor.kind !== "anonymous" && orderId !== null && toId === visitor.userId)
    throw redirect(ticketsPageOf(visitor, orderId));
  return data(view, { status: view.kind === "over" ? 404 : 200 });
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const form = await request.formData();
  if (form.get("intent") === "decline") {
    const secret = enteredText(form, "token").slice(0, 200);
    const { view } = await viewOfOffer(site, visitor, secret);
    if (view.kind === "own") return data<ReceiveTicketView>(view, { status: 409 });
    const declined = await declineTicket(site, { secret });
    if (!declined.ok || view.kind !== "offer")
      return data<ReceiveTicketView>({ kind: "over" }, { status: 409 });
    // a status of its own, else the answer has that of the loader, which finds no open link any more
    return data<ReceiveTicketView>(
      { kind: "declined", from: view.offer.from, whole: view.offer.whole, ...declined.value },
      { status: 200 },
    );
  }
  const answer = await answerOffer(site, { request, form, visitor });
  if (answer.ok) {
    const { to, cookies, whole, isEmailed } = answer.value;
    const text = texts.accepted(whole, isEmailed);
    return seeOther(to, { origin: site.origin, flash: { kind: "success", text }, cookies });
  }
  const { status, view, retryAfter } = answer.refusal;
  return data(view, { status, ...(retryAfter ? { headers: { "retry-after": String(retryAfter) } } : {}) });
}

/** When no answer comes, the typed values stay. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const text = (name: string) => String(form.get(name) ?? "");
  return unlessUnanswered(
    serverAction,
    (): Unanswered => ({
      kind: "unanswered",
      values: { full_name: text("full_name"), email: text("email") },
      problem: requestTexts.ourFault,
    }),
  );
}

type Unanswered = Pick<TicketOfferView, "values" | "problem"> & { kind: "unanswered" };

export default function ReceiveTicket({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.kind !== "unanswered") return <ReceiveTicketPage view={actionData ?? loaderData} />;
  const { values, problem } = actionData;
  return (
    <ReceiveTicketPage view={loaderData.kind === "offer" ? { ...loaderData, values, problem } : loaderData} />
  );
}

/**
 * Returns what a friend's link shows this visitor. `toId`: the person who has already accepted the ticket, or null.
 */
async function viewOfOffer(
  site: SiteServices,
  visitor: Visitor,
  token: string,
): Promise<{ view: ReceiveTicketView; toId: string | null; orderId: string | null }> {
  const offered = await findOfferedTicket(site, token);
  const offer = offered?.isOpen ? offerView(offered) : null;
  const { toId = null, orderId = null } = offered ?? {};
  if (!offered || !offer) return { view: { kind: "over" }, toId, orderId };
  if (visitor.kind !== "anonymous" && offered.fromId === visitor.userId)
    return {
      view: { kind: "own", whole: offer.whole, tickets: ticketsPageOf(visitor, offered.orderId) },
      toId,
      orderId,
    };
  const receiver =
    visitor.kind === "anonymous"
      ? "nobody"
      : visitor.kind === "person"
        ? "account"
        : { fullName: visitor.fullName ?? "", email: visitor.email };
  const emptyForm = { values: { full_name: "", email: "" }, errors: {}, problem: null };
  const captcha = site.captcha?.widget ?? null;
  return { view: { kind: "offer", token, offer, receiver, captcha, ...emptyForm }, toId, orderId };
}

/** Returns the page where this visitor sees tickets of that order. */
function ticketsPageOf({ kind }: KnownVisitor, orderId: string): string {
  return kind === "person" ? "/profile" : `/orders/${orderId}`;
}

type OfferRefusal = {
  readonly status: number;
  readonly view: ReceiveTicketView;
  readonly retryAfter?: number;
};
/** The page of the accepted ticket, whether it is emailed too, and the cookies of a new guest. */
type AcceptedOffer = {
  readonly to: string;
  readonly whole: SentWhole;
  readonly isEmailed: boolean;
  readonly cookies: readonly string[];
};

/** Accepts a sent ticket for the visitor, or for a new guest by the form. A refusal shows it as it was typed. */
async function answerOffer(
  site: SiteServices,
  { request, form, visitor }: { request: Request; form: FormData; visitor: Visitor },
): Promise<Outcome<AcceptedOffer, OfferRefusal>> {
  const secret = enteredText(form, "token").slice(0, 200);
  const { view } = await viewOfOffer(site, visitor, secret);
  const whole = view.kind === "offer" ? view.offer.whole : null;
  const showAgain = (status: number, changes: Partial<TicketOfferView>, retryAfter?: number) =>
    refused({
      status,
      view: view.kind === "offer" ? { ...view, ...changes } : view,
      ...(retryAfter ? { retryAfter } : {}),
    });
  if (visitor.kind !== "anonymous") {
    const accepted = await acceptTicket(site, { actor: visitor, secret });
    if (accepted.ok) {
      const { orderId, isEmailed } = accepted.value;
      return done({ to: ticketsPageOf(visitor, orderId), whole, isEmailed, cookies: [] });
    }
    const problem = problemOf(accepted.refusal.reason);
    if (problem !== undefined) return showAgain(409, { problem });
    return refused({ status: 409, view: view.kind === "own" ? view : { kind: "over" } });
  }
  if (view.kind !== "offer") return refused({ status: 409, view });
  if (view.offer.isOfAccounts) return showAgain(409, { problem: texts.needsAccount });
  const values = { full_name: enteredText(form, "full_name"), email: enteredText(form, "email") };
  const read = readGuest(values);
  if (!read.ok) {
    if (read.refusal.reason !== "fields")
      return showAgain(400, { values, problem: requestTexts.formUnreadable });
    const { full_name: name, email } = read.refusal.problems;
    const errors = {
      ...(name ? { full_name: guestProblems[name] } : {}),
      ...(email ? { email: guestProblems[email] } : {}),
    };
    return showAgain(422, { values, errors });
  }
  const question = emailQuestion(form);
  if (question.email) return showAgain(422, { values, errors: question });
  const opened = await welcomeGuest(site, { guest: read.value.guest, captchaToken: captchaTokenOf(form) });
  if (!opened.ok) {
    const { status, sentence, retryAfter } = guestSessionRefusal(opened.refusal);
    return showAgain(status, { values, problem: sentence }, retryAfter);
  }
  const { userId, token } = opened.value;
  const accepted = await acceptTicket(site, { actor: { userId, role: "user" }, secret });
  if (!accepted.ok) {
    const problem = problemOf(accepted.refusal.reason);
    if (problem !== undefined) return showAgain(409, { values, problem });
    return refused({ status: 409, view: { kind: "over" } });
  }
  const cookies = [await newSessionCookie(site, request, token)];
  const { orderId, isEmailed } = accepted.value;
  return done({ to: `/orders/${orderId}`, whole, isEmailed, cookies });
}

function problemOf(reason: "gone" | "own" | "account_needed" | "too_early"): string | undefined {
  if (reason === "account_needed") return texts.needsAccount;
  return reason === "too_early" ? texts.tooEarly : undefined;
}

function offerView({ from, nights, family, typeName, enterUntil, last }: OfferedTicket) {
  const [first] = nights;
  if (!first || !last) return null;
  const { eventId, date, time, location } = first;
  const ages = nights.flatMap(({ minimumAge }) => minimumAge ?? []);
  return {
    from,
    eventId,
    date,
    time,
    doors: hourOfDoors(first),
    location,
    enterUntil,
    /** Only a person with an account can hold this ticket. */
    isOfAccounts: isForAccounts(family),
    minimumAge: ages.length === 0 ? null : Math.max(...ages),
    title: family === "ordinary" ? first.title : typeName,
    type: typeName,
    picture: shownPicture(first.picture),
    whole: sentTogether(family, nights.length),
    /** The coming nights; `date` is the date of the next one. */
    nights: nights.map((night) => ({ title: night.title, date: night.date, time: night.time })),
    until: { when: openingInWords(last), isAtDoors: (last.doors ?? last.time) !== null },
  };
}

export type OfferedTicketView = NonNullable<ReturnType<typeof offerView>>;

type TicketOfferView = {
  kind: "offer";
  token: string;
  offer: OfferedTicketView;
  /** The visitor: nobody signed in, a person with an account, or a guest with a session in this browser. */
  receiver: "nobody" | "account" | { fullName: string; email: string };
  /** The typed values that were refused. */
  values: { full_name: string; email: string };
  errors: Partial<Record<"full_name" | "email", string>>;
  problem: string | null;
  /** Null when no captcha is asked. */
  captcha: CaptchaWidget | null;
};

type ReceiveTicketView =
  | TicketOfferView
  /** The sender of the ticket opened the link. `tickets`: the page of the sender's tickets. */
  | { kind: "own"; whole: SentWhole; tickets: string }
  /** A friend has declined the ticket; `from` is the sender's first name. */
  | { kind: "declined"; from: string; whole: SentWhole; isSenderTold: boolean }
  | { kind: "over" };

/** The page behind a friend's link. Only its buttons change something. */
export function ReceiveTicketPage({ view }: { view: ReceiveTicketView }) {
  if (view.kind !== "offer") return <Closed view={view} />;
  const { offer, token, receiver } = view;
  const isForAccounts = offer.isOfAccounts && receiver !== "account";
  return (
    <div className="tear-stage">
      <div className="wrap">
        <div className="tear-stage__head">
          <h1 className="display">{texts.receiveTitle(offer.from, offer.whole)}</h1>
          <p className="lead-text muted">
            {texts.receiveText(offer.whole)}{" "}
            {offer.whole ? texts.receiveWhole[offer.whole](countedNights(offer)) : null}
          </p>
        </div>
        <div className="tear-stage__card">
          <OfferedCard offer={offer} />
        </div>
        {offer.whole ? <NightLines nights={offer.nights} /> : null}
        <div className="form received__form">
          {view.problem ? <Notice kind="bad">{view.problem}</Notice> : null}
          {isForAccounts ? <SignInFirst token={token} /> : <Accept view={view} />}
          <p className="fine-print">
            {texts.acceptNote} {texts.until(offer.until, offer.whole)}{" "}
            {offer.minimumAge ? texts.minimumAge(offer.minimumAge) : null}{" "}
            {receiver === "account" || isForAccounts ? texts.nameSeen : texts.guestNameSeen}
          </p>
          <Form method="post" action="/primeste">
            <input type="hidden" name="token" value={token} />
            <Button type="submit" look="quiet" size="small" name="intent" value="decline">
              {texts.decline}
            </Button>
          </Form>
          {receiver === "account" || isForAccounts ? null : <OtherWays ways={waysToAccount(token)} />}
        </div>
      </div>
    </div>
  );
}

const countedNights = ({ nights }: OfferedTicketView) => counted(nights.length, "night");

function OfferedCard({ offer }: { offer: OfferedTicketView }) {
  const facts = [
    { name: accountTexts.type, value: offer.type },
    { name: texts.entries, value: offer.whole ? countedNights(offer) : "1" },
    ...(offer.enterUntil
      ? [{ name: accountTexts.atGate, value: accountTexts.untilHour(offer.enterUntil) }]
      : []),
  ];
  return (
    <TearCard
      label={texts.ticketLabel(offer.whole)}
      picture={offer.picture}
      seed={offer.eventId}
      title={offer.title}
      above={
        <>
          {offer.whole ? (
            <>
              {whatIsSent.firstNight(offer.nights.length)}
              <br />
            </>
          ) : null}
          <DateText day={offer.date} form="long" />
          {offer.time ? (
            <>
              <br />
              {accountTexts.atTime} {offer.time}
            </>
          ) : null}
        </>
      }
      below={accountTexts.placeAndDoors(offer.location, offer.whole ? null : offer.doors)}
      state="offered"
      stub={
        <>
          <CodeStub image={null} placeholder={texts.locked} code={texts.newCode} group={null} />
          <StubFacts facts={facts} />
        </>
      }
    />
  );
}

/** The button to accept. A visitor without a session also gives a name and an email address. */
function Accept({ view }: { view: TicketOfferView }) {
  const form = useFocusFirstError(view.errors);
  const { token, receiver, values, errors, captcha } = view;
  return (
    <Form className="form" method="post" action="/primeste" noValidate ref={form}>
      <input type="hidden" name="token" value={token} />
      {receiver === "nobody" ? (
        <>
          <TextInput
            label={texts.yourName}
            name="full_name"
            autoComplete="name"
            required
            defaultValue={values.full_name}
            error={errors.full_name}
          />
          <EmailField autoComplete="email" value={values.email} hint={texts.emailHint} error={errors.email} />
          {captcha ? <CaptchaBox widget={captcha} attempt={view} /> : null}
        </>
      ) : receiver === "account" ? null : (
        <p>{texts.asGuest(receiver.fullName, receiver.email)}</p>
      )}
      <SendButton label={whatIsSent.accept(view.offer.whole)} busyLabel={texts.accepting} intent="accept" />
    </Form>
  );
}

const pageOf = (token: string) => `/primeste?token=${encodeURIComponent(token)}`;

function waysToAccount(token: string) {
  const here = pageOf(token);
  return [
    wayTo("/login", here, { icon: "key", name: texts.loginWay, note: texts.loginWayNote }),
    wayTo("/register", here, { icon: "ticket", name: texts.registerWay, note: texts.registerWayNote }),
  ];
}

/** A pass needs an account. The login comes back to this page. */
function SignInFirst({ token }: { token: string }) {
  const here = pageOf(token);
  return (
    <>
      <p>{texts.needsAccount}</p>
      <Link className={buttonClass({ look: "sun", width: "full" })} to={addressWithNext("/login", here)}>
        {texts.signIn}
      </Link>
      <Link className={buttonClass({ look: "line", width: "full" })} to={addressWithNext("/register", here)}>
        {texts.register}
      </Link>
    </>
  );
}

function Closed({ view }: { view: Exclude<ReceiveTicketView, TicketOfferView> }) {
  const [title, text] = wordsOf(view);
  return (
    <EmptyState title={title} text={text} picture={dawnWide} size="page">
      {view.kind === "declined" ? null : (
        <Link className={buttonClass({ look: "sun" })} to={view.kind === "own" ? view.tickets : "/profile"}>
          {texts.seeTickets}
        </Link>
      )}
      <Link className={buttonClass({ look: "line" })} to="/events">
        {texts.seeEvents}
      </Link>
    </EmptyState>
  );
}

function wordsOf(view: Exclude<ReceiveTicketView, TicketOfferView>): [string, string] {
  switch (view.kind) {
    case "own":
      return [texts.ownTitle, texts.ownText(view.whole)];
    case "declined":
      return [texts.declinedTitle, texts.declinedText(view.from, view.whole, view.isSenderTold)];
    case "over":
      return [texts.overTitle, texts.overText];
  }
}
