import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { isPersonName } from "#kernel/person-name.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { lengths } from "#ticketing/limits.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";

export type RenameRefusal =
  | NotAllowed
  | { readonly reason: "unknown_purchase" }
  /** Empty, too long (`lengths.personName`), or not a name (`isPersonName`). */
  | { readonly reason: "bad_name" };

/**
 * Changes the holder's name on a ticket. The code stays the same; the journal records who did it and on which ticket,
 * but not the names, which are personal.
 */
export async function renameHolder(
  services: Services,
  request: { readonly actor: Actor; readonly purchaseId: string; readonly name: string },
): Promise<Outcome<{ purchaseId: string }, RenameRefusal>> {
  const { actor, purchaseId } = request;
  const name = request.name.trim();
  if (!mayDo(actor, "rename-holder")) return refused(notAllowed);
  if (!isUuid(purchaseId)) return refused({ reason: "unknown_purchase" });
  if (name === "" || name.length > lengths.personName || !isPersonName(name))
    return refused({ reason: "bad_name" });
  return services.database.withDuty("settle", async (sql) => {
    const { rowCount } = await sql.query(
      `WITH renamed AS (UPDATE ticket_purchases SET holder_name = $2 WHERE id = $1 RETURNING id, order_id)
       INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what, after)
       SELECT $3::uuid, $4, 'order', order_id, 'holder_renamed', jsonb_build_object('purchaseId', id, 'field', 'holder_name') FROM renamed`,
      [purchaseId, name, actor.userId, actor.role],
    );
    return rowCount === 1 ? done({ purchaseId }) : refused({ reason: "unknown_purchase" });
  });
}
