import { isUuid, newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import { findAwayPhone } from "#ticketing/events/away-phone-queries.server.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { mergeSaved } from "#ticketing/journal/merge-saved.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { limits } from "#ticketing/limits.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { lockNightOfGates } from "./door-store.server.ts";

export type GateFacts = {
  readonly name: string;
  /** The ticket types that enter there; empty means all. */
  readonly typeIds: readonly string[];
};

export type SaveGateRefusal =
  | NotAllowed
  | typeof missing
  | { readonly reason: "name_taken" | "too_many" | "unknown_type" | "changed_meanwhile" }
  /** A phone of a strict gate is away and still decides by the gates that it knows. */
  | { readonly reason: "phone_away"; readonly phone: string };

type Request = {
  readonly actor: Actor;
  readonly eventId: string;
  /** Null for a new gate. */
  readonly gateId: string | null;
  readonly form: GateFacts;
  /** The types that the form was opened with, if it tells them. */
  readonly opened?: readonly string[] | null;
};

/**
 * Makes a gate of a night, or changes its name and ticket types. Resolves to its id. The types of all gates decide
 * which one answers for a ticket, so none changes or comes while a deciding phone of a strict gate is away.
 */
export async function saveGate(
  { database }: Pick<Services, "database">,
  { actor, eventId, gateId, form: { name, typeIds }, opened }: Request,
): Promise<Outcome<string, SaveGateRefusal>> {
  if (!isUuid(eventId) || (gateId !== null && !isUuid(gateId))) return refused(missing);
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "save-gate"))) return refused(notAllowed);
    const gates = await lockNightOfGates(sql, eventId);
    const gate = gates?.find(({ id }) => id === gateId);
    if (!gates || (gateId !== null && !gate)) return refused(missing);
    const sorted = (types: readonly string[]) => ({ typeIds: [...types].sort() });
    const merged = gate
      ? mergeSaved(opened && sorted(opened), sorted(typeIds), sorted(gate.typeIds))
      : { typeIds };
    if (!merged) return refused({ reason: "changed_meanwhile" });
    const form = { name, ...merged };
    const isTaken = gates.some(
      ({ id, name }) => id !== gateId && name.toLowerCase() === form.name.toLowerCase(),
    );
    if (isTaken) return refused({ reason: "name_taken" });
    if (!gate && gates.length >= limits.gatesPerNight) return refused({ reason: "too_many" });
    if (!(await areTypesOfNight(sql, eventId, form.typeIds))) return refused({ reason: "unknown_type" });
    const movesTickets = !gate || sorted(gate.typeIds).typeIds.join() !== form.typeIds.join();
    const awayPhone = movesTickets ? await findAwayPhone(sql, eventId) : undefined;
    if (awayPhone) return refused({ reason: "phone_away", phone: awayPhone });
    const id = gate?.id ?? newId();
    if (gate)
      await sql.query("UPDATE gates SET name = $2, type_ids = $3 WHERE id = $1", [
        id,
        form.name,
        form.typeIds,
      ]);
    else
      await sql.query("INSERT INTO gates (id, event_id, name, type_ids) VALUES ($1, $2, $3, $4)", [
        id,
        eventId,
        form.name,
        form.typeIds,
      ]);
    await recordChange(sql, actor, {
      subjectKind: "event",
      subjectId: eventId,
      what: gate ? "gate_changed" : "gate_made",
      before: gate ? { name: gate.name } : null,
      after: { name: form.name },
    });
    return done(id);
  });
}

async function areTypesOfNight(sql: Sql, eventId: string, typeIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM event_tickets WHERE event_id = $1 AND ticket_id = ANY($2::uuid[])",
    [eventId, typeIds],
  );
  return rows[0]?.n === typeIds.length;
}
