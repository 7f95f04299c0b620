import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { escapeHtml } from "./escape-html.ts";
import { isUuid, newId, randomDigits } from "./id.ts";
import { containing } from "./like-pattern.ts";
import { bani, decimalLei, formatLeiExact, lei } from "./money.ts";
import { namedFile } from "./named-file.ts";
import { done, refused } from "./outcome.ts";
import { addMonths, formatInstant, formatShortDate, instantOf } from "./time.ts";

describe("a text in another grammar", () => {
  it("in HTML has none of the five signs left, in elements and in attributes", () => {
    expect(escapeHtml(`<a title='x'>"&amp;"</a><<`)).toBe(
      "&lt;a title=&#39;x&#39;&gt;&quot;&amp;amp;&quot;&lt;/a&gt;&lt;&lt;",
    );
  });

  it("in a pattern of LIKE is found as it is, anywhere, without NUL and blanks around it", () => {
    expect(containing(" 100%_a\\b\0 \0")).toBe("%100\\%\\_a\\\\b%");
    expect(containing("")).toBe("%%");
  });

  it("as the name of a file ends neither its quotes nor its header", () => {
    expect(namedFile("Bilet FSC-1_2.pdf")).toBe('attachment; filename="Bilet-FSC-1_2.pdf"');
    expect(namedFile('a"\r\nX: ș', "inline")).toBe('inline; filename="a---X---"');
  });
});

it("answers are done with a value or refused with a reason", () => {
  expect(done(1)).toEqual({ ok: true, value: 1 });
  expect(refused("late")).toEqual({ ok: false, refusal: "late" });
});

describe("money for other programs", () => {
  it("is refused in parts of a ban, by name", () => {
    expect(() => bani(1.5)).toThrow("not a whole number of bani: 1.5");
  });
  it("has two decimals behind a dot, and no groups", () => {
    expect([decimalLei(122_050), decimalLei(5), decimalLei(0)]).toEqual(["1220.50", "0.05", "0.00"]);
  });
  it("is read as it is written for people", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (amount) => {
        expect(lei(` ${formatLeiExact(amount)} `)).toBe(amount);
      }),
    );
    for (const text of [
      "1.25,5",
      "1234.567",
      "1.2345",
      "1,",
      "160,505",
      "1234567890",
      "a1",
      "1a",
      "1.000.00",
    ])
      expect(lei(text)).toBeUndefined();
  });
});

describe("ids", () => {
  it("are the milliseconds, a count within them and 62 bits of chance, as RFC 9562 lays them out", () => {
    const now = Date.now() + 86_400_000;
    const [first, second] = [newId(now), newId(now - 5)];
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7000-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const time = (id: string) => Number.parseInt(id.replace("-", "").slice(0, 12), 16);
    expect(time(first)).toBe(now);
    expect(time(second)).toBe(now);
    expect(second.slice(14, 18)).toBe("7001");
    expect(newId(now + 1).slice(14, 18)).toBe("7000");
  });

  it("go on in the next millisecond when one has given 4096", () => {
    const now = Date.now() + 2 * 86_400_000;
    const ids = Array.from({ length: 4097 }, () => newId(now));
    expect(ids[4095]?.slice(14, 18)).toBe("7fff");
    expect(ids[4096]?.slice(14, 18)).toBe("7000");
    expect(Number.parseInt((ids[4096] ?? "").replace("-", "").slice(0, 12), 16)).toBe(now + 1);
  });

  it("do not repeat their random part, and draw all of it", () => {
    const tails = Array.from({ length: 2000 }, () => newId().slice(19));
    expect(new Set(tails).size).toBe(2000);
    for (const at of [1, 2, 3, 5, 9, 16]) expect(new Set(tails.map((tail) => tail[at])).size).toBe(16);
    expect(new Set(tails.map((tail) => tail[0]))).toEqual(new Set(["8", "9", "a", "b"]));
  });

  it.each([
    ["0190a8f0-0000-7000-8000-000000000001", true],
    ["0190a8f0-0000-1000-b000-000000000001", true],
    ["0190A8F0-0000-7000-8000-000000000001", false],
    ["0190a8f0-0000-9000-8000-000000000001", false],
    ["0190a8f0-0000-0000-8000-000000000001", false],
    ["0190a8f0-0000-7000-c000-000000000001", false],
    ["x0190a8f0-0000-7000-8000-000000000001", false],
    ["0190a8f0-0000-7000-8000-000000000001x", false],
    [null, false],
    [["0190a8f0-0000-7000-8000-000000000001"], false],
  ])("%j is one: %s", (text, is) => expect(isUuid(text)).toBe(is));

  it("a draw that would make some digits likelier is drawn again", () => {
    const draws = [4_294_967_295, 4_000_000_000, 3_000_000_007];
    const drawn = vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
      (array as Uint32Array)[0] = draws.shift() ?? 0;
      return array;
    });
    expect(randomDigits(9)).toBe("000000007");
    expect(draws).toEqual([]);
    drawn.mockRestore();
  });

  it("digits are evenly drawn, as many as are wanted", () => {
    const draws = Array.from({ length: 3000 }, () => randomDigits(1));
    const counts = [..."0123456789"].map((digit) => draws.filter((draw) => draw === digit).length);
    expect(Math.min(...counts)).toBeGreaterThan(200);
    expect(randomDigits(9)).toMatch(/^\d{9}$/);
  });
});

describe("days", () => {
  it("are written short, and an instant on the clocks of Bucharest, of a Date as of its text", () => {
    expect(formatShortDate("2027-06-05")).toBe("05.06.2027");
    expect(formatInstant(new Date("2027-01-31T22:05:00Z"))).toBe("01.02.2027, 00:05");
  });
  it("that do not exist are no instants", () => {
    expect(() => instantOf("2027-13-01", "10:00")).toThrow(RangeError);
    expect(() => instantOf("2027-06-01", "ora")).toThrow("no such wall time: 2027-06-01 ora");
  });
  it("of a shorter month are its last, backwards too", () => {
    expect(addMonths("2028-01-31", 1)).toBe("2028-02-29");
    expect(addMonths("2027-03-31", -1)).toBe("2027-02-28");
    expect(addMonths("2027-01-15", -1)).toBe("2026-12-15");
    expect(addMonths("2027-01-15", 12)).toBe("2028-01-15");
  });
});
