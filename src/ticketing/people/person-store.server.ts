import { eq, sql } from "drizzle-orm";
import { builder } from "#platform/database/builder.server.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { profiles } from "./people-tables.server.ts";

/** Inserts the profile of a new account, a customer. Drizzle would name every column; the role may write four. */
export async function insertProfile(
  client: Sql,
  person: { userId: string; email: string; fullName: string; phone: string },
): Promise<void> {
  await client.query({
    name: "insert-profile",
    text: "INSERT INTO profiles (id, email, full_name, phone) VALUES ($1, $2, $3, $4)",
    values: [person.userId, person.email, person.fullName, person.phone],
  });
}

/** Inserts the profile of a guest, who has no account. */
export async function insertGuest(
  client: Sql,
  guest: { userId: string; email: string; fullName: string; phone: string | null },
): Promise<void> {
  await client.query({
    name: "insert-guest",
    text: "INSERT INTO profiles (id, is_guest, contact_email, full_name, phone) VALUES ($1, true, $2, $3, $4)",
    values: [guest.userId, guest.email, guest.fullName, guest.phone],
  });
}

/** The role and address of a person, locked until the transaction ends. */
export async function lockPerson(
  client: Sql,
  userId: string,
): Promise<{ role: Role; email: string | null } | undefined> {
  const { role, email } = profiles;
  const [person] = await builder(client)
    .select({ role, email })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for("update");
  return person;
}

/** Changes columns of a profile, as far as the transaction's role may. */
export async function updateProfile(
  client: Sql,
  userId: string,
  columns: Partial<typeof profiles.$inferInsert>,
): Promise<void> {
  await builder(client)
    .update(profiles)
    .set({ ...columns, updatedAt: sql`now()` })
    .where(eq(profiles.id, userId));
}

/** Deletes the profile of a customer whose address was never confirmed. Fails if other rows refer to it. */
export async function deleteProfile(client: Sql, userId: string): Promise<void> {
  await builder(client).delete(profiles).where(eq(profiles.id, userId));
}

type PersonNote = {
  readonly userId: string;
  /** Null for the operator. */
  readonly by: string | null;
  readonly what:
    | "registered"
    | "address_confirmed"
    | "address_changed"
    | "account_erased"
    | "password_changed"
    | "role_changed"
    | "factor_added"
    | "factor_removed"
    | "recovery_codes_renewed";
  readonly before?: { role: Role };
  readonly after?: { role: Role };
};

/** Writes a change of an account into the journal. It names fields, never their personal values. */
export async function noteOnPerson(client: Sql, { userId, by, ...change }: PersonNote): Promise<void> {
  const role = by === null ? "operator" : by === userId ? "user" : "admin";
  await recordChange(client, { userId: by, role }, { subjectKind: "person", subjectId: userId, ...change });
}
