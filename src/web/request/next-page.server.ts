import { hasTicketForTonight } from "#ticketing/delivery/ticket-queries.server.ts";
import { nextPageOf } from "./return-address.ts";
import type { SiteServices } from "./site-services.ts";
import type { KnownVisitor } from "./visitor.server.ts";

/**
 * Returns the page after a sign-in: the page that was asked for; else /profile when the person has a ticket for
 * tonight; else the first page of the role.
 */
export async function nextPageFor(
  site: Pick<SiteServices, "database">,
  { userId, role }: Pick<KnownVisitor, "userId" | "role">,
  asked: string | null | undefined,
): Promise<string> {
  const page = nextPageOf({ role }, asked);
  if (page !== "/") return page;
  return (await site.database.readAs({ userId, role }, hasTicketForTonight)) ? "/profile" : page;
}
