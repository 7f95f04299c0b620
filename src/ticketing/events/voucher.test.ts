import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bani, split } from "#kernel/money.ts";
import { appliesTo, discountOf, usesGivenBack, usesLeft, type Voucher, withVoucher } from "./voucher.ts";

const general = { ticketTypeId: "general", eventIds: ["friday"], quantity: 2, listPrice: bani(8000) };
const terrace = { ticketTypeId: "terrace", eventIds: ["friday"], quantity: 3, listPrice: bani(14_000) };
const anywhere = { id: "code", isInForce: true, eventIds: null, ticketTypeIds: null, perPerson: null };
const percent = (percent: number, change: Partial<Voucher> = {}) =>
  ({ ...anywhere, kind: "percent", percent, ...change }) as Voucher;
const fixed = (amount: number, change: Partial<Voucher> = {}) =>
  ({ ...anywhere, kind: "fixed", amount: bani(amount), ...change }) as Voucher;
const unlock = { ...anywhere, kind: "unlock", ticketTypeIds: ["terrace"] } as Voucher;

it("what a code takes off a ticket is a percentage rounded down to whole bani, or a sum that is at most the price", () => {
  expect(discountOf(percent(10), bani(8000))).toBe(800);
  expect(discountOf(percent(15), bani(99))).toBe(14);
  expect(discountOf(percent(1), bani(99))).toBe(0);
  expect(discountOf(percent(100), bani(12_345))).toBe(12_345);
  expect(discountOf(fixed(1500), bani(8000))).toBe(1500);
  expect(discountOf(fixed(1500), bani(1000))).toBe(1000);
  expect(discountOf(unlock, bani(8000))).toBe(0);
});

describe("a code", () => {
  it("concerns the types and nights that it names, or all", () => {
    expect(appliesTo(percent(10), general)).toBe(true);
    expect(appliesTo(percent(10, { ticketTypeIds: ["terrace"] }), general)).toBe(false);
    expect(appliesTo(percent(10, { eventIds: ["friday", "saturday"] }), general)).toBe(true);
    expect(appliesTo(percent(10, { eventIds: ["saturday"] }), general)).toBe(false);
  });

  it("concerns a pass only where it names all of its nights", () => {
    const pass = { ...general, eventIds: ["friday", "saturday"] };
    expect(appliesTo(percent(10, { eventIds: ["friday"] }), pass)).toBe(false);
    expect(appliesTo(percent(10, { eventIds: ["friday", "saturday"] }), pass)).toBe(true);
  });

  it("is not used up by tickets that it makes no cheaper, unless it opens their type", () => {
    const free = { ...general, listPrice: bani(0) };
    expect(appliesTo(percent(10), free)).toBe(false);
    expect(appliesTo(fixed(100), free)).toBe(false);
    expect(appliesTo(unlock, { ...free, ticketTypeId: "terrace" })).toBe(true);
    expect(appliesTo(unlock, general)).toBe(false);
  });

  it("is good for what is left of it, in all and for the person, counted in tickets", () => {
    expect(usesLeft(percent(10), 10, 7)).toBe(10);
    expect(usesLeft(percent(10, { perPerson: 4 }), 10, 1)).toBe(3);
    expect(usesLeft(percent(10, { perPerson: 4 }), 2, 1)).toBe(2);
    expect(usesLeft(percent(10, { perPerson: 4 }), 10, 6)).toBe(0);
  });

  it("covers the dearest tickets first, and splits the line in which it ends", () => {
    expect(withVoucher([general, terrace], percent(10), 4)).toEqual([
      { ...general, quantity: 1, discount: 800, total: 7200, voucherId: "code" },
      { ...general, quantity: 1, discount: 0, total: 8000, voucherId: null },
      { ...terrace, discount: 4200, total: 37_800, voucherId: "code" },
    ]);
  });

  it("leaves every price where there is none, none of it is left, or it concerns nothing", () => {
    const plain = [
      { ...general, discount: 0, total: 16_000, voucherId: null },
      { ...terrace, discount: 0, total: 42_000, voucherId: null },
    ];
    expect(withVoucher([general, terrace], null, 9)).toEqual(plain);
    expect(withVoucher([general, terrace], percent(10), 0)).toEqual(plain);
    expect(withVoucher([general, terrace], percent(10, { eventIds: ["sunday"] }), 9)).toEqual(plain);
  });

  it("keeps every ticket and every ban, and makes no seat dearer or unequal to another of its line", () => {
    const line = fc.record({
      ticketTypeId: fc.constantFrom("a", "b", "c"),
      eventIds: fc.constant(["friday"]),
      quantity: fc.integer({ min: 1, max: 10 }),
      listPrice: fc.nat(30_000).map(bani),
    });
    const scope = fc.option(fc.subarray(["a", "b", "c"]));
    const voucher = fc.oneof(
      fc
        .record({ n: fc.integer({ min: 1, max: 100 }), scope })
        .map(({ n, scope }) => percent(n, { ticketTypeIds: scope })),
      fc
        .record({ n: fc.integer({ min: 1, max: 20_000 }), scope })
        .map(({ n, scope }) => fixed(n, { ticketTypeIds: scope })),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), voucher, fc.nat(40), (lines, code, uses) => {
        const priced = withVoucher(lines, code, uses);
        const count = (some: readonly { quantity: number }[]) =>
          some.reduce((n, { quantity }) => n + quantity, 0);
        expect(count(priced)).toBe(count(lines));
        const whole = (some: readonly { quantity: number; listPrice: number }[]) =>
          some.reduce((n, one) => n + one.listPrice * one.quantity, 0);
        expect(priced.reduce((n, one) => n + one.total + one.discount, 0)).toBe(whole(lines));
        const covered = priced.filter(({ voucherId }) => voucherId !== null);
        const eligible = priced.filter((one) => appliesTo(code, one));
        expect(count(covered)).toBe(Math.min(uses, count(eligible)));
        const cheapest = Math.min(...covered.map(({ listPrice }) => listPrice));
        for (const one of priced) {
          expect(one.total).toBeGreaterThanOrEqual(0);
          expect(new Set(split(one.total, Array<number>(one.quantity).fill(1))).size).toBe(1);
        }
        const others = priced.filter(({ voucherId }) => voucherId === null);
        for (const one of others) expect(one.discount).toBe(0);
        for (const one of others.filter((one) => appliesTo(code, one)))
          expect(one.listPrice).toBeLessThanOrEqual(cheapest);
      }),
    );
  });

  it("comes back with refunded tickets only where the night was cancelled or the code says so", () => {
    expect(usesGivenBack({ returnsUses: false }, { tickets: 3, isCancelled: false })).toBe(0);
    expect(usesGivenBack({ returnsUses: true }, { tickets: 3, isCancelled: false })).toBe(3);
    expect(usesGivenBack({ returnsUses: false }, { tickets: 3, isCancelled: true })).toBe(3);
  });
});
