import { newId, type Uuid } from "#kernel/id.ts";
import { networksOf } from "#kernel/network-address.ts";
import { inSeconds } from "#kernel/time.ts";
import { only } from "#platform/database/sql.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import type { Services } from "#platform/services.ts";
import { limits } from "#ticketing/limits.ts";
import { guestHoldsOfEvent } from "#ticketing/stock/stock.ts";
import { mostOfNetwork } from "./guest-limits.ts";

/** Unpaid places of a night, and seconds until the first of these holds ends. */
export type HeldByNetwork = { readonly places: number; readonly wait: number };

/**
 * SQL: the unpaid places of a night that other guests of this network hold (`HeldByNetwork`). Paid orders do not
 * count, because a whole mobile network may share one address.
 */
export const heldByNetwork = (network: string, eventId: string, userId: string, hour: string) =>
  `(SELECT json_build_object('places', coalesce(sum(h.places), 0)::int, 'wait', greatest(1, ceil(extract(epoch FROM min(h.ends) - now())))::int)
    FROM (SELECT DISTINCT user_id AS id FROM guest_tries WHERE network = ${network} AND at > now() - ${hour} AND user_id <> ${userId} OFFSET 0) g
    JOIN LATERAL (SELECT o.take_ns[array_position(o.take_ids, (SELECT ${guestHoldsOfEvent} FROM (VALUES (${eventId})) AS e(id)))] AS places, o.hold_expires_at AS ends
      FROM orders o WHERE o.user_id = g.id AND o.scope_id = ${eventId} AND o.state IN ('held', 'checkout_open', 'payment_pending') OFFSET 0) h ON true)`;

type GuestTry = {
  /** The network address of the guest. */
  readonly address: string;
  readonly userId: Uuid;
  readonly eventId: Uuid;
  /** The places of the guest's new order, which are held already. */
  readonly places: number;
};

/**
 * Counts a guest's places against each network of the address, exact even for a thousand requests at once. Undefined: allowed and
 * recorded. A number: refused, seconds to wait. There are two limits: places asked for within an hour on all nights,
 * without guests who have paid, for each guest at most what one may hold at once, so that no guest uses them all up; and
 * places that other guests of the network hold on this night.
 */
export function countGuestTry(
  { database }: Pick<Services, "database">,
  { address, userId, eventId, places }: GuestTry,
): Promise<number | undefined> {
  return database.withDuty("sell", async (sql) => {
    const networks = networksOf(address).map(({ key, times }) => ({ hash: hashOfToken(key), times }));
    for (const { hash, times } of networks) {
      await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`guests of ${hash}`]);
      const { rows } = await sql.query<{
        counted: number;
        wait: number | null;
        held: HeldByNetwork;
        capacity: number;
      }>({
        name: "count-guest-tries",
        text: `SELECT coalesce(sum(g.places), 0)::int AS counted, ceil(extract(epoch FROM min(g.at) + make_interval(secs => $2) - now()))::int AS wait,
                 ${heldByNetwork("$1", "$3::uuid", "$4::uuid", "make_interval(secs => $2)")} AS held, (SELECT capacity FROM stock_counters WHERE id = $3::uuid) AS capacity
               FROM (SELECT least(sum(t.places), $5::int) AS places, min(t.at) AS at FROM guest_tries t
                 WHERE t.network = $1 AND t.places > 0 AND t.at > now() - make_interval(secs => $2)
                   AND NOT EXISTS (SELECT FROM orders o WHERE o.user_id = t.user_id AND o.paid_at IS NOT NULL)
                 GROUP BY coalesce(t.user_id, t.id)) g`,
        values: [hash, inSeconds.hour, eventId, userId, limits.hoarding.placesAtOnce],
      });
      const { counted, wait, held, capacity } = only(rows);
      if (counted + places > limits.guestPlacesPerAddressAndHour * times) return Math.max(1, wait ?? 1);
      if (held.places + places > mostOfNetwork(capacity)) return held.wait;
    }
    for (const { hash } of networks)
      await sql.query("INSERT INTO guest_tries (id, network, places, user_id) VALUES ($1, $2, $3, $4)", [
        newId(),
        hash,
        places,
        userId,
      ]);
    return undefined;
  });
}
