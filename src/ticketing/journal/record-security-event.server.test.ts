import { describe, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { withRequestId } from "#kernel/request-facts.server.ts";
import { passSecondFactor } from "#platform/identity/factors/pass-second-factor.server.ts";
import { tellOwner } from "#platform/identity/letters/tell-owner.server.ts";
import { changePassword } from "#platform/identity/passwords/change-password.server.ts";
import { requestReset, resetPassword } from "#platform/identity/passwords/reset-password.server.ts";
import { grantByPassword } from "#platform/identity/tokens/grant-tokens.server.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { testAccounts } from "#test/support/accounts.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { totpCode } from "#test/support/totp-code.ts";
import { appointPerson, createPerson } from "#ticketing/people/appoint-person.server.ts";
import { enrolFactor } from "#ticketing/people/enrol-factor.server.ts";
import { removeFactor } from "#ticketing/people/remove-factor.server.ts";
import { renewRecoveryCodes } from "#ticketing/people/renew-recovery-codes.server.ts";
import { verifyFactor } from "#ticketing/people/verify-factor.server.ts";
import { forgetSecurityEvents } from "./forget-security-events.server.ts";
import { recordSecurityEvent } from "./record-security-event.server.ts";
import { type SecurityEventKind, securityEventKinds } from "./security-event.ts";
import { findNamed, listSecurityEvents } from "./security-event-queries.server.ts";

const accounts = await testAccounts();
const { database, identity, owner, db, person, logIn, tokenFor, tokens } = accounts;
const agent = { userAgent: "Firefox on a phone", address: "203.0.113.77" };
const network = "203.0.113.0";
const asked = <T>(work: () => Promise<T>): Promise<T> => withRequestId("r", work, network);
const other = "alte valuri mari";
let people = 0;

async function someone(): Promise<{ userId: Uuid; email: string; sessionHash: string }> {
  const email = `om-${++people}@club.example`;
  const { userId } = await person(email);
  return { userId: userId as Uuid, email, sessionHash: hashOfToken(succeeded(await logIn(email)).token) };
}

async function administrator(): Promise<Uuid> {
  const account = { email: `sef-${++people}@club.example`, password: other, fullName: "Șefa", phone: "1" };
  return succeeded(await createPerson(accounts, { ...account, role: "admin" })).userId;
}

type Row = {
  kind: SecurityEventKind;
  actor_id: string | null;
  network: string | null;
  detail: string | null;
};

const eventsOf = async (userId: string | null): Promise<Row[]> =>
  await db<Row>`SELECT kind, actor_id, network, detail FROM security_events WHERE person_id IS NOT DISTINCT FROM ${userId} ORDER BY id`;
const kindsOf = async (userId: string) => (await eventsOf(userId)).map(({ kind }) => kind);

describe("every change of a way into an account is recorded:", () => {
  it("a new password, changed or reset", async () => {
    const { userId, email, sessionHash } = await someone();
    await asked(() => changePassword(identity, { userId, email, sessionHash, password: other }));
    await requestReset(identity, email);
    await asked(async () =>
      resetPassword(identity, await tokenFor(email, "reset_password"), "nisip cald mult"),
    );
    const mine = { actor_id: userId, network, detail: null };
    expect(await eventsOf(userId)).toEqual([
      { kind: "password_changed", ...mine },
      { kind: "password_reset", ...mine },
    ]);
  });

  it("a second factor that is added or removed, and recovery codes that are replaced or used", async () => {
    const { userId, email, sessionHash } = await someone();
    const made = succeeded(await enrolFactor(accounts, { userId, sessionHash, email, friendlyName: "" }));
    const { factorId, secret } = made;
    await verifyFactor(accounts, { userId, sessionHash, factorId, code: totpCode(secret) });
    await renewRecoveryCodes(accounts, { userId, sessionHash });
    const renewed = succeeded(await renewRecoveryCodes(accounts, { userId, sessionHash }));
    const [code = ""] = renewed;
    const first = await logIn(email);
    if (first.ok || first.refusal.reason !== "second_factor") throw new Error("no second factor");
    await passSecondFactor(identity, { stepToken: first.refusal.stepToken, code, ...agent });
    await removeFactor(accounts, { userId, sessionHash, factorId });
    expect(await kindsOf(userId)).toEqual([
      "factor_added",
      "recovery_codes_renewed",
      "recovery_code_used",
      "factor_removed",
    ]);
  });

  it.each([
    "passkey_added",
    "passkey_removed",
    "identity_linked",
    "identity_unlinked",
    "address_changed",
  ] as const)("%s, whenever its owner gets an email", async (kind) => {
    const { userId } = await someone();
    await database.withDuty("identity", (sql) => tellOwner(identity, sql, { userId, kind }));
    expect(await kindsOf(userId)).toEqual([kind]);
  });

  it("a role, with who changed it and from what", async () => {
    const { userId } = await someone();
    const by = await administrator();
    await appointPerson(accounts, { userId, role: "gate", by });
    expect(await eventsOf(userId)).toEqual([
      { kind: "role_changed", actor_id: by, network: null, detail: "user -> gate" },
    ]);
    // made by the operator, who has no account
    expect((await eventsOf(by))[0]).toMatchObject({ kind: "role_changed", actor_id: null });
  });

  it("a session of an administrator, by cookie or by tokens, and none of a customer", async () => {
    const admin = await administrator();
    const rows = await db`SELECT email FROM profiles WHERE id = ${admin}`;
    const { email } = rows[0];
    expect((await asked(() => logIn(email, other))).ok).toBe(true);
    await grantByPassword(tokens, { email, password: other, ...agent });
    expect((await kindsOf(admin)).filter((kind) => kind !== "role_changed")).toEqual([
      "admin_session_opened",
      "admin_session_opened",
    ]);
    expect(await kindsOf((await someone()).userId)).toEqual([]);
  });
});

it("wrong passwords are recorded once a wait begins, for an unknown address too", async () => {
  const { userId, email } = await someone();
  const wrong = () => withRequestId("r", () => logIn(email, "nu e asta"), "198.51.100.77");
  for (let n = 0; n < 4; n++) await wrong();
  expect(await eventsOf(userId)).toEqual([]);
  for (let n = 0; n < 3; n++) await wrong();
  const locked = { kind: "login_locked", actor_id: null, network: "198.51.100.0", detail: null };
  expect(await eventsOf(userId)).toEqual([locked]);
  for (let n = 0; n < 5; n++)
    await withRequestId("r", () => logIn("nimeni@club.example", "nu e asta"), "192.0.2.0");
  expect(await eventsOf(null)).toEqual([{ ...locked, network: "192.0.2.0" }]);
});

describe("the list", () => {
  it("cannot be flooded by forms of other sites: one row a minute for a network", async () => {
    const event = { kind: "origin_refused", personId: null, actorId: null, detail: "/profile" } as const;
    const send = (from: string) =>
      withRequestId("r", () => recordSecurityEvent(database.identity, event), from);
    for (let n = 0; n < 50; n++) await send("203.0.113.0");
    await send("198.51.100.0");
    const rows = await db`SELECT network FROM security_events WHERE kind = 'origin_refused' ORDER BY id`;
    expect(rows).toEqual([{ network: "203.0.113.0" }, { network: "198.51.100.0" }]);
  });

  it("cannot be flooded by an open session that enters wrong passwords or keys: five rows a minute for a network", async () => {
    const { userId } = await someone();
    const event = {
      kind: "step_up_failed",
      personId: userId,
      actorId: userId,
      detail: "enrol-factor",
    } as const;
    const fail = (from: string) =>
      withRequestId("r", () => recordSecurityEvent(database.identity, event), from);
    for (let n = 0; n < 50; n++) await fail("203.0.113.0");
    await fail("198.51.100.0");
    const networks = (await eventsOf(userId)).map((row) => row.network);
    expect(networks).toEqual([...Array<string>(5).fill("203.0.113.0"), "198.51.100.0"]);
  });

  it("holds no event whose cause was rolled back", async () => {
    const { userId } = await someone();
    const failed = database.withDuty("identity", async (sql) => {
      await tellOwner(identity, sql, { userId, kind: "passkey_added" });
      throw new Error("taken back");
    });
    await expect(failed).rejects.toThrow("taken back");
    expect(await eventsOf(userId)).toEqual([]);
  });

  it("takes no email address and no unknown kind", async () => {
    const write = (kind: string, detail: string) =>
      database.identity.query("INSERT INTO security_events (kind, detail) VALUES ($1, $2)", [kind, detail]);
    await expect(write("password_reset", "ana@exemplu.ro")).rejects.toMatchObject({ code: "23514" });
    await expect(write("password_reset", "x".repeat(201))).rejects.toMatchObject({ code: "23514" });
    await expect(write("odd", "x")).rejects.toMatchObject({ code: "23514" });
  });

  it("is read by administrators in pages, with present names, by kind or by person", async () => {
    const admin = await administrator();
    const actor = { userId: admin, role: "admin" } as const;
    const { userId } = await someone();
    for (const role of ["gate", "user", "gate"] as const)
      await appointPerson(accounts, { userId, role, by: admin });
    await db`UPDATE profiles SET full_name = 'Ana Nouă' WHERE id = ${userId}`;
    const read = (search: object, limit = 2) =>
      database.readAs(actor, (sql) =>
        listSecurityEvents(sql, { kind: null, personId: null, before: null, ...search }, limit),
      );
    const first = await read({ personId: userId });
    const named = (name: string) => expect.stringMatching(new RegExp(`^${name}, [^ ]+@`));
    expect(first.map(({ person: name, actor: by, detail }) => [name, by, detail])).toEqual([
      [named("Ana Nouă"), named("Șefa"), "user -> gate"],
      [named("Ana Nouă"), named("Șefa"), "gate -> user"],
    ]);
    const names = [userId, actor.userId].map((id) => database.readAs(actor, (sql) => findNamed(sql, id)));
    expect(await Promise.all(names)).toEqual([named("Ana Nouă"), named("Șefa")]);
    const rest = await read({ personId: userId, before: first[1]?.id });
    expect(rest.map(({ detail }) => detail)).toEqual(["user -> gate"]);
    expect(new Set((await read({ kind: "role_changed" }, 50)).map(({ kind }) => kind))).toEqual(
      new Set(["role_changed"]),
    );
    expect((await read({ kind: "data_exported" })).length).toBe(0);
  });

  it("forgets networks after 30 days and rows after 400, and nothing younger can be deleted or changed", async () => {
    await db`DELETE FROM security_events`;
    for (const days of [1, 29, 31, 399, 401])
      await db`INSERT INTO security_events (at, kind, network, detail) VALUES (now() - make_interval(days => ${days}), 'password_reset', '192.0.2.0', ${days}::text)`;
    await forgetSecurityEvents({ database });
    expect(await db`SELECT detail, network FROM security_events ORDER BY id`).toEqual([
      { detail: "1", network: "192.0.2.0" },
      { detail: "29", network: "192.0.2.0" },
      { detail: "31", network: null },
      { detail: "399", network: null },
    ]);
    for (const duty of ["identity", "sell", "admit"] as const)
      await expect(
        database.withDuty(duty, (sql) => sql.query("DELETE FROM security_events")),
      ).rejects.toMatchObject({ code: "42501" });
    await expect(
      database.withDuty("settle", (sql) => sql.query("SELECT FROM security_events")),
    ).rejects.toMatchObject({ code: "42501" });
  });

  it("takes every kind that the program has", async () => {
    for (const kind of securityEventKinds)
      expect((await owner.query("INSERT INTO security_events (kind) VALUES ($1)", [kind])).rowCount).toBe(1);
  });
});
