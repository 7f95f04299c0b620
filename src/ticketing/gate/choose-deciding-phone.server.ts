import { isUuid, newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { lockDeciding, phonesOfGate } from "./deciding-phone-store.server.ts";
import { findDevice } from "./door-store.server.ts";

export type ChooseDecidingRefusal =
  | NotAllowed
  | typeof missing
  /** The one that decides now is away: it goes on deciding and cannot be told. The chief may stop it. */
  | { readonly reason: "phone_away"; readonly phone: string }
  /** The chosen one is away: its tickets would be nobody's. */
  | { readonly reason: "chosen_away"; readonly phone: string };

/**
 * Makes another phone of a gate the one that decides without network. The one that decides now yields first: the chosen one
 * decides when that has said that it knows, and everything it wrote is here (docs/decisions/0042); until then `waits`. At a gate
 * where none decides, because it was stopped, the chosen one `decides` at once. Choosing the one that decides takes the order
 * back. Safe to repeat. The caller has asked for the password again.
 */
export async function chooseDecidingPhone(
  { database }: Pick<Services, "database">,
  { actor, deviceId }: { readonly actor: Actor; readonly deviceId: string },
): Promise<Outcome<"decides" | "waits", ChooseDecidingRefusal>> {
  if (!isUuid(deviceId)) return refused(missing);
  if (!mayDo(actor, "choose-deciding-phone")) return refused(notAllowed);
  return database.withDuty("admit", async (sql) => {
    const device = await findDevice(sql, deviceId);
    if (!device) return refused(missing);
    await lockDeciding(sql, device.gateId);
    const phones = await phonesOfGate(sql, device.gateId);
    const chosen = phones.find(({ id }) => id === deviceId);
    const before = phones.find(({ decides }) => decides);
    if (!chosen) return refused(missing);
    if (before?.yieldsTo === chosen.id) return done("waits");
    const keeps = before?.id === chosen.id;
    if (keeps && before.yieldsTo === null) return done("decides");
    if (!keeps && chosen.isAway) return refused({ reason: "chosen_away", phone: chosen.name });
    if (!keeps && before?.isAway) return refused({ reason: "phone_away", phone: before.name });
    if (before)
      await sql.query("UPDATE gate_devices SET yields_to = $2, yield_id = $3 WHERE id = $1", [
        ...[before.id, keeps ? null : chosen.id, keeps ? null : newId()],
      ]);
    else await sql.query("UPDATE gate_devices SET decides = true WHERE id = $1", [chosen.id]);
    await recordChange(sql, actor, {
      ...{ subjectKind: "event", subjectId: device.eventId, what: "deciding_phone_chosen" },
      before: { name: before?.name ?? null },
      after: { name: chosen.name },
    });
    return done(before && !keeps ? "waits" : "decides");
  });
}
