import { expect, test } from "vitest";
import { vatWithin } from "./night-settlement.ts";
import { vatRateForm } from "./vat-rate-form.ts";

test("VAT within an amount is rounded half up, in whole bani", () => {
  expect(vatWithin(12_100, 2_100)).toBe(2_100);
  expect(vatWithin(826_000, 2_100)).toBe(143_355);
  expect(vatWithin(100, 0)).toBe(0);
  // 1,05 lei at 5 %: five bani; 0,11 lei at 10 %: one
  expect([vatWithin(105, 500), vatWithin(11, 1_000)]).toEqual([5, 1]);
  // exactly half a ban: 21 bani at 5 % hold 1, and 10,5 bani at 5 % do not exist
  expect(vatWithin(3, 2_000)).toBe(1);
});

test("a rate is a percentage with at most two decimals, from a day", () => {
  const read = (rate: string, valid_from = "2025-08-01") => vatRateForm.read({ valid_from, rate });
  expect(read("21")).toEqual({ ok: true, value: { validFrom: "2025-08-01", rate: 2_100 } });
  expect(read("9,5")).toMatchObject({ value: { rate: 950 } });
  expect(read("0")).toMatchObject({ value: { rate: 0 } });
  for (const wrong of ["", "a", "-1", "101", "1,234", "1e2"]) expect(read(wrong).ok, wrong).toBe(false);
  expect(read("21", "2025-02-30").ok).toBe(false);
});
