import { and, eq } from "drizzle-orm";
import type { Uuid } from "#kernel/id.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { profiles } from "./people-tables.server.ts";

/** Name and phone of a person, as far as the role of the transaction may see them. */
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

/** Whether this person has no account. */
export async function isGuest(sql: Sql, userId: string): Promise<boolean> {
  return (await findGuestContact(sql, userId)) !== undefined;
}

/** The address that a guest gave; undefined when this is no guest. */
export async function findGuestContact(sql: Sql, userId: string): Promise<string | undefined> {
  const [guest] = await builder(sql)
    .select({ contact: profiles.contactEmail })
    .from(profiles)
    .where(and(eq(profiles.id, userId), profiles.isGuest));
  return guest?.contact ?? undefined;
}

/**
 * The person whose address this is, in its canonical form: the account that has proven it. One that has not may be anybody's
 * who typed the address, and counts as none. Only the duty "identity" sees that; a test finds other look-ups.
 */
export async function findAccountOf(sql: Sql, email: string): Promise<Uuid | undefined> {
  const { rows } = await sql.query<{ id: Uuid }>({
    name: "account-of-address",
    text: `SELECT id FROM identity."user" WHERE email = lower($1) AND email_verified`,
    values: [email],
  });
  return rows[0]?.id;
}

/** Whether the address of this row of `profiles` is proven: an expression for queries of the duty "sell". */
export const isProven = (p: string) =>
  `(${p}.contact_proven_at IS NOT NULL OR EXISTS (SELECT FROM identity."user" i WHERE i.id = ${p}.id AND i.email_verified))`;
