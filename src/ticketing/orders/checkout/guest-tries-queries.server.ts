import { newId } from "#kernel/id.ts";
import { networksOf } from "#kernel/network-address.ts";
import type { Sql } from "#platform/database/sql.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { takeIds, takeNs, weightOfOrder } from "#ticketing/orders/order-takes.ts";
import type { NewOrder } from "./hold.ts";

/** The hashes by which guests of an address are counted together, of the narrowest network first. */
export const networkHashes = (address: string) => networksOf(address).map(({ key }) => hashOfToken(key));

const isUnpaid = (o: string) => `${o}.state IN ('held', 'checkout_open', 'payment_pending')`;
const waitUntil = (ends: string) => `greatest(1, ceil(extract(epoch FROM ${ends} - now())))::int`;

const ordersOfGuests = (
  tries: string,
) => `(SELECT DISTINCT user_id AS id FROM guest_tries WHERE ${tries} OFFSET 0) g
    JOIN LATERAL (SELECT ${takeIds} AS ids, ${takeNs} AS ns, o.hold_expires_at AS ends, ${weightOfOrder("o")} AS weight
      FROM orders o WHERE o.user_id = g.id AND ${isUnpaid("o")} OFFSET 0) h ON true`;

/**
 * SQL: what guests of a network hold unpaid, as `HeldByNetwork`. Paid orders do not count, because a whole mobile
 * network may share one address.
 */
export const heldByNetwork = (network: string, hour: string) => {
  const orders = ordersOfGuests(`network = ${network} AND at > now() - ${hour}`);
  return `(SELECT jsonb_build_object('places', coalesce(sum(h.weight), 0)::int, 'wait', ${waitUntil("min(h.ends)")},
      'counters', (SELECT coalesce(json_object_agg(c.id, json_build_object('held', c.held, 'wait', ${waitUntil("c.ends")})), '{}')
        FROM (SELECT t.id, sum(t.n)::int AS held, min(h.ends) AS ends FROM ${orders} CROSS JOIN LATERAL unnest(h.ids, h.ns) AS t(id, n) GROUP BY t.id) c))
    FROM ${orders})`;
};

/** What all guests hold unpaid of each counter; nothing when no guest asks. Its locks are those of the counters. */
export const readGuestHolds = {
  name: "hold-guests",
  text: `SELECT t.id, sum(t.n)::int AS held FROM ${ordersOfGuests("at > now() - make_interval(secs => $1)")}
    CROSS JOIN LATERAL unnest(h.ids, h.ns) AS t(id, n) WHERE true = ANY (current_setting('hold.guests')::boolean[]) GROUP BY t.id`,
};

/**
 * Writes to which networks the guests of these new orders belong. Only guests who hold something have a row, one for each
 * network: every hold of a guest reads the rows, so they are no more than the places that a network may hold.
 */
export function keepGuestTries(client: Sql, orders: readonly NewOrder[]): Promise<unknown> {
  const tries = orders.flatMap(({ networks, userId }) =>
    networks.map((network) => ({ id: newId(), network, userId })),
  );
  return client.query({
    name: "keep-guest-tries",
    text: `WITH earlier AS (DELETE FROM guest_tries t WHERE network = ANY($2::text[])
             AND ((network, user_id) IN (SELECT * FROM unnest($2::text[], $3::uuid[]))
               OR NOT EXISTS (SELECT FROM orders o WHERE o.user_id = t.user_id AND ${isUnpaid("o")})))
           INSERT INTO guest_tries (id, network, user_id, places) SELECT *, 0 FROM unnest($1::uuid[], $2::text[], $3::uuid[])`,
    values: [
      tries.map(({ id }) => id),
      tries.map(({ network }) => network),
      tries.map(({ userId }) => userId),
    ],
  });
}
