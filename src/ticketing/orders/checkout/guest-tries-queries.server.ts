import { newId } from "#kernel/id.ts";
import { networksOf } from "#kernel/network-address.ts";
import { inSeconds } from "#kernel/time.ts";
import { only } from "#platform/database/sql.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import type { Services } from "#platform/services.ts";
import { limits } from "#ticketing/limits.ts";
import { takeIds, takeNs } from "#ticketing/orders/order-takes.ts";
import { refusalOfNetwork } from "./guest-limits.ts";
import type { NewOrder } from "./hold.ts";
import type { GuestRefusal, HeldByNetwork } from "./hold-request.ts";

const isUnpaid = (o: string) => `${o}.state IN ('held', 'checkout_open', 'payment_pending')`;

/**
 * SQL: those unpaid orders `h` of guests of this network that fit. Paid orders do not count, because a whole mobile
 * network may share one address.
 */
const heldOrders = (network: string, hour: string, condition: string) =>
  `(SELECT DISTINCT user_id AS id FROM guest_tries WHERE network = ${network} AND at > now() - ${hour} OFFSET 0) g
    JOIN LATERAL (SELECT o.user_id, o.scope_id, o.event_ids[1] AS night, ${takeIds} AS ids, ${takeNs} AS ns, o.hold_expires_at AS ends
      FROM orders o WHERE o.user_id = g.id AND ${isUnpaid("o")} OFFSET 0) h ON ${condition}`;
const waitUntil = (ends: string) => `greatest(1, ceil(extract(epoch FROM ${ends} - now())))::int`;

/** SQL: what those orders hold of each counter, as `HeldByNetwork`. */
export const heldByNetwork = (network: string, hour: string, condition = "true") =>
  `(SELECT coalesce(json_object_agg(c.id, json_build_object('held', c.held, 'wait', ${waitUntil("c.ends")})), '{}')
    FROM (SELECT t.id, sum(t.n)::int AS held, min(h.ends) AS ends FROM ${heldOrders(network, hour, condition)}
            CROSS JOIN LATERAL unnest(h.ids, h.ns) AS t(id, n) GROUP BY t.id) c)`;

type GuestTry = {
  /** The network address of the guest. */
  readonly address: string;
  /** The guest's new order, whose places are held already. */
  readonly order: NewOrder;
};

const others = [
  "$1",
  "make_interval(secs => $2)",
  "(h.scope_id <> $3::uuid OR h.user_id <> $4::uuid)",
] as const;

/**
 * Counts a guest's places against each network of the address, exact even for a thousand requests at once. Undefined: allowed and
 * recorded. There are two limits on what guests of the network hold unpaid: places of all nights, and a share of each
 * counter of which the order takes. What was given back does not count, or one person would shut the
 * others out by taking and giving back: the network's sign-ups and checkouts of a minute bound that, and each guest's
 * limit against hoarding. Only guests who hold something have a row, so the rows to count are no more than the places.
 */
export function countGuestTry(
  { database }: Pick<Services, "database">,
  { address, order: { userId, scopeId, lines, takes } }: GuestTry,
): Promise<GuestRefusal | undefined> {
  const places = lines.reduce((n, { quantity, entries }) => n + quantity * entries, 0);
  return database.withDuty("sell", async (sql) => {
    const networks = networksOf(address).map(({ key, times }) => ({ hash: hashOfToken(key), times }));
    for (const { hash, times } of networks) {
      await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`guests of ${hash}`]);
      const { rows } = await sql.query<{
        places: number;
        wait: number;
        held: HeldByNetwork;
        capacities: Record<string, number>;
      }>({
        name: "count-guest-tries",
        text: `SELECT coalesce(sum(h.ns[array_position(h.ids, h.night)]), 0)::int AS places, ${waitUntil("min(h.ends)")} AS wait,
                 ${heldByNetwork(...others)} AS held,
                 (SELECT json_object_agg(id, capacity) FROM stock_counters WHERE id = ANY($5::uuid[])) AS capacities
               FROM ${heldOrders(...others)}`,
        values: [hash, inSeconds.hour, scopeId, userId, [...takes.keys()]],
      });
      const counted = only(rows);
      if (
        counted.places + places >
        limits.guestPlacesPerAddress * Math.min(times, limits.dearBudgetsOfWiderNetwork)
      )
        return { reason: "too_many_guests", retryAfter: counted.wait };
      const refusal = refusalOfNetwork({ takes, lines }, counted.held, (id) => counted.capacities[id] ?? 0);
      if (refusal) return refusal;
    }
    for (const { hash } of networks)
      await sql.query({
        name: "keep-guest-try",
        text: `WITH others AS (DELETE FROM guest_tries t WHERE network = $2 AND (user_id = $4
                 OR NOT EXISTS (SELECT FROM orders o WHERE o.user_id = t.user_id AND ${isUnpaid("o")})))
               INSERT INTO guest_tries (id, network, places, user_id) VALUES ($1, $2, $3, $4)`,
        values: [newId(), hash, places, userId],
      });
    return undefined;
  });
}
