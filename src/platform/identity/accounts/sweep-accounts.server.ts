import type { Uuid } from "#kernel/id.ts";
import type { Identity } from "../identity.server.ts";
import { accountDurations } from "../limits/login-limits.ts";
import { sweepRegistrations } from "./registration-store.server.ts";

const foreignKey = "23503";
const batchSize = 200;

/** Deletes expired sessions, tokens, counters of wrong tries and unproven sign-ups. A job calls it now and then. */
export async function sweepAccounts(identity: Identity): Promise<void> {
  const { database } = identity;
  await database.identity.query("DELETE FROM identity.session WHERE expires_at < now()");
  await database.identity.query("DELETE FROM identity.flow_state WHERE expires_at < now()");
  await database.identity.query("DELETE FROM identity.verification WHERE expires_at < now()");
  await database.identity.query(
    "DELETE FROM identity.throttle WHERE last_at < now() - make_interval(secs => $1) AND blocked_until < now()",
    [accountDurations.wrongTriesCount],
  );
  await sweepRegistrations(database.identity);
  await sweepUnproven(identity);
}

/**
 * Deletes accounts whose address was not confirmed by `confirm_by`. Accounts that a provider made
 * have this date, and those from before there were registrations, both only when emails were on. An account with a session is deleted later; an account
 * with orders or tickets is kept.
 */
async function sweepUnproven({ database, callbacks }: Identity): Promise<void> {
  const { rows } = await database.identity.query<{ id: Uuid }>(
    `SELECT id FROM identity."user" u WHERE confirm_by < now() AND NOT email_verified
       AND NOT EXISTS (SELECT FROM identity.session s WHERE s.user_id = u.id) ORDER BY confirm_by LIMIT ${batchSize}`,
  );
  for (const { id } of rows)
    try {
      await database.withDuty("identity", async (sql) => {
        const deleted = await sql.query(
          `DELETE FROM identity."user" u WHERE id = $1 AND NOT email_verified
             AND NOT EXISTS (SELECT FROM identity.session s WHERE s.user_id = u.id)`,
          [id],
        );
        if (deleted.rowCount === 1) await callbacks.onSwept(sql, id);
      });
    } catch (error) {
      // the database's foreign keys know what refers to a profile, better than a list here would
      if ((error as { code?: string }).code !== foreignKey) throw error;
      await database.identity.query('UPDATE identity."user" SET confirm_by = NULL WHERE id = $1', [id]);
    }
}
