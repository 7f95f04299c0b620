import { afterEach, describe, expect, test } from "vitest";
import type { Actor, Role } from "#platform/database/database-roles.ts";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import { hashOfToken, newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { siteOrigin, testAccounts } from "#test/support/accounts.ts";
import { limits } from "#ticketing/limits.ts";
import { erasePerson } from "../erase-person.server.ts";
import { acceptInvitation } from "./accept-invitation.server.ts";
import { forgetInvitations } from "./forget-invitations.server.ts";
import { findInvitation } from "./invitation-queries.server.ts";
import { inviteMember } from "./invite-member.server.ts";
import { showTeam } from "./show-team.server.ts";
import { withdrawInvitation } from "./withdraw-invitation.server.ts";

const accounts = await testAccounts();
const { owner, db, person, logIn, database, identity, lettersTo } = accounts;
const services = { database, origin: siteOrigin };
const refusal = (reason: string) => ({ ok: false, refusal: { reason } });
const given = (role: Role) => ({ ok: true, value: { role } });

async function member(email: string, role: Role): Promise<Actor> {
  const { userId } = await person(email);
  await db`UPDATE profiles SET role = ${role} WHERE id = ${userId}`;
  return { userId, role };
}
const sefa = await member("sefa@club.example", "admin");

const invite = (email: string, role: Role = "manager", actor: Actor = sefa) =>
  inviteMember(services, { actor, email, role });
/** The secret of the newest letter with an invitation. */
async function secretTo(email: string): Promise<string> {
  const newest = (await lettersTo(email)).filter(({ kind }) => kind === "team_invitation").at(-1);
  return new URL(newest?.link ?? "").searchParams.get("token") ?? "";
}
const accept = (userId: string, secret: string) =>
  acceptInvitation(services, { userId, secret } as Parameters<typeof acceptInvitation>[1]);
const roleOf = async (userId: string) => (await db`SELECT role FROM profiles WHERE id = ${userId}`)[0]?.role;
const waiting = async () => {
  const team = await showTeam(services, { actor: sefa });
  return team.ok ? team.value.invitations : [];
};

afterEach(() => owner.query("DELETE FROM team_invitations"));

test("the account with the invited address takes the role, once; its sessions end and the history has both", async () => {
  const { userId } = await person("vlad@club.example");
  const opened = await logIn("vlad@club.example");
  expect(await invite("vlad@club.example")).toEqual({ ok: true, value: null });
  const secret = await secretTo("vlad@club.example");
  expect(await db`SELECT secret_hash FROM team_invitations`).toEqual([{ secret_hash: hashOfToken(secret) }]);
  expect(await waiting()).toMatchObject([{ email: "vlad@club.example", role: "manager", isOver: false }]);
  expect(await accept(userId, secret)).toEqual(given("manager"));
  expect(await roleOf(userId)).toBe("manager");
  expect(opened.ok && (await findSession(identity, hashOfToken(opened.value.token)))).toBeUndefined();
  expect(await accept(userId, secret)).toEqual(refusal("gone"));
  expect(await waiting()).toEqual([]);
  const rows =
    await db`SELECT actor_id, what, before, after FROM journal WHERE actor_id IN (${sefa.userId}, ${userId}) AND (subject_kind = 'team' OR subject_id = ${userId})
     AND what <> 'registered' AND what <> 'address_confirmed' ORDER BY id`;
  expect(rows).toEqual([
    { actor_id: sefa.userId, what: "member_invited", before: null, after: { role: "manager" } },
    { actor_id: userId, what: "invitation_accepted", before: null, after: { role: "manager" } },
    { actor_id: sefa.userId, what: "role_changed", before: { role: "user" }, after: { role: "manager" } },
  ]);
  const told = await owner.query(
    "SELECT FROM letters WHERE kind = 'role_changed' AND variables->>'person' = $1",
    [userId],
  );
  expect(told.rowCount).toBe(2);
});

describe("an invitation is refused", () => {
  test("to an account with another address, or with one that nobody has proven", async () => {
    const other = await person("alta@club.example");
    const { userId } = await person("buna@club.example");
    await invite("buna@club.example");
    const secret = await secretTo("buna@club.example");
    expect(await accept(other.userId, secret)).toEqual(refusal("other_address"));
    expect(await accept(crypto.randomUUID(), secret)).toEqual(refusal("other_address"));
    await db`UPDATE identity."user" SET email_verified = false WHERE id = ${userId}`;
    expect(await accept(userId, secret)).toEqual(refusal("unproven"));
    await db`UPDATE identity."user" SET email_verified = true WHERE id = ${userId}`;
    expect(await accept(userId, secret)).toEqual(given("manager"));
    expect(await roleOf(other.userId)).toBe("user");
  });

  test("when it was taken back, replaced or is too old, and to a person who guesses", async () => {
    const { userId } = await person("tarziu@club.example");
    await invite("tarziu@club.example", "gate");
    const first = await secretTo("tarziu@club.example");
    await invite("tarziu@club.example", "manager");
    const second = await secretTo("tarziu@club.example");
    expect(await accept(userId, first)).toEqual(refusal("gone"));
    const [shown] = await waiting();
    expect(await withdrawInvitation(services, { actor: sefa, id: shown?.id ?? "" })).toMatchObject({
      ok: true,
    });
    expect(await withdrawInvitation(services, { actor: sefa, id: shown?.id ?? "" })).toEqual(refusal("gone"));
    expect(await withdrawInvitation(services, { actor: sefa, id: "x" })).toEqual(refusal("gone"));
    expect(await accept(userId, second)).toEqual(refusal("gone"));
    await invite("tarziu@club.example", "manager");
    const third = await secretTo("tarziu@club.example");
    await db`UPDATE team_invitations SET created_at = now() - interval '7 days', expires_at = now() WHERE state = 'waiting'`;
    expect(await accept(userId, third)).toEqual(refusal("gone"));
    expect(await findInvitation(database.identity, third)).toBeUndefined();
    expect(await waiting()).toMatchObject([{ isOver: true }]);
    for (const guess of [newSecretToken(), "", "x".repeat(43)]) {
      expect(await accept(userId, guess)).toEqual(refusal("gone"));
      expect(await findInvitation(database.identity, guess)).toBeUndefined();
    }
    expect(await roleOf(userId)).toBe("user");
  });

  test("when its sender may invite nobody any more", async () => {
    const former = await member("fosta@club.example", "admin");
    const { userId } = await person("prieten@club.example");
    await invite("prieten@club.example", "admin", former);
    const secret = await secretTo("prieten@club.example");
    await db`UPDATE profiles SET role = 'manager' WHERE id = ${former.userId}`;
    expect(await accept(userId, secret)).toEqual(refusal("gone"));
    expect(await invite("alt@club.example", "admin", former)).toEqual(refusal("not_allowed"));
    expect(await withdrawInvitation(services, { actor: former, id: crypto.randomUUID() })).toEqual(
      refusal("not_allowed"),
    );
  });

  test("to somebody who has a role by now: it takes nothing away", async () => {
    const { userId } = await person("urcat@club.example");
    await invite("urcat@club.example", "gate");
    const secret = await secretTo("urcat@club.example");
    await db`UPDATE profiles SET role = 'admin' WHERE id = ${userId}`;
    expect(await accept(userId, secret)).toEqual(refusal("already_member"));
    expect(await invite("urcat@club.example", "gate")).toEqual(refusal("already_member"));
    await db`UPDATE profiles SET role = 'user' WHERE id = ${userId}`;
  });

  test("more than a few times an hour to one address, and to no role at all", async () => {
    for (let n = 0; n < limits.invitationsPerAddressAndHour; n++)
      expect(await invite("des@club.example")).toMatchObject({ ok: true });
    expect(await invite("des@club.example")).toEqual(refusal("too_many_invitations"));
    expect(await invite("altul@club.example")).toMatchObject({ ok: true });
    await db`UPDATE team_invitations SET created_at = created_at - interval '61 minutes'`;
    expect(await invite("des@club.example")).toMatchObject({ ok: true });
    expect(await invite("niciun@club.example", "user")).toEqual(refusal("no_role"));
  });
});

test("two who accept one link at once: one gets the role, and its journal is written once", async () => {
  const { userId } = await person("doi@club.example");
  await invite("doi@club.example", "gate");
  const secret = await secretTo("doi@club.example");
  const both = await Promise.all([accept(userId, secret), accept(userId, secret)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const { rowCount } = await owner.query(
    "SELECT FROM journal WHERE what = 'role_changed' AND subject_id = $1",
    [userId],
  );
  expect(rowCount).toBe(1);
});

test("the address goes with an erased account, and with every offer a week after its end", async () => {
  const { userId } = await person("sterge@club.example");
  await invite("sterge@club.example");
  await erasePerson(accounts, { userId } as Parameters<typeof erasePerson>[1]);
  expect(await waiting()).toEqual([]);
  await invite("vechi@club.example");
  await invite("nou@club.example");
  await db`UPDATE team_invitations SET created_at = now() - interval '15 days', expires_at = now() - interval '8 days' WHERE email LIKE 'vechi%'`;
  expect(await forgetInvitations(services)).toBe(1);
  expect(await waiting()).toMatchObject([{ email: "nou@club.example" }]);
});
