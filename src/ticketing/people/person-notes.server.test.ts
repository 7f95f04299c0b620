import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openStage } from "#test/support/stage.ts";
import { addPersonNote } from "./add-person-note.server.ts";
import { erasePerson } from "./erase-person.server.ts";
import { personNoteLength } from "./people-tables.server.ts";
import { removePersonNote } from "./remove-person-note.server.ts";

const { season, site } = await openStage();
const admin = { userId: (await season.person("admin")).userId, role: "admin" } as const;
const seller = { userId: (await season.person("box_office")).userId, role: "box_office" } as const;
const manager = { userId: (await season.person("manager")).userId, role: "manager" } as const;

const add = (personId: string, note = "Vine mereu cu scaunul cu rotile.", actor: Actor = seller) =>
  addPersonNote(site, { actor, personId, note });
type Actor = Parameters<typeof addPersonNote>[1]["actor"];
const notesOf = async (personId: string) =>
  await season.db`SELECT id, note, author_id AS author FROM person_notes WHERE person_id = ${personId} ORDER BY at`;

it("a note is written in the author's name, without blanks around it", async () => {
  const { userId } = await season.person();
  expect(await add(userId, "  A sunat pentru bilete.  ")).toEqual({ ok: true, value: "added" });
  expect(await notesOf(userId)).toMatchObject([{ note: "A sunat pentru bilete.", author: seller.userId }]);
});

it("an empty or a too long note, one about nobody, and one of somebody without the right are refused", async () => {
  const { userId } = await season.person();
  for (const note of ["", "   ", "a".repeat(personNoteLength + 1)])
    expect(await add(userId, note)).toMatchObject({ refusal: { reason: "bad_note" } });
  for (const nobody of [newId(), "nimeni"])
    expect(await add(nobody)).toMatchObject({ refusal: { reason: "missing" } });
  expect(await add(userId, "n", manager)).toMatchObject({ refusal: { reason: "not_allowed" } });
  expect(await notesOf(userId)).toEqual([]);
});

it("who may write notes removes any, and only of the person that is named", async () => {
  const [{ userId }, other] = [await season.person(), await season.person()];
  await add(userId, "n", admin);
  const noteId = (await notesOf(userId))[0]?.id ?? "";
  const remove = (actor: Actor, personId = userId) => removePersonNote(site, { actor, personId, noteId });
  expect(await remove(manager)).toMatchObject({ refusal: { reason: "not_allowed" } });
  expect((await remove(seller, other.userId)).ok).toBe(true);
  expect(await notesOf(userId)).toHaveLength(1);
  expect((await remove(seller)).ok).toBe(true);
  expect(await notesOf(userId)).toEqual([]);
  expect((await remove(seller)).ok).toBe(true);
  expect(
    await season.db`SELECT actor_id AS by, subject_id AS of FROM journal WHERE what = 'note_removed'`,
  ).toEqual([{ by: seller.userId, of: userId }]);
});

it("nobody removes a note about oneself (one kind: a trace ended by the one it is about)", async () => {
  await add(seller.userId, "n", admin);
  const [note] = await notesOf(seller.userId);
  const about = { actor: seller, personId: seller.userId, noteId: note?.id ?? "" };
  expect(await removePersonNote(site, about)).toMatchObject({ refusal: { reason: "not_allowed" } });
  const deleted = await site.database.withActor(seller, (sql) =>
    sql.query("DELETE FROM person_notes WHERE id = $1", [about.noteId]),
  );
  expect(deleted.rowCount).toBe(0);
  expect((await removePersonNote(site, { ...about, actor: admin })).ok).toBe(true);
});

it("notes end with the account that they are about", async () => {
  const { userId } = await season.person();
  await add(userId);
  expect((await erasePerson(site, { userId })).ok).toBe(true);
  expect(await notesOf(userId)).toEqual([]);
});
