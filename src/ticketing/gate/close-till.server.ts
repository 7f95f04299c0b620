import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { limits } from "#ticketing/limits.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { listDoorTills } from "./door-till-queries.server.ts";

type CloseTillRequest = {
  readonly actor: Actor;
  readonly eventId: string;
  readonly deviceId: string;
  /** The counted cash in bani. */
  readonly cash: number;
};

/**
 * Records the cash that was counted in the till of a phone that will not hand it over: it was stopped, or its time is
 * over. Only the first count is kept, and the journal has what was expected then. Refused as `missing` for any other phone, as `bad_sum` for an invalid amount.
 */
export async function closeTill(
  { database }: Pick<Services, "database">,
  { actor, eventId, deviceId, cash }: CloseTillRequest,
): Promise<Outcome<null, NotAllowed | typeof missing | { readonly reason: "bad_sum" }>> {
  if (!isUuid(eventId) || !isUuid(deviceId)) return refused(missing);
  return database.withDuty("settle", async (sql) => {
    if (!(await mayStillDo(sql, actor, "close-till"))) return refused(notAllowed);
    if (!Number.isSafeInteger(cash) || cash < 0 || cash > limits.doorCash)
      return refused({ reason: "bad_sum" });
    const { rows } = await sql.query<{ name: string }>(
      `UPDATE gate_devices SET till_bani = $3, till_by = $4, till_at = now()
       WHERE id = $1 AND event_id = $2 AND till_at IS NULL AND (revoked_at IS NOT NULL OR ends_at < now()) RETURNING name`,
      [deviceId, eventId, cash, actor.userId],
    );
    const [phone] = rows;
    if (!phone) return refused(missing);
    const tills = await listDoorTills(sql, eventId);
    const till = tills.find(({ phoneId, isByOffice }) => isByOffice && phoneId === deviceId);
    await recordChange(sql, actor, {
      subjectKind: "event",
      subjectId: eventId,
      what: "till_closed",
      after: { name: phone.name, cashExpected: till?.expected, cashCounted: cash },
    });
    return done(null);
  });
}
