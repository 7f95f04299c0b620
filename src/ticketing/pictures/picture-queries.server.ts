import type { Sql } from "#platform/database/sql.ts";
import type { ShownPicture } from "./picture.ts";

/** The stored picture of an address with all its sizes, or null: an expression for other queries. */
export function picture(column: string): string {
  return `(SELECT json_build_object('sources', p.sources, 'width', p.width, 'height', p.height, 'wide', p.wide, 'altText', p.alt_text) FROM pictures p WHERE p.url = ${column})`;
}

type StoredPicture = ShownPicture & { readonly light: string | null; readonly bytes: number };

/** The stored picture of this address; undefined when there is none. */
export async function findPicture(reader: Sql, url: string): Promise<StoredPicture | undefined> {
  const { rows } = await reader.query<StoredPicture>(
    'SELECT sources, width, height, wide, alt_text AS "altText", light, bytes FROM pictures WHERE url = $1',
    [url],
  );
  return rows[0];
}
