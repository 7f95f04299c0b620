import { data } from "react-router";
import { isUnavailable } from "#platform/database/database.server.ts";
import { hashOfToken, isTokenShaped } from "#platform/identity/tokens/secret-token.server.ts";
import { type GuestField, readGuest } from "#ticketing/orders/checkout/guest-form.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { openGuestSession } from "#ticketing/orders/checkout/open-guest-session.server.ts";
import { releaseOrder } from "#ticketing/orders/checkout/release-order.server.ts";
import { findOpenOrder, findPaidOrder } from "#ticketing/orders/order-queries.server.ts";
import type { Guest } from "#ticketing/people/make-guest.server.ts";
import { proveGuest } from "#ticketing/people/prove-guest.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { sendGuestCode } from "#ticketing/people/send-guest-code.server.ts";
import { captchaTokenOf } from "#web/request/captcha-check.server.ts";
import { checkoutRefusal, guestSessionRefusal } from "#web/request/checkout-refusals.ts";
import { addressOf } from "#web/request/client-address.server.ts";
import { guestCookie } from "#web/request/cookies.server.ts";
import { guestProblems } from "#web/request/refusal-texts.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { toPayment } from "#web/request/responses.server.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import { choiceOf, chosenTickets } from "./chosen-tickets.server.ts";
import { emailQuestion, enteredText } from "./form-answer.server.ts";
import type { GuestPageView } from "./guest-page.tsx";
import { guestTexts } from "./guest-texts.ts";

export type GuestAnswer = Pick<GuestPageView, "values" | "errors" | "problem" | "asksCode" | "asksAgain">;

type Sent = {
  readonly request: Request;
  readonly form: FormData;
  /** The night's page with the choice. */
  readonly returnTo: string;
  readonly visitor: Visitor;
};

/**
 * The form of /guest: makes the guest, holds the chosen tickets and goes on to the card page. Refused with everything as it
 * was typed; the session stays, so that another try makes no other guest. `note` gets a failure of ours.
 */
export async function answerGuest(
  site: SiteServices,
  { request, form, returnTo, visitor }: Sent,
  note: (failure: unknown) => void,
) {
  const values = {
    email: enteredText(form, "email"),
    full_name: enteredText(form, "full_name"),
    phone: enteredText(form, "phone"),
  };
  /** Whether they want other tickets of the same night: answered once. */
  const isAsked = form.get("again") === "1";
  const again = (
    status: number,
    wrong: Partial<Omit<GuestAnswer, "values">>,
    headers: Readonly<Record<string, string>> | [string, string][] = {},
  ) =>
    data<GuestAnswer>(
      { values, errors: {}, problem: null, asksCode: false, asksAgain: isAsked, ...wrong },
      { status, headers },
    );
  const choice = await choiceOf(site, returnTo);
  const total = enteredText(form, "total");
  if (!choice || !/^\d{1,9}$/.test(total)) return again(400, { problem: saleTexts.choiceInvalid });
  const { eventId, lines } = choice;
  const read = readGuest({ ...values });
  const question = emailQuestion(form);
  if (!read.ok)
    return read.refusal.reason === "fields"
      ? again(422, { errors: { ...question, ...sentences(read.refusal.problems) } })
      : again(400, { problem: requestTexts.formUnreadable });
  if (question.email) return again(422, { errors: question });
  const { guest } = read.value;
  const address = addressOf(request);
  const captchaToken = captchaTokenOf(form);
  try {
    // who goes back from the tickets finds the form as it was, and would buy the same again
    const bought =
      visitor.kind === "guest" && !isAsked
        ? await site.database.readAs(asOwner(visitor), (sql) => findPaidOrder(sql, eventId))
        : undefined;
    if (bought !== undefined)
      return again(409, { problem: saleTexts.alreadyBought(bought), asksAgain: true });
    const isSame = visitor.kind === "guest" && isOf(visitor, guest);
    const formToken = form.get("form");
    const opened = isSame
      ? undefined
      : await openGuestSession(site, {
          ...{ guest, captchaToken },
          formToken: isTokenShaped(formToken) ? formToken : undefined,
        });
    if (opened && !opened.ok) {
      const { status, sentence, retryAfter } = guestSessionRefusal(opened.refusal);
      return again(status, { problem: sentence }, retryAfter ? { "retry-after": String(retryAfter) } : {});
    }
    if (opened && visitor.kind === "guest") await letGo(site, visitor, eventId);
    const code = enteredText(form, "code").trim();
    if (isSame && code !== "") {
      const proven = await proveGuest(site.identity, { guestId: visitor.userId, code, address });
      if (!proven.ok) return again(422, { asksCode: true, errors: { code: guestTexts.codeWrong } });
    }
    const token = opened?.value.token;
    const cookie = token === undefined ? undefined : await guestCookie(site, request, token);
    const checkout = await openCheckout(site, {
      ...{ lines, eventId, total: Number(total), priceId: null, origin: "event", requestKey: null },
      sessionHash:
        token === undefined && visitor.kind === "guest" ? visitor.sessionHash : hashOfToken(token ?? ""),
      // a token of the captcha is good once
      captchaToken: opened ? undefined : captchaToken,
      // the one whose effect the page showed; where it ended since, the total is asked again
      code: (await chosenTickets(site, request, returnTo, visitor))?.code ?? null,
      address,
    });
    if (checkout.ok) {
      const payment = toPayment(checkout.value);
      if (cookie) payment.headers.append("set-cookie", cookie);
      return payment;
    }
    const { status, sentence, retryAfter } = checkoutRefusal(checkout.refusal);
    const guestId = opened?.value.userId ?? (visitor.kind === "guest" ? visitor.userId : "");
    const asksCode = checkout.refusal.reason === "proof_needed";
    const codeProblem = asksCode ? await sendCode(site, guestId, guest.email) : null;
    return again(status, { problem: codeProblem ?? sentence, asksCode }, [
      ...header("set-cookie", cookie),
      ...header("retry-after", retryAfter),
    ]);
  } catch (failure) {
    note(failure);
    return again(isUnavailable(failure) ? 503 : 500, {
      problem: isUnavailable(failure) ? requestTexts.busy : requestTexts.ourFault,
    });
  }
}

const header = (name: string, value: string | number | undefined): [string, string][] =>
  value ? [[name, String(value)]] : [];

/** Sends the code that what is free asks for, or says why it was not sent. */
async function sendCode({ identity }: SiteServices, guestId: string, email: string): Promise<string> {
  const sent = await sendGuestCode(identity, { guestId });
  if (sent.ok) return guestTexts.codeSent(email);
  return sent.refusal === "too_often" ? guestTexts.codeTooOften : guestTexts.lettersOff;
}

/** Who corrects the name or the address after going back from the payment buys once: what was held so far is free. */
async function letGo(site: SiteServices, guest: Visitor & { kind: "guest" }, eventId: string): Promise<void> {
  const held = await site.database.readAs(asOwner(guest), (sql) => findOpenOrder(sql, eventId));
  if (held) await releaseOrder(site, { orderId: held.id, userId: guest.userId });
}

function isOf(visitor: Visitor & { kind: "guest" }, { email, fullName }: Guest): boolean {
  return visitor.email === email && visitor.fullName === fullName;
}

function sentences(problems: Partial<Record<GuestField, keyof typeof guestProblems>>) {
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, guestProblems[problem]]),
  ) as GuestAnswer["errors"];
}
