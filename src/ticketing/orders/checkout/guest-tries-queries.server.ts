import { newId, type Uuid } from "#kernel/id.ts";
import { networksOf } from "#kernel/network-address.ts";
import { inSeconds } from "#kernel/time.ts";
import { only } from "#platform/database/sql.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import type { Services } from "#platform/services.ts";
import { limits } from "#ticketing/limits.ts";
import { mostOfNetwork } from "./guest-limits.ts";

/** Unpaid places, and seconds until the first of these holds ends. */
export type HeldByNetwork = { readonly places: number; readonly wait: number };

/**
 * SQL: the unpaid places in those orders `h` of guests of this network that fit (`HeldByNetwork`). Paid orders do not
 * count, because a whole mobile network may share one address.
 */
const heldWhere = (condition: string, network: string, hour: string) =>
  `(SELECT json_build_object('places', coalesce(sum(h.places), 0)::int, 'wait', greatest(1, ceil(extract(epoch FROM min(h.ends) - now())))::int)
    FROM (SELECT DISTINCT user_id AS id FROM guest_tries WHERE network = ${network} AND at > now() - ${hour} OFFSET 0) g
    JOIN LATERAL (SELECT o.user_id, o.scope_id, o.take_ns[array_position(o.take_ids, o.scope_id)] AS places, o.hold_expires_at AS ends
      FROM orders o WHERE o.user_id = g.id AND o.state IN ('held', 'checkout_open', 'payment_pending') OFFSET 0) h ON ${condition})`;

/** SQL: the same of other guests, on one night. */
export const heldByNetwork = (network: string, eventId: string, userId: string, hour: string) =>
  heldWhere(`h.scope_id = ${eventId} AND h.user_id <> ${userId}`, network, hour);

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
 * recorded. A number: refused, seconds to wait. There are two limits on the unpaid places that guests of the network hold:
 * on all nights, and what others hold on this night. What was given back does not count, or one person would shut the
 * others out by taking and giving back: the network's sign-ups and checkouts of a minute bound that, and each guest's
 * limit against hoarding.
 */
export function countGuestTry(
  { database }: Pick<Services, "database">,
  { address, userId, eventId, places }: GuestTry,
): Promise<number | undefined> {
  return database.withDuty("sell", async (sql) => {
    const networks = networksOf(address).map(({ key, times }) => ({ hash: hashOfToken(key), times }));
    for (const { hash, times } of networks) {
      await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`guests of ${hash}`]);
      const { rows } = await sql.query<{ all: HeldByNetwork; night: HeldByNetwork; capacity: number }>({
        name: "count-guest-tries",
        text: `SELECT ${heldWhere("(h.scope_id <> $3::uuid OR h.user_id <> $4::uuid)", "$1", "make_interval(secs => $2)")} AS "all",
                 ${heldByNetwork("$1", "$3::uuid", "$4::uuid", "make_interval(secs => $2)")} AS night,
                 (SELECT capacity FROM stock_counters WHERE id = $3::uuid) AS capacity`,
        values: [hash, inSeconds.hour, eventId, userId],
      });
      const { all, night, capacity } = only(rows);
      if (all.places + places > limits.guestPlacesPerAddress * times) return all.wait;
      if (night.places + places > mostOfNetwork(capacity)) return night.wait;
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
