import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { id, instant, money } from "#platform/database/columns.server.ts";
import { saleMeans } from "#ticketing/events/door-sale.ts";
import { events, quotedList, tickets } from "#ticketing/events/event-tables.server.ts";
import { listedGuests } from "#ticketing/guest-lists/guest-list-tables.server.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import { ticketPurchases } from "#ticketing/orders/line-tables.server.ts";
import { doorModes, rowFindings, rowKinds, rowModes, rowReasons } from "./door-words.ts";

const asSql = (n: number) => sql.raw(String(n));
const hashPattern = sql.raw("'^[0-9a-f]{64}$'");

/** A reference to a night. The row is deleted with the night. */
export const eventReference = () =>
  uuid("event_id")
    .notNull()
    .references(() => events.id, { onDelete: "cascade" });

/**
 * The gates of a night. `type_ids`: the ticket types that enter there; empty means all. In mode `strict`, this gate
 * alone decides about its tickets while nobody can ask the server (docs/decisions/0037).
 */
export const gates = pgTable(
  "gates",
  {
    id: id(),
    eventId: eventReference(),
    name: text("name").notNull(),
    typeIds: uuid("type_ids").array().notNull().default(sql`'{}'`),
    mode: text("mode", { enum: doorModes }).notNull().default("open"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    unique("gates_of_event").on(table.id, table.eventId),
    uniqueIndex("gates_name").on(table.eventId, sql`lower(${table.name})`),
    check("gates_name_length", sql`length(btrim(${table.name})) BETWEEN 1 AND ${asSql(lengths.deviceName)}`),
    check("gates_mode_known", sql`${table.mode} IN (${quotedList(doorModes)})`),
  ],
);

/** An invitation: a secret that enrols one phone at this gate, once. The chief shows it as a QR. */
export const gateInvitations = pgTable(
  "gate_invitations",
  {
    id: id(),
    gateId: uuid("gate_id")
      .notNull()
      .references(() => gates.id, { onDelete: "cascade" }),
    secretHash: text("secret_hash").notNull().unique(),
    madeBy: uuid("made_by").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
    /** True for a chief's phone, whose signature lets people in. */
    isChief: boolean("is_chief").notNull().default(false),
  },
  (table) => [
    index("gate_invitations_gate_idx").on(table.gateId),
    check("gate_invitations_secret_is_a_hash", sql`${table.secretHash} ~ ${hashPattern}`),
    check("gate_invitations_end", sql`${table.expiresAt} > ${table.createdAt}`),
  ],
);

/**
 * The phones of a gate, each with its public key; the private key never leaves the phone. `acked_through`: the server
 * has every row up to this number. `said_through`: the number of the phone's last row, by its last beat.
 * `settled_at`: the last beat at which no row was missing.
 */
export const gateDevices = pgTable(
  "gate_devices",
  {
    id: id(),
    gateId: uuid("gate_id").notNull(),
    eventId: uuid("event_id").notNull(),
    name: text("name").notNull(),
    /** P-256, the raw point of 65 bytes in base64url. */
    publicKey: text("public_key").notNull().unique(),
    invitedBy: uuid("invited_by").notNull(),
    /** Whether it is the phone of its gate that decides without network, if the gate is strict. */
    decides: boolean("decides").notNull(),
    enrolledAt: instant("enrolled_at").notNull().defaultNow(),
    endsAt: instant("ends_at").notNull(),
    revokedAt: instant("revoked_at"),
    revokedBy: uuid("revoked_by"),
    /** When the chief accepted the rows of the stopped phone, so that they count. */
    rowsAcceptedAt: instant("rows_accepted_at"),
    rowsAcceptedBy: uuid("rows_accepted_by"),
    isChief: boolean("is_chief").notNull().default(false),
    /** Whether its calls are accepted only near the server's time. False for a phone that an older build enrolled. */
    callsAge: boolean("calls_age").notNull().default(false),
    seenAt: instant("seen_at").notNull().defaultNow(),
    settledAt: instant("settled_at").notNull().defaultNow(),
    ackedThrough: integer("acked_through").notNull().default(0),
    saidThrough: integer("said_through").notNull().default(0),
    /** When the phone's present list was made. */
    listAt: instant("list_at"),
    /** Unused: in an earlier build the chief could choose another phone to decide. */
    yieldsTo: uuid("yields_to").references((): AnyPgColumn => gateDevices.id),
    yieldId: uuid("yield_id"),
    /** Percent, by the newest beat; null when the browser does not tell it. */
    battery: integer("battery"),
    /** For a stopped phone: the cash that somebody else counted in its till, who counted it, and when. */
    tillBani: money("till_bani"),
    tillBy: uuid("till_by"),
    tillAt: instant("till_at"),
  },
  (table) => [
    foreignKey({
      name: "gate_devices_gate",
      columns: [table.gateId, table.eventId],
      foreignColumns: [gates.id, gates.eventId],
    }).onDelete("cascade"),
    index("gate_devices_event_idx").on(table.eventId),
    uniqueIndex("gate_devices_one_decides")
      .on(table.gateId)
      .where(sql`${table.decides} AND ${table.revokedAt} IS NULL`),
    check(
      "gate_devices_name_length",
      sql`length(btrim(${table.name})) BETWEEN 1 AND ${asSql(lengths.deviceName)}`,
    ),
    check("gate_devices_key_is_a_point", sql`${table.publicKey} ~ '^B[A-Za-z0-9_-]{86}$'`),
    check("gate_devices_end", sql`${table.endsAt} > ${table.enrolledAt}`),
    check("gate_devices_revoked_by", sql`(${table.revokedAt} IS NULL) = (${table.revokedBy} IS NULL)`),
    check(
      "gate_devices_accepted_by",
      sql`(${table.rowsAcceptedAt} IS NULL) = (${table.rowsAcceptedBy} IS NULL) AND (${table.rowsAcceptedAt} IS NULL OR ${table.revokedAt} IS NOT NULL)`,
    ),
    check(
      "gate_devices_yields",
      sql`(${table.yieldsTo} IS NULL) = (${table.yieldId} IS NULL) AND (${table.yieldsTo} IS NULL OR ${table.decides}) AND ${table.yieldsTo} IS DISTINCT FROM ${table.id}`,
    ),
    check(
      "gate_devices_till",
      sql`${table.tillBani} >= 0 AND num_nonnulls(${table.tillBani}, ${table.tillBy}, ${table.tillAt}) IN (0, 3)`,
    ),
    check("gate_devices_battery", sql`${table.battery} BETWEEN 0 AND 100`),
    check("gate_devices_through", sql`${table.ackedThrough} >= 0 AND ${table.saidThrough} >= 0`),
  ],
);

/**
 * Tickets of a type that one phone may sell at its gate, even without network (docs/decisions/0039). `quantity` was
 * taken out of the normal stock; sold tickets stay in it, returned ones leave it. Price, entries and pool are those
 * of the moment when the first tickets were set aside.
 */
export const doorShares = pgTable(
  "door_shares",
  {
    id: id(),
    eventId: eventReference(),
    deviceId: uuid("device_id")
      .notNull()
      .references(() => gateDevices.id, { onDelete: "cascade" }),
    ticketTypeId: uuid("ticket_type_id")
      .notNull()
      .references(() => tickets.id),
    poolId: uuid("pool_id"),
    quantity: integer("quantity").notNull(),
    entries: integer("entries").notNull(),
    price: money("price").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    unique("door_shares_of_phone").on(table.deviceId, table.ticketTypeId),
    index("door_shares_event_idx").on(table.eventId),
    index("door_shares_type_idx").on(table.ticketTypeId),
    check("door_shares_quantity", sql`${table.quantity} >= 0`),
    check("door_shares_entries", sql`${table.entries} BETWEEN 0 AND ${asSql(limits.entriesPerTicket)}`),
    check("door_shares_price", sql`${table.price} >= 0`),
  ],
);

/**
 * The rows that phones wrote, each as it was signed, whatever it says. Of a row nothing changes but whether it counts and
 * its finding, where migrations/rules.sql says so: a stopped phone's rows begin to count when the chief accepts them. `is_counted`: its people count on that ticket or name.
 * `finding`: why they do not count, or what only the server knew. `quarantined`: other bytes under a number that was
 * used.
 */
export const gateLog = pgTable(
  "gate_log",
  {
    deviceId: uuid("device_id")
      .notNull()
      .references(() => gateDevices.id),
    seq: integer("seq").notNull(),
    digest: text("digest").notNull(),
    eventId: uuid("event_id").notNull(),
    signedText: text("signed_text").notNull(),
    signature: text("signature").notNull(),
    isQuarantined: boolean("is_quarantined").notNull(),
    kind: text("kind", { enum: rowKinds }).notNull(),
    mode: text("mode", { enum: rowModes }).notNull(),
    purchaseId: uuid("purchase_id").references(() => ticketPurchases.id),
    guestId: uuid("guest_id").references(() => listedGuests.id),
    entries: integer("entries").notNull(),
    undoesDevice: uuid("undoes_device"),
    undoesSeq: integer("undoes_seq"),
    reason: text("reason", { enum: rowReasons }),
    /** For a sale: the type, how many, how it was paid. `bani` is its amount, or the counted cash of a till. */
    typeId: uuid("type_id"),
    quantity: integer("quantity"),
    bani: money("bani"),
    /** For a till: the cash at its beginning, which is a part of the counted cash. */
    openingBani: money("opening_bani"),
    means: text("means", { enum: saleMeans }),
    receipt: text("receipt"),
    isCounted: boolean("is_counted").notNull(),
    finding: text("finding", { enum: rowFindings }),
    /** For mode `override`: the chief's phone that allowed it. */
    chiefDevice: uuid("chief_device").references(() => gateDevices.id),
    /**
     * The time by the phone's clock, corrected if it was wrong and the phone told it. For display, not for decisions.
     */
    deviceAt: instant("device_at"),
    /** The time by the phone's own clock, if `device_at` was corrected; else null. */
    saidAt: instant("said_at"),
    receivedAt: instant("received_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.seq, table.digest] }),
    uniqueIndex("gate_log_one_row").on(table.deviceId, table.seq).where(sql`NOT ${table.isQuarantined}`),
    foreignKey({
      name: "gate_log_share",
      columns: [table.deviceId, table.typeId],
      foreignColumns: [doorShares.deviceId, doorShares.ticketTypeId],
    }),
    index("gate_log_purchase_idx").on(table.purchaseId).where(sql`${table.purchaseId} IS NOT NULL`),
    index("gate_log_guest_idx").on(table.guestId).where(sql`${table.guestId} IS NOT NULL`),
    index("gate_log_undone_idx")
      .on(table.undoesDevice, table.undoesSeq)
      .where(sql`${table.undoesSeq} IS NOT NULL`),
    index("gate_log_event_idx").on(table.eventId, table.receivedAt),
    index("gate_log_sale_idx")
      .on(table.eventId, table.deviceId)
      .where(sql`${table.kind} IN ('sale', 'shift')`),
    index("gate_log_received_idx").on(table.deviceId, table.receivedAt),
    check("gate_log_seq", sql`${table.seq} >= 1`),
    check("gate_log_digest_is_a_hash", sql`${table.digest} ~ ${hashPattern}`),
    check(
      "gate_log_text_length",
      sql`length(${table.signedText}) BETWEEN 1 AND ${asSql(limits.gateRowText)}`,
    ),
    check("gate_log_kind_known", sql`${table.kind} IN (${quotedList(rowKinds)})`),
    check("gate_log_mode_known", sql`${table.mode} IN (${quotedList(rowModes)})`),
    check("gate_log_finding_known", sql`${table.finding} IN (${quotedList(rowFindings)})`),
    check("gate_log_reason_known", sql`${table.reason} IN (${quotedList(rowReasons)})`),
    check("gate_log_entries", sql`${table.entries} BETWEEN 0 AND ${asSql(limits.entriesPerTicket)}`),
    check("gate_log_of_one", sql`${table.purchaseId} IS NULL OR ${table.guestId} IS NULL`),
    check("gate_log_chief_overrides", sql`${table.chiefDevice} IS NULL OR ${table.mode} = 'override'`),
    check(
      "gate_log_undo_names_a_row",
      sql`(${table.kind} = 'undo') = (${table.undoesDevice} IS NOT NULL AND ${table.undoesSeq} IS NOT NULL AND ${table.reason} IS NOT NULL)`,
    ),
    check("gate_log_means_known", sql`${table.means} IN (${quotedList(saleMeans)})`),
    check("gate_log_receipt_length", sql`length(${table.receipt}) BETWEEN 1 AND ${asSql(lengths.receipt)}`),
    check(
      "gate_log_sale",
      sql`(${table.kind} = 'sale') = (${table.means} IS NOT NULL AND ${table.quantity} IS NOT NULL AND ${table.bani} IS NOT NULL)`,
    ),
    check("gate_log_sale_quantity", sql`${table.quantity} BETWEEN 1 AND ${asSql(limits.ticketsPerDoorSale)}`),
    check(
      "gate_log_bani",
      sql`${table.bani} >= 0 AND (${table.bani} IS NULL OR ${table.kind} IN ('sale', 'shift'))`,
    ),
    check(
      "gate_log_opening",
      sql`${table.openingBani} >= 0 AND (${table.openingBani} IS NULL OR ${table.kind} = 'shift')`,
    ),
    check(
      "gate_log_counts_people",
      sql`NOT ${table.isCounted} OR (NOT ${table.isQuarantined} AND (${table.kind} = 'undo' OR ${table.kind} = 'shift' AND ${table.bani} IS NOT NULL OR ${table.kind} = 'sale' AND ${table.typeId} IS NOT NULL OR num_nonnulls(${table.purchaseId}, ${table.guestId}) = 1 AND ${table.entries} > 0))`,
    ),
  ],
);
