import type { Sql } from "#platform/database/sql.ts";
import type { ShownPicture } from "./picture.ts";

const selectPicture = `SELECT json_build_object('sources', p.sources, 'width', p.width, 'height', p.height, 'wide', p.wide, 'altText', p.alt_text, 'hasTitle', p.has_title) FROM pictures p`;

/** SQL: the stored picture with the address in `column`, with all its sizes; null if there is none. */
export function picture(column: string): string {
  return `(${selectPicture} WHERE p.url = ${column})`;
}

/** SQL: the same for places where the title is written over the picture; null if the title is painted on it. */
export function pictureWithoutTitle(column: string): string {
  return `(${selectPicture} WHERE p.url = ${column} AND NOT p.has_title)`;
}

type StoredPicture = ShownPicture & { readonly light: string | null; readonly bytes: number };

/** The stored picture with this address; undefined when there is none. */
export async function findPicture(reader: Sql, url: string): Promise<StoredPicture | undefined> {
  const { rows } = await reader.query<StoredPicture>(
    'SELECT sources, width, height, wide, alt_text AS "altText", has_title AS "hasTitle", light, bytes FROM pictures WHERE url = $1',
    [url],
  );
  return rows[0];
}
