import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { changedFields } from "#ticketing/journal/changed-fields.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";

/** SQL: whether voucher `v`, which has not ended, is bound to this night or to one of these types. */
export const isBoundTo = (night: string, types: string) =>
  `(coalesce(v.ends_at > now(), true) AND (${night} = ANY (v.event_ids) OR v.ticket_type_ids && ${types}))`;

type Bound = {
  readonly eventIds: readonly string[] | null;
  readonly ticketTypeIds: readonly string[] | null;
};

/**
 * Binds the vouchers of a night and of its types to the copies too. Their uses and limits stay the same, now for both
 * nights together. `types`: the copied types, with what they are copies of.
 */
export async function copyVouchers(
  sql: Sql,
  actor: Actor,
  { night, copy, types }: { night: string; copy: string; types: ReadonlyMap<string, string> },
): Promise<void> {
  const { rows } = await sql.query<{ id: string; was: Bound; is: Bound }>(
    `WITH o AS (SELECT v.id, v.event_ids, v.ticket_type_ids FROM vouchers v WHERE ${isBoundTo("$1::uuid", "$3::uuid[]")} ORDER BY v.id FOR NO KEY UPDATE),
       n AS (UPDATE vouchers v SET version = version + 1, updated_at = now(), event_ids = CASE WHEN $1 = ANY (o.event_ids) THEN o.event_ids || $2::uuid ELSE o.event_ids END,
           ticket_type_ids = CASE WHEN o.ticket_type_ids && $3 THEN o.ticket_type_ids || ARRAY(SELECT c.made FROM unnest($3, $4::uuid[]) c(type, made) WHERE c.type = ANY (o.ticket_type_ids)) ELSE o.ticket_type_ids END
         FROM o WHERE v.id = o.id RETURNING v.*)
     SELECT DISTINCT ON (1) coalesce(n.set_id, n.id) AS id, json_build_object('eventIds', o.event_ids, 'ticketTypeIds', o.ticket_type_ids) AS was,
       json_build_object('eventIds', n.event_ids, 'ticketTypeIds', n.ticket_type_ids) AS is FROM n JOIN o USING (id)`,
    [night, copy, [...types.keys()], [...types.values()]],
  );
  for (const { id, was, is } of rows)
    await recordChange(sql, actor, {
      subjectKind: "voucher",
      subjectId: id,
      what: "edited",
      ...changedFields(was, is),
    });
}
