import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { WallTime } from "#kernel/time.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { eventTickets, tickets } from "./event-tables.server.ts";

/** The types of a night that admit until an hour of it. */
export async function typesWithLastEntry(
  client: Sql,
  night: string,
): Promise<{ type: string; enterUntil: WallTime | null }[]> {
  return builder(client)
    .select({ type: tickets.type, enterUntil: tickets.enterUntil })
    .from(tickets)
    .innerJoin(eventTickets, eq(eventTickets.ticketId, tickets.id))
    .where(and(eq(eventTickets.eventId, night), isNull(tickets.archivedAt), isNotNull(tickets.enterUntil)))
    .orderBy(tickets.type);
}
