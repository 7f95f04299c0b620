import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "#platform/database/columns.server.ts";
import { wayInChanges } from "#platform/identity/accounts/account-events.ts";

export const letterKinds = [
  "confirm_address",
  "confirm_new_address",
  "address_change_asked",
  "welcome_email",
  "address_known",
  "reset_password",
  "password_changed",
  ...wayInChanges,
  "role_changed",
  "team_invitation",
  "one_time_code",
  "ticket_confirmation",
  "season_pass_confirmation",
  "payment_returned",
  "ticket_for_you",
  "ticket_accepted",
  "ticket_declined",
  "ticket_ended",
  "guest_place",
  "night_cancelled",
  "night_moved",
  "night_message",
  "newsletter_confirm",
  "newsletter_welcome",
] as const;

export type LetterKind = (typeof letterKinds)[number];

/**
 * Whether an email can still be composed after it was given up. Links are deleted then, because they may be secrets.
 */
export const afterGivingUp = {
  confirm_address: "link_gone",
  confirm_new_address: "link_gone",
  address_change_asked: "link_gone",
  address_known: "link_gone",
  reset_password: "link_gone",
  password_changed: "link_gone",
  address_changed: "whole",
  factor_added: "link_gone",
  factor_removed: "link_gone",
  recovery_codes_renewed: "link_gone",
  recovery_code_used: "link_gone",
  passkey_added: "link_gone",
  passkey_removed: "link_gone",
  identity_linked: "link_gone",
  identity_unlinked: "link_gone",
  one_time_code: "link_gone",
  newsletter_confirm: "link_gone",
  newsletter_welcome: "link_gone",
  role_changed: "whole",
  welcome_email: "whole",
  ticket_confirmation: "whole",
  season_pass_confirmation: "whole",
  payment_returned: "whole",
  ticket_for_you: "link_gone",
  team_invitation: "link_gone",
  ticket_accepted: "whole",
  ticket_declined: "whole",
  ticket_ended: "whole",
  guest_place: "whole",
  night_cancelled: "whole",
  night_moved: "whole",
  night_message: "whole",
} as const satisfies Record<LetterKind, "link_gone" | "whole">;

/** A failed try, or another event in the email's life. */
export type LetterTry = {
  /** The time as text, in the database's format. */
  readonly at: string;
  readonly what:
    | "put_off"
    | "given_up"
    | "bounced"
    | "void"
    | "refused"
    | "paused"
    | "interrupted"
    | "retried";
  /** The mail server's answer, without addresses; empty when there was none. */
  readonly reason: string;
  /** Minutes until the next try; 0 when there is none. */
  readonly minutes: number;
};

/**
 * SQL: the lane of an email; the lowest lane goes first. 0: tickets, and what an account did. 1: emails for
 * which anybody can ask, by whom hundreds may come at once. 2: copies of a message to a night's holders. 3: emails that the mail server refused before.
 */
export const laneInSql = `CASE WHEN tries -> -1 ->> 'what' = 'refused' THEN 3 WHEN night_message_id IS NOT NULL THEN 2
  WHEN kind IN ('confirm_address', 'confirm_new_address', 'address_known', 'reset_password', 'one_time_code', 'newsletter_confirm') THEN 1 ELSE 0 END`;
/** SQL: whether an email waits because the mail server refused it. */
export const isRefusedInSql = `state = 'queued' AND ${laneInSql} = 3`;

/**
 * The outbox. An email is written in the transaction of its cause and sent later. Its Message-ID is chosen at once,
 * so that a second copy after a crash is recognised as the same email.
 */
export const letters = pgTable(
  "letters",
  {
    id: id(),
    kind: text("kind", { enum: letterKinds }).notNull(),
    dedupeKey: text("dedupe_key").notNull().unique(),
    recipient: text("recipient").notNull(),
    userId: uuid("user_id"),
    orderId: uuid("order_id"),
    purchaseId: uuid("purchase_id"),
    /** The message to a night's holders of which this is one of many copies; no other email waits for them. */
    nightMessageId: uuid("night_message_id"),
    variables: jsonb("variables").notNull().default({}),
    messageId: text("message_id").notNull().unique(),
    state: text("state", { enum: ["queued", "inflight", "sent", "dead", "bounced"] })
      .notNull()
      .default("queued"),
    attempts: integer("attempts").notNull().default(0),
    /** How often the mail server may have accepted the email without our recording it, because the process died. */
    interruptions: integer("interruptions").notNull().default(0),
    nextAt: instant("next_at").notNull().defaultNow(),
    lastError: text("last_error"),
    /** All failures and other events of this email, the oldest first. */
    tries: jsonb("tries").$type<readonly LetterTry[]>().notNull().default([]),
    /** The template it was composed with, such as "ticket_confirmation 7"; null until the first try. */
    template: text("template"),
    /** True when the chosen template could not be used, so the program's own was used (F31). */
    isFallback: boolean("is_fallback").notNull().default(false),
    createdAt: instant("created_at").notNull().defaultNow(),
    sentAt: instant("sent_at"),
  },
  (table) => [
    index("letters_waiting_idx").on(table.nextAt).where(sql`${table.state} IN ('queued', 'inflight')`),
    // Serves the search for the next emails to send.
    index("letters_queue_idx")
      .on(sql.raw(`(${laneInSql})`), table.nextAt)
      .where(sql`${table.state} = 'queued'`),
    index("letters_night_message_idx")
      .on(table.nightMessageId, table.state)
      .where(sql`${table.nightMessageId} IS NOT NULL`),
    // Serves the few emails that an administrator has to look at.
    index("letters_failed_idx").on(table.id).where(sql`${table.state} IN ('dead', 'bounced')`),
    index("letters_order_idx").on(table.orderId),
    check("letters_state_known", sql`${table.state} IN ('queued', 'inflight', 'sent', 'dead', 'bounced')`),
  ],
);

/**
 * At most one row. While it exists, the mail server refuses us and no email is sent. If `mail_pace` has a row too,
 * one is tried at that time, and the first accepted email ends the pause. Without one, the pause waits for a person.
 */
export const mailPause = pgTable(
  "mail_pause",
  {
    oneRow: boolean("one_row").primaryKey().default(true),
    since: instant("since").notNull().defaultNow(),
    reason: text("reason").notNull(),
  },
  (table) => [check("mail_pause_is_one_row", sql`${table.oneRow}`)],
);

/**
 * At most one row: until its time no email is sent, because the server accepted none. The next success deletes it.
 */
export const mailPace = pgTable(
  "mail_pace",
  {
    oneRow: boolean("one_row").primaryKey().default(true),
    since: instant("since").notNull().defaultNow(),
    reason: text("reason").notNull(),
    seconds: integer("seconds").notNull(),
    until: instant("until").notNull(),
  },
  (table) => [check("mail_pace_is_one_row", sql`${table.oneRow}`)],
);
