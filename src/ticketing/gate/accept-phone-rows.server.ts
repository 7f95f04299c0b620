import { isUuid, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { lockListedGuest, lockTicketById, updateEntryCounter } from "./admission-store.server.ts";
import { listSalesOverStock, lockDoorStock } from "./door-share-store.server.ts";
import { findDevice } from "./door-store.server.ts";

/**
 * Lets the rows of a stopped phone count, both received and later ones, if they would count had it not been stopped. It
 * resolves no finding but `revoked`. Resolves to how many received rows begin to
 * count. Safe to repeat. Refused as `missing` for a phone that was not stopped. The caller has asked for the password
 * again.
 */
export async function acceptPhoneRows(
  { database }: Pick<Services, "database">,
  { actor, deviceId }: { readonly actor: Actor; readonly deviceId: string },
): Promise<Outcome<number, NotAllowed | typeof missing>> {
  if (!isUuid(deviceId)) return refused(missing);
  return database.withDuty("admit", async (sql) => {
    if (!(await mayStillDo(sql, actor, "accept-phone-rows"))) return refused(notAllowed);
    const { rows: stopped } = await sql.query<{ name: string; isAccepted: boolean }>(
      `SELECT name, rows_accepted_at IS NOT NULL AS "isAccepted" FROM gate_devices WHERE id = $1 AND revoked_at IS NOT NULL FOR NO KEY UPDATE`,
      [deviceId],
    );
    const [phone] = stopped;
    if (!phone) return refused(missing);
    if (!phone.isAccepted)
      await sql.query(
        "UPDATE gate_devices SET rows_accepted_at = now(), rows_accepted_by = $2 WHERE id = $1",
        [deviceId, actor.userId],
      );
    const device = await findDevice(sql, deviceId);
    if (!device) return refused(missing);
    await lockDoorStock(sql, deviceId);
    await listSalesOverStock(sql, deviceId);
    const rows = await countRows(sql, deviceId);
    // of its own, because the row may have moved the counter before, when it came
    const reason = "accepted";
    for (const { id, seq } of lastRows(rows, "purchaseId"))
      if (await lockTicketById(sql, id))
        await updateEntryCounter(sql, { column: "purchase_id", id }, { device, seq, reason });
    for (const { id, seq } of lastRows(rows, "guestId"))
      if (await lockListedGuest(sql, id))
        await updateEntryCounter(sql, { column: "guest_id", id }, { device, seq, reason });
    if (!phone.isAccepted || rows.length > 0)
      await recordChange(sql, actor, {
        subjectKind: "event",
        subjectId: device.eventId,
        what: "phone_rows_accepted",
        after: { name: phone.name, rows: rows.length },
      });
    return done(rows.length);
  });
}

type CountedRow = { readonly seq: number; readonly purchaseId: Uuid | null; readonly guestId: Uuid | null };

async function countRows(sql: Sql, deviceId: string): Promise<CountedRow[]> {
  const { rows } = await sql.query<CountedRow>(
    `UPDATE gate_log l SET is_counted = true WHERE device_id = $1 AND waits_for_chief(l)
     RETURNING seq, purchase_id AS "purchaseId", guest_id AS "guestId"`,
    [deviceId],
  );
  return rows;
}

/** Each ticket or name once, with the number of its last row, sorted by id: every act locks them in this order. */
function lastRows(
  rows: readonly CountedRow[],
  idField: "purchaseId" | "guestId",
): { id: Uuid; seq: number }[] {
  const lastSeqById = new Map<Uuid, number>();
  for (const row of rows.toSorted((a, b) => a.seq - b.seq)) {
    const id = row[idField];
    if (id) lastSeqById.set(id, row.seq);
  }
  return [...lastSeqById].map(([id, seq]) => ({ id, seq })).sort((a, b) => (a.id < b.id ? -1 : 1));
}
