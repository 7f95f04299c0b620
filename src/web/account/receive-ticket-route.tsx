import "./account.css";
import { data, redirect } from "react-router";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { dayOf, formatLongDate, wallTimeOf } from "#kernel/time.ts";
import { hourOfDoors } from "#ticketing/events/enter-until.ts";
import { readGuest } from "#ticketing/orders/checkout/guest-form.ts";
import { acceptTicket } from "#ticketing/orders/transfers/accept-ticket.server.ts";
import { declineTicket } from "#ticketing/orders/transfers/decline-ticket.server.ts";
import { sentWhole } from "#ticketing/orders/transfers/transfer.ts";
import {
  findOfferedTicket,
  type OfferedTicket,
} from "#ticketing/orders/transfers/transfer-queries.server.ts";
import { welcomeGuest } from "#ticketing/people/welcome-guest.server.ts";
import { captchaTokenOf } from "#web/request/captcha-check.server.ts";
import { guestSessionRefusal } from "#web/request/checkout-refusals.ts";
import { newSessionCookie } from "#web/request/cookies.server.ts";
import { noReferrerHeaders, noReferrerMeta, tokenOfLink } from "#web/request/letter-link.ts";
import { guestProblems } from "#web/request/refusal-texts.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { shownPicture } from "#web/request/shown-picture.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { KnownVisitor, Visitor } from "#web/request/visitor.server.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import { unlessUnanswered } from "#web/ui/unanswered.ts";
import type { Route } from "./+types/receive-ticket-route.ts";
import { enteredText } from "./form-answer.server.ts";
import {
  type OfferedTicketView,
  ReceiveTicketPage,
  type ReceiveTicketView,
  type TicketOfferView,
} from "./receive-ticket-page.tsx";
import { sentTicketTexts as texts } from "./sent-ticket-texts.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, texts.receivePageTitle) },
  noReferrerMeta,
];

export function headers() {
  return noReferrerHeaders;
}

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
    return data<ReceiveTicketView>({ kind: "declined", from: view.offer.from });
  }
  const answer = await answerOffer(site, { request, form, visitor });
  if (answer.ok) {
    const { to, cookies } = answer.value;
    return seeOther(to, { origin: site.origin, flash: { kind: "success", text: texts.accepted }, cookies });
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

/** Returns what a friend's link shows this visitor. `toId`: the person who has already accepted the ticket, or null. */
async function viewOfOffer(
  site: SiteServices,
  visitor: Visitor,
  token: string,
): Promise<{
  readonly view: ReceiveTicketView;
  readonly toId: string | null;
  readonly orderId: string | null;
}> {
  const offered = await findOfferedTicket(site, token);
  const offer = offered?.isOpen ? offerView(offered) : null;
  const { toId = null, orderId = null } = offered ?? {};
  if (!offered || !offer) return { view: { kind: "over" }, toId, orderId };
  if (visitor.kind !== "anonymous" && offered.fromId === visitor.userId)
    return { view: { kind: "own", tickets: ticketsPageOf(visitor, offered.orderId) }, toId, orderId };
  const receiver =
    visitor.kind === "anonymous"
      ? "nobody"
      : visitor.kind === "person"
        ? "account"
        : { fullName: visitor.fullName ?? "", email: visitor.email };
  const untyped = { values: { full_name: "", email: "" }, errors: {}, problem: null };
  const captcha = site.captcha?.widget ?? null;
  return { view: { kind: "offer", token, offer, receiver, captcha, ...untyped }, toId, orderId };
}

/** Returns the page where this visitor sees tickets of that order. */
function ticketsPageOf({ kind }: KnownVisitor, orderId: string): string {
  return kind === "person" ? "/profile" : `/orders/${orderId}`;
}

type Refused = { readonly status: number; readonly view: ReceiveTicketView; readonly retryAfter?: number };
/** The page of the accepted ticket, and the cookies of a new guest. */
type Done = { readonly to: string; readonly cookies: readonly string[] };

/**
 * Accepts a sent ticket for the visitor. A visitor without a session becomes a guest with the name and the address of
 * the form. A refusal shows the form as it was typed.
 */
async function answerOffer(
  site: SiteServices,
  {
    request,
    form,
    visitor,
  }: { readonly request: Request; readonly form: FormData; readonly visitor: Visitor },
): Promise<Outcome<Done, Refused>> {
  const secret = enteredText(form, "token").slice(0, 200);
  const { view } = await viewOfOffer(site, visitor, secret);
  const again = (status: number, wrong: Partial<TicketOfferView>, retryAfter?: number) =>
    refused({
      status,
      view: view.kind === "offer" ? { ...view, ...wrong } : view,
      ...(retryAfter ? { retryAfter } : {}),
    });
  if (visitor.kind !== "anonymous") {
    const accepted = await acceptTicket(site, { actor: visitor, secret });
    if (accepted.ok) return done({ to: ticketsPageOf(visitor, accepted.value.orderId), cookies: [] });
    const problem = problemOf(accepted.refusal.reason);
    if (problem !== undefined) return again(409, { problem });
    return refused({ status: 409, view: view.kind === "own" ? view : { kind: "over" } });
  }
  if (view.kind !== "offer") return refused({ status: 409, view });
  if (view.offer.isOfAccounts) return again(409, { problem: texts.needsAccount });
  const values = { full_name: enteredText(form, "full_name"), email: enteredText(form, "email") };
  const read = readGuest(values);
  if (!read.ok) {
    if (read.refusal.reason !== "fields") return again(400, { values, problem: requestTexts.formUnreadable });
    const { full_name: name, email } = read.refusal.problems;
    const errors = {
      ...(name ? { full_name: guestProblems[name] } : {}),
      ...(email ? { email: guestProblems[email] } : {}),
    };
    return again(422, { values, errors });
  }
  const opened = await welcomeGuest(site, {
    guest: read.value.guest,
    captchaToken: captchaTokenOf(form),
  });
  if (!opened.ok) {
    const { status, sentence, retryAfter } = guestSessionRefusal(opened.refusal);
    return again(status, { values, problem: sentence }, retryAfter);
  }
  const { userId, token } = opened.value;
  const accepted = await acceptTicket(site, { actor: { userId, role: "user" }, secret });
  if (!accepted.ok) {
    const problem = problemOf(accepted.refusal.reason);
    if (problem !== undefined) return again(409, { values, problem });
    return refused({ status: 409, view: { kind: "over" } });
  }
  const cookies = [await newSessionCookie(site, request, token)];
  return done({ to: `/orders/${accepted.value.orderId}`, cookies });
}

function problemOf(reason: "gone" | "own" | "account_needed" | "too_early"): string | undefined {
  if (reason === "account_needed") return texts.needsAccount;
  return reason === "too_early" ? texts.tooEarly : undefined;
}

function offerView({
  from,
  nights,
  family,
  typeName,
  enterUntil,
  until,
}: OfferedTicket): OfferedTicketView | null {
  const [first] = nights;
  if (!first || !until) return null;
  const isOfAccounts = family !== "ordinary";
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
    isOfAccounts,
    minimumAge: ages.length === 0 ? null : Math.max(...ages),
    title: isOfAccounts ? typeName : first.title,
    type: typeName,
    picture: shownPicture(first.picture),
    whole: sentWhole(family, nights.length),
    nights: nights.map((night) => ({ title: night.title, date: night.date, time: night.time })),
    until: `${formatLongDate(dayOf(until))}, ${wallTimeOf(until)}`,
  };
}
