/** What the history of a night's guest lists says, and to whom. */

import { expect, it } from "vitest";
import { succeeded } from "#test/support/outcomes.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { roleInWords } from "#ticketing/delivery/role-change-texts.ts";
import { addGuests } from "#ticketing/guest-lists/add-guests.server.ts";
import { withListedNames } from "#ticketing/guest-lists/guest-list-queries.server.ts";
import { removeGuest } from "#ticketing/guest-lists/remove-guest.server.ts";
import { restoreGuest } from "#ticketing/guest-lists/restore-guest.server.ts";
import { saveGuestList } from "#ticketing/guest-lists/save-guest-list.server.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import { historySteps } from "../history/history-view.ts";

const { season, site, ask } = await openSourceSite();
const admin = await season.person("admin");

it("no change of a list is without who and what, for the box office too, and no name outlives the list's", async () => {
  const office = await season.person("box_office");
  const eventId = await season.night({ time: null, capacity: 10 });
  const form = { name: "Casa", quota: 6 };
  const listId = succeeded(await saveGuestList(site, { actor: admin, eventId, listId: null, form }));
  const vlad = [{ name: "Vlad Ghiță", places: 2, note: null }];
  succeeded(await addGuests(site, { actor: admin, eventId, listId, guests: vlad }));
  const [guest] = await season.db`SELECT id FROM listed_guests WHERE event_id = ${eventId}`;
  const about = { actor: admin, eventId, guestId: guest.id };
  succeeded(await removeGuest(site, about));
  succeeded(await restoreGuest(site, about));
  const guests = ["Ana", "Dan"].map((name) => ({ name, places: 1, note: null }));
  succeeded(await addGuests(site, { actor: office, eventId, listId, guests }));
  const renamed = { name: "Presă", quota: 8 };
  succeeded(await saveGuestList(site, { actor: office, eventId, listId, form: renamed }));
  const shown = () =>
    site.database.readAs(office, async (sql) =>
      historySteps(
        await withListedNames(sql, await listHistory(sql, "event", eventId, { limit: 9, begins: "guest" })),
      ),
    );
  expect((await shown()).map(({ what }) => what)).toEqual([
    "Listă de invitați schimbată: Presă, 6 locuri → 8 locuri",
    "Invitați adăugați: 2 nume, Presă, 2 locuri",
    "Invitat pus la loc pe listă: Vlad Ghiță, Presă, 2 locuri",
    "Invitat scos de pe listă: Vlad Ghiță, Presă, 2 locuri",
    "Invitați adăugați: Vlad Ghiță, Presă, 2 locuri",
    "Listă de invitați nouă: Presă, 6 locuri",
  ]);
  // the night's form has the newest of them beside it (one kind: an id shown for a name)
  const nightForm = (await ask(`/admin/events/${eventId}`, { as: admin })).text;
  for (const { what } of (await shown()).slice(0, 4)) expect(nightForm).toContain(what);
  const people =
    await season.db`SELECT concat_ws(', ', full_name, email) AS name, role FROM profiles WHERE id IN (${admin.userId}, ${office.userId})`;
  expect(people.map(({ name, role }) => `${name} (${roleInWords(role)})`)).toEqual(
    expect.arrayContaining((await shown()).map(({ note }) => note)),
  );
  const written =
    await season.db`SELECT before::text || after::text AS row FROM journal WHERE subject_id = ${eventId}`;
  expect(written.filter(({ row }) => /Vlad|Ana|Dan/.test(row ?? ""))).toEqual([]);
  await season.db`UPDATE listed_guests SET name = NULL WHERE event_id = ${eventId}`;
  expect((await shown())[2]?.what).toBe("Invitat pus la loc pe listă: nume șters, Presă, 2 locuri");
  // of the rest of the night the box office reads nothing
  await season.db`INSERT INTO journal (actor_kind, subject_kind, subject_id, what) VALUES ('system', 'event', ${eventId}, 'edited')`;
  const all = await site.database.readAs(office, (sql) => listHistory(sql, "event", eventId, { limit: 9 }));
  expect(all.map(({ what }) => what)).not.toContain("edited");
});
