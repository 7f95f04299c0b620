import { foldedText } from "#kernel/like-pattern.ts";
import { fold } from "#kernel/romanian.ts";
import type { Sql } from "#platform/database/sql.ts";
import { byStart, isAhead } from "./night-time.ts";

/** From 0 to 1, the part of the typed letters in threes that the name has: a wrong letter or two in a word. */
const leastAlike = 0.5;
/** Among so many coming nights the name is looked for. */
const nightsLookedAt = 500;

/** The night to come or the artist whose name is nearest to what was typed, for a search that found nothing; null when none is near. */
export async function findNearName(reader: Sql, typed: string): Promise<string | null> {
  const { rows } = await reader.query<{ name: string }>({
    name: "near-name",
    text: `SELECT n.name FROM (
             SELECT n.name, word_similarity($1, ${foldedText(["n.name"])}) AS alike FROM (
               (SELECT title AS name FROM events e WHERE ${isAhead("e")} AND cancelled_at IS NULL ORDER BY ${byStart("e")} LIMIT ${nightsLookedAt})
               UNION SELECT name FROM artists) n) n
           WHERE n.alike >= ${leastAlike} ORDER BY n.alike DESC, n.name LIMIT 1`,
    values: [fold(typed)],
  });
  return rows[0]?.name ?? null;
}
