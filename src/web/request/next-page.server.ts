import { hasTicketForTonight } from "#ticketing/delivery/ticket-queries.server.ts";
import { nextPageOf } from "./return-address.ts";
import type { SiteServices } from "./site-services.ts";
import type { KnownVisitor } from "./visitor.server.ts";

/** Returns the page after a sign-in: the one asked for, else /profile with a ticket for tonight, else the role's. */
export async function nextPageFor(
  site: Pick<SiteServices, "database">,
  { userId, role }: Pick<KnownVisitor, "userId" | "role">,
  requestedPage: string | null | undefined,
): Promise<string> {
  const page = nextPageOf({ role }, requestedPage);
  if (page !== "/") return page;
  return (await site.database.readAs({ userId, role }, hasTicketForTonight)) ? "/profile" : page;
}
