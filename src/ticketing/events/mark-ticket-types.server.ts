import { and, inArray, isNull, ne } from "drizzle-orm";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import { nextVersion } from "#platform/database/columns.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { tickets } from "./event-tables.server.ts";

export const typeMarks = ["shown", "hidden", "marked_used", "marked_unused"] as const;
export type TypeMark = (typeof typeMarks)[number];

const columnOf: Record<TypeMark, readonly [column: "isVisible" | "isUsed", value: boolean]> = {
  shown: ["isVisible", true],
  hidden: ["isVisible", false],
  marked_used: ["isUsed", true],
  marked_unused: ["isUsed", false],
};

/** Shows or hides ticket types, or sets the team's own mark "used", which does not affect the sale. All or none. */
export async function markTicketTypes(
  { database }: Pick<Services, "database">,
  { actor, ids, as }: { readonly actor: Actor; readonly ids: readonly string[]; readonly as: TypeMark },
): Promise<Outcome<{ changed: string[] }, NotAllowed>> {
  const [column, value] = columnOf[as];
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "mark-ticket-types"))) return refused(notAllowed);
    const changed = await builder(sql)
      .update(tickets)
      .set({ [column]: value, ...nextVersion })
      .where(and(inArray(tickets.id, [...ids]), ne(tickets[column], value), isNull(tickets.archivedAt)))
      .returning({ id: tickets.id });
    for (const { id } of changed)
      await recordChange(sql, actor, { subjectKind: "ticket_type", subjectId: id, what: as });
    await faultPoint(`type.${as}`);
    return done({ changed: changed.map(({ id }) => id) });
  });
}
