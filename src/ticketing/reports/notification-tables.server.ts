import { pgTable, uuid } from "drizzle-orm/pg-core";
import { instant } from "#platform/database/columns.server.ts";
import { tickets } from "#ticketing/events/event-tables.server.ts";
import { profiles } from "#ticketing/people/people-tables.server.ts";

/** Up to when an administrator has read the notifications. They are existing rows: a sale writes nothing for them. */
export const notificationReads = pgTable("notification_reads", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => profiles.id, { onDelete: "cascade" }),
  readUntil: instant("read_until").notNull(),
});

/** Since when a type has few units left. A job writes it, because no other row holds that time. */
export const lowStock = pgTable("low_stock", {
  ticketTypeId: uuid("ticket_type_id")
    .primaryKey()
    .references(() => tickets.id, { onDelete: "cascade" }),
  since: instant("since").notNull().defaultNow(),
});
