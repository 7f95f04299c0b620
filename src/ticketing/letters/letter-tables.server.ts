import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "#platform/database/columns.server.ts";

export const letterKinds = [
  "confirm_address",
  "confirm_new_address",
  "address_change_asked",
  "welcome_email",
  "address_known",
  "reset_password",
  "password_changed",
  "address_changed",
  "factor_added",
  "factor_removed",
  "recovery_codes_renewed",
  "recovery_code_used",
  "passkey_added",
  "passkey_removed",
  "identity_linked",
  "identity_unlinked",
  "role_changed",
  "one_time_code",
  "ticket_confirmation",
  "season_pass_confirmation",
  "payment_returned",
  "newsletter_confirm",
  "newsletter_welcome",
] as const;

export type LetterKind = (typeof letterKinds)[number];

/** One try that did not bring it there, or what became of it otherwise. */
export type LetterTry = {
  /** As the database wrote it. */
  readonly at: string;
  readonly what: "put_off" | "given_up" | "bounced" | "paused" | "interrupted" | "retried";
  /** The mail server's answer, without addresses; empty where nobody answered. */
  readonly reason: string;
  /** Minutes until the next one; 0 where there is none. */
  readonly minutes: number;
};

/**
 * The outbox. A letter is written in the transaction of its cause and sent later; its Message-ID is fixed here, so
 * that a second copy after a crash is recognised as the same letter.
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
    variables: jsonb("variables").notNull().default({}),
    messageId: text("message_id").notNull().unique(),
    state: text("state", { enum: ["queued", "inflight", "sent", "dead", "bounced"] })
      .notNull()
      .default("queued"),
    attempts: integer("attempts").notNull().default(0),
    /** How often the mail server may have taken this letter without our noting it, because the process died. */
    interruptions: integer("interruptions").notNull().default(0),
    nextAt: instant("next_at").notNull().defaultNow(),
    lastError: text("last_error"),
    /** Everything that went wrong on its way, the oldest first. */
    tries: jsonb("tries").$type<readonly LetterTry[]>().notNull().default([]),
    /** The template it was written with, such as "ticket_confirmation 7"; null until it was tried. */
    template: text("template"),
    /** The chosen template could not be used, and the one of the program took its place (F31). */
    isFallback: boolean("is_fallback").notNull().default(false),
    createdAt: instant("created_at").notNull().defaultNow(),
    sentAt: instant("sent_at"),
  },
  (table) => [
    index("letters_waiting_idx").on(table.nextAt).where(sql`${table.state} IN ('queued', 'inflight')`),
    // the few that somebody has to look at
    index("letters_failed_idx").on(table.id).where(sql`${table.state} IN ('dead', 'bounced')`),
    index("letters_order_idx").on(table.orderId),
    check("letters_state_known", sql`${table.state} IN ('queued', 'inflight', 'sent', 'dead', 'bounced')`),
  ],
);

/** At most one row: while it stands no letter leaves, because the mail server refuses our password. */
export const mailPause = pgTable(
  "mail_pause",
  {
    oneRow: boolean("one_row").primaryKey().default(true),
    since: instant("since").notNull().defaultNow(),
    reason: text("reason").notNull(),
  },
  (table) => [check("mail_pause_is_one_row", sql`${table.oneRow}`)],
);
