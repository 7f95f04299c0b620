import { newId, type Uuid } from "#kernel/id.ts";
import { inSeconds } from "#kernel/time.ts";
import { only } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import { limits } from "#ticketing/limits.ts";
import { guestHoldsOfEvent } from "#ticketing/stock/stock.ts";
import { mostOfNetwork } from "./guest-limits.ts";

/** Unpaid places of a night, and seconds until the first of their holds ends. */
export type HeldByNetwork = { readonly places: number; readonly wait: number };

/**
 * In SQL, what other guests of a network hold of a night and have not paid for (`HeldByNetwork`). What is paid counts for
 * nothing: a whole mobile network may stand behind one address.
 */
export const heldByNetwork = (network: string, eventId: string, userId: string, hour: string) =>
  `(SELECT json_build_object('places', coalesce(sum(h.places), 0)::int, 'wait', greatest(1, ceil(extract(epoch FROM min(h.ends) - now())))::int)
    FROM (SELECT DISTINCT user_id AS id FROM guest_tries WHERE network = ${network} AND at > now() - ${hour} AND user_id <> ${userId} OFFSET 0) g
    JOIN LATERAL (SELECT o.take_ns[array_position(o.take_ids, (SELECT ${guestHoldsOfEvent} FROM (VALUES (${eventId})) AS e(id)))] AS places, o.hold_expires_at AS ends
      FROM orders o WHERE o.user_id = g.id AND o.scope_id = ${eventId} AND o.state IN ('held', 'checkout_open', 'payment_pending') OFFSET 0) h ON true)`;

type Try = {
  /** A hash. */
  readonly network: string;
  readonly userId: Uuid;
  readonly eventId: Uuid;
  /** Of the order, which is held. */
  readonly places: number;
};

/**
 * Counts the places that a guest holds against the network, also of a thousand at once: those of all nights that were asked for
 * within an hour, but for guests who have paid, and those of this night, which the hold has counted but for others at the
 * same moment. A number: it would be too much; seconds until less is counted.
 */
export function countGuestTry(
  { database }: Pick<Services, "database">,
  { network, userId, eventId, places }: Try,
): Promise<number | undefined> {
  return database.withDuty("sell", async (sql) => {
    await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`guests of ${network}`]);
    const { rows } = await sql.query<{
      counted: number;
      wait: number | null;
      held: HeldByNetwork;
      capacity: number;
    }>({
      name: "count-guest-tries",
      text: `SELECT coalesce(sum(t.places), 0)::int AS counted, ceil(extract(epoch FROM min(t.at) + make_interval(secs => $2) - now()))::int AS wait,
               ${heldByNetwork("$1", "$3::uuid", "$4::uuid", "make_interval(secs => $2)")} AS held, (SELECT capacity FROM stock_counters WHERE id = $3::uuid) AS capacity
             FROM guest_tries t WHERE t.network = $1 AND t.places > 0 AND t.at > now() - make_interval(secs => $2)
               AND NOT EXISTS (SELECT FROM orders o WHERE o.user_id = t.user_id AND o.paid_at IS NOT NULL)`,
      values: [network, inSeconds.hour, eventId, userId],
    });
    const { counted, wait, held, capacity } = only(rows);
    if (counted + places > limits.guestPlacesPerAddressAndHour) return Math.max(1, wait ?? 1);
    if (held.places + places > mostOfNetwork(capacity)) return held.wait;
    await sql.query("INSERT INTO guest_tries (id, network, places, user_id) VALUES ($1, $2, $3, $4)", [
      newId(),
      network,
      places,
      userId,
    ]);
    return undefined;
  });
}
