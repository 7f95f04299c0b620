import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import type { Uuid } from "#kernel/id.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { arrived } from "./open-page.ts";
import type { TestServices } from "./services.ts";

type Sold = { orderId: Uuid; sessionId: string; paymentId: string };
type Buyer = { sessionHash: string; eventId?: Uuid | null; card?: string | undefined };

/** Buys as a customer does, over the card page of the test provider, and settles. */
export async function sellOrder(
  site: TestServices,
  { ticketTypeId, quantity = 1, ...buyer }: Buyer & { ticketTypeId: Uuid; quantity?: number },
): Promise<Sold> {
  return sellLines(site, { ...buyer, lines: [{ ticketTypeId, quantity }] });
}

/** The same for several types at once. */
export async function sellLines(site: TestServices, wish: LinesWish): Promise<Sold> {
  const { orderId, sessionId } = await payLines(site, wish);
  await settlePayment(site, { sessionId, by: "notice" });
  const read = await site.cards.readSession(sessionId);
  const paymentId = read.kind === "found" ? read.session.paymentId : null;
  if (!paymentId) throw new Error("not paid");
  return { orderId, sessionId, paymentId };
}

type LinesWish = Buyer & { lines: readonly { ticketTypeId: string; quantity: number }[] };

/** Pays, and the provider's notice does not come. */
export async function payLines(
  site: TestServices,
  { sessionHash, lines, eventId = null, card }: LinesWish,
): Promise<Omit<Sold, "paymentId">> {
  const opened = await openCheckout(site, arrived(sessionHash, lines, { eventId }));
  if (!opened.ok) throw new Error(opened.refusal.reason);
  const sessionId = opened.value.url?.split("/").at(-1);
  if (!sessionId) throw new Error("no card page");
  await payWithCard(site.provider.pagesBase, sessionId, ...(card ? [card] : []));
  return { orderId: opened.value.orderId as Uuid, sessionId };
}
