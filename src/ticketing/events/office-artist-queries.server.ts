import { containing } from "#kernel/like-pattern.ts";
import type { Day } from "#kernel/time.ts";
import { reservedNames } from "./artist-form.ts";
import type { Reader } from "./event-queries.server.ts";

export type ListedArtist = {
  readonly id: string;
  readonly name: string;
  readonly tagline: string | null;
  readonly imageUrl: string | null;
  readonly imagePosition: string;
  readonly featured: boolean;
  readonly nights: number;
};

export type ArtistList = {
  readonly artists: ListedArtist[];
  /** How many match, on all pages. */
  readonly total: number;
  readonly inAll: number;
  readonly featured: number;
};

const reserved = reservedNames.map((name) => `'${name.toLowerCase()}'`).join(", ");

export const artistsPerPage = 48;

/** One page of artists by name without the reserved ones (B4-11), found by words in name and tagline, in one statement. */
export async function listOfficeArtists(
  reader: Reader,
  { text, only, page }: { text: string; only: "all" | "featured"; page: number },
): Promise<ArtistList> {
  const { rows } = await reader.query<ArtistList>(
    `WITH known AS (SELECT * FROM artists WHERE lower(btrim(name)) NOT IN (${reserved})),
     found AS (SELECT * FROM known a WHERE ($1 = '%%' OR a.name ILIKE $1 OR a.tagline ILIKE $1) AND ($2 = 'all' OR a.featured))
     SELECT (SELECT count(*)::int FROM found) AS total, (SELECT count(*)::int FROM known) AS "inAll", (SELECT count(*)::int FROM known WHERE featured) AS featured,
       (SELECT coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'tagline', a.tagline, 'imageUrl', a.image_url, 'imagePosition', a.image_position,
            'featured', a.featured, 'nights', (SELECT count(*) FROM event_artists x WHERE x.artist_id = a.id)) ORDER BY a.name COLLATE "ro-x-icu", a.id), '[]')
        FROM (SELECT * FROM found ORDER BY name COLLATE "ro-x-icu", id LIMIT $3 OFFSET $4) a) AS artists`,
    [containing(text), only, artistsPerPage, (page - 1) * artistsPerPage],
  );
  return rows[0] as ArtistList;
}

export type ArtistDetails = {
  readonly name: string;
  readonly bio: string;
  readonly tagline: string | null;
  readonly youtubeLink: string | null;
  readonly imageUrl: string | null;
  readonly imagePosition: string;
  readonly featured: boolean;
  readonly version: number;
  readonly nights: readonly { readonly id: string; readonly name: string; readonly date: Day }[];
};

/** One artist with the nights that artist plays, the next ones first. */
export async function findArtist(reader: Reader, id: string): Promise<ArtistDetails | undefined> {
  const { rows } = await reader.query<ArtistDetails>(
    `SELECT a.name, a.bio, a.tagline, a.youtube_link AS "youtubeLink", a.image_url AS "imageUrl", a.image_position AS "imagePosition", a.featured, a.version,
       (SELECT coalesce(json_agg(json_build_object('id', e.id, 'name', e.name, 'date', e.date) ORDER BY e.date DESC, e.id), '[]')
        FROM event_artists x JOIN events e ON e.id = x.event_id WHERE x.artist_id = a.id) AS nights
     FROM artists a WHERE a.id = $1`,
    [id],
  );
  return rows[0];
}
