import { isUuid, type Uuid } from "#kernel/id.ts";
import { isTokenOfTickets } from "#ticketing/delivery/order-link.server.ts";
import { listGuestsOfOrder } from "#ticketing/orders/guest-order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import type { SiteServices } from "./site-services.ts";
import type { Visitor } from "./visitor.server.ts";

/** The person who sees tickets: the visitor, or the guest of an order's link, who sees only that order. */
export type TicketViewer = {
  readonly userId: Uuid;
  readonly role: "user" | "admin";
  readonly fullName: string | null;
  /** The only order that may be seen; null when any own order may be. */
  readonly onlyOrder: Uuid | null;
};

/** Returns the guest whose order or received ticket this link opens; undefined: wrong token, or in an account now. */
export async function viewerByLink(
  { database, keys }: Pick<SiteServices, "database" | "keys">,
  orderId: string | null | undefined,
  token: string,
): Promise<TicketViewer | undefined> {
  if (!isUuid(orderId) || token === "") return undefined;
  const guests = await database.withDuty("deliver", (sql) => listGuestsOfOrder(sql, orderId));
  const guest = guests.find(({ userId, version, isBuyer }) =>
    isTokenOfTickets(keys, { orderId, version, holderId: isBuyer ? null : userId }, token),
  );
  if (!guest) return undefined;
  return { userId: guest.userId, role: "user", fullName: guest.fullName, onlyOrder: orderId };
}

/** Returns the person who asks for a ticket's file: by the link in the address, else the visitor. */
export async function viewerOfFile(
  site: Pick<SiteServices, "database" | "keys">,
  visitor: Visitor,
  request: Request,
): Promise<TicketViewer | undefined> {
  const { searchParams: query } = new URL(request.url);
  const token = query.get("token");
  if (token !== null) return viewerByLink(site, query.get("order"), token);
  return visitor.kind === "anonymous" ? undefined : { ...asOwner(visitor), onlyOrder: null };
}

/** Whether this viewer may see this order's tickets. */
export function mayView({ onlyOrder }: TicketViewer, { orderId }: { readonly orderId: string }): boolean {
  return onlyOrder === null || onlyOrder === orderId;
}
