import type { Sql } from "#platform/database/sql.ts";
import { lookOf } from "#ticketing/content/brand.ts";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { sellerLine } from "#ticketing/content/seller.ts";
import { defaultClub, defaultFooter, withDefaults } from "#ticketing/content/site-content.ts";
import type { Club } from "./ticket-wording.ts";

/** Emails put the club's texts into templates, where double braces would be read as a variable, such as the order's link. */
const withoutVariables = (text: string) => text.replace(/\{(?=\{)/g, "{ ");

/** The club's name, details and look for tickets and emails: the site's edited texts, or the defaults. */
export async function readClub(client: Sql): Promise<Club> {
  const written = await readContent(client, ["club", "footer", "brand"]);
  const club = withDefaults(defaultClub, written.get("club"));
  const footer = withDefaults({ ...defaultFooter, trader: sellerLine(club) }, written.get("footer"));
  return {
    name: withoutVariables(club.full_name),
    trader: withoutVariables(footer.trader),
    address: withoutVariables(footer.address),
    email: withoutVariables(footer.email),
    look: lookOf(written.get("brand")),
  };
}
