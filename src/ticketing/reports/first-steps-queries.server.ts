import { only, type Sql } from "#platform/database/sql.ts";
import type { FirstStep } from "#ticketing/content/first-steps.ts";
import { isSellerKnown } from "#ticketing/content/seller.ts";
import { defaultClub, defaultHero, withDefaults } from "#ticketing/content/site-content.ts";

export type FirstStepsRead = {
  readonly isDone: Readonly<Record<FirstStep, boolean>>;
  /** The stored answer of an administrator and its version; null and 0 when there is none. */
  readonly said: unknown;
  readonly version: number;
  /** The newest night that is still a draft or scheduled. */
  readonly draft: { readonly id: string; readonly title: string } | null;
};

/**
 * The steps that a new club has done already, read from its data: names and first page differ from the program's own,
 * the seller is known, emails are on, the provider's books were read once, a night is published.
 */
export async function readFirstSteps(sql: Sql, lettersByDefault: boolean): Promise<FirstStepsRead> {
  const { rows } = await sql.query<
    Record<Exclude<FirstStep, "seller">, boolean> &
      Pick<FirstStepsRead, "said" | "version" | "draft"> & { readonly club: unknown }
  >(
    `SELECT EXISTS (SELECT FROM site_content WHERE key = 'club' AND coalesce(content ->> 'full_name', '') NOT IN ('', $1)) AS names,
       EXISTS (SELECT FROM site_content WHERE key = 'hero' AND coalesce(content ->> 'title', '') NOT IN ('', $2)) AS hero,
       coalesce((SELECT enabled FROM email_settings), $3) AS sender,
       EXISTS (SELECT FROM reconciliations) AS payments,
       EXISTS (SELECT FROM events WHERE is_published(publish_at)) AS night,
       (SELECT content FROM site_content WHERE key = 'club') AS club,
       (SELECT content FROM site_content WHERE key = 'first_steps') AS said,
       coalesce((SELECT version FROM site_content WHERE key = 'first_steps'), 0) AS version,
       (SELECT json_build_object('id', id, 'title', title) FROM events WHERE NOT is_published(publish_at) ORDER BY id DESC LIMIT 1) AS draft`,
    [defaultClub.full_name, defaultHero.title, lettersByDefault],
  );
  const { said, version, draft, club, ...done } = only(rows);
  const isDone = { ...done, seller: isSellerKnown(withDefaults({ ...defaultClub }, club)) };
  return { isDone, said, version, draft };
}
