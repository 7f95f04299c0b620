import { data, redirect } from "react-router";
import {
  type ConfirmedAccount,
  confirmAddress,
  confirmWithNewForm,
  confirmWithPassword,
  type LinkConfirmation,
  type LinkView,
  lookAtLink,
} from "#platform/identity/accounts/confirm-account.server.ts";
import type { OpenedSession } from "#platform/identity/sessions/login.server.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { readShownNights } from "#ticketing/orders/checkout/shown-nights.ts";
import { findLatestHold } from "#ticketing/orders/order-queries.server.ts";
import { type ConfirmationField, readConfirmation } from "#ticketing/people/person-form.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { addressOf } from "#web/request/client-address.server.ts";
import { readRegistrationCookie, signedInCookies } from "#web/request/cookies.server.ts";
import { tokenOfLink } from "#web/request/letter-link.ts";
import { endedCookie } from "#web/request/own-cookie.server.ts";
import { seeOther, toPayment } from "#web/request/responses.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import { accountTexts } from "./account-texts.ts";
import type { ChosenTicketsView } from "./chosen-tickets.server.ts";
import { checkoutChoiceOf, chosenTickets } from "./chosen-tickets.server.ts";
import { enteredText } from "./form-answer.server.ts";
import { personProblems, personSentences } from "./person-texts.ts";

export type ConfirmPageView =
  /** Asks for one click: in the browser that registered, or from a signed-in person. */
  | { kind: "ask"; token: string; email: string; chosen: ChosenTicketsView | null }
  /** Asks for the password of the registration, in any other browser. */
  | { kind: "password"; token: string; email: string; error: string | undefined }
  /**
   * A new email address of an account. It asks its signed-in owner for one click, everybody else for the password.
   */
  | {
      kind: "move";
      token: string;
      from: string;
      email: string;
      asks: "click" | "password";
      error: string | undefined;
    }
  /**
   * Asks for all fields again, from a person who did not register or has forgotten the password. `isByProvider`: the
   * account has no password, so its owner signs in as before and opens the link again.
   */
  | {
      kind: "new";
      token: string;
      email: string;
      isByProvider: boolean;
      values: { full_name: string; phone: string };
      errors: Partial<Record<ConfirmationField, string>>;
      problem: string | null;
    }
  | { kind: "confirmed"; email: string; isSignedIn: boolean }
  | { kind: "over" };

/** Returns what the acts need to know about a click on an email's link. */
function visitOf(site: SiteServices, request: Request, visitor: Visitor, token: string): LinkConfirmation {
  return {
    token,
    browser: readRegistrationCookie(request.headers.get("cookie"), site.origin)?.browser ?? null,
    signedIn: visitor.kind === "person" ? visitor : null,
    userAgent: request.headers.get("user-agent") ?? "",
    address: addressOf(request),
  };
}

/** Returns what the page behind a link must ask in this browser. */
export async function viewOfLink(
  site: SiteServices,
  request: Request,
  visitor: Visitor,
): Promise<ConfirmPageView> {
  const visit = visitOf(site, request, visitor, tokenOfLink(request));
  const link = await lookAtLink(site.identity, visit);
  if (link?.asks === "nothing") throw await toOwnOrder(site, visitor);
  if (link?.asks !== "click" || link.movesFrom !== null) return passwordOrMove(visit, link);
  const keptRegistration = readRegistrationCookie(request.headers.get("cookie"), site.origin);
  const chosen = await chosenTickets(site, request, keptRegistration?.returnTo ?? null);
  return { kind: "ask", token: visit.token, email: link.email, chosen };
}

/** Answers the forms of /confirm: signs in and goes on, or shows the page again with what is wrong. */
export async function confirm(site: SiteServices, request: Request, visitor: Visitor) {
  const form = await request.formData();
  const visit = visitOf(site, request, visitor, enteredText(form, "token"));
  switch (form.get("intent")) {
    case "password":
      return answerPassword(site, request, visit, form);
    case "new":
      return answerNewForm(site, request, visit, form);
    case "ask-new":
      return showAgain(200, await newView(site, visit, {}));
    case "ask-password":
      return showAgain(200, passwordOrMove(visit, await lookAtLink(site.identity, visit)));
  }
  const confirmed = await confirmAddress(site.identity, visit);
  if (confirmed.ok)
    return form.get("intent") === "pay"
      ? signInAndPay(site, request, visit, confirmed.value, form)
      : signInAndGoOn(site, request, visit, confirmed.value);
  const link = await lookAtLink(site.identity, visit);
  if (link?.asks === "nothing") return toOwnOrder(site, visitor);
  return confirmed.refusal === "token_invalid"
    ? showAgain(400, { kind: "over" })
    : showAgain(200, passwordOrMove(visit, link));
}

/** For a person who confirmed here before: redirects to the open order, or to the one that has just ended, else to the tickets. */
async function toOwnOrder(site: SiteServices, visitor: Visitor): Promise<Response> {
  const order =
    visitor.kind === "person" && visitor.hasOpenOrder
      ? await site.database.readAs(asOwner(visitor), findLatestHold)
      : undefined;
  return redirect(order ? `/checkout/${order.id}` : "/profile", 303);
}

async function answerPassword(site: SiteServices, request: Request, visit: LinkConfirmation, form: FormData) {
  const entered = form.get("password");
  const password = typeof entered === "string" ? entered : "";
  const link = await lookAtLink(site.identity, visit);
  const showProblem = (status: number, error: string) =>
    showAgain(status, passwordOrMove(visit, link, error));
  if (password === "") return showProblem(422, personProblems.password_required);
  const confirmed = await confirmWithPassword(site.identity, { ...visit, password });
  if (confirmed.ok) return signInAndGoOn(site, request, visit, confirmed.value);
  switch (confirmed.refusal) {
    case "token_invalid":
      return showAgain(400, { kind: "over" });
    case "invalid":
      return showProblem(
        401,
        link?.movesFrom ? accountTexts.moveWrongPassword : accountTexts.confirmWrongPassword,
      );
    case "busy":
      return showProblem(503, accountTexts.siteBusy);
  }
}

async function answerNewForm(site: SiteServices, request: Request, visit: LinkConfirmation, form: FormData) {
  const values = { full_name: enteredText(form, "full_name"), phone: enteredText(form, "phone") };
  const showProblem = async (status: number, changes: Partial<NewView>) =>
    showAgain(status, await newView(site, visit, { values, ...changes }));
  const read = readConfirmation(form);
  if (!read.ok)
    return read.refusal.reason === "fields"
      ? showProblem(422, { errors: personSentences(read.refusal.problems) })
      : showProblem(400, { problem: accountTexts.notUnderstood });
  const { fullName, phone, password } = read.value;
  const confirmed = await confirmWithNewForm(site.identity, { ...visit, fullName, phone, password });
  if (confirmed.ok) return signInAndGoOn(site, request, visit, confirmed.value);
  switch (confirmed.refusal) {
    case "token_invalid":
      return showAgain(400, { kind: "over" });
    case "busy":
      return showProblem(503, { problem: accountTexts.siteBusy });
    default:
      return showProblem(422, { errors: { password: personProblems[confirmed.refusal] } });
  }
}

function showAgain(status: number, view: ConfirmPageView) {
  return data(view, { status });
}

/**
 * Signs in and redirects to the page that the registration interrupted. Shows the result instead when no session was
 * opened: the person was signed in already, or confirmed a new address.
 */
async function signInAndGoOn(
  site: SiteServices,
  request: Request,
  { signedIn }: LinkConfirmation,
  confirmed: ConfirmedAccount,
) {
  if (confirmed.opened === null) {
    const isSignedIn = signedIn?.userId === confirmed.userId;
    return showAgain(200, { kind: "confirmed", email: confirmed.email, isSignedIn });
  }
  const keptRegistration = readRegistrationCookie(request.headers.get("cookie"), site.origin);
  return seeOther(keptRegistration?.returnTo ?? "/", {
    origin: site.origin,
    flash: { kind: "success", text: accountTexts.confirmedHere },
    cookies: await cookiesOf(site, request, confirmed.opened),
  });
}

/**
 * Signs in and opens the payment of the choice that waits in this browser, at the total and the dates that were shown. When that
 * fails it redirects like `signInAndGoOn`, and the night's page says why.
 */
async function signInAndPay(
  site: SiteServices,
  request: Request,
  visit: LinkConfirmation,
  confirmed: ConfirmedAccount,
  form: FormData,
) {
  const total = enteredText(form, "total");
  const keptRegistration = readRegistrationCookie(request.headers.get("cookie"), site.origin);
  const choice = keptRegistration && (await checkoutChoiceOf(site, keptRegistration.returnTo));
  if (confirmed.opened === null || !choice || !/^\d{1,9}$/.test(total))
    return signInAndGoOn(site, request, visit, confirmed);
  const checkout = await openCheckout(site, {
    ...choice,
    total: Number(total),
    nights: readShownNights(form),
    priceId: null,
    requestKey: null,
    captchaToken: undefined,
    sessionHash: hashOfToken(confirmed.opened.token),
    code: (await chosenTickets(site, request, keptRegistration.returnTo))?.code ?? null,
    address: addressOf(request),
  });
  if (!checkout.ok) return signInAndGoOn(site, request, visit, confirmed);
  const payment = toPayment(checkout.value);
  for (const cookie of await cookiesOf(site, request, confirmed.opened))
    payment.headers.append("set-cookie", cookie);
  return payment;
}

async function cookiesOf(site: SiteServices, request: Request, opened: OpenedSession): Promise<string[]> {
  return [...(await signedInCookies(site, request, opened)), endedCookie("registration", site.origin)];
}

function passwordOrMove(
  { token }: LinkConfirmation,
  link: LinkView | undefined,
  error: string | undefined = undefined,
): ConfirmPageView {
  if (!link || link.asks === "nothing") return { kind: "over" };
  const { asks, email, movesFrom } = link;
  if (asks === "fields") return blankForm(token, email, true);
  return movesFrom === null
    ? { kind: "password", token, email, error }
    : { kind: "move", token, from: movesFrom, email, asks, error };
}

type NewView = Extract<ConfirmPageView, { kind: "new" }>;

function blankForm(token: string, email: string, isByProvider: boolean): NewView {
  const values = { full_name: "", phone: "" };
  return { kind: "new", token, email, isByProvider, values, errors: {}, problem: null };
}

async function newView(
  site: SiteServices,
  visit: LinkConfirmation,
  changes: Partial<NewView>,
): Promise<ConfirmPageView> {
  const link = await lookAtLink(site.identity, visit);
  if (!link || link.movesFrom !== null) return passwordOrMove(visit, link);
  return { ...blankForm(visit.token, link.email, link.asks === "fields"), ...changes };
}
