import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bani } from "#kernel/money.ts";
import { id, instant, money, rowOf } from "#platform/database/columns.server.ts";
import { personRoles } from "#platform/database/database-roles.ts";
import { profiles } from "../people-tables.server.ts";

/** The team's settings, at most one row; without a row the defaults apply. */
export const teamSettings = pgTable(
  "team_settings",
  {
    oneRow: boolean("one_row").primaryKey().default(true),
    /** Whether everybody in the office must have a second factor. */
    demandsFactor: boolean("demands_factor").notNull().default(false),
    /** The bani that one person of the box office may refund per day. */
    refundLimit: money("refund_limit").notNull().default(bani(0)),
  },
  (table) => [
    check("team_settings_is_one_row", sql`${table.oneRow}`),
    check("team_settings_refund_limit", sql`${table.refundLimit} BETWEEN 0 AND 10000000`),
  ],
);

/** A role offered to an address. Only a hash of the link's secret is stored. */
export const teamInvitations = pgTable(
  "team_invitations",
  {
    id: id(),
    email: text("email").notNull(),
    role: text("role", { enum: personRoles }).notNull(),
    secretHash: text("secret_hash").notNull().unique(),
    invitedBy: rowOf("invited_by", () => profiles.id),
    /** `withdrawn`: taken back, replaced by a newer one, or its address got a role otherwise. Members have none waiting. */
    state: text("state", { enum: ["waiting", "accepted", "withdrawn"] })
      .notNull()
      .default("waiting"),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    acceptedBy: uuid("accepted_by").references(() => profiles.id),
  },
  (table) => [
    uniqueIndex("team_invitations_one_waiting").on(table.email).where(sql`${table.state} = 'waiting'`),
    index("team_invitations_expiry_idx").on(table.expiresAt),
    check(
      "team_invitations_email_canonical",
      sql`${table.email} = lower(${table.email}) AND ${table.email} LIKE '%@%'`,
    ),
    check(
      "team_invitations_role_known",
      sql`${table.role} IN ('gate', 'door_chief', 'box_office', 'manager', 'accountant', 'admin')`,
    ),
    check("team_invitations_secret_is_a_hash", sql`${table.secretHash} ~ '^[0-9a-f]{64}$'`),
    check("team_invitations_state_known", sql`${table.state} IN ('waiting', 'accepted', 'withdrawn')`),
    check(
      "team_invitations_accepted_by",
      sql`(${table.state} = 'accepted') = (${table.acceptedBy} IS NOT NULL)`,
    ),
    check("team_invitations_end", sql`${table.expiresAt} > ${table.createdAt}`),
  ],
);
