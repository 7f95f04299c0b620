import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";

const timeoutMs = 240_000;

/**
 * Tells what waits for the end of a dead process's lease that the time has passed: an email that was at the mail server
 * (ten minutes), a webhook event (15 seconds), a call for a card page (30). What a living process holds is younger than
 * `age`.
 */
export async function endLeases(owner: pg.Pool, age: number): Promise<void> {
  await owner.query(
    "UPDATE letters SET next_at = now() WHERE state = 'inflight' AND next_at BETWEEN now() AND now() + interval '10 minutes' - make_interval(secs => $1)",
    [age],
  );
  await owner.query(
    "UPDATE payment_notices SET next_at = now() WHERE state = 'received' AND next_at BETWEEN now() AND now() + interval '15 seconds' - make_interval(secs => $1)",
    [age],
  );
  await owner.query(
    `UPDATE checkout_attempts SET created_at = created_at - interval '30 seconds', polled_at = polled_at - interval '30 seconds'
     WHERE state = 'prepared' AND coalesce(polled_at, created_at) BETWEEN now() - interval '30 seconds' AND now() - make_interval(secs => $1)`,
    [age],
  );
}

/** Waits until no webhook event, refund or email is under way any more; says how it went. */
export async function settleDown(owner: pg.Pool, typeId: string): Promise<string> {
  const begun = performance.now();
  await owner.query("UPDATE letters SET next_at = now() WHERE state = 'queued'");
  for (;;) {
    await endLeases(owner, 12);
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
      return `all letters, notices and refunds were done ${seconds.toFixed(0)} s after the sale`;
    if (seconds * 1000 > timeoutMs)
      return `after ${seconds.toFixed(0)} s there wait ${letters} letters, ${notices} notices, ${refunds} refunds`;
    await pause(250);
  }
}
