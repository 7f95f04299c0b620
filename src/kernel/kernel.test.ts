import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isUuid, newId, randomDigits } from "./id.ts";
import { bani, formatLei, formatLeiExact, lei, split, sum, times } from "./money.ts";
import { agreed, counted, fold, grouped, nounFor, roughlyInWords, spanInWords } from "./romanian.ts";
import {
  addDays,
  addMonths,
  businessDay,
  dayOf,
  endOf,
  formatInstant,
  formatLongDate,
  formatSlideDate,
  instantOf,
  isHourOf,
  isoInBucharest,
  lastInstantOf,
  posterDate,
  wallTimeOf,
} from "./time.ts";

describe("money", () => {
  it("is whole bani or nothing", () => {
    expect(() => bani(1.5)).toThrow(RangeError);
    expect(() => bani(Number.NaN)).toThrow(RangeError);
    expect(times(bani(8000), 3)).toBe(24_000);
    expect(sum([bani(1), bani(2)])).toBe(3);
  });
  it("reads what people type and refuses the rest", () => {
    expect(lei("160")).toBe(16_000);
    expect(lei("160,5")).toBe(16_050);
    expect(lei("1.250,00")).toBe(125_000);
    for (const text of ["", "-1", "1,234", "1.25", "1e3", "160 lei", "１"]) expect(lei(text)).toBeUndefined();
  });
  it("is written in lei without needless decimals, or with two always", () => {
    expect(formatLei(22_000)).toBe("220");
    expect(formatLei(22_050)).toBe("220,50");
    expect(formatLei(125_000)).toBe("1.250");
    expect(formatLeiExact(16_000)).toBe("160,00");
  });
});

it.each([
  [100, [1, 1, 2], [25, 25, 50]],
  // one ban more for the largest remainder; where they are equal, for the later part
  [100, [1, 1, 1], [33, 33, 34]],
  [101, [1, 1, 1], [33, 34, 34]],
  [10, [5, 1], [8, 2]],
  [10, [1, 5], [2, 8]],
  [7, [0, 3], [0, 7]],
  [-5, [1], [-5]],
  // beyond what a double holds exactly
  [9_007_199_254_740_991, [9_007_199_254_740_991, 1], [9_007_199_254_740_990, 1]],
])("an amount in parts: %d bani by %j", (amount, weights, parts) => {
  expect(split(bani(amount), weights)).toEqual(parts);
});

describe("ids", () => {
  it("sort in the order they were made, ten thousand within one instant", () => {
    const ids = Array.from({ length: 10_000 }, () => newId(1_800_000_000_000));
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
    expect(ids.every(isUuid)).toBe(true);
  });
  it("keep leading zeros in digits", () => {
    for (let i = 0; i < 200; i++) expect(randomDigits(4)).toMatch(/^\d{4}$/);
  });
});

describe("Romanian", () => {
  it("puts 'de' where Romanian does", () => {
    expect([1, 2, 19, 20, 100, 101, 119, 120, 16_000].map((n) => counted(n, "ticket"))).toEqual([
      "1 bilet",
      "2 bilete",
      "19 bilete",
      "20 de bilete",
      "100 de bilete",
      "101 bilete",
      "119 bilete",
      "120 de bilete",
      "16.000 de bilete",
    ]);
  });
  it("lets what follows a noun agree with it", () => {
    const found = (n: number) => counted(n, "ticket", "găsit", "găsite");
    expect([1, 2, 20].map(found)).toEqual(["1 bilet găsit", "2 bilete găsite", "20 de bilete găsite"]);
  });
  it("lets a word agree with a number whose noun is not said", () => {
    const sold = (n: number) => agreed(n, "vândut", "vândute");
    expect([0, 1, 20, 1_001].map(sold)).toEqual(["0 vândute", "1 vândut", "20 vândute", "1.001 vândute"]);
  });
  it("says a span of time in the largest unit that it is whole in", () => {
    expect([1, 45, 60, 90, 600, 3600, 5400, 86_400, 90 * 86_400].map(spanInWords)).toEqual([
      "o secundă",
      "45 de secunde",
      "un minut",
      "90 de secunde",
      "10 minute",
      "o oră",
      "90 de minute",
      "o zi",
      "90 de zile",
    ]);
  });
  it("says about how long in one unit, rounded down", () => {
    expect([0, 59, 119, 3599, 3661, 7199, 24_900, 200_000].map(roughlyInWords)).toEqual([
      "o secundă",
      "59 de secunde",
      "119 secunde",
      "59 de minute",
      "61 de minute",
      "119 minute",
      "6 ore",
      "2 zile",
    ]);
  });
  it("separates a noun from its number, and groups the number, also beyond a thousand", () => {
    expect([1, 2, 20, 1621, 2000].map((n) => [grouped(n), nounFor(n, "order")])).toEqual([
      ["1", "comandă"],
      ["2", "comenzi"],
      ["20", "de comenzi"],
      ["1.621", "de comenzi"],
      ["2.000", "de comenzi"],
    ]);
  });
  it("finds words whatever their diacritics", () => {
    expect(fold("Șezătoare în ȚARĂ")).toBe("sezatoare in tara");
    expect(fold("Łukasz Søren Yıldız Đorđe Groß Æsa Œuvre Þór O’Brien Anne–Marie")).toBe(
      "lukasz soren yildiz dorde gross aesa oeuvre thor o'brien anne-marie",
    );
  });
});

describe("time in Bucharest", () => {
  it("goes from the wall clock to the instant and back on every ordinary minute", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true }),
        (date) => {
          const minute = new Date(Math.floor(date.getTime() / 60_000) * 60_000);
          const back = instantOf(dayOf(minute), wallTimeOf(minute));
          const apart = Math.abs(back.getTime() - minute.getTime());
          // the repeated hour of October has two instants for one wall time; the function returns the first
          expect(apart === 0 || (apart === 3_600_000 && back < minute)).toBe(true);
        },
      ),
    );
  });
  it("steps over the skipped hour in March and takes the first of the repeated hour in October (I36, F35)", () => {
    expect(instantOf("2027-03-28", "02:59").toISOString()).toBe("2027-03-28T00:59:00.000Z");
    expect(instantOf("2027-03-28", "03:30").toISOString()).toBe("2027-03-28T01:30:00.000Z");
    expect(instantOf("2027-03-28", "04:00").toISOString()).toBe("2027-03-28T01:00:00.000Z");
    expect(instantOf("2027-10-31", "03:30").toISOString()).toBe("2027-10-31T00:30:00.000Z");
    expect(instantOf("2027-10-31", "04:00").toISOString()).toBe("2027-10-31T02:00:00.000Z");
  });
  it("knows the second of October's two hours, and that March lacks one (96)", () => {
    expect(lastInstantOf("2027-10-31", "03:30").toISOString()).toBe("2027-10-31T01:30:00.000Z");
    expect(lastInstantOf("2027-06-26", "22:00")).toEqual(instantOf("2027-06-26", "22:00"));
    expect(lastInstantOf("2027-03-28", "03:30")).toEqual(instantOf("2027-03-28", "03:30"));
    expect(["02:59", "03:00", "03:59", "04:00"].map((time) => isHourOf("2027-03-28", time))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
  it("has a business day from six to six: until then tonight is the evening before (96)", () => {
    const at = (text: string) => businessDay(new Date(text));
    expect(at("2027-06-27T02:59:59Z").day).toBe("2027-06-26");
    expect(at("2027-06-27T03:00:00Z").day).toBe("2027-06-27");
    expect(at("2027-10-31T00:30:00Z")).toEqual({
      day: "2027-10-30",
      from: new Date("2027-10-30T03:00:00Z"),
      to: new Date("2027-10-31T04:00:00Z"),
    });
  });
  it("ends on the next day what ends before it began, and writes instants with their offset", () => {
    expect(endOf("2027-06-26", "22:00", "04:00").toISOString()).toBe("2027-06-27T01:00:00.000Z");
    expect(endOf("2027-06-26", "18:00", "23:00").toISOString()).toBe("2027-06-26T20:00:00.000Z");
    expect(isoInBucharest(instantOf("2027-06-26", "22:00"))).toBe("2027-06-26T22:00:00+03:00");
    expect(isoInBucharest(instantOf("2027-01-26", "22:30"))).toBe("2027-01-26T22:30:00+02:00");
    expect(isoInBucharest(new Date("2027-01-26T20:55:39.500Z"))).toBe("2027-01-26T22:55:39+02:00");
  });
  it("counts days and months on the calendar", () => {
    expect(addDays("2027-03-27", 7)).toBe("2027-04-03");
    expect(addMonths("2027-01-31", 1)).toBe("2027-02-28");
    expect(addMonths("2027-12-15", 1)).toBe("2028-01-15");
  });
  it("writes dates as the screens do", () => {
    expect(formatLongDate("2027-06-26")).toBe("sâmbătă, 26 iunie 2027");
    expect(formatSlideDate("2027-06-05")).toBe("sâmbătă, 05 iunie 2027");
    expect(posterDate("2027-06-05")).toEqual({ date: "05", month: "iun" });
    expect(formatInstant("2027-06-26T19:00:00Z")).toBe("26.06.2027, 22:00");
  });
});
