import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { registerAccount } from "#platform/identity/accounts/register-account.server.ts";
import { testAccounts } from "#test/support/accounts.ts";

let held = Promise.resolve();
const { identity, db, person, logIn } = await testAccounts({
  hashing: {
    concurrency: 1,
    waiting: 4,
    derive: async (password, salt, _strength, length) => {
      await held;
      return createHmac("sha512", salt).update(password).digest().subarray(0, length);
    },
  },
});

/** Asks so often at once, and lets no hash end before all but one that runs and four that wait were answered. */
async function askAtOnce<Answer>(count: number, ask: (at: number) => Promise<Answer>): Promise<Answer[]> {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  held = promise;
  let answered = 0;
  const asked = Array.from({ length: count }, async (_, at) => {
    const answer = await ask(at);
    answered += 1;
    if (answered === count - 5) letGo();
    return answer;
  });
  return Promise.all(asked);
}

test("with a full queue a login is refused as busy, and does not count as a failure", async () => {
  await person("ana@club.example");
  const answers = await askAtOnce(20, (i) => logIn(`necunoscut-${i}@club.example`));
  const busy = answers.filter((answer) => !answer.ok && answer.refusal.reason === "busy");
  expect(busy).toHaveLength(15);
  expect(busy[0]).toEqual({ ok: false, refusal: { reason: "busy", retryAfter: 5 } });
  const rows =
    await db`SELECT count, count(*)::int AS keys FROM identity.throttle WHERE since > now() - interval '1 minute' GROUP BY 1 ORDER BY 1`;
  expect(rows).toContainEqual({ count: 0, keys: 30 });
  expect((await logIn("ana@club.example")).ok).toBe(true);
});

test("with a full queue a sign-up stores nothing", async () => {
  const form = { password: "nori peste mare", fullName: "Ana Pop", phone: "1" };
  const answers = await askAtOnce(12, (i) =>
    registerAccount(identity, { ...form, email: `nou-${i}@club.example` }),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(5);
  expect(answers.filter((answer) => !answer.ok && answer.refusal === "busy")).toHaveLength(7);
  expect((await db`SELECT FROM identity.registration WHERE email LIKE 'nou-%'`).length).toBe(5);
});
