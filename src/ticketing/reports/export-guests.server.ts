import type { Readable } from "node:stream";
import { isUuid } from "#kernel/id.ts";
import { type Outcome, refused } from "#kernel/outcome.ts";
import { isoInBucharest } from "#kernel/time.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import {
  findNightOfLists,
  listGuestEntries,
  listGuests,
} from "#ticketing/guest-lists/guest-list-queries.server.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import type { FileForm } from "./file-table.ts";
import { guestFile } from "./guest-file-texts.ts";
import { type FileRefusal, writeTables } from "./write-file.server.ts";

type GuestFile = {
  readonly actor: Actor;
  readonly as: FileForm;
  readonly eventId: string | null;
  readonly listId: string | null;
};

/** The names of a night's guest lists, or of one list, as a file. No spreadsheet reads a name as a formula. */
export async function exportGuests(
  services: Services,
  { actor, as, eventId, listId }: GuestFile,
): Promise<Outcome<Readable, NotAllowed | FileRefusal | typeof missing>> {
  if (!mayDo(actor, "export-guests")) return refused(notAllowed);
  if (!isUuid(eventId)) return refused(missing);
  const list = isUuid(listId) ? listId : null;
  const guests = await services.database.readAs(actor, async (sql) =>
    (await findNightOfLists(sql, eventId)) ? listGuests(sql, eventId, { text: "", at: "all", list }) : null,
  );
  if (!guests) return refused(missing);
  const came = await services.database.withDuty("settle", (sql) => listGuestEntries(sql, eventId));
  const rows = guests.map(({ id, name, places, listName, note, entered }) => {
    const own = came.find((one) => one.id === id);
    return [
      name,
      places,
      listName,
      note,
      entered + (own?.beyond ?? 0),
      own ? isoInBucharest(own.lastAt) : null,
    ];
  });
  // outside of the transaction, because the workbook may have to wait for its turn
  return writeTables(services, { actor, as }, [{ ...guestFile, rows }]);
}
