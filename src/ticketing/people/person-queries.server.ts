import { and, eq } from "drizzle-orm";
import type { Uuid } from "#kernel/id.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { profiles } from "./people-tables.server.ts";

/** A person's name and phone; undefined if the transaction's role may not read the row. */
export async function findPerson(
  sql: Sql,
  userId: string,
): Promise<{ fullName: string | null; phone: string | null } | undefined> {
  const [person] = await builder(sql)
    .select({ fullName: profiles.fullName, phone: profiles.phone })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return person;
}

/** Whether this person is a guest, without an account. */
export async function isGuest(sql: Sql, userId: string): Promise<boolean> {
  return (await findGuestContact(sql, userId)) !== undefined;
}

/** The address that a guest gave; undefined for anybody else. */
export async function findGuestContact(sql: Sql, userId: string): Promise<string | undefined> {
  const [guest] = await builder(sql)
    .select({ contact: profiles.contactEmail })
    .from(profiles)
    .where(and(eq(profiles.id, userId), profiles.isGuest));
  return guest?.contact ?? undefined;
}

/** SQL: whether money was paid for row `o` of `orders` and not wholly given back. */
export const isPaidInSql = (o: string) => `${o}.stake = 'sold' AND ${o}.total > 0`;

/** Whether the person has an order that money was paid for and not wholly given back. */
export async function hasPaidMoney(sql: Sql, userId: string): Promise<boolean> {
  const { rows } = await sql.query({
    name: "has-paid-money",
    text: `SELECT FROM orders o WHERE user_id = $1 AND ${isPaidInSql("o")} LIMIT 1`,
    values: [userId],
  });
  return rows.length > 0;
}

/**
 * The account that has proven this address (canonical spelling); undefined if none has. An unproven account does not
 * count: a stranger may have typed the address. Only the duty "identity" may read this; a test finds other look-ups.
 */
export async function findAccountOf(sql: Sql, email: string): Promise<Uuid | undefined> {
  const { rows } = await sql.query<{ id: Uuid }>({
    name: "account-of-address",
    text: `SELECT id FROM identity."user" WHERE email = lower($1) AND email_verified`,
    values: [email],
  });
  return rows[0]?.id;
}

/** SQL: whether the address of row `p` of `profiles` is proven. Not for queries of the groups of the team. */
export const isProven = (p: string) =>
  `(${p}.contact_proven_at IS NOT NULL OR EXISTS (SELECT FROM identity."user" i WHERE i.id = ${p}.id AND i.email_verified))`;

/**
 * SQL: whether an email may contain the typed name of row `p` of `profiles`, who is its reader. Otherwise anybody could
 * send any mailbox a text of their own in the club's name: with somebody's address, free or received tickets and codes.
 * Money that the team gave back was paid: the letter about it names its reader as the letter with the tickets did.
 */
export const isNamedToReader = (p: string) =>
  `(${isProven(p)} OR EXISTS (SELECT FROM orders paid WHERE paid.user_id = ${p}.id AND (${isPaidInSql("paid")} OR paid.state = 'refunded' AND paid.total > 0)))`;

/**
 * SQL: whether row `p` of `profiles` is a person of this mailbox: an account, or a guest with a proven address or a
 * ticket. Other guests do not count, because a stranger can invent as many as wanted with anybody's address.
 */
export const belongsToMailbox = (p: string, mailbox: string) =>
  `mailbox_key(${p}.contact::text) = ${mailbox} AND (NOT ${p}.is_guest OR ${p}.contact_proven_at IS NOT NULL OR ${p}.has_tickets)`;
