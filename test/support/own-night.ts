import { newId } from "#kernel/id.ts";
import { type Day, dayOf, wallTimeOf } from "#kernel/time.ts";
import { inDays } from "./days.ts";
import { asOwner } from "./site-database.ts";
import { freshName } from "./visitor.ts";

export type OwnNight = {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly day: Day;
};

type TypeOnSale = { readonly lei: number; readonly left?: number; readonly entries?: number };

/**
 * Writes a night of this test alone, with 40 places and tickets of each type, nine if nothing else is said, on sale, at this
 * price in lei, with a code for each person or, where one lets in several, one for all. It begins in three hours, at whatever time of day that is, so that its tickets can be sent and
 * used now; or on the evening of the day in so many days; or it runs, as at half past midnight.
 */
export async function ownNight(
  words: string,
  types: Readonly<Record<string, number | TypeOnSale>> = {},
  begins: "soon" | "running" | { readonly inDays: number } = "soon",
): Promise<OwnNight> {
  const [id, title] = [newId(), freshName(words)];
  const wall = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const at = wall(begins === "running" ? -1.5 : 3);
  const [day, time] =
    typeof begins === "string" ? [dayOf(at), wallTimeOf(at)] : [inDays(begins.inDays), "22:00"];
  const ends = begins === "running" ? wallTimeOf(wall(4)) : null;
  await asOwner(async (owner) => {
    await owner.query("BEGIN");
    await owner.query(
      `WITH counted AS (INSERT INTO stock_counters (id, kind, capacity) VALUES ($1, 'places', 40))
       INSERT INTO events (id, name, title, description, date, time, ends, location) VALUES ($1, $2, $2, 'O noapte.', $3, $4, $5, 'Dig')`,
      [id, title, day, time, ends],
    );
    for (const [name, about] of Object.entries(types)) {
      const { lei, left = 9, entries = 1 } = typeof about === "number" ? { lei: about } : about;
      await owner.query(
        `WITH counted AS (INSERT INTO stock_counters (id, kind, capacity) VALUES ($1, 'units', $7)),
              type AS (INSERT INTO tickets (id, event_id, type, price, entries, code_per, stripe_price_id, price_agreed_at)
                       VALUES ($1, $2, $3, $4, $5, $6, 'price_' || $1::uuid, now()))
         INSERT INTO event_tickets (event_id, ticket_id) VALUES ($2, $1)`,
        [newId(), id, name, lei * 100, entries, entries > 1 ? "order" : "person", left],
      );
    }
    await owner.query("COMMIT");
  });
  return { id, title, path: `/events/${id}`, day };
}
