import type Stripe from "stripe";
import type {
  CardSession,
  ExpiredSession,
  ListedSessions,
  OpenedCardSession,
  ReadSession,
  SessionOrder,
} from "./card-answers.ts";
import {
  AnswerNotUnderstood,
  known,
  providerFailure,
  refusedOrUnknown,
  unanswered,
} from "./provider-errors.server.ts";

export async function openCardSession(stripe: Stripe, order: SessionOrder): Promise<OpenedCardSession> {
  try {
    const session = await stripe.checkout.sessions.create(sessionParams(order), {
      idempotencyKey: order.key,
    });
    if (session.url === null)
      throw new AnswerNotUnderstood("The card provider opened a session without address");
    return {
      kind: "opened",
      sessionId: session.id,
      url: session.url,
      expiresAt: new Date(session.expires_at * 1000),
    };
  } catch (error) {
    return refusedOrUnknown(error);
  }
}

/** The body depends on nothing but the order given, so that a repetition sends the same bytes. */
function sessionParams(order: SessionOrder): Stripe.Checkout.SessionCreateParams {
  const metadata: Record<string, string> = { order_id: order.orderId };
  if (order.attempt !== undefined) metadata.attempt = String(order.attempt);
  return {
    mode: "payment",
    // Cards only: methods that are confirmed days later would outlive every hold. (Since API version
    // 2026-09-30.endive this is the parameter for it; `payment_method_types` is answered with an error.)
    allowed_payment_method_types: ["card"],
    locale: "ro",
    client_reference_id: order.orderId,
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    expires_at: Math.floor(order.expiresAt.getTime() / 1000),
    metadata,
    payment_intent_data: { metadata },
    ...(order.customerEmail ? { customer_email: order.customerEmail } : {}),
    line_items: order.lines.map((line) => ({
      quantity: line.quantity,
      price_data: {
        currency: "ron",
        unit_amount: line.unitAmount,
        product_data: { name: line.name, ...(line.description ? { description: line.description } : {}) },
      },
    })),
  };
}

export async function readSession(stripe: Stripe, sessionId: string): Promise<ReadSession> {
  try {
    return { kind: "found", session: cardSession(await stripe.checkout.sessions.retrieve(sessionId)) };
  } catch (error) {
    return providerFailure(error).kind === "missing" ? { kind: "missing" } : unanswered(error);
  }
}

/** `read` is how a session is read here: a read keeps to the pace of reads, for whatever it is made. */
export async function expireSession(
  stripe: Stripe,
  { sessionId, read }: { sessionId: string; read: (sessionId: string) => Promise<ReadSession> },
): Promise<ExpiredSession> {
  try {
    return verdict(cardSession(await stripe.checkout.sessions.expire(sessionId)));
  } catch (error) {
    const failure = providerFailure(error);
    if (failure.kind === "missing") return { kind: "missing" };
    if (failure.kind !== "no") return unanswered(error);
    // "Only sessions that are open can be expired": it was paid or had run out, and the session itself says which.
    const found = await read(sessionId);
    return found.kind === "found" ? verdict(found.session) : found;
  }
}

function verdict(session: CardSession): ExpiredSession {
  return session.status === "open"
    ? { kind: "unknown", message: "The card provider says that the session is still open" }
    : { kind: session.status };
}

/** Every session of the question, page by page; one page without an answer makes the whole unknown. */
export async function listCardSessions(
  stripe: Stripe,
  question: { since: Date } | { paymentId: string },
): Promise<ListedSessions> {
  const filter =
    "since" in question
      ? { created: { gte: Math.floor(question.since.getTime() / 1000) } }
      : { payment_intent: question.paymentId };
  const sessions: CardSession[] = [];
  try {
    for (let after: string | undefined, more = true; more; after = sessions.at(-1)?.id) {
      const page = await stripe.checkout.sessions.list({
        ...filter,
        limit: 100,
        ...(after ? { starting_after: after } : {}),
      });
      sessions.push(...page.data.map(cardSession));
      more = page.has_more && page.data.length > 0;
    }
    return { kind: "listed", sessions };
  } catch (error) {
    return unanswered(error);
  }
}

function cardSession(session: Stripe.Checkout.Session): CardSession {
  if (session.amount_total === null || session.currency === null)
    throw new AnswerNotUnderstood("The card provider answered a session without amount");
  return {
    id: session.id,
    status: known(session.status, ["open", "complete", "expired"]),
    paymentStatus: known(session.payment_status, ["paid", "unpaid", "no_payment_required"]),
    amountTotal: session.amount_total,
    currency: session.currency,
    mode: session.mode,
    clientReferenceId: session.client_reference_id,
    livemode: session.livemode,
    paymentId: referenceOf(session.payment_intent),
    url: session.url,
    expiresAt: new Date(session.expires_at * 1000),
    createdAt: new Date(session.created * 1000),
    customerEmail: session.customer_details?.email ?? session.customer_email,
  };
}

/** The provider answers an id, or the object itself where it was expanded. */
export function referenceOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
