import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { id, instant, money, wallTime } from "#platform/database/columns.server.ts";
import { imagePositions } from "#ticketing/pictures/picture.ts";
import { pictures } from "#ticketing/pictures/picture-tables.server.ts";
import { reservedNames } from "./artist-form.ts";
import { doorsAt, endsAt, startsAt } from "./night-time.ts";
import { slugKinds } from "./slug.ts";
import { stopKinds } from "./stop.ts";
import { codeKinds, specialNamePattern } from "./type-family.ts";

/** Words of the program for a check of a column. */
export const quotedList = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(", "));
const knownPosition = (column: AnyPgColumn): SQL => sql`${column} IN (${quotedList(imagePositions)})`;

/** The slug that pages link to, one of `slugs`. A trigger sets it, whatever is written here (rules.sql). */
const slug = () => text("slug").notNull().default("");

/** A night. Its capacity is in the counter with the same id in `stock_counters`. */
export const events = pgTable(
  "events",
  {
    id: id(),
    name: text("name").notNull(),
    title: text("title").notNull(),
    slug: slug(),
    description: text("description").notNull(),
    date: date("date", { mode: "string" }).notNull(),
    time: wallTime("time"),
    location: text("location").notNull(),
    /** When the doors open, and when the night ends; an end before the beginning means the next day. */
    doors: wallTime("doors"),
    ends: wallTime("ends"),
    /** The hour at which online sale stops; null: at the night's end (night-time). */
    saleUntil: wallTime("sale_until"),
    minimumAge: integer("minimum_age"),
    address: text("address"),
    directions: text("directions"),
    imageUrl: text("image_url").references(() => pictures.url),
    imagePosition: text("image_position", { enum: imagePositions }).notNull().default("center"),
    light: text("light").notNull().default("#38F2C0"),
    isAvailable: boolean("is_available").notNull().default(true),
    /**
     * When the night becomes public; null for a draft. Nothing else makes it public: no job publishes
     * (docs/decisions/0029). The default is for builds that know no drafts.
     */
    publishAt: instant("publish_at").defaultNow(),
    cancelledAt: instant("cancelled_at"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
    /** The night's instants (night-time). Only these decide what is past, running or coming. */
    startsAt: instant("starts_at").generatedAlwaysAs(sql.raw(startsAt)).notNull(),
    doorsAt: instant("doors_at").generatedAlwaysAs(sql.raw(doorsAt)).notNull(),
    endsAt: instant("ends_at").generatedAlwaysAs(sql.raw(endsAt)).notNull(),
  },
  (table) => [
    index("events_date_idx").on(table.date, table.id),
    index("events_starts_idx").on(table.startsAt, table.id),
    index("events_not_open_idx")
      .on(table.date)
      .where(sql`NOT (${table.isAvailable} AND ${table.cancelledAt} IS NULL)`),
    check("events_image_position_known", knownPosition(table.imagePosition)),
    check("events_minimum_age", sql`${table.minimumAge} BETWEEN 1 AND 99`),
    check("events_light_is_colour", sql`${table.light} ~ '^#[0-9A-Fa-f]{6}$'`),
  ],
);

/** A pool: a number of people that types of one night share, beside their own units. Its counter has the same id. */
export const pools = pgTable(
  "pools",
  {
    id: id(),
    eventId: uuid("event_id")
      .notNull()
      .references(() => events.id),
    name: text("name").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("pools_event_idx").on(table.eventId),
    check("pools_named", sql`btrim(${table.name}) <> ''`),
  ],
);

/**
 * A ticket type. The counter with the same id has its units; `quantity_available` is what that counter has left. A
 * type admits to the events in `event_tickets`. If it has phases, its price is that of the last phase.
 */
export const tickets = pgTable(
  "tickets",
  {
    id: id(),
    eventId: uuid("event_id").references(() => events.id, { onDelete: "set null" }),
    type: text("type").notNull(),
    price: money("price").notNull(),
    entries: integer("entries").notNull().default(1),
    isVisible: boolean("is_visible").notNull().default(true),
    priceId: text("stripe_price_id").unique(),
    priceAgreedAt: instant("price_agreed_at"),
    /** Since when the type waits for a price at the provider (make-wanted-prices). */
    priceWantedAt: instant("price_wanted_at"),
    description: text("description"),
    imageUrl: text("image_url").references(() => pictures.url),
    imagePosition: text("image_position", { enum: imagePositions }).notNull().default("center"),
    isUsed: boolean("is_used").notNull().default(false),
    isQuickPurchase: boolean("is_quick_purchase").notNull().default(false),
    isSeasonPass: boolean("is_season_pass").notNull().default(false),
    // computed once, because lists count and filter by it: matching names each time would be slow
    isSpecial: boolean("is_special")
      .notNull()
      .generatedAlwaysAs(sql.raw(`is_season_pass OR type ~* '${specialNamePattern}'`)),
    family: text("family", { enum: ["ordinary", "season_pass", "early_bird"] })
      .notNull()
      .default("ordinary"),
    offerRank: integer("offer_rank"),
    codePer: text("code_per", { enum: codeKinds }).notNull().default("order"),
    poolId: uuid("pool_id").references(() => pools.id),
    /** False for an add-on: it admits nobody and is bought beside a ticket of the same order. */
    admits: boolean("admits").notNull().default(true),
    /** Nobody sees or buys the type without a voucher that unlocks it. */
    requiresCode: boolean("requires_code").notNull().default(false),
    /** The last hour of entry at the gate; an hour before the night's beginning means the next day. */
    enterUntil: wallTime("enter_until"),
    saleStartsAt: instant("sale_starts_at"),
    saleEndsAt: instant("sale_ends_at"),
    archivedAt: instant("archived_at"),
    /** When the first of its nights becomes public. A trigger keeps it (rules.sql), so that policies read one row. */
    shownFrom: instant("shown_from"),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("tickets_event_idx").on(table.eventId),
    index("tickets_price_wanted_idx").on(table.priceWantedAt).where(sql`${table.priceWantedAt} IS NOT NULL`),
    index("tickets_pool_idx").on(table.poolId).where(sql`${table.poolId} IS NOT NULL`),
    // reports add up types that have the same name (plain-sales.ts)
    index("tickets_name_idx").on(sql`(md5(${table.type})::uuid)`),
    uniqueIndex("tickets_one_quick_purchase").on(sql`(true)`).where(sql`${table.isQuickPurchase}`),
    check("tickets_type_named", sql`btrim(${table.type}) <> ''`),
    check("tickets_price_not_negative", sql`${table.price} >= 0`),
    check("tickets_entries_positive", sql`${table.entries} BETWEEN 1 AND 100`),
    check("tickets_code_per_known", sql`${table.codePer} IN ('order', 'person')`),
    check("tickets_pool_of_one_night", sql`${table.poolId} IS NULL OR ${table.family} = 'ordinary'`),
    check(
      "tickets_add_on_alone",
      sql`${table.admits} OR (${table.entries} = 1 AND ${table.family} = 'ordinary' AND ${table.poolId} IS NULL AND ${table.enterUntil} IS NULL)`,
    ),
    check("tickets_family_known", sql`${table.family} IN ('ordinary', 'season_pass', 'early_bird')`),
    check("tickets_image_position_known", knownPosition(table.imagePosition)),
  ],
);

/** Which events a ticket type admits to. */
export const eventTickets = pgTable(
  "event_tickets",
  {
    eventId: uuid("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    ticketId: uuid("ticket_id")
      .notNull()
      .references(() => tickets.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.ticketId] }),
    index("event_tickets_ticket_idx").on(table.ticketId),
  ],
);

export const artists = pgTable(
  "artists",
  {
    id: id(),
    name: text("name").notNull(),
    slug: slug(),
    bio: text("bio").notNull(),
    tagline: text("tagline"),
    imageUrl: text("image_url").references(() => pictures.url),
    imagePosition: text("image_position", { enum: imagePositions }).notNull().default("center"),
    youtubeLink: text("youtube_link"),
    featured: boolean("featured").notNull().default(false),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    check(
      "artists_name_not_reserved",
      sql`lower(btrim(${table.name})) NOT IN (${quotedList(reservedNames)})`,
    ),
    check("artists_video_link_is_web", sql`${table.youtubeLink} ~ '^https?://'`),
    check("artists_image_position_known", knownPosition(table.imagePosition)),
  ],
);

/** The artists of a night, in their order on the bill. */
export const eventArtists = pgTable(
  "event_artists",
  {
    eventId: uuid("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    artistId: uuid("artist_id")
      .notNull()
      .references(() => artists.id, { onDelete: "cascade" }),
    billing: integer("billing").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.artistId] }),
    index("event_artists_artist_idx").on(table.artistId),
  ],
);

/** Every slug that a night or artist ever had: a row never changes, so that old addresses work for ever. */
export const slugs = pgTable(
  "slugs",
  {
    kind: text("kind", { enum: slugKinds }).notNull(),
    slug: text("slug").notNull(),
    subjectId: uuid("subject_id").notNull(),
    givenAt: instant("given_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.slug] }),
    check("slugs_kind_known", sql`${table.kind} IN ('event', 'artist')`),
    // no slug may look like an id: an address with an id has 36 such characters
    check(
      "slugs_readable",
      sql`${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND ${table.slug} !~ '^[0-9a-f-]{36}$' AND length(${table.slug}) <= 80`,
    ),
  ],
);

const kinds = sql.raw(stopKinds.map((kind) => `'${kind}'`).join(", "));
const wholeSite = sql.raw("'00000000-0000-0000-0000-000000000000'");

/** What is stopped, for one night or the whole site, by whom and why. In force until lifted or until its end. */
export const stops = pgTable(
  "stops",
  {
    id: uuid("id").primaryKey(),
    eventId: uuid("event_id").references(() => events.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: stopKinds }).notNull(),
    reason: text("reason").notNull(),
    startedBy: uuid("started_by").notNull(),
    since: instant("since").notNull().defaultNow(),
    /** When the stop ends by itself; null if it does not. */
    until: instant("until"),
    liftedAt: instant("lifted_at"),
    liftedBy: uuid("lifted_by"),
  },
  (table) => [
    uniqueIndex("stops_one_in_force")
      .on(table.kind, sql`coalesce(${table.eventId}, ${wholeSite})`)
      .where(sql`${table.liftedAt} IS NULL`),
    check("stops_kind_known", sql`${table.kind} IN (${kinds})`),
    check("stops_have_a_reason", sql`btrim(${table.reason}) <> ''`),
  ],
);
