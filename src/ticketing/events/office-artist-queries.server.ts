import { desc, eq, sql } from "drizzle-orm";
import { hasWords, wordPatterns } from "#kernel/like-pattern.ts";
import type { Day } from "#kernel/time.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { readArtist, type StoredArtist } from "./artist-store.server.ts";
import { eventArtists, events } from "./event-tables.server.ts";

export type ArtistList = {
  readonly artists: (Pick<StoredArtist, "id" | "name" | "tagline" | "imageUrl" | "featured"> & {
    readonly nights: number;
  })[];
  /** How many artists match, on all pages. */
  readonly total: number;
  /** How many artists there are, and how many of them are featured, whatever was searched. */
  readonly inAll: number;
  readonly featured: number;
};

export const artistsPerPage = 48;

/** One page of artists by name, in one statement. The search looks in name and tagline. */
export async function listOfficeArtists(
  reader: Sql,
  { text, only, page }: { text: string; only: "all" | "featured"; page: number },
): Promise<ArtistList> {
  const { rows } = await reader.query<ArtistList>(
    `WITH found AS (SELECT * FROM artists a WHERE ${hasWords("$1", ["a.name", "a.tagline"])} AND ($2 = 'all' OR a.featured))
     SELECT (SELECT count(*)::int FROM found) AS total, (SELECT count(*)::int FROM artists) AS "inAll", (SELECT count(*)::int FROM artists WHERE featured) AS featured,
       (SELECT coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'tagline', a.tagline, 'imageUrl', a.image_url,
            'featured', a.featured, 'nights', (SELECT count(*) FROM event_artists x WHERE x.artist_id = a.id)) ORDER BY a.name COLLATE "ro-x-icu", a.id), '[]')
        FROM (SELECT * FROM found ORDER BY name COLLATE "ro-x-icu", id LIMIT $3 OFFSET $4) a) AS artists`,
    [wordPatterns(text), only, artistsPerPage, (page - 1) * artistsPerPage],
  );
  return rows[0] as ArtistList;
}

export type ArtistDetails = StoredArtist & {
  readonly nights: readonly { readonly id: string; readonly name: string; readonly date: Day }[];
  /** Whether visitors see the artist; access.sql has the same rule. */
  readonly isPublic: boolean;
};

/** One artist with the nights that the artist plays, the latest date first. */
export async function findArtist(reader: Sql, id: string): Promise<ArtistDetails | undefined> {
  const artist = await readArtist(reader, id);
  if (!artist) return undefined;
  const nights = await builder(reader)
    .select({
      id: events.id,
      name: events.name,
      date: events.date,
      isPublic: sql<boolean>`is_published(${events.publishAt})`,
    })
    .from(eventArtists)
    .innerJoin(events, eq(events.id, eventArtists.eventId))
    .where(eq(eventArtists.artistId, id))
    .orderBy(desc(events.date), events.id);
  return { ...artist, nights, isPublic: artist.featured || nights.some(({ isPublic }) => isPublic) };
}
