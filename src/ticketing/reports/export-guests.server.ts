import { Readable } from "node:stream";
import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { wallTimeOf } from "#kernel/time.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { findNightOfLists, listGuests } from "#ticketing/guest-lists/guest-list-queries.server.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { csvField } from "./formula-guard.ts";
import { guestFileColumns } from "./guest-file-texts.ts";

/** The names of a night's guest lists, or of one of them, as CSV; no spreadsheet takes a name for a formula. */
export async function exportGuests(
  { database }: Pick<Services, "database">,
  {
    actor,
    eventId,
    listId,
  }: { readonly actor: Actor; readonly eventId: string | null; readonly listId: string | null },
): Promise<Outcome<Readable, NotAllowed | typeof missing>> {
  if (!mayDo(actor, "export-guests")) return refused(notAllowed);
  if (!isUuid(eventId)) return refused(missing);
  return database.readAs(actor, async (sql) => {
    if (!(await findNightOfLists(sql, eventId))) return refused(missing);
    const guests = await listGuests(sql, eventId, {
      ...{ text: "", at: "all" },
      list: isUuid(listId) ? listId : null,
    });
    const rows = guests.map(({ name, places, listName, note, entered, enteredAt }) => [
      ...[name ?? "", places, listName, note ?? "", entered],
      enteredAt ? wallTimeOf(enteredAt) : "",
    ]);
    const csv = [guestFileColumns, ...rows].map(
      (cells) => `${cells.map((cell) => csvField(cell)).join(",")}\n`,
    );
    return done(Readable.from([Buffer.from(csv.join(""))]));
  });
}
