import { isDeepStrictEqual } from "node:util";
import type { Sql } from "#platform/database/sql.ts";
import { lookOf } from "#ticketing/content/brand.ts";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { sellerLine } from "#ticketing/content/seller.ts";
import { defaultClub, defaultFooter, withDefaults } from "#ticketing/content/site-content.ts";
import type { Club } from "./ticket-wording.ts";

/** Emails put the club's texts into templates, where double braces would be read as a variable, such as the order's link. */
const withoutVariables = (text: string) => text.replace(/\{(?=\{)/g, "{ ");

const shownKeys = ["club", "footer", "brand"] as const;

function clubWords(written: ReadonlyMap<string, unknown>): Omit<Club, "look"> {
  const club = withDefaults(defaultClub, written.get("club"));
  const footer = withDefaults({ ...defaultFooter, trader: sellerLine(club) }, written.get("footer"));
  return {
    name: withoutVariables(club.full_name),
    trader: withoutVariables(footer.trader),
    address: withoutVariables(footer.address),
    email: withoutVariables(footer.email),
  };
}

/** The club's name, details and look for tickets and emails: the site's edited texts, or the defaults. */
export async function readClub(client: Sql): Promise<Club> {
  const written = await readContent(client, shownKeys);
  return { ...clubWords(written), look: lookOf(written.get("brand")) };
}

/** Whether these texts of the site, once saved, would change what `readClub` returns. */
export async function wouldChangeClub(
  client: Sql,
  texts: Partial<Record<string, Readonly<Record<string, unknown>>>>,
): Promise<boolean> {
  const written = await readContent(client, shownKeys);
  const next = new Map([...written, ...Object.entries(texts)]);
  const [before, after] = [written, next].map((one) => {
    const brand = one.get("brand") as { logo_url?: unknown } | undefined;
    // compared by its address: only a saved logo has its sources
    return { ...clubWords(one), ...lookOf(brand), logo: brand?.logo_url || null };
  });
  return !isDeepStrictEqual(before, after);
}
