import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";

const patienceMs = 240_000;

/**
 * Waits until no notice, refund or letter is under way any more. What waits for the end of a long lease (a letter that
 * was at the mail server when its process died waits ten minutes) is told that the time has passed.
 */
export async function settleDown(owner: pg.Client, typeId: string): Promise<string> {
  const begun = performance.now();
  const { rowCount } = await owner.query(
    "UPDATE letters SET next_at = now() WHERE state = 'inflight' AND next_at > now() + interval '30 seconds' AND next_at < now() + interval '9 minutes 30 seconds'",
  );
  await owner.query("UPDATE letters SET next_at = now() WHERE state = 'queued'");
  for (;;) {
    const { rows } = await owner.query(
      `SELECT (SELECT count(*)::int FROM letters WHERE state IN ('queued', 'inflight')) AS letters,
        (SELECT count(*)::int FROM payment_notices WHERE state = 'received') AS notices,
        (SELECT count(*)::int FROM refunds WHERE state IN ('wanted', 'pending')) AS refunds,
        (SELECT held FROM stock_counters WHERE id = $1) AS held`,
      [typeId],
    );
    const { letters, notices, refunds } = rows[0];
    const seconds = (performance.now() - begun) / 1000;
    if (letters + notices + refunds === 0)
      return `all letters, notices and refunds were done ${seconds.toFixed(0)} s after the sale; ${rowCount} letters had waited for the lease of the killed process`;
    if (seconds * 1000 > patienceMs)
      return `after ${seconds.toFixed(0)} s there wait ${letters} letters, ${notices} notices, ${refunds} refunds`;
    await pause(250);
  }
}
