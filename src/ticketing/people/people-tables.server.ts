import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { foldedText } from "#kernel/like-pattern.ts";
import { citext, id, instant, rowOf } from "#platform/database/columns.server.ts";
import { personRoles } from "#platform/database/database-roles.ts";
import { wordsOfPerson } from "./person-words.ts";

/**
 * A person with an account, which has the same id in the schema `identity`; or a guest. Nobody can sign in as a
 * guest: a guest has no account, no `email` here, and separate sessions (`guest_sessions`).
 */
export const profiles = pgTable(
  "profiles",
  {
    id: uuid("id").primaryKey(),
    role: text("role", { enum: personRoles }).notNull().default("user"),
    fullName: text("full_name"),
    phone: text("phone"),
    avatarUrl: text("avatar_url"),
    email: citext("email").unique(),
    isGuest: boolean("is_guest").notNull().default(false),
    /** The address that a guest gave. Other guests and an account may have the same one. */
    contactEmail: citext("contact_email"),
    /** When the guest typed a code that was emailed to that address. */
    contactProvenAt: instant("contact_proven_at"),
    contactCorrectedAt: instant("contact_corrected_at"),
    /** Part of every link to a guest's orders; a higher number ends the older links. */
    contactVersion: integer("contact_version").notNull().default(1),
    /** Where emails to the person go. */
    contact: citext("contact").generatedAlwaysAs(sql`coalesce(email, contact_email)`),
    /** Whether a guest ever had a ticket. A trigger keeps it (rules.sql). */
    hasTickets: boolean("has_tickets").notNull().default(false),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("profiles_created_idx").on(table.createdAt),
    // for the search of purchases
    index("profiles_words_idx").using("gin", sql.raw(`(${foldedText(wordsOfPerson())}) gin_trgm_ops`)),
    index("profiles_contact_mailbox_idx").on(sql`mailbox_key(${table.contact}::text)`),
    // for `belongsToMailbox`; the one above is for the build before
    index("profiles_known_mailbox_idx")
      .on(sql`mailbox_key(${table.contact}::text)`)
      .where(sql`NOT ${table.isGuest} OR ${table.contactProvenAt} IS NOT NULL OR ${table.hasTickets}`),
    index("profiles_guests_idx").on(table.createdAt).where(sql`${table.isGuest}`),
    check(
      "profiles_role_known",
      sql`${table.role} IN ('user', 'gate', 'door_chief', 'box_office', 'manager', 'accountant', 'admin')`,
    ),
    check("profiles_full_name_length", sql`length(${table.fullName}) <= 200`),
    check("profiles_phone_length", sql`length(${table.phone}) <= 32`),
    check(
      "profiles_guest_without_account",
      sql`CASE WHEN ${table.isGuest} THEN ${table.email} IS NULL AND ${table.role} = 'user'
        ELSE ${table.contactEmail} IS NULL AND ${table.contactProvenAt} IS NULL AND ${table.contactCorrectedAt} IS NULL END`,
    ),
  ],
);

/** In characters. */
export const personNoteLength = 1000;

/** Notes about a customer by the club's team, for each other. The customer's own data export includes them. */
export const personNotes = pgTable(
  "person_notes",
  {
    id: id(),
    personId: rowOf("person_id", () => profiles.id, "cascade"),
    authorId: rowOf("author_id", () => profiles.id),
    note: text("note").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    index("person_notes_person_idx").on(table.personId),
    check(
      "person_notes_length",
      sql`length(btrim(${table.note})) BETWEEN 1 AND ${sql.raw(String(personNoteLength))}`,
    ),
  ],
);

/** `token` is the SHA-256 of the cookie, in hex; the cookie itself is never stored. */
export const guestSessions = pgTable(
  "guest_sessions",
  {
    id: id(),
    userId: rowOf("user_id", () => profiles.id, "cascade"),
    token: text("token").notNull().unique(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("guest_sessions_user_idx").on(table.userId),
    index("guest_sessions_expiry_idx").on(table.expiresAt),
    check("guest_sessions_token_is_a_hash", sql`${table.token} ~ '^[0-9a-f]{64}$'`),
  ],
);

/** The places that guests of a network asked for, for an hour. `network` is a hash; rows with 0 do not count. */
export const guestTries = pgTable(
  "guest_tries",
  {
    id: id(),
    network: text("network").notNull(),
    places: integer("places").notNull(),
    userId: uuid("user_id").references(() => profiles.id, { onDelete: "cascade" }),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    index("guest_tries_network_idx").on(table.network, table.at),
    index("guest_tries_at_idx").on(table.at),
    index("guest_tries_user_idx").on(table.userId),
    check("guest_tries_network_is_a_hash", sql`${table.network} ~ '^[0-9a-f]{64}$'`),
    check("guest_tries_places", sql`${table.places} >= 0`),
  ],
);
