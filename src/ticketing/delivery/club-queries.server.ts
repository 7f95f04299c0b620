import type pg from "pg";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { defaultClub, defaultFooter, withDefaults } from "#ticketing/content/site-content.ts";
import type { Club } from "./ticket-wording.ts";

/** How the club calls itself on tickets and in letters: the edited texts of the site, or what stands there at first. */
export async function readClub(client: pg.ClientBase): Promise<Club> {
  const written = await readContent(client, ["club", "footer"]);
  const club = withDefaults(defaultClub, written.get("club"));
  const footer = withDefaults({ ...defaultFooter, trader: club.trader }, written.get("footer"));
  return { name: club.full_name, trader: footer.trader, address: footer.address, email: footer.email };
}
