import { eq, or } from "drizzle-orm";
import { newId, type Uuid } from "#kernel/id.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { enqueueLetters } from "#ticketing/letters/enqueue-letter.server.ts";
import { profiles } from "./people-tables.server.ts";

export type RoleChange = {
  readonly userId: Uuid;
  /** Null for the operator. */
  readonly by: Uuid | null;
  readonly before: Role;
  readonly after: Role;
};

/** Queues an email about a changed role to the person and all administrators. It has ids; names are read later. */
export async function tellAdministrators(sql: Sql, { userId, by, before, after }: RoleChange): Promise<void> {
  const people = await builder(sql)
    .select({ id: profiles.id, email: profiles.email })
    .from(profiles)
    .where(or(eq(profiles.role, "admin"), eq(profiles.id, userId)))
    .orderBy(profiles.id);
  const change = newId();
  await enqueueLetters(
    sql,
    people.flatMap(({ id, email }) =>
      // an erased account has no address
      email === null
        ? []
        : {
            kind: "role_changed" as const,
            dedupeKey: `role:${change}:${id}`,
            recipient: email,
            userId: id,
            variables: { person: userId, by, before, after },
          },
    ),
  );
}
