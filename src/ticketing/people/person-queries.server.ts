import type { Sql } from "#platform/database/database.server.ts";
import type { Role } from "./roles.ts";

/** A person's own page: what stands in the profile. */
export type PersonView = {
  readonly id: string;
  readonly role: Role;
  readonly fullName: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly avatarUrl: string | null;
  readonly createdAt: Date;
};

/** The profile of this person, as far as whoever asks may see it. */
export async function findPerson(sql: Sql, userId: string): Promise<PersonView | undefined> {
  const { rows } = await sql.$client.query<PersonView>({
    name: "find-person",
    text: `SELECT id, role, full_name AS "fullName", phone, email, avatar_url AS "avatarUrl", created_at AS "createdAt"
           FROM profiles WHERE id = $1`,
    values: [userId],
  });
  return rows[0];
}
