import { afterAll, expect, it } from "vitest";
import { openTestDatabase, testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { editProfile } from "./edit-profile.server.ts";

const { ownerUrl, urls } = await testDatabase();
const { db, person } = await openSeasonBuilder(ownerUrl);
const database = openTestDatabase(urls);
afterAll(() => database.close());

it.each(["user", "gate", "admin"] as const)(
  "a person who is %s changes only their own name and phone; the journal has no value (I32)",
  async (role) => {
    const ana = await person(role);
    const dan = await person();
    await editProfile(
      { database },
      { userId: ana.userId, role },
      { fullName: "Ana Ștefan", phone: "0722 000 111" },
    );
    const rows =
      await db`SELECT full_name, phone, role FROM profiles WHERE id = ANY(${[ana.userId, dan.userId]}) ORDER BY id = ${ana.userId} DESC`;
    expect(rows).toMatchObject([
      { full_name: "Ana Ștefan", phone: "0722 000 111", role },
      { full_name: expect.stringContaining("Persoana"), phone: null, role: "user" },
    ]);
    const journal =
      await db`SELECT actor_id, actor_kind, what, before, after FROM journal WHERE subject_kind = 'person' AND subject_id = ${ana.userId}`;
    expect(journal).toEqual([
      { actor_id: ana.userId, actor_kind: role, what: "profile_edited", before: null, after: null },
    ]);
  },
);
