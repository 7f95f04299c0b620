import { and, eq, isNull } from "drizzle-orm";
import { builder } from "#platform/database/builder.server.ts";
import { nextVersion } from "#platform/database/columns.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { byStart } from "#ticketing/events/night-time.ts";
import { tickets } from "./event-tables.server.ts";
import { isOver } from "./night-time.ts";
import { stoppedFor } from "./stop.ts";
import { linkNights } from "./ticket-type-store.server.ts";

/** A night that is about to be linked to a pass. */
export type NewNight = {
  readonly id: string;
  readonly title: string;
  /** Whether it is running or coming, so that holders of the pass get a ticket for it. */
  readonly isAhead: boolean;
  /** Whether it is public. Otherwise holders would get tickets for a night that nobody can see. */
  readonly isPublished: boolean;
  /** Whether the night, or the whole site, is stopped for every change. */
  readonly isReadOnly: boolean;
};

/**
 * Locks a ticket type and returns those of these nights that it does not admit to yet, in order; undefined if the
 * type does not exist. The caller has locked the counters, as `editTicketType` does.
 */
export async function lockNewNights(
  client: Sql,
  typeId: string,
  nights: readonly string[],
): Promise<NewNight[] | undefined> {
  const locked = await builder(client)
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.id, typeId), isNull(tickets.archivedAt)))
    .for("no key update");
  if (locked.length === 0) return undefined;
  const { rows } = await client.query<NewNight>(
    `SELECT e.id, e.title, NOT ${isOver("e")} AND e.cancelled_at IS NULL AS "isAhead", is_published(e.publish_at) AS "isPublished", ${stoppedFor(["read_only"], "ARRAY[e.id]")} AS "isReadOnly"
     FROM events e WHERE e.id = ANY($2::uuid[]) AND NOT EXISTS (SELECT FROM event_tickets l WHERE l.event_id = e.id AND l.ticket_id = $1)
     ORDER BY ${byStart("e")}`,
    [typeId, nights],
  );
  return rows;
}

/** Adds these nights to a locked type, as its next version. */
export async function linkNewNights(client: Sql, typeId: string, nights: readonly string[]): Promise<void> {
  await linkNights(client, typeId, nights);
  await builder(client).update(tickets).set(nextVersion).where(eq(tickets.id, typeId));
}
