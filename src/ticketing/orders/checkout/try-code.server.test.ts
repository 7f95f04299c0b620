import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { limits } from "#ticketing/limits.ts";
import { tryCode } from "./try-code.server.ts";

const { season, site } = await openMoneyStage();
const sender = () => ({ userId: newId(), address: `2001:db8:${newId().slice(-4)}::1` });
const unknown = { ok: false, refusal: { reason: "code_invalid", why: "unknown" } };

it("a code is right while it is switched on and within its time, by the database's clock", async () => {
  const id = await season.voucher({ code: "CU-TERMEN" });
  const after = async (change: string) => {
    await season.client.query(`UPDATE vouchers SET ${change} WHERE id = $1`, [id]);
    return tryCode(site, { typed: " cu-termen", sender: sender() });
  };
  const right = { ok: true, value: { code: "CU-TERMEN" } };
  expect(await after("is_on = true")).toEqual(right);
  expect(await after("is_on = false")).toEqual(unknown);
  expect(await after("is_on = true, starts_at = now() + interval '1 minute'")).toEqual(unknown);
  expect(await after("starts_at = now() - interval '1 minute'")).toEqual(right);
  expect(await after("ends_at = now()")).toEqual(unknown);
});

it("the hour begins with the first wrong code, and the wait is told in seconds", async () => {
  const who = sender();
  const guess = () => tryCode(site, { typed: "NU-EXISTA", sender: who });
  for (let n = 0; n < limits.wrongCodesPerAccountAndHour; n++) expect(await guess()).toEqual(unknown);
  await season.client.query(
    "UPDATE identity.throttle SET since = now() - interval '50 minutes' WHERE count = $1",
    [limits.wrongCodesPerAccountAndHour],
  );
  const { refusal } = (await guess()) as { refusal: { reason: string; retryAfter: number } };
  expect(refusal.reason).toBe("too_many_codes");
  expect(refusal.retryAfter).toBeGreaterThan(590);
  expect(refusal.retryAfter).toBeLessThanOrEqual(600);
  await season.client.query("UPDATE identity.throttle SET since = now() - interval '1 hour'");
  expect(await guess()).toEqual(unknown);
});
