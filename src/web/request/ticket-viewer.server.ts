import { isUuid, type Uuid } from "#kernel/id.ts";
import { isTokenOfTickets } from "#ticketing/delivery/order-link.server.ts";
import { listGuestsOfOrder } from "#ticketing/orders/guest-order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import type { SiteServices } from "./site-services.ts";
import type { Visitor } from "./visitor.server.ts";

/** The person who sees tickets: the visitor, or the guest of an order's link, who sees only that order. */
export type TicketViewer = {
  readonly userId: Uuid;
  readonly role: "user";
  readonly fullName: string | null;
  /** The order of an email's link, and the only one that may be seen; null when any own order may be. */
  readonly onlyOrder: Uuid | null;
};

/**
 * Returns the person who sees an order and its files: by the link's token if there is one, else the visitor. The own
 * browser of the link's guest keeps all that it may do. Undefined: wrong token, in an account now, or nobody.
 */
export async function viewerOfOrder(
  { database, keys }: Pick<SiteServices, "database" | "keys">,
  visitor: Visitor,
  orderId: string | null | undefined,
  token: string,
): Promise<TicketViewer | undefined> {
  const own = visitor.kind === "anonymous" ? undefined : { ...asOwner(visitor), onlyOrder: null };
  if (token === "") return own;
  if (!isUuid(orderId)) return undefined;
  const guests = await database.withDuty("deliver", (sql) => listGuestsOfOrder(sql, orderId));
  const guest = guests.find(({ userId, version, isBuyer }) =>
    isTokenOfTickets(keys, { orderId, version, holderId: isBuyer ? null : userId }, token),
  );
  if (!guest) return undefined;
  if (own?.userId === guest.userId) return own;
  return { userId: guest.userId, role: "user", fullName: guest.fullName, onlyOrder: orderId };
}

/** Returns the person who asks for a ticket's file, by the order and the token in its address. */
export function viewerOfFile(
  site: Pick<SiteServices, "database" | "keys">,
  visitor: Visitor,
  request: Request,
): Promise<TicketViewer | undefined> {
  const { searchParams: query } = new URL(request.url);
  return viewerOfOrder(site, visitor, query.get("order"), query.get("token") ?? "");
}

/** Whether this viewer may see this order's tickets. */
export function mayView({ onlyOrder }: TicketViewer, { orderId }: { readonly orderId: string }): boolean {
  return onlyOrder === null || onlyOrder === orderId;
}
