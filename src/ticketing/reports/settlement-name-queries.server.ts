import { fold } from "#kernel/romanian.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import type { SettledNights } from "./settled-nights.ts";

/**
 * The name of a settlement's file without its ending: by its night, "decont-2027-07-12-luna-plina", or by its first
 * and last day. "decont" when there is no such night or the person may not see it.
 */
export async function nameSettlement(
  { database }: Pick<Services, "database">,
  { actor, chosen }: { readonly actor: Actor; readonly chosen: SettledNights },
): Promise<string> {
  if (!("eventId" in chosen)) return `decont-${chosen.from}-${chosen.to}`;
  const { rows } = await database.readAs(actor, (sql) =>
    sql.query<{ title: string; date: string }>("SELECT title, date::text AS date FROM events WHERE id = $1", [
      chosen.eventId,
    ]),
  );
  const [night] = rows;
  if (!night) return "decont";
  const words = fold(night.title).match(/[a-z0-9]+/g) ?? [];
  return ["decont", night.date, ...words].join("-");
}
