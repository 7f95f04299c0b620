import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import type { Uuid } from "#kernel/id.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import type { TestServices } from "./services.ts";

/** Buys as a customer does, over the card page of the test provider, and settles. */
export async function sellOrder(
  site: TestServices,
  {
    sessionHash,
    ticketTypeId,
    quantity = 1,
    eventId = null,
    card,
  }: { sessionHash: string; ticketTypeId: Uuid; quantity?: number; eventId?: Uuid | null; card?: string },
): Promise<{ orderId: Uuid; sessionId: string; paymentId: string }> {
  const opened = await openCheckout(site, {
    sessionHash,
    lines: [{ ticketTypeId, quantity }],
    total: null,
    eventId,
    priceId: null,
    origin: "event",
    requestKey: null,
  });
  if (!opened.ok) throw new Error(opened.refusal.reason);
  const sessionId = opened.value.url?.split("/").at(-1);
  if (!sessionId) throw new Error("no card page");
  await payWithCard(site.provider.pagesBase, sessionId, ...(card ? [card] : []));
  await settlePayment(site, { sessionId, by: "notice" });
  const read = await site.cards.readSession(sessionId);
  const paymentId = read.kind === "found" ? read.session.paymentId : null;
  if (!paymentId) throw new Error("not paid");
  return { orderId: opened.value.orderId as Uuid, sessionId, paymentId };
}
