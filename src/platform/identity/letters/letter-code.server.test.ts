import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { testDatabase } from "#test/support/database.ts";
import { consumeCode, issueCode } from "./letter-code.server.ts";

const { ownerUrl } = await testDatabase();
const sql = new pg.Client({ connectionString: ownerUrl });
await sql.connect();
afterAll(() => sql.end());

const secret = "a secret for tests of at least 32 bytes";
const code = { purpose: "sign-in-code", address: "203.0.113.7" } as const;

test("a new code ends the older one of its account, and none of another account", async () => {
  const [ana, dan] = [newId(), newId()];
  const email = (userId: Uuid) => `${userId}@club.example`;
  const issue = (userId: Uuid) => issueCode(sql, secret, { ...code, userId, email: email(userId) });
  const isTaken = (userId: Uuid, digits: string) =>
    consumeCode(sql, secret, { ...code, userId, email: email(userId), code: digits });
  const [older, his, newer] = [await issue(ana), await issue(dan), await issue(ana)];
  expect(await isTaken(ana, his)).toBe(false);
  expect(await isTaken(dan, his)).toBe(true);
  expect(await isTaken(ana, newer)).toBe(true);
  expect(await isTaken(ana, older)).toBe(false);
});
