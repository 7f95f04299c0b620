import { findOfferedTicket } from "#ticketing/orders/transfers/transfer-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { WaitingTicketView } from "./offered-ticket.tsx";

/**
 * The ticket of a friend that waits behind a login: the one whose link is the page to return to. Null for any other page,
 * and for a link that is over.
 */
export async function waitingTicket(
  site: SiteServices,
  returnTo: string | null,
): Promise<WaitingTicketView | null> {
  const page = new URL(returnTo ?? "/", site.origin);
  if (page.pathname !== "/primeste") return null;
  const offered = await findOfferedTicket(site, page.searchParams.get("token") ?? "");
  const [first] = offered?.nights ?? [];
  if (!offered?.isOpen || !first) return null;
  const isPass = offered.family !== "ordinary";
  return {
    from: offered.from,
    title: isPass ? offered.typeName : first.title,
    date: first.date,
    time: first.time,
  };
}
