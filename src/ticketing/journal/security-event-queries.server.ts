import type { Sql } from "#platform/database/sql.ts";
import { authorName } from "./author-name.ts";
import type { SecurityEventKind } from "./security-event.ts";

export type ListedSecurityEvent = {
  readonly id: string;
  readonly at: Date;
  readonly kind: SecurityEventKind;
  readonly personId: string | null;
  /** The person's present name; null when there is no person, or the name was erased. */
  readonly person: string | null;
  readonly actorId: string | null;
  readonly actor: string | null;
  readonly network: string | null;
  readonly detail: string | null;
};

export type SecurityEventSearch = {
  readonly kind: SecurityEventKind | null;
  readonly personId: string | null;
  /** Only events with a smaller id than this. */
  readonly before: string | null;
};

/** Security events, newest first; only of `kind` or of one person, if given. */
export async function listSecurityEvents(
  reader: Sql,
  { kind, personId, before }: SecurityEventSearch,
  limit: number,
): Promise<ListedSecurityEvent[]> {
  const { rows } = await reader.query<ListedSecurityEvent>(
    `SELECT e.id::text AS id, e.at, e.kind, e.person_id AS "personId", ${authorName("p")} AS person,
       e.actor_id AS "actorId", ${authorName("a")} AS actor, e.network, e.detail
     FROM security_events e LEFT JOIN profiles p ON p.id = e.person_id LEFT JOIN profiles a ON a.id = e.actor_id
     WHERE ($1::text IS NULL OR e.kind = $1) AND ($2::uuid IS NULL OR e.person_id = $2 OR e.actor_id = $2)
       AND ($3::bigint IS NULL OR e.id < $3)
     ORDER BY e.id DESC LIMIT $4`,
    [kind, personId, before, limit],
  );
  return rows;
}

/** A person's name, for the title of a list that shows one person's events. */
export async function findNamed(reader: Sql, personId: string): Promise<string | undefined> {
  const { rows } = await reader.query<{ name: string | null }>(
    `SELECT ${authorName("p")} AS name FROM profiles p WHERE p.id = $1`,
    [personId],
  );
  return rows[0]?.name ?? undefined;
}
