import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { findAwayPhone } from "#ticketing/events/away-phone-queries.server.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { lockNightOfGates } from "./door-store.server.ts";
import type { DoorMode } from "./door-words.ts";

export type SetGateModeRefusal =
  | NotAllowed
  | typeof missing
  /** A deciding phone is away and still decides by the mode that it knows. */
  | { readonly reason: "phone_away"; readonly phone: string };

/**
 * Makes a gate strict or open. Refused while a deciding phone is away, because it would not know of the change; the
 * chief can stop that phone. The caller has asked for the password again.
 */
export async function setGateMode(
  { database }: Pick<Services, "database">,
  request: {
    readonly actor: Actor;
    readonly eventId: string;
    readonly gateId: string;
    readonly mode: DoorMode;
  },
): Promise<Outcome<DoorMode, SetGateModeRefusal>> {
  const { actor, eventId, gateId, mode } = request;
  if (!isUuid(eventId) || !isUuid(gateId)) return refused(missing);
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "set-gate-mode"))) return refused(notAllowed);
    const gate = (await lockNightOfGates(sql, eventId))?.find(({ id }) => id === gateId);
    if (!gate) return refused(missing);
    if (gate.mode === mode) return done(mode);
    const phone = await findAwayPhone(sql, eventId);
    if (phone !== undefined) return refused({ reason: "phone_away", phone });
    await sql.query("UPDATE gates SET mode = $2 WHERE id = $1", [gateId, mode]);
    await recordChange(sql, actor, {
      subjectKind: "event",
      subjectId: eventId,
      what: "gate_mode_set",
      before: { name: gate.name, mode: gate.mode },
      after: { name: gate.name, mode },
    });
    return done(mode);
  });
}
