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

/** The account with this address, in its canonical form. */
export async function findAccountOf(sql: Sql, email: string): Promise<Uuid | undefined> {
  const [found] = await builder(sql)
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.email, email));
  return found?.id as Uuid | undefined;
}
