import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { done, refused } from "#kernel/outcome.ts";
import { instantOf } from "#kernel/time.ts";
import {
  checkedText,
  choice,
  date,
  flag,
  moment,
  number,
  optional,
  price,
  savedAs,
  textUpTo,
  ticked,
  tickedOrAll,
  time,
  where,
  wholeLei,
} from "./fields.ts";
import { form } from "./form.ts";

const [one, two] = [newId(), newId()].sort() as [string, string];

describe("a kind of field", () => {
  const accepted: [kind: string, read: unknown, value: unknown][] = [
    ["words", textUpTo(3).read(" abc "), "abc"],
    ["words of one line, sent in two", textUpTo(5).read("ab\r\n\tcd"), "ab cd"],
    ["words of several lines", textUpTo(5, "text").read("ab\ncd"), "ab\ncd"],
    ["a number", number(1, 120).read("120,00"), 120],
    ["a number", number(0, 9).read(" 0 "), 0],
    ["lei", price(1, 1_550).read("15,5"), 1_550],
    ["whole lei", wholeLei(0, 20).read("20"), 2_000],
    ["a day", date().read("2028-02-29"), "2028-02-29"],
    ["a time", time().read("23:59"), "23:59"],
    ["a moment", moment().read("2027-07-19T10:00"), instantOf("2027-07-19", "10:00")],
    ["a choice", choice(["", "set"]).read("set"), "set"],
    ["a box", flag().read("1"), true],
    ["ticked rows", ticked(2).read([two, "", one, two]), [two, one]],
    ["ticked rows, or all", tickedOrAll(2).read([""]), null],
    ["words with a rule", checkedText(9, (text) => text.length).read("abc"), 3],
    ["nothing, where it may be left out", optional(number(1, 9)).read(" "), null],
  ];
  it.each(accepted)("accepts %s", (_, read, value) => {
    expect(read).toEqual(done(value));
  });

  const wrong: [kind: string, read: unknown, problem: string][] = [
    ["words that are not there", textUpTo(3).read("  "), "required"],
    ["a line of signs that nobody sees", textUpTo(3).read("\u0007\u2028"), "required"],
    ["too many words", textUpTo(3).read("abcd"), "too_long"],
    ["a number that may be meant otherwise", number(1, 9_999).read("1.200"), "not_a_number"],
    ["a number below the least", number(1, 9).read("0"), "too_small"],
    ["a number above the most", number(1, 9).read("10"), "too_big"],
    ["no amount", price(1, 9).read("x"), "not_an_amount"],
    ["an amount above the most", price(1, 999).read("10"), "too_big"],
    ["an amount below the least", price(1, 999).read("0"), "too_small"],
    ["parts of whole lei", wholeLei(0, 20).read("2,5"), "not_a_number"],
    ["a day that no calendar has", date().read("2027-02-29"), "not_a_date"],
    ["a time that no clock shows", time().read("24:00"), "not_a_time"],
    ["a moment that is none", moment().read("2027-07-19T10:00x"), "not_a_date"],
    ["a moment without an hour", moment().read("2027-07-19T1:000"), "not_a_date"],
    ["an hour that March skips", moment().read("2027-03-28T03:30"), "no_such_hour 2027-03-28 03:30"],
    ["a choice of others", choice(["a"]).read("b"), "unknown"],
    ["a box with words", flag().read("da"), "unknown"],
    ["a row without an id", ticked(2).read(["1 OR 1=1"]), "unknown"],
    ["more rows than there may be", ticked(1).read([one, two]), "unknown"],
    ["words against their rule", checkedText(9, () => undefined, "not_a_link").read("a"), "not_a_link"],
    ["words against the rule, where they may be left out", optional(time()).read("x"), "not_a_time"],
  ];
  it.each(wrong)("refuses %s", (_, read, problem) => {
    expect(read).toEqual(refused(problem));
  });
});

const code = form(
  {
    kind: choice(["percent", "fixed"]),
    percent: where("kind", "percent", number(1, 100)),
    per_person: optional(number(1, 9)),
    until_day: date(),
    events: savedAs("eventIds", tickedOrAll(5)),
    acts: ticked(5, "in_order"),
  },
  (typed, accepted) => ({
    ...(typed.events.length > 2 ? { events: "too_many" } : {}),
    ...(accepted?.percent === 13 ? { percent: "reserved" } : {}),
  }),
);
const typed = { ...code.empty, percent: "10", until_day: "2027-07-19" };

describe("a form is known by its fields", () => {
  it("has their names in requests, with those that come several times, and begins empty with the usual choice", () => {
    expect(code.sent).toEqual({
      one: ["kind", "percent", "per_person", "until_day"],
      many: ["events", "acts"],
    });
    const none = { percent: "", per_person: "", until_day: "", events: [], acts: [] };
    expect(code.empty).toEqual({ kind: "percent", ...none });
  });

  it("accepts the row that is saved, under the row's names", () => {
    expect(code.read({ ...typed, per_person: "2", events: [one] })).toEqual(
      done({ kind: "percent", percent: 10, perPerson: 2, untilDay: "2027-07-19", eventIds: [one], acts: [] }),
    );
  });

  it("does not read what is asked beside another choice", () => {
    expect(code.read({ ...typed, kind: "fixed", percent: "x" })).toMatchObject(done({ percent: null }));
  });

  it("tells every wrong field; a rule between fields after the field's own, and one of accepted values when all are right", () => {
    const events = [one, two, newId()];
    expect(code.read({ ...typed, percent: "", events: [...events, "x"] })).toEqual(
      refused({ percent: "required", events: "unknown" }),
    );
    expect(code.read({ ...typed, percent: "13", until_day: "", events })).toEqual(
      refused({ until_day: "required", events: "too_many" }),
    );
    expect(code.read({ ...typed, percent: "13" })).toEqual(refused({ percent: "reserved" }));
  });

  it("writes a saved row as it is typed, so that reading gives the same row", () => {
    const row = {
      kind: "fixed" as const,
      percent: null,
      perPerson: 2,
      untilDay: "2027-07-19",
      eventIds: null,
      acts: [two, one],
    };
    expect(code.written(row)).toEqual({
      kind: "fixed",
      percent: "",
      per_person: "2",
      until_day: "2027-07-19",
      events: [],
      acts: [two, one],
    });
    expect(code.read(code.written(row))).toEqual(done(row));
    expect(moment().write(instantOf("2027-07-19", "10:00"))).toBe("2027-07-19T10:00");
    expect(price(1, 9).write(wholeLeiOf("1250"))).toBe("1250");
  });

  it("compares several rows as one text, in an order of their own only where order means something", () => {
    const flat = code.flat({ ...typed, events: [two, one], acts: [two, one] });
    expect([flat.events, flat.acts]).toEqual([`${one},${two}`, `${two},${one}`]);
    const sent = { text: () => "", all: () => [`${one},${two}`, ""] };
    expect(code.typed(sent).events).toEqual([one, two]);
  });
});

function wholeLeiOf(text: string) {
  const read = wholeLei(0, 9_999).read(text);
  if (!read.ok) throw new Error(text);
  return read.value;
}
