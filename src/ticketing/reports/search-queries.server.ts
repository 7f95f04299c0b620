import { containing, hasWords, wordPatterns } from "#kernel/like-pattern.ts";
import type { Sql } from "#platform/database/sql.ts";
import { wordsOfHolder, wordsOfPerson } from "#ticketing/people/person-words.ts";
import { findOrdersNamed } from "./purchase-conditions.server.ts";

export type SearchResult = {
  readonly kind: "order" | "event" | "artist" | "ticket_type" | "person" | "purchase" | "guest";
  /** For a guest, the id of the night, whose guest lists show the name. */
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** True for a season pass, which has another screen. */
  readonly isPass: boolean;
};

/** How many of each kind are shown; each kind's own list has the rest. */
export const foundPerKind = 5;

/**
 * The orders that the text names, then nights, artists, ticket types, people who have an order or a ticket (by name or
 * email address), purchases (by person, holder or code) and listed guests that contain it, a few of each. The text is searched exactly as typed.
 */
export async function searchEverything(reader: Sql, text: string): Promise<SearchResult[]> {
  const { rows } = await reader.query<SearchResult>(
    `(SELECT 'order' AS kind, o.id::text AS id, o.number::text AS title, coalesce(u.full_name, u.contact, '') AS note, false AS "isPass"
      FROM orders o JOIN profiles u ON u.id = o.user_id WHERE o.id = ANY ($4::uuid[]) ORDER BY array_position($4, o.id) LIMIT $2)
     UNION ALL (SELECT 'event' AS kind, id::text AS id, name AS title, date::text AS note, false AS "isPass" FROM events
      WHERE ${hasWords("$3", ["name", "title", "location"])} ORDER BY starts_at DESC, id LIMIT $2)
     UNION ALL (SELECT 'artist', id::text, name, coalesce(tagline, ''), false FROM artists
      WHERE ${hasWords("$3", ["name", "tagline"])} ORDER BY name COLLATE "ro-x-icu", id LIMIT $2)
     UNION ALL (SELECT 'ticket_type', t.id::text, t.type, coalesce(e.name, ''), t.is_season_pass FROM tickets t LEFT JOIN events e ON e.id = t.event_id
      WHERE t.archived_at IS NULL AND ${hasWords("$3", ["t.type", "t.description", "e.name"])} ORDER BY e.starts_at DESC NULLS LAST, t.id LIMIT $2)
     UNION ALL (SELECT 'person', u.id::text, coalesce(nullif(u.full_name, ''), u.contact, ''), coalesce(u.contact, ''), false FROM profiles u
      WHERE ${hasWords("$3", wordsOfPerson("u."))} AND EXISTS (SELECT FROM orders WHERE user_id = u.id UNION ALL SELECT FROM ticket_purchases WHERE user_id = u.id)
      ORDER BY u.full_name COLLATE "ro-x-icu", u.id LIMIT $2)
     UNION ALL (SELECT 'purchase', p.id::text, coalesce(p.holder_name, u.full_name, u.contact, ''), p.ticket_code || ', ' || e.name, false
      FROM ticket_purchases p JOIN profiles u ON u.id = p.user_id JOIN events e ON e.id = p.event_id
      WHERE p.id IN (SELECT id FROM ticket_purchases WHERE ticket_code ILIKE $1 UNION SELECT id FROM ticket_purchases WHERE ${hasWords("$3", wordsOfHolder())}
        UNION SELECT b.id FROM ticket_purchases b JOIN profiles f ON f.id = b.user_id WHERE ${hasWords("$3", wordsOfPerson("f."))}) ORDER BY p.purchase_date DESC, p.id LIMIT $2)
     UNION ALL (SELECT 'guest', g.event_id::text, g.name, l.name || ', ' || e.title, false FROM listed_guests g JOIN guest_lists l ON l.id = g.list_id
      JOIN events e ON e.id = g.event_id WHERE g.removed_at IS NULL AND ${hasWords("$3", ["g.name"])} ORDER BY e.starts_at DESC, g.id LIMIT $2)`,
    [containing(text), foundPerKind, wordPatterns(text), await findOrdersNamed(reader, text)],
  );
  return rows;
}
