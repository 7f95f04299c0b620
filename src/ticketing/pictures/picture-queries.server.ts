import type { Sql } from "#platform/database/sql.ts";
import type { ShownPicture } from "./picture.ts";

const shown = `SELECT json_build_object('sources', p.sources, 'width', p.width, 'height', p.height, 'wide', p.wide, 'altText', p.alt_text, 'hasTitle', p.has_title) FROM pictures p`;

/** The stored picture of an address with all its sizes, or null: an expression for other queries. */
export function picture(column: string): string {
  return `(${shown} WHERE p.url = ${column})`;
}

/** The same for a place where the title is written over it: null for a picture that has it already. */
export function pictureWithoutTitle(column: string): string {
  return `(${shown} WHERE p.url = ${column} AND NOT p.has_title)`;
}

type StoredPicture = ShownPicture & { readonly light: string | null; readonly bytes: number };

/** The stored picture of this address; undefined when there is none. */
export async function findPicture(reader: Sql, url: string): Promise<StoredPicture | undefined> {
  const { rows } = await reader.query<StoredPicture>(
    'SELECT sources, width, height, wide, alt_text AS "altText", has_title AS "hasTitle", light, bytes FROM pictures WHERE url = $1',
    [url],
  );
  return rows[0];
}
