import type { BalanceEntry, CardPayout } from "#platform/card-checkout/card-answers.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";

const perStatement = 1_000;
/** How far each reading overlaps the one before: entries may come late, and clocks differ. */
const overlapMs = 24 * 3_600_000;

/**
 * Reads the movements on the club's balance at the card provider and the entries of each payout. It begins at
 * `comparedSince` or, if earlier, a day before the last reading or the first payment. Resolves to the number of
 * entries; null when not everything could be read. What was read is kept, and reading it again changes nothing.
 */
export async function readBalance(services: Services, comparedSince: Date): Promise<number | null> {
  const { cards, database } = services;
  const since = await database.withDuty("settle", (sql) => readSince(sql, comparedSince));
  const balance = await cards.listBalanceSince(since);
  if (balance.kind === "unknown") return null;
  for (const { id } of balance.unreadable)
    services.log.error({ id }, "an entry of the balance cannot be read");
  for (let at = 0; at < balance.entries.length; at += perStatement) {
    const batch = balance.entries.slice(at, at + perStatement);
    await database.withDuty("settle", (sql) => storeEntries(sql, batch, null));
  }
  await faultPoint("balance.entries_kept");
  const payoutList = await cards.listPayoutsSince(since);
  if (payoutList.kind === "unknown") return null;
  let isWhole = true;
  for (const payout of payoutList.payouts.toReversed())
    isWhole = (await storePayoutWithEntries(services, payout)) && isWhole;
  return isWhole ? balance.entries.length : null;
}

async function readSince(sql: Sql, comparedSince: Date): Promise<Date> {
  const { rows } = await sql.query<{ last: Date | null }>(
    "SELECT coalesce((SELECT max(at) FROM reconciliations WHERE entries_read IS NOT NULL), (SELECT min(at) FROM payments)) AS last",
  );
  const last = only(rows).last ?? comparedSince;
  return new Date(Math.min(comparedSince.getTime(), last.getTime() - overlapMs));
}

/** Stores a payout and its entries. False when the provider did not answer. */
async function storePayoutWithEntries({ cards, database }: Services, payout: CardPayout): Promise<boolean> {
  const isKnown = await database.withDuty("settle", (sql) => storePayout(sql, payout));
  if (isKnown || !payout.hasEntries) return true;
  const payoutBalance = await cards.listBalanceOf(payout.id);
  if (payoutBalance.kind === "unknown") return false;
  await database.withDuty("settle", async (sql) => {
    await storeEntries(sql, payoutBalance.entries, payout.id);
    const sum = payoutBalance.entries.reduce((n, { kind, net }) => (kind === "payout" ? n : n + net), 0);
    if (sum === payout.amount)
      await sql.query("UPDATE payouts SET entries_read_at = now() WHERE id = $1", [payout.id]);
  });
  return true;
}

/** Stores a payout. Resolves to whether its entries are known already. */
async function storePayout(sql: Sql, payout: CardPayout): Promise<boolean> {
  const { rows } = await sql.query<{ known: boolean }>(
    `INSERT INTO payouts (id, state, amount, arrives_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, amount = excluded.amount, arrives_at = excluded.arrives_at
     RETURNING entries_read_at IS NOT NULL AS known`,
    [payout.id, payout.state, payout.amount, payout.arrivesAt],
  );
  return only(rows).known;
}

async function storeEntries(
  sql: Sql,
  entries: readonly BalanceEntry[],
  payoutId: string | null,
): Promise<void> {
  await sql.query(
    `INSERT INTO balance_entries AS kept (id, kind, gross, fee, net, payment_id, payout_id, available_on, created_at)
     SELECT id, kind, gross, fee, net, "paymentId", $2, "availableOn", "createdAt"
     FROM jsonb_to_recordset($1::jsonb) AS e(id text, kind text, gross bigint, fee bigint, net bigint, "paymentId" text, "availableOn" timestamptz, "createdAt" timestamptz)
     ON CONFLICT (id) DO UPDATE SET payout_id = excluded.payout_id WHERE excluded.payout_id IS NOT NULL AND kept.payout_id IS DISTINCT FROM excluded.payout_id`,
    [JSON.stringify(entries), payoutId],
  );
}
