/** The QR that a name of a guest list gets by email. */

import { expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { done } from "#kernel/outcome.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { qrInPicture } from "#test/support/read-qr.ts";
import { openStageWithKeys } from "#test/support/stage.ts";
import { queuedLetter, writtenLetter } from "#test/support/written-letter.ts";
import { addGuests } from "#ticketing/guest-lists/add-guests.server.ts";
import { correctGuest } from "#ticketing/guest-lists/correct-guest.server.ts";
import { readGuestRows } from "#ticketing/guest-lists/guest-rows.ts";
import { removeGuest } from "#ticketing/guest-lists/remove-guest.server.ts";
import { restoreGuest } from "#ticketing/guest-lists/restore-guest.server.ts";
import { saveGuestList } from "#ticketing/guest-lists/save-guest-list.server.ts";
import { composeLetter } from "./compose-letter.server.ts";
import { guestOfCode, identifyCode } from "./ticket-signature.server.ts";

const { season, db, site, keys } = await openStageWithKeys();
const admin = await season.person("admin");

/** A night's list with these rows, as they are pasted. */
async function listed(rows: string) {
  const eventId = await season.night({ inDays: 3, title: "Luna <Plină>" });
  const form = { name: "Presă", quota: null };
  const listId = succeeded(await saveGuestList(site, { actor: admin, eventId, listId: null, form }));
  const { guests } = readGuestRows(rows);
  const add = () => addGuests(site, { actor: admin, eventId, listId, guests });
  succeeded(await add());
  return { eventId, add, id: await idOf(eventId) };
}
const idOf = async (eventId: string): Promise<Uuid> =>
  (await db`SELECT id FROM listed_guests WHERE event_id = ${eventId} ORDER BY id LIMIT 1`)[0].id;
const lettersTo = async (recipient: string) =>
  (await db`SELECT count(*)::int AS n FROM letters WHERE recipient = ${recipient}`)[0].n;

it("goes to the address that a pasted row has, once, and says the night, the name and how many come", async () => {
  const recipient = `${newId()}@exemplu.ro`;
  const { id, add } = await listed(`Ioana Pop, 3, ${recipient}\nVera Stan, 2, presă`);
  await add();
  expect(await lettersTo(recipient)).toBe(1);
  const letter = await writtenLetter(db, site, { kind: "guest_place", recipient });
  expect(letter.subject).toBe("Ești pe listă: Luna <Plină>");
  for (const form of [letter.html, letter.text])
    for (const words of ["Ioana Pop", "3 oameni"]) expect(form).toContain(words);
  expect(letter.html).toContain("Luna &lt;Plină&gt;");
  const [picture] = letter.attachments ?? [];
  expect(letter.html).toContain(`src="cid:${picture?.cid}"`);
  const [code = ""] = await qrInPicture(Buffer.from(picture?.content ?? ""));
  expect(await guestOfCode(keys, code)).toBe(id);
  // it is no ticket's, whatever ticket has the same id
  expect(await identifyCode(keys, { code })).toBeUndefined();
});

it("is not sent of a name that was taken off its list meanwhile, and is again once it is put back", async () => {
  const recipient = `${newId()}@exemplu.ro`;
  const { eventId, id } = await listed(`Ioana Pop, ${recipient}`);
  const about = { actor: admin, eventId, guestId: id };
  const compose = async () =>
    (await composeLetter(site, await queuedLetter(db, { kind: "guest_place", recipient }))).kind;
  succeeded(await removeGuest(site, about));
  expect(await compose()).toBe("void");
  succeeded(await restoreGuest(site, about));
  expect(await compose()).toBe("letter");
  await db`UPDATE events SET cancelled_at = now() WHERE id = ${eventId}`;
  expect(await compose()).toBe("void");
});

it("goes to an address that is given later, once to each", async () => {
  const { eventId, id } = await listed("Ioana Pop");
  const [one, other] = [`${newId()}@exemplu.ro`, `${newId()}@exemplu.ro`];
  const correct = (email: string | null) =>
    correctGuest(site, { actor: admin, eventId, guestId: id, form: { places: 2, note: null }, email });
  expect(await correct(null)).toEqual(done("corrected"));
  expect(await correct(one)).toEqual(done("sent"));
  expect(await correct(one)).toEqual(done("sent_before"));
  expect(await correct(other)).toEqual(done("sent"));
  expect([await lettersTo(one), await lettersTo(other)]).toEqual([1, 1]);
  expect((await writtenLetter(db, site, { recipient: other })).text).toContain("2 oameni");
});
