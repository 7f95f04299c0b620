import type { Uuid } from "#kernel/id.ts";
import type { IdentityParts } from "./identity-parts.server.ts";

const foreignKey = "23503";
const atOnce = 200;

/**
 * Takes away accounts whose owners were asked to confirm an address before there were registrations, and never did
 * (`confirm_by`). One that somebody is signed in to waits; one that orders or tickets hang on stays for good. Those that
 * were made while letters were off have no such date.
 */
export async function sweepUnproven({ database, callbacks }: IdentityParts): Promise<void> {
  const { rows } = await database.identity.$client.query<{ id: Uuid }>(
    `SELECT id FROM identity."user" u WHERE confirm_by < now() AND NOT email_verified
       AND NOT EXISTS (SELECT FROM identity.session s WHERE s.user_id = u.id) ORDER BY confirm_by LIMIT ${atOnce}`,
  );
  for (const { id } of rows)
    try {
      await database.withDuty("identity", async (sql) => {
        const gone = await sql.$client.query(
          `DELETE FROM identity."user" u WHERE id = $1 AND NOT email_verified
             AND NOT EXISTS (SELECT FROM identity.session s WHERE s.user_id = u.id)`,
          [id],
        );
        if (gone.rowCount === 1) await callbacks.onSwept(sql, id);
      });
    } catch (error) {
      // the database knows what hangs on a profile, better than a list here would
      if ((error as { code?: string }).code !== foreignKey) throw error;
      await database.identity.$client.query('UPDATE identity."user" SET confirm_by = NULL WHERE id = $1', [
        id,
      ]);
    }
}
