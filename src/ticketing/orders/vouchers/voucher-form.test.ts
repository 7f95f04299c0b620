import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { done } from "#kernel/outcome.ts";
import { instantOf } from "#kernel/time.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import { codesOf, newVoucherForm, voucherForm } from "./voucher-form.ts";

const [night, type] = [newId(), newId()];
const typed: typeof newVoucherForm.empty = {
  kind: "percent",
  percent: "10",
  amount: "",
  name: " Vara ",
  many: "",
  count: "",
  prefix: "",
  code: "",
  uses: "",
  per_person: "",
  starts_at: "",
  ends_at: "",
  returns_uses: "",
  events: [],
  types: [],
};
const read = (about: Partial<typeof typed>) => voucherForm.read({ ...typed, ...about });
const codes = (about: Partial<typeof typed>) => {
  const read = newVoucherForm.read({ ...typed, types: [type], ...about });
  return read.ok ? done(codesOf(read.value)) : read;
};
const nothing = { percent: null, amount: null, eventIds: null, ticketTypeIds: null, uses: null };
const unlimited = { ...nothing, perPerson: null, startsAt: null, endsAt: null, returnsUses: false };

describe("the form of a code", () => {
  it("reads what the chosen kind has, and not what was typed for another", () => {
    const all = { percent: "10", amount: "15,5", types: [type] };
    expect(read({})).toEqual(done({ ...unlimited, kind: "percent", percent: 10, name: "Vara" }));
    expect(read({ ...all, kind: "fixed", percent: "zece" })).toMatchObject({
      ...done({ kind: "fixed", percent: null, amount: 1_550, ticketTypeIds: [type] }),
    });
    expect(read({ ...all, kind: "unlock", amount: "x", percent: "x" })).toMatchObject({
      ...done({ kind: "unlock", percent: null, amount: null, ticketTypeIds: [type] }),
    });
  });

  it("reads its limits, its nights and the hours of Bucharest", () => {
    const about = { uses: "300", per_person: "2", returns_uses: "1", events: [night], types: [type] };
    expect(read({ ...about, starts_at: "2027-07-19T10:00", ends_at: "2027-08-29T04:00" })).toEqual(
      done({
        kind: "percent",
        percent: 10,
        amount: null,
        name: "Vara",
        eventIds: [night],
        ticketTypeIds: [type],
        uses: 300,
        perPerson: 2,
        returnsUses: true,
        startsAt: instantOf("2027-07-19", "10:00"),
        endsAt: instantOf("2027-08-29", "04:00"),
      }),
    );
  });

  const wrong: [about: Partial<typeof typed>, problems: object][] = [
    [{ kind: "percent", percent: "0" }, { percent: "too_small" }],
    [{ kind: "percent", percent: "101" }, { percent: "too_big" }],
    [{ kind: "percent", percent: "12,5" }, { percent: "not_a_number" }],
    [{ kind: "fixed", amount: "0" }, { amount: "too_small" }],
    [{ kind: "fixed", amount: String(limits.price + 1) }, { amount: "too_big" }],
    [{ kind: "unlock" }, { types: "required" }],
    [{ kind: "gift" }, { kind: "unknown" }],
    [{ returns_uses: "yes" }, { returns_uses: "unknown" }],
    [{ name: " " }, { name: "required" }],
    [{ name: "x".repeat(lengths.catalogueName + 1) }, { name: "too_long" }],
    [{ uses: "0" }, { uses: "too_small" }],
    [{ uses: String(limits.usesPerCode + 1) }, { uses: "too_big" }],
    [
      { uses: "-1", per_person: "1e3" },
      { uses: "not_a_number", per_person: "not_a_number" },
    ],
    [{ starts_at: "19.07.2027" }, { starts_at: "not_a_date" }],
    [{ starts_at: "2027-07-19T10:00", ends_at: "2027-07-19T10:00" }, { ends_at: "before_start" }],
    [
      { starts_at: "2027-07-19T10:00", ends_at: "2027-07-01T10:00", name: "" },
      { ends_at: "before_start", name: "required" },
    ],
  ];
  it.each(wrong)("is refused by the field that is wrong: %j", (about, problems) => {
    expect(read(about)).toEqual({ ok: false, refusal: problems });
  });

  it("takes what lies at its limits", () => {
    for (const about of [
      { percent: "1" },
      { percent: "100" },
      { kind: "fixed", amount: "0,01" },
      { kind: "fixed", amount: String(limits.price) },
      { uses: "1" },
      { uses: String(limits.usesPerCode) },
      { name: "x".repeat(lengths.catalogueName) },
      { ends_at: "2020-01-01T00:00" },
      { starts_at: "2027-07-19T10:00", ends_at: "2027-07-19T10:01" },
    ])
      expect(read(about), JSON.stringify(about)).toMatchObject({ ok: true });
  });
});

describe("the codes that the form makes", () => {
  it("are one that was typed, a random one, or a set", () => {
    expect(codes({ code: " vara-10 " })).toEqual(done({ kind: "typed", code: "VARA-10" }));
    const random = { kind: "random", count: 1, prefix: "", isSet: false };
    expect(codes({ code: "  " })).toEqual(done(random));
    expect(codes({ kind: "unlock" })).toEqual(done(random));
    const set = { many: "set", count: String(limits.codesPerSet), prefix: " far- ", code: "?" };
    expect(codes(set)).toEqual({
      ...done({ kind: "random", count: limits.codesPerSet, prefix: "FAR-", isSet: true }),
    });
    expect(codes({ many: "set", count: "1", kind: "unlock" })).toMatchObject({
      value: { prefix: "", isSet: true },
    });
  });

  const wrong: [about: Partial<typeof typed>, problems: object][] = [
    [{ code: "AB" }, { code: "unknown" }],
    [{ code: "VARĂ10" }, { code: "unknown" }],
    [{ code: "A".repeat(41) }, { code: "unknown" }],
    [{ kind: "unlock", code: "CORAL" }, { code: "reserved" }],
    [{ many: "set", count: "0" }, { count: "too_small" }],
    [{ many: "set", count: String(limits.codesPerSet + 1) }, { count: "too_big" }],
    [{ many: "set", count: "2", prefix: "-FAR" }, { prefix: "unknown" }],
    [{ many: "set", count: "2", prefix: "FAR 1" }, { prefix: "unknown" }],
    [{ many: "set", count: "2", prefix: "F".repeat(lengths.codePrefix + 1) }, { prefix: "too_long" }],
    [{ many: "pair" }, { many: "unknown" }],
  ];
  it.each(wrong)("are refused by the field that is wrong: %j", (about, problems) => {
    expect(codes(about)).toEqual({ ok: false, refusal: problems });
  });

  it("begin with at most so many signs, which is not too many", () => {
    expect(codes({ many: "set", count: "2", prefix: "F".repeat(lengths.codePrefix) }).ok).toBe(true);
  });
});
