/** Guests of lists who got a code by email, when their night is moved or cancelled. */

import { expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { moveFormOf } from "#test/support/moved-night.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { queuedLetter, writtenLetter } from "#test/support/written-letter.ts";
import { composeLetter } from "#ticketing/delivery/compose-letter.server.ts";
import { addGuests } from "#ticketing/guest-lists/add-guests.server.ts";
import { correctGuest } from "#ticketing/guest-lists/correct-guest.server.ts";
import { forgetGuests } from "#ticketing/guest-lists/forget-guests.server.ts";
import { removeGuest } from "#ticketing/guest-lists/remove-guest.server.ts";
import { saveGuestList } from "#ticketing/guest-lists/save-guest-list.server.ts";
import { cancelNight } from "./cancelled-nights/cancel-night.server.ts";
import { findCancellationProgress } from "./cancelled-nights/cancellation-queries.server.ts";
import { workOffCancellations } from "./cancelled-nights/work-off-cancellations.server.ts";
import { forgetBuyer } from "./forget-buyer.server.ts";
import { moveNight } from "./moved-nights/move-night.server.ts";
import { workOffMoves } from "./moved-nights/work-off-moves.server.ts";
import { findNightTickets } from "./night-tickets-queries.server.ts";

const { season, db, site, admin, soldLines } = await openMoneyStage();
const reason = "Cod portocaliu de furtună.";
const address = () => `${newId()}@exemplu.ro`;

async function listOf(eventId: Uuid) {
  const form = { name: "Casa", quota: null };
  const listId = succeeded(await saveGuestList(site, { actor: admin, eventId, listId: null, form }));
  const add = async (name: string, email: string | null, places = 2) => {
    succeeded(
      await addGuests(site, { actor: admin, eventId, listId, guests: [{ name, places, note: null, email }] }),
    );
    return (await db`SELECT id FROM listed_guests WHERE event_id = ${eventId} AND name = ${name}`)[0]
      .id as Uuid;
  };
  return { eventId, add };
}
const nightWithList = async () => listOf(await season.night({ inDays: 5, title: "Eclipsa" }));
const cancel = async (id: string) =>
  succeeded(
    await cancelNight(site, { actor: admin, id, form: { reason, usedTickets: "refunded" }, isProven: true }),
  );
const move = async (id: string) =>
  succeeded(await moveNight(site, { actor: admin, id, form: moveFormOf(9), isProven: true }));
const kindsTo = async (recipient: string) =>
  (await db`SELECT kind FROM letters WHERE recipient = ${recipient} ORDER BY created_at, id`).map(
    ({ kind }) => kind,
  );

it("no guest with a code by email is left untold of a cancelled night, and none is told twice", async () => {
  const { eventId, add } = await nightWithList();
  const [given, later, silent] = [address(), address(), address()];
  await add("Vlad Ghiță", given);
  const ana = await add("Ana Pop", null);
  await add("Fără Adresă", null);
  const correction = { actor: admin, eventId, guestId: ana, form: { places: 2, note: null }, email: later };
  succeeded(await correctGuest(site, correction));
  const removed = await add("Scos", silent);
  succeeded(await removeGuest(site, { actor: admin, eventId, guestId: removed }));
  await cancel(eventId);
  await Promise.all([workOffCancellations(site), workOffCancellations(site)]);
  await workOffCancellations(site);
  for (const recipient of [given, later])
    expect(await kindsTo(recipient)).toEqual(["guest_place", "night_cancelled"]);
  expect(await kindsTo(silent)).toEqual(["guest_place"]);
  const letter = await writtenLetter(db, site, { kind: "night_cancelled", recipient: given });
  expect(letter.subject).toBe("Eclipsa s-a anulat");
  for (const form of [letter.html, letter.text])
    for (const words of ["Vlad Ghiță", reason, "Erai pe lista de invitați", "nu mai intră la poartă"])
      expect(form).toContain(words);
  expect(letter.text).not.toMatch(/LEI|Comanda|undefined|\{\{/);
  expect(letter.attachments?.[0]?.contentType).toContain("method=CANCEL");
});

it("a guest is told of a moved night with its old and new time and keeps the code; a name added afterwards is not", async () => {
  const { eventId, add } = await nightWithList();
  const [before, after] = [address(), address()];
  await add("Vlad Ghiță", before);
  await move(eventId);
  await add("Nou Venit", after);
  await workOffMoves(site);
  await workOffMoves(site);
  expect(await kindsTo(before)).toEqual(["guest_place", "night_moved"]);
  expect(await kindsTo(after)).toEqual(["guest_place"]);
  const letter = await writtenLetter(db, site, { kind: "night_moved", recipient: before });
  for (const form of [letter.html, letter.text])
    for (const words of ["Vlad Ghiță", "Era ", "rămâne bun pentru data nouă, cu același cod QR"])
      expect(form).toContain(words);
  expect(letter.attachments?.[0]?.contentType).toContain("method=PUBLISH");
  // taken off the list before the email leaves
  const guestId = (await db`SELECT id FROM listed_guests WHERE email = ${before}`)[0].id;
  succeeded(await removeGuest(site, { actor: admin, eventId, guestId }));
  const queued = await queuedLetter(db, { kind: "night_moved", recipient: before });
  expect((await composeLetter(site, queued)).kind).toBe("void");
});

it("of a night that is moved and then cancelled before anybody was told, guests read the end alone", async () => {
  const { eventId, add } = await nightWithList();
  const recipient = address();
  await add("Vlad Ghiță", recipient);
  await move(eventId);
  await cancel(eventId);
  await workOffMoves(site);
  await workOffCancellations(site);
  expect(await kindsTo(recipient)).toEqual(["guest_place", "night_cancelled"]);
});

it("the preview and the progress count guests among people and emails, equal to the emails that leave", async () => {
  const { nights } = await soldLines([{ quantity: 2, codePer: "person" }]);
  const eventId = nights[0] as Uuid;
  await db`UPDATE events SET date = current_date + 5 WHERE id = ${eventId}`;
  const { add } = await listOf(eventId);
  await add("Vlad Ghiță", address());
  await add("Fără Adresă", null);
  const told = await site.database.readAs(admin, (sql) => findNightTickets(sql, eventId));
  expect(told).toMatchObject({ people: 2, letters: 2, guests: 1 });
  await cancel(eventId);
  await workOffCancellations(site);
  const progress = await site.database.withDuty("deliver", (sql) => findCancellationProgress(sql, eventId));
  expect(progress?.letters).toEqual({ sent: 0, waiting: told?.letters, failed: 0 });
  expect(progress?.inAll).toBe(told?.people);
  expect(progress?.people.filter(({ orderId }) => orderId === null)).toEqual([
    expect.objectContaining({ name: "Vlad Ghiță", letter: "waiting", money: null }),
  ]);
});

it("an address is not kept longer than the name, nor after its person's account was erased", async () => {
  const { eventId, add } = await nightWithList();
  const { userId } = await season.person();
  const email = (await db`SELECT email FROM profiles WHERE id = ${userId}`)[0].email as string;
  await add("Are Cont", email);
  await add("N-are Cont", address());
  const kept = async () =>
    (await db`SELECT count(email)::int AS n FROM listed_guests WHERE event_id = ${eventId}`)[0].n;
  succeeded(await forgetBuyer(site, { userId }));
  expect(await kept()).toBe(1);
  await db`UPDATE events SET date = current_date - 40 WHERE id = ${eventId}`;
  await forgetGuests(site);
  expect(await kept()).toBe(0);
});
