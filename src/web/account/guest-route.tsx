import { data, Form, Link, redirect } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { isUnavailable } from "#platform/database/database.server.ts";
import {
  hashOfToken,
  isTokenShaped,
  newSecretToken,
  sessionOfForm,
} from "#platform/identity/tokens/secret-token.server.ts";
import { type GuestField, readGuest } from "#ticketing/orders/checkout/guest-form.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { openGuestSession } from "#ticketing/orders/checkout/open-guest-session.server.ts";
import { releaseOrder } from "#ticketing/orders/checkout/release-order.server.ts";
import { readShownNights, shownNightsField } from "#ticketing/orders/checkout/shown-nights.ts";
import { findOpenOrder, findPaidOrder } from "#ticketing/orders/order-queries.server.ts";
import { typesInWords } from "#ticketing/orders/ticket-count-texts.ts";
import type { Guest } from "#ticketing/people/make-guest.server.ts";
import { proveGuest } from "#ticketing/people/prove-guest.server.ts";
import { renameGuest } from "#ticketing/people/rename-guest.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { sendGuestCode } from "#ticketing/people/send-guest-code.server.ts";
import { captchaTokenOf } from "#web/request/captcha-check.server.ts";
import { checkoutRefusal, guestSessionRefusal } from "#web/request/checkout-refusals.ts";
import { addressOf } from "#web/request/client-address.server.ts";
import { newSessionCookie } from "#web/request/cookies.server.ts";
import { emailQuestion } from "#web/request/email-question.server.ts";
import type { HoldView } from "#web/request/hold-view.ts";
import { holdOf } from "#web/request/night-with-code.server.ts";
import { priceTexts } from "#web/request/price-texts.ts";
import { guestProblems, refusalTexts } from "#web/request/refusal-texts.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { flashTo, toPayment } from "#web/request/responses.server.ts";
import { addressWithNext, safeReturn } from "#web/request/return-address.ts";
import { payTerms, saleTexts } from "#web/request/sale-texts.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import { CaptchaBox } from "#web/sign-in/captcha-box.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { HoldCountdown } from "#web/ui/countdown.tsx";
import { sunsetTall } from "#web/ui/horizon-pictures.ts";
import { LeaveDevice } from "#web/ui/leave-device.tsx";
import { loadAfterRefusal } from "#web/ui/load-after-refusal.ts";
import { Notice } from "#web/ui/notice.tsx";
import { metaOf } from "#web/ui/page-title.ts";
import { TextInput } from "#web/ui/text-input.tsx";
import { unlessUnanswered } from "#web/ui/unanswered.ts";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import { useKeptTyping } from "#web/ui/use-kept-typing.ts";
import type { Route } from "./+types/guest-route.ts";
import { EmailField, PersonFields, SendButton } from "./account-fields.tsx";
import {
  type ChosenTicketsView,
  checkoutChoiceOf,
  choiceOf,
  chosenTickets,
  isGuestWayOpen,
} from "./chosen-tickets.server.ts";
import { ChosenTickets } from "./chosen-tickets.tsx";
import { enteredText, failureNote } from "./form-answer.server.ts";
import { guestTexts } from "./guest-texts.ts";
import { loginWay, OtherWays, registerWay } from "./other-ways.tsx";
import { Split } from "./split.tsx";
import "./account.css";

export const meta = metaOf(() => guestTexts.title);

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const returnTo = safeReturn(new URL(request.url).searchParams.get("next"));
  if (visitor.kind === "person") throw redirect(returnTo);
  const chosen = await chosenTickets(site, request, returnTo, visitor);
  // the person wanted to pay, so the page of the tickets says why nothing can be bought
  if (!chosen && (await checkoutChoiceOf(site, returnTo)))
    throw flashTo(site, returnTo, "error", refusalTexts.notEnough);
  if (!chosen || !(await isGuestWayOpen(site, chosen))) throw redirect(addressWithNext("/login", returnTo));
  const night = await choiceOf(site, returnTo);
  // the night's page has already asked
  const asksAgain = new URL(request.url).searchParams.get("again") === "1";
  const boughtBefore =
    visitor.kind === "guest" && night && !asksAgain
      ? await site.database.readAs(asOwner(visitor), (sql) => findPaidOrder(sql, night.eventId))
      : undefined;
  const knownGuest = visitor.kind === "guest" ? visitor : null;
  const heldOrder = night ? await holdOf(site, knownGuest, night.eventId) : null;
  return {
    chosen,
    asksAgain,
    /** A paid order of this night in this browser; null without one. */
    boughtBefore: boughtBefore ?? null,
    held: heldOrder && heldOrder.secondsLeft > 0 ? heldOrder : null,
    /** A secret of this browser. It makes repeated sendings of the form one purchase. */
    formToken: newSecretToken(),
    holdMinutes: Math.min(site.settings.holdMinutes, minutesUntil(chosen.endsAt, site.now())),
    values: { email: knownGuest?.email ?? "", full_name: knownGuest?.fullName ?? "", phone: "" },
    captcha: site.captcha?.widget ?? null,
    mayLeave: knownGuest !== null,
  };
}

const minutesUntil = (end: string | null, now: Date) =>
  end === null
    ? Number.POSITIVE_INFINITY
    : Math.max(1, Math.floor((Date.parse(end) - now.getTime()) / 60_000));

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const form = await request.formData();
  const returnTo = safeReturn(enteredText(form, "return_to"));
  const visitor = context.get(visitorContext);
  if (visitor.kind === "person") throw redirect(returnTo);
  return answerGuest(site, { request, form, returnTo, visitor }, failureNote(context));
}

export const shouldRevalidate = loadAfterRefusal;

/** When no answer comes, the typed values stay. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const text = (name: string) => String(form.get(name) ?? "");
  return unlessUnanswered(
    serverAction,
    (): GuestAnswer => ({
      values: { email: text("email"), full_name: text("full_name"), phone: text("phone") },
      errors: {},
      problem: guestTexts.failed,
      asksCode: form.has("code"),
    }),
  );
}

export default function BuyAsGuest({ loaderData, actionData }: Route.ComponentProps) {
  const view: GuestPageView = { errors: {}, problem: null, asksCode: false, ...loaderData, ...actionData };
  return <GuestPage view={view} />;
}

type GuestAnswer = {
  values: { email: string; full_name: string; phone: string };
  errors: Partial<Record<"email" | "full_name" | "phone" | "code", string>>;
  /** A sentence about the whole form. */
  problem: string | null;
  /** A free order needs the code that was sent to the email address. */
  asksCode: boolean;
  /** The page has asked whether to buy the same again; the next click buys. */
  asksAgain?: boolean;
  /** The choice at another price than the page loads. */
  chosen?: ChosenTicketsView;
};

type GuestSubmission = {
  readonly request: Request;
  readonly form: FormData;
  /** The night's page with the choice in its address. */
  readonly returnTo: string;
  readonly visitor: Visitor;
};

/**
 * Answers the form of /guest: opens the guest's session, holds the chosen tickets and opens the card page. A refusal
 * shows the form as it was typed and keeps the session, so that another try makes no second guest. `note` gets a
 * failure of ours.
 */
async function answerGuest(
  site: SiteServices,
  { request, form, returnTo, visitor }: GuestSubmission,
  note: (failure: unknown) => void,
) {
  const values = {
    email: enteredText(form, "email"),
    full_name: enteredText(form, "full_name"),
    phone: enteredText(form, "phone"),
  };
  /** Whether the person has already said that they want more tickets of this night. */
  const hasConfirmedRepeat = form.get("again") === "1";
  const showAgain = (
    status: number,
    wrong: Partial<Omit<GuestAnswer, "values">>,
    headers: Readonly<Record<string, string>> | [string, string][] = {},
  ) =>
    data<GuestAnswer>(
      { values, errors: {}, problem: null, asksCode: false, asksAgain: hasConfirmedRepeat, ...wrong },
      { status, headers },
    );
  const choice = await choiceOf(site, returnTo);
  const total = enteredText(form, "total");
  if (!choice || !/^\d{1,9}$/.test(total)) return showAgain(400, { problem: saleTexts.choiceInvalid });
  const { eventId, lines } = choice;
  const read = readGuest({ ...values });
  const question = emailQuestion(form);
  if (!read.ok)
    return read.refusal.reason === "fields"
      ? showAgain(422, { errors: { ...question, ...sentences(read.refusal.problems) } })
      : showAgain(400, { problem: requestTexts.formUnreadable });
  if (question.email) return showAgain(422, { errors: question });
  const { guest } = read.value;
  const chosen = await chosenTickets(site, request, returnTo, visitor);
  const address = addressOf(request);
  const captchaToken = captchaTokenOf(form);
  try {
    // going back after the payment shows the form as it was, and a second click would buy the same again
    const paidOrder =
      visitor.kind === "guest" && !hasConfirmedRepeat
        ? await site.database.readAs(asOwner(visitor), (sql) => findPaidOrder(sql, eventId))
        : undefined;
    if (paidOrder !== undefined)
      return showAgain(409, { problem: saleTexts.alreadyBought(paidOrder), asksAgain: true });
    const isSameGuest =
      visitor.kind === "guest" && visitor.email === guest.email && (await keepName(site, visitor, guest));
    // what is held for one address is not another's: the price of now is asked about before the hold is given up
    if (!isSameGuest && chosen?.anew && chosen.anew.total > Number(total))
      return showAgain(409, {
        problem: priceTexts.changed(formatLei(chosen.anew.total)),
        chosen: { ...chosen, ...chosen.anew, anew: null },
      });
    const formToken = form.get("form");
    const opened = isSameGuest
      ? undefined
      : await openGuestSession(site, {
          guest,
          captchaToken,
          formToken: isTokenShaped(formToken)
            ? sessionOfForm(site.identity.tokenSecret, formToken)
            : undefined,
        });
    if (opened && !opened.ok) {
      const { status, sentence, retryAfter } = guestSessionRefusal(opened.refusal);
      return showAgain(
        status,
        { problem: sentence },
        retryAfter ? { "retry-after": String(retryAfter) } : {},
      );
    }
    if (opened && visitor.kind === "guest") await releaseFormerOrder(site, visitor, eventId);
    const code = enteredText(form, "code").trim();
    if (isSameGuest && code !== "") {
      const proven = await proveGuest(site.identity, { guestId: visitor.userId, code, address });
      if (!proven.ok) return showAgain(422, { asksCode: true, errors: { code: guestTexts.codeWrong } });
    }
    const token = opened?.value.token;
    const cookie = token === undefined ? undefined : await newSessionCookie(site, request, token);
    const checkout = await openCheckout(site, {
      lines,
      eventId,
      total: Number(total),
      nights: readShownNights(form),
      priceId: null,
      origin: "event",
      requestKey: null,
      sessionHash:
        token === undefined && visitor.kind === "guest" ? visitor.sessionHash : hashOfToken(token ?? ""),
      // a captcha's answer is valid once, and `openGuestSession` has used it
      captchaToken: opened ? undefined : captchaToken,
      // the code whose effect the page showed; when it has ended since, the total has changed and is asked again
      code: chosen?.code ?? null,
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
    const codeProblem = asksCode ? await sendCode(site, { guestId, address }, guest.email) : null;
    return showAgain(status, { problem: codeProblem ?? sentence, asksCode }, [
      ...headerIfSet("set-cookie", cookie),
      ...headerIfSet("retry-after", retryAfter),
    ]);
  } catch (failure) {
    note(failure);
    return showAgain(isUnavailable(failure) ? 503 : 500, {
      problem: isUnavailable(failure) ? requestTexts.busy : requestTexts.ourFault,
    });
  }
}

const headerIfSet = (name: string, value: string | number | undefined): [string, string][] =>
  value ? [[name, String(value)]] : [];

/** Sends the code that a free order needs. Returns the sentence about it. */
async function sendCode(
  { identity }: SiteServices,
  asked: Parameters<typeof sendGuestCode>[1],
  email: string,
): Promise<string> {
  const sent = await sendGuestCode(identity, asked);
  if (sent.ok) return guestTexts.codeSent(email);
  if (sent.refusal === "too_many") return refusalTexts.tooManyGuestCodes;
  return sent.refusal === "too_often" ? guestTexts.codeTooOften : guestTexts.lettersOff;
}

/** Releases the former guest's open order: a person who corrects the address must not hold places twice. */
async function releaseFormerOrder(
  site: SiteServices,
  guest: Visitor & { kind: "guest" },
  eventId: string,
): Promise<void> {
  const heldOrder = await site.database.readAs(asOwner(guest), (sql) => findOpenOrder(sql, eventId));
  if (heldOrder) await releaseOrder(site, { orderId: heldOrder.id, userId: guest.userId });
}

/** Whether the guest goes on with this name: it is the same, or it was corrected before anything was bought. */
async function keepName(site: SiteServices, guest: Visitor & { kind: "guest" }, { fullName }: Guest) {
  return guest.fullName === fullName || renameGuest(site, asOwner(guest), fullName);
}

function sentences(problems: Partial<Record<GuestField, keyof typeof guestProblems>>) {
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, guestProblems[problem]]),
  ) as GuestAnswer["errors"];
}

/** Tickets that are held and are not the choice of the form. */
function HeldBeside({ held }: { held: HoldView }) {
  const tickets = typesInWords(held.parts);
  return (
    <>
      <p>{guestTexts.heldBeside(tickets, formatLei(held.total))}</p>
      <ButtonLink look="line" width="full" href={`${held.checkoutUrl}/pay`}>
        {saleTexts.continuePaying(formatLei(held.total))}
      </ButtonLink>
    </>
  );
}

type GuestPageView = Route.ComponentProps["loaderData"] & GuestAnswer;

/** The form for buying without an account: name and address, then the payment. */
export function GuestPage({ view }: { view: GuestPageView }) {
  const form = useFocusFirstError(view.errors);
  useKeptTyping(form);
  const { values, errors } = view;
  const { chosen } = view;
  return (
    <Split picture={sunsetTall} words={chosen.title} chosen={chosen}>
      <div className="form">
        <h1 className="display">{guestTexts.title}</h1>
        <ChosenTickets
          chosen={chosen}
          note={chosen.total > 0 ? guestTexts.holdNote(view.holdMinutes) : null}
        />
        {view.held ? (
          <section className="form">
            <HoldCountdown text={saleTexts.reserved} over={saleTexts.holdOver} {...view.held}>
              {chosen.anew ? (
                <p className="fine-print">{guestTexts.heldNote}</p>
              ) : (
                <HeldBeside held={view.held} />
              )}
            </HoldCountdown>
          </section>
        ) : null}
        <Form className="form" method="post" noValidate ref={form}>
          <input type="hidden" name="return_to" value={chosen.returnTo} />
          <input type="hidden" name="form" value={view.formToken} />
          <input type="hidden" name="total" value={chosen.total} />
          <input type="hidden" name={shownNightsField} value={chosen.shownNights} />
          <EmailField
            autoComplete="email"
            value={values.email}
            hint={guestTexts.emailHint}
            error={errors.email}
          />
          <PersonFields
            values={values}
            errors={errors}
            name={{ label: guestTexts.name }}
            phone={{ label: guestTexts.phone, hint: guestTexts.phoneHint, required: false }}
          />
          {view.asksCode ? (
            <TextInput
              label={guestTexts.code}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              hint={guestTexts.codeHint}
              error={errors.code}
            />
          ) : null}
          {view.captcha ? <CaptchaBox widget={view.captcha} attempt={view} /> : null}
          {view.asksAgain ? <input type="hidden" name="again" value="1" /> : null}
          {view.problem ? (
            <Notice kind={view.asksAgain ? "warn" : "bad"}>{view.problem}</Notice>
          ) : view.boughtBefore === null ? null : (
            <Notice kind="warn">{guestTexts.boughtBefore(view.boughtBefore)}</Notice>
          )}
          <SendButton
            label={chosen.total > 0 ? guestTexts.pay(formatLei(chosen.total)) : priceTexts.getFree}
            busyLabel={guestTexts.paying}
          />
          <p className="fine-print">
            {guestTexts.agree}{" "}
            <Link className="text-link" to="/termeni">
              {guestTexts.terms}
            </Link>
            . {guestTexts.rules}
          </p>
          <p className="fine-print">{payTerms(chosen.total === 0)}</p>
        </Form>
        <OtherWays ways={[loginWay(chosen.returnTo), registerWay(chosen.returnTo, "ticket")]} />
        {view.mayLeave ? <LeaveDevice /> : null}
      </div>
    </Split>
  );
}
