import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";
import { notPermitted } from "./catalogue-refusals.ts";

export const typeMarks = ["shown", "hidden", "marked_used", "marked_unused"] as const;
export type TypeMark = (typeof typeMarks)[number];

const columnOf: Record<TypeMark, readonly [column: "is_visible" | "is_used", value: boolean]> = {
  shown: ["is_visible", true],
  hidden: ["is_visible", false],
  marked_used: ["is_used", true],
  marked_unused: ["is_used", false],
};

type Request = { readonly actor: Actor; readonly ids: readonly string[]; readonly as: TypeMark };

/**
 * Shows or hides ticket types on the site, or puts the administrators' own mark "used" on them, which changes nothing
 * of the sale (AMB-16). All or none; answers the nights on whose pages something changed.
 */
export async function markTicketTypes(
  { database }: Pick<Services, "database">,
  { actor, ids, as }: Request,
): Promise<Outcome<{ changed: string[]; nights: string[] }, typeof notPermitted>> {
  const [column, value] = columnOf[as];
  return database.withActor(actor, async ({ $client }) => {
    if (!(await mayStillDo($client, actor, "mark-ticket-types"))) return refused(notPermitted);
    const { rows } = await $client.query<{ id: string; nights: string[] }>(
      `UPDATE tickets t SET ${column} = $2, version = version + 1, updated_at = now()
       WHERE id = ANY($1::uuid[]) AND ${column} <> $2 AND archived_at IS NULL
       RETURNING id, ARRAY(SELECT event_id::text FROM event_tickets WHERE ticket_id = t.id) AS nights`,
      [ids, value],
    );
    for (const { id } of rows)
      await recordChange($client, actor, { subjectKind: "ticket_type", subjectId: id, what: as });
    await faultPoint(`type.${as}`);
    return done({ changed: rows.map(({ id }) => id), nights: rows.flatMap(({ nights }) => nights) });
  });
}
