import type { Uuid } from "#kernel/id.ts";
import type { OrderServices } from "#ticketing/orders/checkout/hold-queue.server.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";

export type OpenPage = { readonly orderId: string; readonly sessionId: string };

type Press = Parameters<typeof openCheckout>[1];
/** What arrives when the customer of this session presses "pay" on a night's page. */
export const arrived = (sessionHash: string, lines: Press["lines"], more: Partial<Press> = {}): Press => ({
  sessionHash,
  lines,
  total: null,
  eventId: null,
  priceId: null,
  origin: "event",
  requestKey: null,
  ...more,
});

/** Holds tickets of one type for the customer of this session and opens the card page. */
export async function openPage(
  site: OrderServices,
  sessionHash: string,
  ticketTypeId: Uuid,
  quantity = 1,
): Promise<OpenPage> {
  const opened = await openCheckout(site, arrived(sessionHash, [{ ticketTypeId, quantity }]));
  if (!opened.ok) throw new Error(`no checkout: ${opened.refusal.reason}`);
  const sessionId = opened.value.url?.split("/").at(-1);
  if (!sessionId) throw new Error("no card page");
  return { orderId: opened.value.orderId, sessionId };
}
