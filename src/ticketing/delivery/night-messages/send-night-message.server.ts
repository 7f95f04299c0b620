import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { inSeconds } from "#kernel/time.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { durations, limits } from "#ticketing/limits.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import { countNightHolders } from "./night-holders-queries.server.ts";
import type { MessageForm } from "./night-message-form.ts";
import { isLongOver } from "./night-message-queries.server.ts";

export type SendNightMessageRefusal =
  | NotAllowed
  /** There is no such night, or one of the types does not belong to it. */
  | typeof missing
  /** The night ended long ago. */
  | { readonly reason: "over" }
  /** The choice matches nobody now. */
  | { readonly reason: "nobody" }
  | { readonly reason: "too_many_today" };

type Request = {
  readonly actor: Actor;
  readonly eventId: string;
  /** Made with the form, so the same message is sent once, however often the form is submitted. */
  readonly id: string;
  readonly form: MessageForm;
};

/** Stores a message to a night's holders; a job then queues their emails. At most `messagesPerNightAndDay`. */
export async function sendNightMessage(
  { database }: Pick<Services, "database">,
  { actor, eventId, id, form }: Request,
): Promise<Outcome<"sent", SendNightMessageRefusal>> {
  if (!isUuid(eventId) || !isUuid(id)) return refused(missing);
  return database.withDuty("deliver", async (sql) => {
    if (!(await mayStillDo(sql, actor, "send-night-message"))) return refused(notAllowed);
    if (!(await lockCounters(sql, [eventId])).has(eventId)) return refused(missing);
    const { rows } = await sql.query<NightState>(
      `SELECT ${isLongOver} AS "isLongOver", (SELECT event_id = $1 FROM night_messages WHERE id = $3) AS "isThis",
         (SELECT count(*)::int FROM night_messages WHERE event_id = $1 AND at > now() - make_interval(secs => $4)) AS lately,
         (SELECT count(*)::int FROM event_tickets WHERE event_id = $1 AND ticket_id = ANY ($5::uuid[])) AS types
       FROM events e WHERE e.id = $1`,
      [eventId, durations.namesOfNight, id, inSeconds.day, form.types],
    );
    const [night] = rows;
    if (night?.isThis) return done("sent");
    if (!night || night.isThis === false || night.types !== form.types.length) return refused(missing);
    if (night.isLongOver) return refused({ reason: "over" });
    if (night.lately >= limits.messagesPerNightAndDay) return refused({ reason: "too_many_today" });
    const { kind, at, types: typeIds, subject, body } = form;
    const { people } = await countNightHolders(sql, eventId, { kind, typeIds, atGate: at });
    if (people === 0) return refused({ reason: "nobody" });
    await sql.query(
      "INSERT INTO night_messages (id, event_id, kind, type_ids, at_gate, subject, body, actor_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
      [id, eventId, kind, typeIds, at, subject, body, actor.userId],
    );
    await recordChange(sql, actor, {
      subjectKind: "event",
      subjectId: eventId,
      what: "message_sent",
      after: { subject },
    });
    await faultPoint("message.written");
    return done("sent");
  });
}

type NightState = {
  readonly isLongOver: boolean;
  /** Whether the message is stored already, for this night; null when it is new. */
  readonly isThis: boolean | null;
  readonly lately: number;
  readonly types: number;
};
