/** Wrong passwords lock out the attacker, and no browser that is known (docs/decisions/0020). */
import { describe, expect, test } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { reconfirmPassword } from "#platform/identity/passwords/reconfirm-password.server.ts";
import { requestReset, resetPassword } from "#platform/identity/passwords/reset-password.server.ts";
import { login } from "#platform/identity/sessions/login.server.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { goodPassword, testAccounts } from "#test/support/accounts.ts";
import { limits } from "#ticketing/limits.ts";

const accounts = await testAccounts();
const { identity, db, person, later, tokenFor } = accounts;

const attempt = (email: string, password: string, address: string, browserToken: string | null = null) =>
  login(identity, { email, password, userAgent: "Firefox", address, browserToken });
const guess = (email: string, address: string, browserToken?: string) =>
  attempt(email, "ghicit gresit", address, browserToken ?? null);
/** A network of its own for each number, thousands of them, each in a /48 of its own. */
const network = (n: number) => `2001:${(0xdb8 + (n >> 12)).toString(16)}:${(n & 4095).toString(16)}::1`;
const looked = { ok: false, refusal: { reason: "invalid" } };
const locked = { ok: false, refusal: { reason: "locked" } };

/** Signed in once in a browser: the token of the browser, and the session. */
async function known(email: string) {
  const { userId } = (await person(email)) as { userId: Uuid };
  const opened = await attempt(email, goodPassword, "203.0.113.5");
  if (!opened.ok) throw new Error("no session");
  const browserToken = identity.knownBrowsers.remember(null, userId);
  return { email, userId, browserToken, sessionHash: hashOfToken(opened.value.token) };
}

/** Wrong passwords from other networks, one after the other from each until it has to wait. */
async function storm(email: string, tries: number, networks: number) {
  const answers: string[] = [];
  for (let i = 0; i < tries; i += 10)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 10 }, async (_, n) => {
          const answer = await guess(email, network(1000 + ((i + n) % networks)));
          return answer.ok ? "in" : answer.refusal.reason;
        }),
      )),
    );
  return answers;
}

describe("a thousand wrong passwords from other networks", () => {
  test("do not lock an administrator out of a known browser or of a step-up", async () => {
    const admin = await known("admin@club.example");
    await db`UPDATE profiles SET role = 'admin' WHERE id = ${admin.userId}`;
    const answers = await storm(admin.email, 1000, 300);
    const seen = answers.filter((answer) => answer === "invalid").length;
    expect(seen).toBeLessThanOrEqual(limits.wrongPasswordsPerAccountAndDay);
    expect(seen).toBeGreaterThan(100);
    expect(answers).toContain("locked");

    expect((await attempt(admin.email, goodPassword, "198.51.100.9", admin.browserToken)).ok).toBe(true);
    const again = { ...admin, password: goodPassword };
    expect(await reconfirmPassword(identity, again)).toEqual({ ok: true, value: null });
    // the guesser waits, also with the right password, and so does a token that is not ours or of another account
    expect(await attempt(admin.email, goodPassword, network(1000))).toMatchObject(locked);
    const other = await known("alt@club.example");
    for (const browserToken of [
      other.browserToken,
      "A".repeat(22),
      `${"A".repeat(22)}.${"A".repeat(22)}`,
      "",
      "x".repeat(500),
    ])
      expect(await attempt(admin.email, goodPassword, network(9999), browserToken)).toMatchObject(locked);
  });

  test("do not stop a reset: the new password has its own counts", async () => {
    const { email } = await known("resetata@club.example");
    for (let i = 0; i < 6; i++) await guess(email, "203.0.113.77");
    expect(await attempt(email, goodPassword, "203.0.113.77")).toMatchObject(locked);
    await requestReset(identity, email);
    await resetPassword(identity, await tokenFor(email, "reset_password"), "alte valuri mari");
    expect((await attempt(email, "alte valuri mari", "203.0.113.77")).ok).toBe(true);
  });

  test("from one network do not lock another network", async () => {
    const { email } = await known("retele@club.example");
    for (let i = 0; i < 20; i++) await guess(email, "203.0.113.66");
    expect(await attempt(email, goodPassword, "203.0.113.66")).toMatchObject(locked);
    expect((await attempt(email, goodPassword, "203.0.113.67")).ok).toBe(true);
  });
});

describe("a stranger who guesses", () => {
  test("gets a browser's budget only once, and waits in it like anybody", async () => {
    const { email, browserToken } = await known("bufnita@club.example");
    for (let i = 0; i < limits.wrongInARow; i++)
      expect(await guess(email, network(i), browserToken)).toMatchObject(looked);
    expect(await attempt(email, goodPassword, network(50), browserToken)).toMatchObject({
      refusal: { reason: "locked", retryAfter: 60 },
    });
    // a browser that is not known is not locked by it
    expect((await attempt(email, goodPassword, network(51))).ok).toBe(true);
  });

  test("in an open session guesses five times, then waits, and holds up nobody's login", async () => {
    const { email, browserToken, ...session } = await known("pas@club.example");
    const step = (password: string) => reconfirmPassword(identity, { ...session, email, password });
    for (let i = 0; i < limits.wrongInARow; i++) expect(await step("ghicit gresit")).toMatchObject(looked);
    expect(await step(goodPassword)).toMatchObject(locked);
    const elsewhere = await attempt(email, goodPassword, network(2));
    if (!elsewhere.ok) throw new Error("no session");
    const other = { ...session, email, sessionHash: hashOfToken(elsewhere.value.token) };
    expect((await reconfirmPassword(identity, { ...other, password: goodPassword })).ok).toBe(true);
    expect((await attempt(email, goodPassword, network(1))).ok).toBe(true);
    await later(2);
    expect((await step(goodPassword)).ok).toBe(true);
  });

  test.each(["are@club.example", "fara-cont@club.example"])(
    "from ever new networks has at most 300 passwords checked in a day, for a known and an unknown address: %s",
    async (email) => {
      if (email.startsWith("are")) await known(email);
      let seen = 0;
      let from = 0;
      const tryOne = async () => {
        const answer = await guess(email, network(from++));
        if (!answer.ok && answer.refusal.reason === "invalid") seen += 1;
        return answer.ok || answer.refusal.reason !== "locked" ? 0 : answer.refusal.retryAfter;
      };
      let wait = 0;
      while (wait === 0) wait = await tryOne();
      expect(seen).toBe(limits.wrongPasswordsPerAccountAndDay);
      for (let minutes = 0; minutes < 24 * 60 - 5; minutes += wait / 60) {
        await later(wait / 60);
        await tryOne();
        wait = Math.max(60, await tryOne());
      }
      expect(seen).toBeGreaterThan(limits.wrongPasswordsPerAccountAndDay + 90);
      expect(seen).toBeLessThanOrEqual(300);
    },
  );

  test("with a right password in between has used up nobody's count: the owner's sign-ins do not free the others'", async () => {
    const { email, browserToken } = await known("numarat@club.example");
    for (let i = 0; i < limits.wrongPasswordsPerAccountAndDay; i++) await guess(email, network(3000 + i));
    expect(await guess(email, network(4000))).toMatchObject(locked);
    expect((await attempt(email, goodPassword, network(4001), browserToken)).ok).toBe(true);
    expect(await guess(email, network(4002))).toMatchObject(locked);
  });

  test("from the 65,536 networks of one /48 uses up what that has, and not what all others have (one kind: a client with many networks has as many budgets)", async () => {
    const { email } = await known("patruzecisiopt@club.example");
    let seen = 0;
    for (let n = 0; n < limits.wrongPasswordsPerAccountAndDay; n++) {
      const answer = await guess(email, `2001:db8:f48:${n.toString(16)}::1`);
      if (!answer.ok && answer.refusal.reason === "invalid") seen += 1;
    }
    expect(seen).toBe(limits.wrongInARow * limits.budgetsOfWiderNetwork);
    expect(await attempt(email, goodPassword, "2001:db8:f48:ffff::1")).toMatchObject(locked);
    expect((await attempt(email, goodPassword, "2001:db8:f49::1")).ok).toBe(true);
  });

  test("gains nothing by the owner's sign-in from an unknown browser: it resets no count of others", async () => {
    const { email } = await known("ramas@club.example");
    for (let i = 0; i < limits.wrongPasswordsPerAccountAndDay - 1; i++) await guess(email, network(5000 + i));
    expect((await attempt(email, goodPassword, "198.51.100.44")).ok).toBe(true);
    expect(await guess(email, network(6000))).toMatchObject(looked);
    expect(await guess(email, network(6001))).toMatchObject(locked);
  });
});

test("the token of a browser holds for the five accounts that signed in last, and for none besides", () => {
  const { knownBrowsers } = identity;
  const ids = Array.from({ length: 7 }, () => crypto.randomUUID() as Uuid);
  let browserToken = null as string | null;
  for (const id of ids) browserToken = knownBrowsers.remember(browserToken, id);
  expect(browserToken).toMatch(/^[\w-]{22}(\.[\w-]{22}){5}$/);
  expect(knownBrowsers.remember(browserToken, ids[6] as Uuid)).toBe(browserToken);
  // another browser, and a text that is no token, begin anew
  expect(knownBrowsers.remember("x; Path=/", ids[0] as Uuid)).toMatch(/^[\w-]{22}\.[\w-]{22}$/);
});
