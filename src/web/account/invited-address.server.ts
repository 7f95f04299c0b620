import { findInvitation } from "#ticketing/people/team/invitation-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";

/** The address that was invited to the team, when the page to return to is its invitation; else empty. */
export async function invitedAddress(site: SiteServices, returnTo: string | null): Promise<string> {
  const page = new URL(returnTo ?? "/", site.origin);
  if (page.pathname !== "/echipa") return "";
  const invitation = await findInvitation(site.database.identity, page.searchParams.get("token") ?? "");
  return invitation?.email ?? "";
}
