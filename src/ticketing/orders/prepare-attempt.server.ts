import type pg from "pg";
import type { SessionOrder } from "#platform/card-checkout/card-answers.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { type Attempt, askAgain, insertAttempt, readAttempts, sameRequest } from "./attempt-store.server.ts";
import type { LockedOrder } from "./order-store.server.ts";

/** The provider accepts sessions of 30 minutes at least; one more covers the way there. */
const sessionMinutes = 31;

export type PreparedAttempt = {
  readonly no: number;
  readonly request: SessionOrder;
  /** These bytes were sent before and not answered: their time may have become too short by now. */
  readonly isRepeated: boolean;
};

/** The address of the card page that is open for a locked order, if one is. */
export async function findOpenPage(client: pg.ClientBase, orderId: string): Promise<string | null> {
  const last = (await readAttempts(client, orderId)).at(-1);
  return last?.state === "opened" && !last.isOver ? last.url : null;
}

/**
 * Writes down, for a locked order, the call that is to be made to the provider. One that was never answered is to be
 * made again with the same bytes under the same key; after a refusal comes the next number.
 */
export async function prepareAttempt(
  services: Services,
  client: pg.ClientBase,
  order: LockedOrder,
): Promise<PreparedAttempt> {
  const last = (await readAttempts(client, order.id)).at(-1);
  if (last?.state === "prepared" && !last.isOver) {
    await askAgain(client, order.id, last.no);
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
  client: pg.ClientBase,
  order: LockedOrder,
  last: Attempt | undefined,
): Promise<SessionOrder> {
  const { rows } = await client.query({
    name: "now-and-recipient",
    text: "SELECT now() AS now, (SELECT email FROM profiles WHERE id = $1) AS email",
    values: [order.userId],
  });
  const no = (last?.no ?? 0) + 1;
  // by the provider's clock, as soon as it was heard once: ours is taken out again, so that it may be wrong
  const skew = services.cards.clockSkewSeconds();
  const from: number = skew === null ? rows[0].now.getTime() : services.now().getTime() + skew * 1000;
  const expiresAt = new Date(Math.ceil(from / 1000) * 1000 + sessionMinutes * 60_000);
  return {
    key: `${order.id}:${no}`,
    orderId: order.id,
    attempt: no,
    successUrl: `${services.origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${services.origin}${cancelPath(order)}`,
    lines: [{ name: order.title, unitAmount: order.unitPrice, quantity: order.quantity }],
    ...(rows[0].email ? { customerEmail: rows[0].email as string } : {}),
    expiresAt,
  };
}

/** Where "cancel" on the card page leads: back to the page the purchase began on. */
export function cancelPath(order: Pick<LockedOrder, "origin" | "eventIds">): string {
  if (order.origin === "tickets") return "/tickets";
  if (order.origin === "season-pass") return "/season-pass";
  return `/events/${order.eventIds[0]}`;
}
