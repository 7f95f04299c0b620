import { expect, test } from "vitest";
import { registerAccount } from "#platform/identity/accounts/register-account.server.ts";
import { testAccounts } from "#test/support/accounts.ts";

const { identity, db, person, logIn } = await testAccounts({ hashing: { concurrency: 1, waiting: 4 } });

test("D9: with a full queue a login is refused as busy, and does not count as a failure", async () => {
  await person("ana@club.example");
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => logIn(`necunoscut-${i}@club.example`)),
  );
  const busy = answers.filter((answer) => !answer.ok && answer.refusal.reason === "busy");
  // how many find the queue full depends on how fast they come; one runs and four wait
  expect(busy.length).toBeGreaterThan(5);
  expect(busy.length).toBeLessThanOrEqual(15);
  expect(busy[0]).toEqual({ ok: false, refusal: { reason: "busy", retryAfter: 5 } });
  const rows =
    await db`SELECT count, count(*)::int AS keys FROM identity.throttle WHERE since > now() - interval '1 minute' GROUP BY 1 ORDER BY 1`;
  expect(rows).toContainEqual({ count: 0, keys: 2 * busy.length });
  expect((await logIn("ana@club.example")).ok).toBe(true);
});

test("D9: with a full queue a sign-up stores nothing", async () => {
  const form = { password: "nori peste mare", fullName: "Ana Pop", phone: "1" };
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      registerAccount(identity, { ...form, email: `nou-${i}@club.example` }),
    ),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(5);
  expect(answers.filter((answer) => !answer.ok && answer.refusal === "busy")).toHaveLength(7);
  expect((await db`SELECT FROM identity.registration WHERE email LIKE 'nou-%'`).length).toBe(5);
});
