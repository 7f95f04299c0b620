import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { id, instant, money } from "#platform/database/columns.server.ts";
import { tickets } from "./event-tables.server.ts";
import { voucherKinds } from "./voucher.ts";

/**
 * A price of a type until so many tickets are sold (the counter with the same id) or until a moment, whichever comes
 * first. Phases follow each other by `no`; the last has no end.
 */
export const pricePhases = pgTable(
  "price_phases",
  {
    id: id(),
    ticketTypeId: uuid("ticket_type_id")
      .notNull()
      .references(() => tickets.id),
    no: integer("no").notNull(),
    name: text("name").notNull(),
    price: money("price").notNull(),
    endsAt: instant("ends_at"),
  },
  (table) => [
    unique("price_phases_order").on(table.ticketTypeId, table.no),
    check("price_phases_no", sql`${table.no} BETWEEN 1 AND 10`),
    check("price_phases_named", sql`btrim(${table.name}) <> ''`),
    check("price_phases_price", sql`${table.price} >= 0`),
  ],
);

/**
 * A voucher: a code that people type. It lowers prices or opens hidden types. The counter with the same id limits its
 * uses, in tickets. Null nights or types mean all. Vouchers of one set were made together.
 */
export const vouchers = pgTable(
  "vouchers",
  {
    id: id(),
    code: text("code").notNull().unique(),
    name: text("name").notNull(),
    setId: uuid("set_id"),
    kind: text("kind", { enum: voucherKinds }).notNull(),
    percent: integer("percent"),
    amount: money("amount"),
    eventIds: uuid("event_ids").array(),
    ticketTypeIds: uuid("ticket_type_ids").array(),
    perPerson: integer("per_person"),
    startsAt: instant("starts_at"),
    endsAt: instant("ends_at"),
    isOn: boolean("is_on").notNull().default(true),
    /** Whether a refund gives the uses back. When the organiser cancels, they always come back. */
    returnsUses: boolean("returns_uses").notNull().default(false),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    check("vouchers_code_typed", sql`${table.code} ~ '^[A-Z0-9][A-Z0-9-]{2,39}$'`),
    check("vouchers_named", sql`btrim(${table.name}) <> ''`),
    // coalesce, because a CHECK lets NULL pass
    check(
      "vouchers_do_one_thing",
      sql`coalesce(CASE ${table.kind}
        WHEN 'percent' THEN ${table.percent} BETWEEN 1 AND 100 AND ${table.amount} IS NULL
        WHEN 'fixed' THEN ${table.amount} > 0 AND ${table.percent} IS NULL
        WHEN 'unlock' THEN ${table.amount} IS NULL AND ${table.percent} IS NULL AND cardinality(${table.ticketTypeIds}) > 0
      END, false)`,
    ),
    check("vouchers_per_person", sql`${table.perPerson} >= 1`),
    check("vouchers_window", sql`${table.startsAt} < ${table.endsAt}`),
  ],
);
