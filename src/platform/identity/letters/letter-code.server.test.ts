import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { testDatabase } from "#test/support/database.ts";
import { guestLimits, loginLimits } from "../limits/login-limits.ts";
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

test("what guests of one network try ends no other guest's code there, and it goes on elsewhere (one kind: what strangers try counts against who shares their address)", async () => {
  const guest = async () => {
    const userId = newId();
    const whose = { purpose: "guest-code", userId, email: `${userId}@club.example` } as const;
    return { ...whose, digits: await issueCode(sql, secret, whose) };
  };
  const isTaken = ({ digits, ...whose }: Awaited<ReturnType<typeof guest>>, typed: string, address: string) =>
    consumeCode(sql, secret, { ...whose, code: typed, address });
  const wrong = (digits: string) => String((Number(digits) + 1) % 1_000_000).padStart(6, "0");
  const cafe = "203.0.113.9";
  for (let n = 0; n < guestLimits.wrongCodesPerNetworkAndDay; n += loginLimits.wrongInARow) {
    const stranger = await guest();
    for (let tries = 0; tries < loginLimits.wrongInARow; tries += 1)
      expect(await isTaken(stranger, wrong(stranger.digits), cafe)).toBe(false);
  }
  const ana = await guest();
  expect(await isTaken(ana, ana.digits, cafe)).toBe(false);
  expect(await isTaken(ana, ana.digits, "203.0.113.10")).toBe(true);
});
