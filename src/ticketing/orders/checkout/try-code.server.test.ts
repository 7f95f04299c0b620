import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { addressBucket } from "#kernel/network-address.ts";
import { throttleKey } from "#platform/identity/limits/throttle-store.server.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { arrived } from "#test/support/open-page.ts";
import { limits } from "#ticketing/limits.ts";
import { openCheckout } from "./open-checkout.server.ts";
import { tryCode } from "./try-code.server.ts";
import { readCode } from "./wrong-codes.server.ts";

const { season, site } = await openMoneyStage();
const sender = async () => {
  const { sessionHash } = await season.person();
  return { sessionHash, address: `2001:db8:${newId().slice(-4)}::1` };
};
/** What an account's wrong codes count for: its proven mailbox. */
const mailboxKeyOf = async (userId: string): Promise<string> =>
  (await season.db`SELECT mailbox_key(email)::text AS key FROM identity."user" WHERE id = ${userId}`)[0]?.key;
const unknown = { ok: false, refusal: { reason: "code_invalid", why: "unknown" } };

it("a code is right while it is switched on and within its time, by the database's clock", async () => {
  const id = await season.voucher({ code: "CU-TERMEN" });
  const after = async (change: string) => {
    await season.client.query(`UPDATE vouchers SET ${change} WHERE id = $1`, [id]);
    return tryCode(site, { typed: " cu-termen", sender: await sender() });
  };
  const right = { ok: true, value: { code: "CU-TERMEN" } };
  expect(await after("is_on = true")).toEqual(right);
  expect(await after("is_on = false")).toEqual(unknown);
  expect(await after("is_on = true, starts_at = now() + interval '1 minute'")).toEqual(unknown);
  expect(await after("starts_at = now() - interval '1 minute'")).toEqual(right);
  expect(await after("ends_at = now()")).toEqual(unknown);
});

it("the hour begins with the first wrong code, and the wait is told in seconds", async () => {
  const who = await sender();
  const guess = () => tryCode(site, { typed: "NU-EXISTA", sender: who });
  for (let n = 0; n < limits.wrongCodesPerAccountAndHour; n++) expect(await guess()).toEqual(unknown);
  await season.db`UPDATE identity.throttle SET since = now() - interval '50 minutes' WHERE count = ${limits.wrongCodesPerAccountAndHour}`;
  const { refusal } = (await guess()) as { refusal: { reason: string; retryAfter: number } };
  expect(refusal.reason).toBe("too_many_codes");
  expect(refusal.retryAfter).toBeGreaterThan(590);
  expect(refusal.retryAfter).toBeLessThanOrEqual(600);
  await season.db`UPDATE identity.throttle SET since = now() - interval '1 hour'`;
  expect(await guess()).toEqual(unknown);
});

it("wrong codes of accounts whose addresses are tags of one mailbox count together", async () => {
  const people = await season.people(3);
  for (const [n, { userId }] of people.entries())
    await season.db`UPDATE identity."user" SET email = ${`ghicitor+${n}@exemplu.ro`}, email_verified = ${n < 2} WHERE id = ${userId}`;
  const guess = (n: number) =>
    tryCode(site, {
      typed: "NU-EXISTA",
      sender: { sessionHash: people[n]?.sessionHash ?? "", address: "198.51.100.20" },
    });
  for (let n = 0; n < limits.wrongCodesPerAccountAndHour; n++) expect(await guess(0)).toEqual(unknown);
  expect(await guess(1)).toMatchObject({ refusal: { reason: "too_many_codes" } });
  // an address that nobody has proven counts for its account alone
  expect(await guess(2)).toEqual(unknown);
});

it("the statement that looks a code up knows the same limits as the one that counts", async () => {
  for (const [kind, isAccount] of [
    ["voucher", true],
    ["voucher-network", false],
  ] as const) {
    const { userId, sessionHash } = await season.person();
    const address = "198.51.100.7";
    await season.db`INSERT INTO identity.throttle (key, count) VALUES (${throttleKey(kind, isAccount ? await mailboxKeyOf(userId) : addressBucket(address))}, 100)`;
    // a double of the database that answers one statement alone: a second one would tell by its time what the first found
    const once = { ...site.database, identity: answering(1) };
    const read = await readCode(once, "NU-EXISTA", { sessionHash: isAccount ? sessionHash : null, address });
    expect(read).toEqual({
      ok: false,
      refusal: { reason: "too_many_codes", retryAfter: 3600, isOfNetwork: !isAccount },
    });
    await season.db`DELETE FROM identity.throttle`;
  }
});

it("who is signed in is asked by the account's limit alone, and a session that has ended is nobody's", async () => {
  await season.voucher({ code: "ALTCUIVA" });
  const full = (kind: "voucher" | "voucher-network", of: string) =>
    season.db`INSERT INTO identity.throttle (key, count) VALUES (${throttleKey(kind, of)}, 100)`;
  const address = "198.51.100.8";
  const { userId, sessionHash } = await season.person();
  const right = () => tryCode(site, { typed: "ALTCUIVA", sender: { sessionHash, address } });
  await full("voucher-network", addressBucket(address));
  expect((await right()).ok).toBe(true);
  await season.db`UPDATE identity.session SET expires_at = now() WHERE user_id = ${userId}`;
  expect(await right()).toMatchObject({ refusal: { reason: "too_many_codes" } });
  await season.db`DELETE FROM identity.throttle`;
  await full("voucher", await mailboxKeyOf(userId));
  expect((await right()).ok).toBe(true);
  await season.db`DELETE FROM identity.throttle`;
});

it.each(["typed", "ordered with"])(
  "a right code that is %s is not told once wrong ones, sent at the same moment, have used up the limit (one kind: a limit that is asked in one of its places)",
  async (way) => {
    await season.voucher({ code: "DEODATA" });
    const type = await season.ticketType({ events: [await season.night()] });
    const { userId, sessionHash } = await season.person();
    const query = async (statement: { name: string; text: string; values: unknown[] }) => {
      const answer = await season.client.query(statement);
      // what others' tries counted meanwhile
      if (statement.name === "find-code")
        await season.db`INSERT INTO identity.throttle (key, count) VALUES (${throttleKey("voucher", await mailboxKeyOf(userId))}, 10)`;
      return answer;
    };
    const rush = {
      ...site,
      database: { ...site.database, identity: { ...site.database.identity, query } },
    } as unknown as typeof site;
    const address = "198.51.100.9";
    const answer =
      way === "typed"
        ? await tryCode(rush, { typed: "DEODATA", sender: { sessionHash, address } })
        : await openCheckout(
            rush,
            arrived(sessionHash, [{ ticketTypeId: type, quantity: 1 }], { address, code: "DEODATA" }),
          );
    expect(answer).toMatchObject({ refusal: { reason: "too_many_codes" } });
    await season.db`DELETE FROM identity.throttle; DELETE FROM vouchers WHERE code = 'DEODATA'`;
  },
);

function answering(statements: number): typeof site.database.identity {
  let left = statements;
  const query = (statement: never) => {
    left -= 1;
    if (left < 0) throw new Error("one statement too many");
    return season.client.query(statement);
  };
  return { ...site.database.identity, query } as unknown as typeof site.database.identity;
}
