import type { Sql } from "#platform/database/sql.ts";
import { isOver, isOverBy } from "#ticketing/events/night-time.ts";
import { durations } from "#ticketing/limits.ts";
import { type MessageNight, messageNight } from "./message-of-letter.server.ts";
import type { AtGate, MessageKind } from "./night-message.ts";

/** SQL: whether the night `e` ended more than $2 seconds ago; then nobody writes to its holders any more. */
export const isLongOver = isOverBy("e", "$2");

export type NightOfMessages = MessageNight & {
  readonly name: string;
  readonly address: string | null;
  readonly minimumAge: number | null;
  readonly isOver: boolean;
  readonly isLongOver: boolean;
  /** The ticket types of the night, add-ons last. */
  readonly types: readonly { readonly id: string; readonly name: string }[];
};

/** The night for its page of messages; undefined when it is unknown. */
export async function findNightOfMessages(sql: Sql, eventId: string): Promise<NightOfMessages | undefined> {
  const { rows } = await sql.query<NightOfMessages>(
    `SELECT e.name, ${messageNight}, e.address, e.minimum_age AS "minimumAge", ${isOver("e")} AS "isOver", ${isLongOver} AS "isLongOver",
       (SELECT coalesce(json_agg(json_build_object('id', t.id, 'name', t.type) ORDER BY t.admits DESC, t.type, t.id), '[]')
        FROM event_tickets l JOIN tickets t ON t.id = l.ticket_id WHERE l.event_id = e.id) AS types
     FROM events e WHERE e.id = $1`,
    [eventId, durations.namesOfNight],
  );
  return rows[0];
}

export type SentMessage = {
  readonly id: string;
  readonly kind: MessageKind;
  readonly typeNames: readonly string[];
  readonly atGate: AtGate;
  readonly subject: string;
  readonly at: Date;
  readonly stoppedAt: Date | null;
  /** Null until its emails are queued. */
  readonly recipients: number | null;
  readonly letters: {
    readonly sent: number;
    readonly waiting: number;
    readonly failed: number;
    /** Emails not sent because the message was stopped, or because the reader no longer had a ticket. */
    readonly dropped: number;
  };
};

const count = (which: string) => `count(*) FILTER (WHERE ${which})`;
const isDropped = "l.state = 'dead' AND l.tries -> -1 ->> 'what' IS NOT DISTINCT FROM 'void'";

/** The messages to a night's holders, newest first, and how many of their emails are sent. */
export async function listNightMessages(sql: Sql, eventId: string): Promise<SentMessage[]> {
  const { rows } = await sql.query<SentMessage>(
    `SELECT m.id, m.kind, m.at_gate AS "atGate", m.subject, m.at, m.stopped_at AS "stoppedAt", m.recipients,
       (SELECT coalesce(json_agg(t.type ORDER BY t.type), '[]') FROM tickets t WHERE t.id = ANY (m.type_ids)) AS "typeNames",
       (SELECT json_build_object('sent', ${count("l.state = 'sent'")}, 'waiting', ${count("l.state IN ('queued', 'inflight')")},
          'dropped', ${count(isDropped)}, 'failed', ${count(`l.state IN ('dead', 'bounced') AND NOT (${isDropped})`)})
        FROM letters l WHERE l.night_message_id = m.id) AS letters
     FROM night_messages m WHERE m.event_id = $1 ORDER BY m.at DESC, m.id`,
    [eventId],
  );
  return rows;
}
