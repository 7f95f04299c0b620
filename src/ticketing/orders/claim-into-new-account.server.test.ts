import { describe, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { done, refused } from "#kernel/outcome.ts";
import { loginLimits } from "#platform/identity/limits/login-limits.ts";
import { goodPassword } from "#test/support/accounts.ts";
import { openBarrier } from "#test/support/barrier.ts";
import { changedServices } from "#test/support/changed-statements.ts";
import { openGuestClaims } from "#test/support/guest-claims.ts";
import { queriesOf } from "#test/support/queries.ts";
import { claimIntoNewAccount } from "./claim-into-new-account.server.ts";
import { correctAnyAddress } from "./correct-any-address.server.ts";

const { accounts, owner, identity, freshEmail, network, buyer, account, sentCode, claim, ownerOf, wrong } =
  await openGuestClaims();
const db = queriesOf(owner);

describe("a guest whose address has no account", () => {
  const join = (guestId: Uuid, code: string, password = goodPassword) =>
    claimIntoNewAccount(identity, { guestId, code, password, address: network(), userAgent: "un telefon" });

  it("makes one with the code and a password; the orders move there, and the person is signed in", async () => {
    const email = freshEmail();
    const { guestId, orderId } = await buyer(email);
    const code = await sentCode(guestId, email);
    expect(await claim(guestId, code)).toEqual(refused("no_account"));
    // a password that is refused uses nothing up
    expect(await join(guestId, code, "parola")).toEqual(refused("password_too_short"));
    expect(await join(guestId, code, email)).toEqual(refused("password_common"));
    // typed as the email shows it
    const made = await join(guestId, ` ${code.slice(0, 3)} ${code.slice(3)}`);
    expect(made).toMatchObject(done({ orders: 1, received: 0 }));
    const opened = made.ok ? made.value.opened : null;
    const rows =
      await db`SELECT u.id, u.email_verified AS proven, p.full_name AS name FROM identity."user" u JOIN profiles p ON p.id = u.id WHERE u.email = ${email}`;
    expect(rows).toEqual([{ id: opened?.userId, proven: true, name: "Maria Fără Cont" }]);
    expect(await ownerOf(orderId)).toMatchObject({ order: opened?.userId, ticket: opened?.userId });
    expect((await accounts.logIn(email)).ok).toBe(true);
    expect(await join(guestId, code)).toEqual(refused("code_wrong"));
  });

  it("without the code nothing says whether there is an account, and none is made", async () => {
    const [known, unknown] = [freshEmail(), freshEmail()];
    await account(known);
    for (const email of [known, unknown]) {
      const { guestId } = await buyer(email);
      const code = wrong(await sentCode(guestId, email));
      expect(await claim(guestId, code)).toEqual(refused("code_wrong"));
      for (const password of ["x", goodPassword])
        expect(await join(guestId, code, password)).toEqual(refused("code_wrong"));
    }
    expect(await db`SELECT FROM identity."user" WHERE email = ${unknown}`).toEqual([]);
  });

  it("takes over an account that nobody has proven, with nothing of the person who made it, and signs nobody in to a proven one", async () => {
    const email = freshEmail();
    const { guestId } = await buyer(email);
    const code = await sentCode(guestId, email);
    const squatter = await account(email);
    await db`WITH unproven AS (UPDATE identity."user" SET email_verified = false WHERE id = ${squatter})
       INSERT INTO identity.account (id, user_id, provider_id, account_id) VALUES (gen_random_uuid(), ${squatter}, 'google', 'strain')`;
    expect(await join(guestId, code)).toMatchObject(done({ opened: { userId: squatter } }));
    const rows = await db`SELECT provider_id FROM identity.account WHERE user_id = ${squatter}`;
    expect(rows).toEqual([{ provider_id: "credential" }]);

    const other = freshEmail();
    const late = await buyer(other);
    const lateCode = await sentCode(late.guestId, other);
    const accountId = await account(other);
    expect(await join(late.guestId, lateCode)).toEqual(done({ orders: 1, received: 0, opened: null }));
    expect(await ownerOf(late.orderId)).toMatchObject({ order: accountId });
    expect((await accounts.logIn(other)).ok).toBe(false);
  });

  it.each([
    ["the office corrects no address that the code has just proven", "office"],
    ["an address that is another one by now keeps the orders (control of the comparison)", "other"],
  ])("%s (race)", async (_, by) => {
    const [email, right] = [freshEmail(), freshEmail()];
    const { guestId, orderId } = await buyer(email);
    const code = await sentCode(guestId, email);
    const chief = await account(freshEmail());
    await db`UPDATE profiles SET role = 'admin' WHERE id = ${chief}`;
    const barrier = openBarrier();
    const held = changedServices(identity, async (statement, ask) => {
      if (statement.name === "lock-holder") await barrier.hold();
      return ask(statement);
    });
    const joining = claimIntoNewAccount(held, {
      guestId,
      code,
      password: goodPassword,
      address: network(),
      userAgent: "un telefon",
    });
    await barrier.reached;
    const actor = { userId: chief, role: "admin" as const };
    if (by === "office")
      expect(await correctAnyAddress(identity, { actor, guestId, email: right })).toEqual(
        refused({ reason: "proven" }),
      );
    else await db`UPDATE profiles SET contact_email = ${right} WHERE id = ${guestId}`;
    barrier.letGo();
    const joined = await joining;
    if (by === "office") expect(joined).toMatchObject(done({ orders: 1 }));
    else expect([joined, (await ownerOf(orderId))?.order]).toEqual([refused("code_wrong"), guestId]);
  });

  it("five wrong codes end it here as well", async () => {
    const email = freshEmail();
    const { guestId } = await buyer(email);
    const code = await sentCode(guestId, email);
    for (let n = 0; n < loginLimits.wrongInARow; n += 1) await join(guestId, wrong(code));
    expect(await join(guestId, code)).toEqual(refused("code_wrong"));
  });
});
