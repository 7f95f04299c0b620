import { newId, type Uuid } from "#kernel/id.ts";
import { addressBucket } from "#kernel/network-address.ts";
import { inSeconds } from "#kernel/time.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import type { Services } from "#platform/services.ts";

type Try = {
  readonly address: string;
  readonly userId: Uuid;
  /** Of an order. */
  readonly places: number;
  /** Places of orders, within an hour. */
  readonly most: number;
};

/**
 * Counts the places that a guest asks for against the network, also of a thousand at once. A whole mobile network may stand
 * behind one address, so what guests asked for who paid counts no more. A number: it would be too much; seconds until less is
 * counted.
 */
export function countGuestTry(
  { database }: Pick<Services, "database">,
  { address, userId, places, most }: Try,
): Promise<number | undefined> {
  const network = hashOfToken(addressBucket(address));
  return database.withDuty("sell", async (sql) => {
    await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`guests of ${network}`]);
    const { rows } = await sql.query<{ counted: number; wait: number | null }>({
      name: "count-guest-tries",
      text: `SELECT coalesce(sum(t.places), 0)::int AS counted, ceil(extract(epoch FROM min(t.at) + make_interval(secs => $2) - now()))::int AS wait
             FROM guest_tries t WHERE t.network = $1 AND t.places > 0 AND t.at > now() - make_interval(secs => $2)
               AND NOT EXISTS (SELECT FROM orders o WHERE o.user_id = t.user_id AND o.paid_at IS NOT NULL)`,
      values: [network, inSeconds.hour],
    });
    if ((rows[0]?.counted ?? 0) + places > most) return Math.max(1, rows[0]?.wait ?? 1);
    await sql.query("INSERT INTO guest_tries (id, network, places, user_id) VALUES ($1, $2, $3, $4)", [
      ...[newId(), network, places, userId],
    ]);
    return undefined;
  });
}
