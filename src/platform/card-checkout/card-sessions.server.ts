import type Stripe from "stripe";
import { filterOf, listRows, type RowReader, readRow, referenceOf } from "./account-rows.server.ts";
import type {
  CardSession,
  ExpiredSession,
  ListedSessions,
  OpenedCardSession,
  ReadSession,
  SessionOrder,
} from "./card-answers.ts";
import { productTexts } from "./product-texts.ts";
import {
  AnswerNotUnderstood,
  dateOfSeconds,
  knownWord,
  providerFailure,
  refusedOrUnknown,
  unanswered,
  wholeAmount,
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
    const failure = providerFailure(error);
    if (failure.kind === "refused_by_code" && failure.code === "email_invalid")
      return { kind: "refused", reason: "address", message: failure.message };
    return refusedOrUnknown(error);
  }
}

/** The body depends on the order alone, so a repeated call sends the same bytes. */
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
        product_data: productTexts(line),
      },
    })),
  };
}

export async function readSession(stripe: Stripe, sessionId: string): Promise<ReadSession> {
  try {
    return toReadSession(await stripe.checkout.sessions.retrieve(sessionId));
  } catch (error) {
    return providerFailure(error).kind === "missing" ? { kind: "missing" } : unanswered(error);
  }
}

/** Ends an open session. `read` reads the session again when the provider refuses; it keeps to the pace of reads. */
export async function expireSession(
  stripe: Stripe,
  { sessionId, read }: { sessionId: string; read: (sessionId: string) => Promise<ReadSession> },
): Promise<ExpiredSession> {
  try {
    return toExpiredSession(toReadSession(await stripe.checkout.sessions.expire(sessionId)));
  } catch (error) {
    const failure = providerFailure(error);
    if (failure.kind === "missing") return { kind: "missing" };
    if (failure.kind !== "refused_by_code") return unanswered(error);
    // The provider answers "Only sessions that are open can be expired". The session itself says whether it was paid
    // or has run out.
    return toExpiredSession(await read(sessionId));
  }
}

function toExpiredSession(answer: ReadSession): ExpiredSession {
  if (answer.kind === "unknown" || answer.kind === "missing") return answer;
  if (answer.kind !== "found" || answer.session.status === "open")
    return { kind: "unknown", message: "The card provider says that the session is still open, or not ours" };
  return { kind: answer.session.status };
}

function toReadSession(answer: Stripe.Checkout.Session): ReadSession {
  const row = readRow(answer, sessionReader);
  return row.kind === "ours" ? { kind: "found", session: row.ours } : row;
}

/** Every session since a moment, or of one payment. */
export async function listCardSessions(
  stripe: Stripe,
  question: { since: Date } | { paymentId: string },
): Promise<ListedSessions> {
  const listed = await listRows(
    (page) => stripe.checkout.sessions.list({ ...filterOf(question), ...page }),
    sessionReader,
  );
  return listed.kind === "unknown" ? listed : { ...listed, sessions: listed.ours };
}

const sessionReader: RowReader<Stripe.Checkout.Session, CardSession> = {
  read: cardSession,
  moved: (session) => (session.payment_status === "paid" ? session.amount_total : null),
};

function cardSession(session: Stripe.Checkout.Session): CardSession {
  return {
    id: session.id,
    status: knownWord(session.status, ["open", "complete", "expired"]),
    paymentStatus: knownWord(session.payment_status, ["paid", "unpaid", "no_payment_required"]),
    amountTotal: wholeAmount(session.amount_total),
    currency: session.currency ?? "",
    mode: session.mode,
    clientReferenceId: session.client_reference_id,
    livemode: session.livemode,
    paymentId: referenceOf(session.payment_intent),
    url: session.url,
    expiresAt: dateOfSeconds(session.expires_at),
    createdAt: dateOfSeconds(session.created),
    customerEmail: session.customer_details?.email ?? session.customer_email,
  };
}

/** How many ended sessions are remembered. A rush has some thousands, each of a few hundred bytes. */
const mostRemembered = 5000;

/**
 * Reads card sessions with fewer calls, because the provider limits each kind of call. Reads of one session at the
 * same time share one answer. A session that has ended for good is remembered and not read again.
 */
export function createSessionReads(read: (sessionId: string) => Promise<ReadSession>) {
  const endedSessions = new Map<string, ReadSession>();
  const readsUnderWay = new Map<string, Promise<ReadSession>>();

  async function readAndRemember(sessionId: string): Promise<ReadSession> {
    const answer = await read(sessionId);
    if (isFinal(answer)) {
      endedSessions.set(sessionId, answer);
      if (endedSessions.size > mostRemembered)
        endedSessions.delete(endedSessions.keys().next().value as string);
    }
    return answer;
  }

  return (sessionId: string): Promise<ReadSession> => {
    const endedAnswer = endedSessions.get(sessionId);
    if (endedAnswer) return Promise.resolve(endedAnswer);
    const reading =
      readsUnderWay.get(sessionId) ??
      readAndRemember(sessionId).finally(() => readsUnderWay.delete(sessionId));
    readsUnderWay.set(sessionId, reading);
    return reading;
  };
}

/** True when the session was paid or has expired: nothing at the provider changes it any more. */
function isFinal(answer: ReadSession): boolean {
  if (answer.kind !== "found") return false;
  const { status, paymentStatus } = answer.session;
  return status === "expired" || (status === "complete" && paymentStatus === "paid");
}
