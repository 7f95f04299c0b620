import { bani } from "#kernel/money.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { CheckoutLine, SessionOrder } from "#platform/card-checkout/card-answers.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { durations } from "#ticketing/limits.ts";
import { linesOfOrder, type OrderLine } from "#ticketing/orders/line-queries.server.ts";
import type { LockedOrder } from "#ticketing/orders/order-store.server.ts";
import {
  type Attempt,
  insertAttempt,
  noteRepeatedCall,
  readAttempts,
  sameRequest,
  wouldBeSameAgain,
} from "./attempt-store.server.ts";
import { cardLineTexts } from "./card-line-texts.ts";

export type PreparedAttempt = {
  readonly no: number;
  readonly request: SessionOrder;
  /** Whether this request was sent before without an answer. Then its expiry may be too near by now. */
  readonly isRepeated: boolean;
};

export type PageRefused = {
  readonly reason: "page_refused";
  /** The provider refuses the email. */
  readonly isEmailWrong: boolean;
};

/**
 * The provider's last answer for a locked order, if it still holds: an open card page, or a refusal for good less than
 * a minute ago. So a repeated press cannot take the turns of others. Null: the provider has to be called.
 */
export async function findLastAnswer(
  client: Sql,
  orderId: string,
): Promise<Outcome<{ readonly url: string }, PageRefused> | null> {
  const last = (await readAttempts(client, orderId)).at(-1);
  if (last?.state === "opened" && !last.isOver && last.url !== null) return done({ url: last.url });
  if (last?.state !== "bad_address" && last?.state !== "bad_order") return null;
  if (!(await wouldBeSameAgain(client, orderId, last.no))) return null;
  return refused({ reason: "page_refused", isEmailWrong: last.state === "bad_address" });
}

/** Stores the call for a locked order. Unanswered, the same bytes and key are sent; refused, the next number. */
export async function prepareAttempt(
  services: Services,
  client: Sql,
  order: LockedOrder,
): Promise<PreparedAttempt> {
  const last = (await readAttempts(client, order.id)).at(-1);
  if (last?.state === "prepared" && !last.isOver) {
    await noteRepeatedCall(client, order.id, last.no);
    return { no: last.no, request: sameRequest(last), isRepeated: true };
  }
  const request = await sessionRequest(services, client, order, last);
  const no = request.attempt ?? 1;
  await insertAttempt(client, order.id, no, request);
  await faultPoint("card-page.preparing");
  return { no, request, isRepeated: false };
}

async function sessionRequest(
  services: Services,
  client: Sql,
  order: LockedOrder,
  last: Attempt | undefined,
): Promise<SessionOrder> {
  const { rows } = await client.query<PageFacts>({
    name: "card-page-facts",
    text: `SELECT now() AS now, (SELECT contact FROM profiles WHERE id = o.user_id) AS email, ${linesOfOrder} AS lines,
             (SELECT title FROM events WHERE id = o.event_ids[1]) AS night,
             (SELECT json_object_agg(v.id, v.code) FROM order_lines l JOIN vouchers v ON v.id = l.voucher_id WHERE l.order_id = o.id) AS codes FROM orders o WHERE o.id = $1`,
    values: [order.id],
  });
  const { now, email, lines, night, codes } = only(rows);
  const no = (last?.no ?? 0) + 1;
  // Uses the provider's clock once it is known, so that an error of our own clock does no harm.
  const skew = services.cards.clockSkewSeconds();
  const from = skew === null ? now.getTime() : services.now().getTime() + skew * 1000;
  const expiresAt = new Date(Math.ceil(from / 1000) * 1000 + durations.cardPage * 1000);
  return {
    key: `${order.id}:${no}`,
    orderId: order.id,
    attempt: no,
    successUrl: `${services.origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${services.origin}${cancelPath(order)}`,
    lines: cardLines(lines, order.eventIds.length === 1 ? night : null, codes ?? {}),
    ...(email ? { customerEmail: email } : {}),
    expiresAt,
  };
}

type PageFacts = {
  readonly now: Date;
  readonly email: string | null;
  readonly lines: readonly OrderLine[];
  readonly night: string | null;
  /** Vouchers by their ids. */
  readonly codes: Readonly<Record<string, string>> | null;
};

/**
 * The lines of the card page at the agreed prices: the type, its night if the order has only one, and the voucher's
 * discount. All tickets of a line cost the same, also with a voucher.
 */
function cardLines(
  lines: readonly OrderLine[],
  night: string | null,
  codes: Readonly<Record<string, string>>,
): CheckoutLine[] {
  return lines.map(({ title, total, quantity, discount, voucherId }) => ({
    name: night !== null ? `${title} · ${night}` : title,
    ...(discount > 0
      ? { description: cardLineTexts.discounted(codes[voucherId ?? ""] ?? "", bani(discount)) }
      : {}),
    unitAmount: total / quantity,
    quantity,
  }));
}

/** The address for "cancel" on the card page: the page where the purchase began. */
export function cancelPath(order: Pick<LockedOrder, "origin" | "eventIds">): string {
  if (order.origin === "tickets") return "/tickets";
  if (order.origin === "season-pass") return "/season-pass";
  return `/events/${order.eventIds[0]}`;
}
