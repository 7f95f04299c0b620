/** No link of an earlier invitation brings back a role: it waits only while its address has none. */
import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import type { Role } from "#platform/database/database-roles.ts";
import { askAddressChange, changeAddress } from "#platform/identity/accounts/change-address.server.ts";
import { hashOfToken, newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { goodPassword, siteOrigin, testAccounts } from "#test/support/accounts.ts";
import { changedServices, withoutLock } from "#test/support/changed-statements.ts";
import { oneAfterAnother } from "#test/support/one-after-another.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { appointPerson, createAdministrator, createPerson } from "../appoint-person.server.ts";
import { erasePerson } from "../erase-person.server.ts";
import { acceptInvitation } from "./accept-invitation.server.ts";
import { findInvitation } from "./invitation-queries.server.ts";
import { inviteMember } from "./invite-member.server.ts";

const accounts = await testAccounts();
const { db, database, identity, logIn, lettersTo } = accounts;
const services = { database, origin: siteOrigin };
const person = async (email: string) => (await accounts.person(email)).userId as Uuid;
const boss = { userId: await person("sefa@club.example"), role: "admin" } as const;
await db`UPDATE profiles SET role = 'admin' WHERE id = ${boss.userId}`;
const meet = await oneAfterAnother(accounts);
let people = 0;
const newAddress = () => `om-${++people}@club.example`;

/** A waiting invitation that nothing has withdrawn, whatever role its address has; its secret. */
async function offer(email: string): Promise<string> {
  const secret = newSecretToken();
  await db`INSERT INTO team_invitations (id, email, role, secret_hash, invited_by, expires_at)
    VALUES (${newId()}, ${email}, 'admin', ${hashOfToken(secret)}, ${boss.userId}, now() + interval '7 days')`;
  return secret;
}
const isWaiting = async (secret: string) => (await findInvitation(database.identity, secret)) !== undefined;

async function move({ userId, email }: Someone, newEmail: string) {
  const { token } = succeeded(await logIn(email));
  const mine = { userId, email, sessionHash: hashOfToken(token) };
  succeeded(await askAddressChange(identity, { ...mine, newEmail, address: "" }));
  const link = new URL((await lettersTo(newEmail)).at(-1)?.link ?? "").searchParams.get("token") ?? "";
  return changeAddress(identity, { token: link, signedIn: mine });
}

type Someone = { readonly userId: Uuid; readonly email: string; readonly secret: string };
type Act = (who: Someone) => Promise<{ readonly ok: boolean }>;
const appoint =
  (role: Role): Act =>
  ({ userId }) =>
    appointPerson(accounts, { userId, role, by: boss.userId });
const kept = ({ email }: Someone) => ({ email, password: goodPassword, fullName: "Ana Pop", phone: "1" });

const acts: Record<string, [before: Role, act: Act]> = {
  "a role given at once": ["user", appoint("gate")],
  "a role changed": ["gate", appoint("manager")],
  "a role taken away": ["gate", appoint("user")],
  "a role taken from nobody who had one": ["user", appoint("user")],
  "the role of an invitation": [
    "user",
    ({ userId, secret }) => acceptInvitation(services, { userId, secret }),
  ],
  "an administrator made by the operator": ["user", (who) => createAdministrator(accounts, kept(who))],
  "a person of the demo season": ["user", (who) => createPerson(accounts, { ...kept(who), role: "gate" })],
  "a member's move from the address": ["gate", (who) => move(who, newAddress())],
  "a customer's erasure": ["user", ({ userId }) => erasePerson(accounts, { userId })],
};

describe("no invitation to the address waits after", () => {
  it.each(Object.entries(acts))("%s", async (_, [before, act]) => {
    const email = newAddress();
    const userId = await person(email);
    await db`UPDATE profiles SET role = ${before} WHERE id = ${userId}`;
    const [secret, others] = [await offer(email), await offer(newAddress())];
    expect(await act({ userId, email, secret })).toMatchObject({ ok: true });
    expect([await isWaiting(secret), await isWaiting(others)]).toEqual([false, true]);
  });

  it("a member's move to the address", async () => {
    const [email, newEmail] = [newAddress(), newAddress()];
    const userId = await person(email);
    await db`UPDATE profiles SET role = 'gate' WHERE id = ${userId}`;
    const secret = await offer(newEmail);
    expect(await move({ userId, email, secret }, newEmail)).toMatchObject({ ok: true });
    expect(await isWaiting(secret)).toBe(false);
  });

  it("an administrator made for an address without an account", async () => {
    const email = newAddress();
    const secret = await offer(email);
    succeeded(await createAdministrator(accounts, kept({ email, secret, userId: newId() })));
    expect(await isWaiting(secret)).toBe(false);
  });
});

describe("an invitation goes on waiting", () => {
  it("while its address signs up and proves itself, and a customer moves to it", async () => {
    const email = newAddress();
    const secret = await offer(email);
    const userId = await person(email);
    expect(await isWaiting(secret)).toBe(true);
    const newEmail = newAddress();
    const newer = await offer(newEmail);
    expect(await move({ userId, email, secret }, newEmail)).toMatchObject({ ok: true });
    expect([await isWaiting(secret), await isWaiting(newer)]).toEqual([true, true]);
    expect(await acceptInvitation(services, { userId, secret: newer })).toMatchObject({ ok: true });
  });

  it("while a second factor is demanded: its sender keeps the role without one", async () => {
    await db`INSERT INTO team_settings (demands_factor) VALUES (true) ON CONFLICT (one_row) DO UPDATE SET demands_factor = true`;
    expect(await isWaiting(await offer(newAddress()))).toBe(true);
    await db`UPDATE team_settings SET demands_factor = false`;
  });
});

describe("who is invited again at the moment of accepting", () => {
  async function invitedMember(inviting: typeof services) {
    const email = newAddress();
    const userId = await person(email);
    const secret = await offer(email);
    const [accepted, invited] = await meet(
      "profiles",
      () => acceptInvitation(services, { userId, secret }),
      () => inviteMember(inviting, { actor: boss, email, role: "manager" }),
    );
    expect(accepted).toMatchObject({ ok: true });
    const waiting = await db`SELECT FROM team_invitations WHERE email = ${email} AND state = 'waiting'`;
    return [invited.ok, waiting.length];
  }

  it("is a member by then, and nothing waits", async () => {
    expect(await invitedMember(services)).toEqual([false, 0]);
  });

  it("control: where the account is not locked, has a role and an invitation", async () => {
    const unlocked = changedServices(services, (statement, ask) =>
      ask(statement.name === "lock-account-of" ? withoutLock(statement) : statement),
    );
    expect(await invitedMember(unlocked)).toEqual([true, 1]);
  });
});
