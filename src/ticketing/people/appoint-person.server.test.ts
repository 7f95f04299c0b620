import pg from "pg";
import { describe, expect, test } from "vitest";
import { done, refused } from "#kernel/outcome.ts";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { testAccounts } from "#test/support/accounts.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { untilWaiting } from "#test/support/until-waiting.ts";
import { appointPerson, createAdministrator, createPerson } from "./appoint-person.server.ts";

const accounts = await testAccounts();
const { identity, owner, db, person, logIn } = accounts;
await createPerson(accounts, {
  email: "sef@club.example",
  password: "nori peste mare",
  fullName: "Șefa",
  phone: "1",
  role: "admin",
});

async function sessionOf(email: string): Promise<{ hash: string }> {
  return { hash: hashOfToken(succeeded(await logIn(email)).token) };
}

test("I23, I32: an administrator changes a role; the person's sessions end and the journal has it", async () => {
  const { userId } = await person("usier@club.example");
  const { hash } = await sessionOf("usier@club.example");
  const rows = await db`SELECT id FROM profiles WHERE email = 'sef@club.example'`;
  const by = rows[0].id;
  expect(await appointPerson(accounts, { userId, role: "gate", by })).toEqual(done(null));
  expect(await findSession(identity, hash)).toBeUndefined();
  const noted = await owner.query(
    "SELECT actor_id, actor_kind, before, after FROM journal WHERE subject_id = $1 AND what = 'role_changed'",
    [userId],
  );
  expect(noted.rows).toEqual([
    { actor_id: by, actor_kind: "admin", before: { role: "user" }, after: { role: "gate" } },
  ]);
  expect(await appointPerson(accounts, { userId, role: "gate", by })).toEqual(done(null));
  expect(
    (await owner.query("SELECT FROM journal WHERE what = 'role_changed' AND subject_id = $1", [userId]))
      .rowCount,
  ).toBe(1);
});

test("I23: only administrators change roles, and the last administrator keeps the role", async () => {
  const rows = await db`SELECT id FROM profiles WHERE email = 'sef@club.example'`;
  const admin = rows[0].id;
  const { userId } = await person("ambitios@club.example");
  const tries = { userId, role: "admin", by: userId } as const;
  expect(await appointPerson(accounts, tries)).toEqual(refused({ reason: "not_allowed" }));
  expect(await appointPerson(accounts, { ...tries, by: crypto.randomUUID() })).toEqual(
    refused({ reason: "not_allowed" }),
  );
  expect(await appointPerson(accounts, { userId: crypto.randomUUID(), role: "gate", by: admin })).toEqual(
    refused({ reason: "unknown_person" }),
  );
  expect(await appointPerson(accounts, { userId: admin, role: "user", by: admin })).toEqual(
    refused({ reason: "last_administrator" }),
  );
  expect(await appointPerson(accounts, { userId, role: "admin", by: admin })).toEqual(done(null));
  const both = await Promise.all([
    appointPerson(accounts, { userId, role: "user", by: admin }),
    appointPerson(accounts, { userId: admin, role: "user", by: userId }),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await owner.query("SELECT FROM profiles WHERE role = 'admin'")).rowCount).toBe(1);
});

test("a changed role is announced: every administrator and the person get an email that holds ids only", async () => {
  const rows = await db`SELECT id FROM profiles WHERE role = 'admin'`;
  const by = rows[0].id;
  const second = await createAdministrator(accounts, {
    email: "a-doua@club.example",
    password: "nori peste mare",
    fullName: "A Doua",
    phone: "1",
  });
  if (!second.ok) throw new Error(second.refusal);
  const { userId } = await person("nou-la-poarta@club.example");
  await appointPerson(accounts, { userId, role: "gate", by });
  // the same again changes nothing and sends nothing
  await appointPerson(accounts, { userId, role: "gate", by });
  const letters =
    await db`SELECT user_id AS to, variables FROM letters WHERE kind = 'role_changed' AND variables->>'person' = ANY(${[userId, second.value.userId]}) ORDER BY id`;
  const told = (id: string, by: string | null, before: string, after: string, ...to: string[]) =>
    to.sort().map((one) => ({ to: one, variables: { person: id, by, before, after } }));
  const { value } = second;
  expect(letters).toEqual([
    ...told(value.userId, null, "user", "admin", by, value.userId),
    ...told(userId, by, "user", "gate", by, value.userId, userId),
  ]);
});

test("createPerson makes a confirmed person of any role without emails, and may be repeated with a new password", async () => {
  const gateStaff = {
    email: "poarta@club.example",
    password: "nori peste mare",
    fullName: "Poarta",
    phone: "1",
    role: "gate",
  } as const;
  const first = await createPerson(accounts, gateStaff);
  const { hash } = await sessionOf("poarta@club.example");
  expect(await findSession(identity, hash)).toMatchObject({ role: "gate", fullName: "Poarta" });
  expect(await createPerson(accounts, { ...gateStaff, password: "alte valuri mari" })).toEqual(first);
  expect(await findSession(identity, hash)).toBeUndefined();
  expect((await logIn("poarta@club.example")).ok).toBe(false);
  expect((await logIn("poarta@club.example", "alte valuri mari")).ok).toBe(true);
  expect(await createPerson(accounts, { ...gateStaff, password: "password" })).toEqual(
    refused("password_common"),
  );
  expect(await accounts.lettersTo("poarta@club.example")).toEqual([]);
});

describe("the database", () => {
  const administrators = async () => {
    const rows = await db<{ id: string }>`SELECT id FROM profiles WHERE role = 'admin' ORDER BY id`;
    return rows.map(({ id }) => id);
  };
  /** The two last administrators lose the role at once, each by a transaction that has not committed yet. */
  async function bothLoseIt(): Promise<string[]> {
    const clients = [0, 1].map(() => new pg.Client({ connectionString: accounts.ownerUrl }));
    const ids = await administrators();
    const [first, second] = clients;
    if (!first || !second || ids.length !== 2) throw new Error("two administrators are needed");
    try {
      await Promise.all(clients.map((client) => client.connect()));
      await first.query("BEGIN");
      await first.query("UPDATE profiles SET role = 'user' WHERE id = $1", [ids[0]]);
      const other = second.query("UPDATE profiles SET role = 'user' WHERE id = $1", [ids[1]]).then(
        () => "done",
        ({ code }: { code: string }) => code,
      );
      // with its trigger the second waits for the first, without it for nobody
      await Promise.race([untilWaiting(owner), other]);
      await first.query("COMMIT");
      return ["done", await other];
    } finally {
      await Promise.all(clients.map((client) => client.end()));
      await db`UPDATE profiles SET role = 'admin' WHERE id = ANY (${ids}::uuid[])`;
    }
  }
  async function withTwo() {
    const all = await administrators();
    await db`UPDATE profiles SET role = 'user' WHERE id = ANY (${all.slice(2)}::uuid[])`;
  }

  test("I23: keeps an administrator, when two take the role from each other too", async () => {
    await withTwo();
    expect(await bothLoseIt()).toEqual(["done", "23001"]);
    const [one, other] = await administrators();
    await db`UPDATE profiles SET role = 'user' WHERE id = ${one}`;
    for (const statement of ["UPDATE profiles SET role = 'gate'", "DELETE FROM profiles"])
      await expect(owner.query(`${statement} WHERE id = $1`, [other])).rejects.toMatchObject({
        code: "23001",
      });
    await db`UPDATE profiles SET role = 'admin' WHERE id = ${one}`;
  });

  test("control: without its trigger two administrators who lose the role at once leave none", async () => {
    await withTwo();
    await db`ALTER TABLE profiles DISABLE TRIGGER an_administrator_stays`;
    expect(await bothLoseIt()).toEqual(["done", "done"]);
    await db`ALTER TABLE profiles ENABLE TRIGGER an_administrator_stays`;
  });
});

test("a role is not given to an account whose address nobody has proven, and is taken from one", async () => {
  const rows = await db`SELECT id FROM profiles WHERE role = 'admin' LIMIT 1`;
  const by = rows[0].id;
  const { userId } = await person("nedovedit@club.example");
  await db`UPDATE identity."user" SET email_verified = false WHERE id = ${userId}`;
  expect(await appointPerson(accounts, { userId, role: "manager", by })).toEqual(
    refused({ reason: "unproven" }),
  );
  await db`UPDATE profiles SET role = 'gate' WHERE id = ${userId}`;
  expect(await appointPerson(accounts, { userId, role: "user", by })).toEqual(done(null));
});
