import { type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import { hourOfNight, isOver } from "./night-time.ts";

/** Something of a night's sale would begin only after the night's end. `type` names the type, for `what` "type". */
export type AfterEnd = {
  readonly reason: "after_end";
  readonly what: "sale_until" | "opening" | "publication" | "type";
  readonly type: string | null;
};

/** Thrown inside a transaction to roll it back, because it had written something before it was refused. */
export class RefusedInTransaction extends Error {
  readonly refusal: { readonly reason: string };
  constructor(refusal: RefusedInTransaction["refusal"]) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

/** Throws `RefusedInTransaction` if anything of these nights' sale, as stored now, would come after their end. */
export async function checkSaleBeforeEnd(sql: Sql, nights: readonly string[]): Promise<void> {
  const { rows } = await sql.query<Omit<AfterEnd, "reason">>(
    `SELECT n.what, n.type FROM events e CROSS JOIN LATERAL (
       SELECT 'sale_until' AS what, NULL AS type, ${hourOfNight("e", "e.sale_until")} AS at WHERE NOT ${isOver("e")} AND ${hourOfNight("e", "e.sale_until")} <> e.ends_at
       UNION ALL SELECT 'publication', NULL, e.publish_at WHERE e.publish_at > now()
       UNION ALL SELECT 'opening', NULL, o.opens_at FROM openings o WHERE o.event_id = e.id AND o.opens_at > now()
       UNION ALL SELECT 'type', t.type, t.sale_starts_at FROM event_tickets l JOIN tickets t ON t.id = l.ticket_id
         WHERE l.event_id = e.id AND t.archived_at IS NULL AND t.sale_starts_at > now() AND NOT EXISTS
           (SELECT FROM event_tickets m JOIN events v ON v.id = m.event_id WHERE m.ticket_id = t.id AND v.ends_at > t.sale_starts_at)) n
     WHERE e.id = ANY($1::uuid[]) AND n.at >= e.ends_at LIMIT 1`,
    [nights],
  );
  if (rows[0]) throw new RefusedInTransaction({ reason: "after_end", ...rows[0] });
}

/** Turns `RefusedInTransaction` into its refusal, whose type the caller gives; throws every other error again. */
export function refusedInTransaction<Refusal extends { readonly reason: string }>(
  error: unknown,
): Outcome<never, Refusal> {
  if (error instanceof RefusedInTransaction) return refused(error.refusal as Refusal);
  throw error;
}
