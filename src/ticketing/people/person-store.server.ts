import type { Sql } from "#platform/database/database.server.ts";
import type { Role } from "./roles.ts";

/** The profile of a new account: always a customer; the column grants refuse anything else here. */
export async function insertProfile(
  sql: Sql,
  person: { userId: string; email: string; fullName: string; phone: string },
): Promise<void> {
  await sql.$client.query({
    name: "insert-profile",
    text: "INSERT INTO profiles (id, email, full_name, phone) VALUES ($1, $2, $3, $4)",
    values: [person.userId, person.email, person.fullName, person.phone],
  });
}

/** Takes the profile of a customer away whose address nobody proved. Fails where something hangs on it. */
export async function deleteProfile(sql: Sql, userId: string): Promise<void> {
  await sql.$client.query("DELETE FROM profiles WHERE id = $1", [userId]);
}

/** Writes the role. Resolves to the one before, or undefined when it is the same. */
export async function writeRole(sql: Sql, userId: string, role: Role): Promise<Role | undefined> {
  const { rows } = await sql.$client.query<{ before: Role }>({
    name: "write-role",
    text: `UPDATE profiles p SET role = $2, updated_at = now()
           FROM (SELECT id, role FROM profiles WHERE id = $1 FOR UPDATE) b
           WHERE p.id = b.id AND p.role <> $2 RETURNING b.role AS before`,
    values: [userId, role],
  });
  return rows[0]?.before;
}

type PersonNote = {
  readonly userId: string;
  /** Who did it: a person, or null for whoever runs the machine. */
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

/** A line in the journal, in the transaction of the change. It names fields, never their personal values. */
export async function noteOnPerson(sql: Sql, { userId, by, what, before, after }: PersonNote): Promise<void> {
  await sql.$client.query({
    name: "note-on-person",
    text: `INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what, before, after)
           VALUES ($1, $2, 'person', $3, $4, $5, $6)`,
    values: [
      by,
      by === null ? "operator" : by === userId ? "user" : "admin",
      userId,
      what,
      before ? JSON.stringify(before) : null,
      after ? JSON.stringify(after) : null,
    ],
  });
}
