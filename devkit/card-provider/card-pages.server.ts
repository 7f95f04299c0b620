import { createHash } from "node:crypto";
import {
  bankPage,
  type CardPageState,
  cardPage,
  cardPageStyle,
  expiredPage,
  missingPage,
} from "./card-page-html.ts";
import { cardPageTexts, outcomeSentences } from "./card-page-texts.ts";
import { answerChallenge, tryPayment } from "./card-payments.server.ts";
import { findHostedSession } from "./hosted-sessions.server.ts";
import type { HostedSession } from "./provider-objects.ts";
import type { ProviderContext } from "./provider-store.server.ts";
import { type CardForm, cardFaults, cardForm, cardVerdict } from "./test-cards.ts";

const styleHash = createHash("sha256").update(cardPageStyle).digest("base64");
const emptyForm: CardForm = { email: "", number: "", expiry: "", cvc: "", name: "" };

/** Answers `/c/{session}` and `/c/{session}/3ds`; everything else is a page that does not exist. */
export function createCardPages(context: ProviderContext, merchant: string) {
  return async function answerPage(request: Request, path: string): Promise<Response> {
    const { method } = request;
    const [, id = "", step = ""] = /^\/c\/([A-Za-z0-9_]{1,100})(\/3ds)?$/.exec(path) ?? [];
    if (method !== "GET" && method !== "HEAD" && method !== "POST")
      return new Response(null, { status: 405, headers: { allow: "GET, HEAD, POST" } });
    const fields = new URLSearchParams(method === "POST" ? (await request.text()).slice(0, 10_000) : "");

    return context.store.transaction(() => {
      const session = id === "" ? null : findHostedSession(context, id);
      if (session === null) return pageResponse(404, missingPage(), null);
      if (session.shown.status === "expired")
        return pageResponse(410, expiredPage(session, merchant, new Date(context.nowMs())), session);
      if (session.shown.status === "complete") return sendBack(session);
      if (step !== "") return method === "POST" ? bankAnswer(session, fields) : bankQuestion(session);
      return method === "POST" ? payment(session, fields) : cardForms(session, request);
    });
  };

  function cardForms(session: HostedSession, request: Request): Response {
    const rejected = new URL(request.url).searchParams.has("respins");
    const form = { ...emptyForm, email: session.shown.customer_email ?? "" };
    const alert = rejected ? outcomeSentences.bank_rejected : null;
    return pageResponse(200, cardPage(session, merchant, { form, faults: {}, alert }), session);
  }

  function payment(session: HostedSession, fields: URLSearchParams): Response {
    const sentForm = cardForm(fields);
    const form = { ...sentForm, email: session.shown.customer_email ?? sentForm.email };
    const faults = cardFaults(form, new Date(context.nowMs()));
    const page = (status: number, alert: string, state: Pick<CardPageState, "faults">) =>
      pageResponse(
        status,
        cardPage(session, merchant, { form: formToShowAgain(form), alert, ...state }),
        session,
      );
    if (Object.keys(faults).length > 0) return page(422, cardPageTexts.fixFirst, { faults });

    const outcome = tryPayment(context, session, form);
    if (outcome === "paid") return sendBack(session);
    if (outcome === "asks_bank") return redirect(`${context.pagesBase()}/c/${session.shown.id}/3ds`);
    return page(402, outcomeSentences[outcome], { faults: {} });
  }

  function bankQuestion(session: HostedSession): Response {
    if (session.kept.challenged === null) return redirect(`${context.pagesBase()}/c/${session.shown.id}`);
    return pageResponse(200, bankPage(session, merchant), session);
  }

  function bankAnswer(session: HostedSession, fields: URLSearchParams): Response {
    const answer = fields.get("answer");
    if (answer !== "authorize" && answer !== "reject") return bankQuestion(session);
    const outcome = answerChallenge(context, session, answer);
    if (outcome === "paid") return sendBack(session);
    const rejectedParameter = outcome === "declined" ? "?respins" : "";
    return redirect(`${context.pagesBase()}/c/${session.shown.id}${rejectedParameter}`);
  }
}

/** The form after a failed try, without its secrets: the code, and the number unless it is a test card's. */
function formToShowAgain(form: CardForm): CardForm {
  const isKnown = cardVerdict(form.number) !== "not_a_test_card";
  return { ...form, cvc: "", number: isKnown ? form.number.replace(/(\d{4})(?=\d)/g, "$1 ") : "" };
}

function sendBack({ shown }: HostedSession): Response {
  return redirect(shown.success_url.replaceAll("{CHECKOUT_SESSION_ID}", shown.id));
}

function redirect(location: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });
}

function pageResponse(status: number, body: string, session: HostedSession | null): Response {
  // A form's redirects count as its targets: the shop's own origin must be allowed beside ours.
  const shop = session === null ? "" : ` ${new URL(session.shown.success_url).origin}`;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action 'self'${shop}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return new Response(body, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  });
}
