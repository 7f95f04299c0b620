import { isUuid, newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Day } from "#kernel/time.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import {
  type AfterEnd,
  checkSaleBeforeEnd,
  refusedInTransaction,
} from "#ticketing/events/after-end-queries.server.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { letInAt } from "#ticketing/events/enter-until.ts";
import { isOver } from "#ticketing/events/night-time.ts";
import { typesWithLastEntry } from "#ticketing/events/office-type-queries.server.ts";
import { findTypeBeforeNight, type TypeBeforeNight } from "#ticketing/events/ticket-type-change.ts";
import { changedFields } from "#ticketing/journal/changed-fields.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { durations } from "#ticketing/limits.ts";
import type { NightTickets } from "#ticketing/orders/night-tickets-queries.server.ts";
import { needsSecondProof } from "#ticketing/orders/night-tickets-queries.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import type { MoveForm } from "./move-form.ts";
import type { NightToMove } from "./move-queries.server.ts";
import { movesAgainAt, usedOfMoved } from "./move-queries.server.ts";

export type MoveNightRefusal =
  | NotAllowed
  | typeof missing
  /** The night is a draft or scheduled; its ordinary form changes the date. */
  | { readonly reason: "not_published" }
  | { readonly reason: "cancelled" }
  | { readonly reason: "over" }
  | { readonly reason: "same_hour" }
  /** At the new time people would already have been let in. */
  | { readonly reason: "in_the_past" }
  | { readonly reason: "moved_lately" }
  /** The possible refunds exceed what a password alone may cause. */
  | { readonly reason: "proof_needed" }
  | TypeBeforeNight
  | AfterEnd;

type Request = {
  readonly actor: Actor;
  readonly id: string;
  readonly form: MoveForm;
  /** The person has shown a second proof: a code from the mailbox, or a second factor. */
  readonly isProven: boolean;
};

type Night = Omit<NightToMove, keyof NightTickets | "fixedEnds"> & {
  readonly date: Day;
  readonly isPublished: boolean;
  readonly isCancelled: boolean;
  readonly isMovedLately: boolean;
  /** The database's clock, in seconds since 1970. */
  readonly now: number;
};

/**
 * Moves a night to another date or time. From the commit on it sells and admits for the new time; the emails with the
 * choice follow. The counter is locked first, so that every order made before the move saw the old time. It can be
 * moved again, once per `betweenMoves`.
 */
export async function moveNight(
  { database }: Pick<Services, "database">,
  { actor, id, form, isProven }: Request,
): Promise<Outcome<"moved", MoveNightRefusal>> {
  if (!isUuid(id)) return refused(missing);
  return database
    .withActor<Outcome<"moved", MoveNightRefusal>>(actor, async (sql) => {
      if (!(await mayStillDo(sql, actor, "move-night"))) return refused(notAllowed);
      if (!(await lockCounters(sql, [id])).has(id)) return refused(missing);
      const { rows } = await sql.query<Night>(
        `SELECT date::text AS date, to_char(time, 'HH24:MI') AS time, to_char(doors, 'HH24:MI') AS doors, to_char(ends, 'HH24:MI') AS ends, location, address, directions, is_published(publish_at) AS "isPublished",
         cancelled_at IS NOT NULL AS "isCancelled", ${isOver("events")} AS "isOver",
         EXISTS (SELECT FROM moves m WHERE m.event_id = $1 AND ${movesAgainAt} > now()) AS "isMovedLately", extract(epoch FROM now())::float8 AS now
       FROM events WHERE id = $1 FOR NO KEY UPDATE`,
        [id, durations.betweenMoves],
      );
      const [night] = rows;
      if (!night) return refused(missing);
      const reason = reasonAgainstMove(night, form);
      if (reason) return refused({ reason });
      const unusable = findTypeBeforeNight(await typesWithLastEntry(sql, id), form);
      if (unusable) return refused(unusable);
      if (!isProven && (await needsSecondProof(sql, id, usedOfMoved)))
        return refused({ reason: "proof_needed" });
      const { reason: why, ...facts } = form;
      const { date, time, doors, ends, location, address, directions } = facts;
      await sql.query(
        `INSERT INTO moves (id, event_id, from_date, from_time, from_location, to_date, to_time, to_location, reason, actor_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [newId(), id, night.date, night.time, night.location, date, time, location, why, actor.userId],
      );
      await sql.query(
        "UPDATE events SET date = $2, time = $3, doors = $4, ends = $5, location = $6, address = $7, directions = $8, version = version + 1, updated_at = now() WHERE id = $1",
        [id, date, time, doors, ends, location, address, directions],
      );
      await checkSaleBeforeEnd(sql, [id]);
      const changes = changedFields(night, facts);
      await recordChange(sql, actor, {
        subjectKind: "event",
        subjectId: id,
        what: "moved",
        before: changes?.before,
        after: { ...changes?.after, reason: why },
      });
      await faultPoint("night.moved");
      return done("moved");
    })
    .catch(refusedInTransaction<AfterEnd>);
}

function reasonAgainstMove(night: Night, form: MoveForm) {
  if (night.isCancelled) return "cancelled";
  if (!night.isPublished) return "not_published";
  if (night.isOver) return "over";
  if (form.date === night.date && form.time === night.time) return "same_hour";
  if (letInAt(form) <= night.now) return "in_the_past";
  return night.isMovedLately ? "moved_lately" : undefined;
}
