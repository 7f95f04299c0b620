import { hasTicketForTonight } from "#ticketing/delivery/ticket-queries.server.ts";
import { arrivalOf } from "./return-address.ts";
import type { SiteServices } from "./site-services.ts";
import type { KnownVisitor } from "./visitor.server.ts";

/** Where a person arrives who signed in; who asked for no page and has a ticket for tonight sees that (decision 113). */
export async function arrivalFor(
  site: Pick<SiteServices, "database">,
  { userId, role }: Pick<KnownVisitor, "userId" | "role">,
  asked: string | null | undefined,
): Promise<string> {
  const page = arrivalOf({ role }, asked);
  if (page !== "/") return page;
  return (await site.database.readAs({ userId, role }, hasTicketForTonight)) ? "/profile" : page;
}
