import { describe, expect, it } from "vitest";
import {
  flatTicket,
  phaseFields,
  phaseRowsOf,
  phaseWarnings,
  ticketSentences,
  ticketValues,
  typeForm,
} from "./ticket-sentences.ts";

/** A form as a browser sends it. */
const sent = (fields: Record<string, string>) =>
  ticketValues({
    text: (name) =>
      [...typeForm.sent.one, ...phaseFields].includes(name) ? (fields[name] ?? "") : "not asked for",
    all: () => ["b,a"],
  });

const early = { id: "1", name: 'Early "Bird", [80]', price: "80", until: "2031-07-01T23:59", tickets: "200" };
const blank = { id: "", name: "", price: "", until: "", tickets: "" };
const full = { id: "", name: "Preț întreg", price: "100", until: "", tickets: "" };
const asFields = (no: number, row: typeof early) =>
  Object.fromEntries(Object.entries(row).map(([part, value]) => [`phase_${no}_${part}`, value]));

describe("the rows of phases", () => {
  it("are read up to the last that is not empty, each at its place", () => {
    expect(sent({ ...asFields(1, early), ...asFields(3, full) }).phases).toEqual([early, blank, full]);
    expect(sent({}).phases).toEqual([]);
  });

  it("are one line of text where two versions are compared, and come back from it as they were", () => {
    const flat = flatTicket(sent({ ...asFields(1, early), ...asFields(3, full) }));
    expect(flat.events).toBe("a,b");
    expect(phaseRowsOf(flat.phases ?? "")).toEqual([early, full]);
    expect(sent({ phases: flat.phases ?? "" }).phases).toEqual([early, full]);
    expect(sent({ phases: flatTicket(sent({})).phases ?? "" }).phases).toEqual([]);
  });

  it("that no form of ours wrote are rows that the rules refuse", () => {
    for (const text of ["x", "7", '{"a":1}', "[3]"])
      expect(phaseRowsOf(text)).toEqual([{ id: "", name: text, price: "", until: "", tickets: "" }]);
  });
});

it("a phase without one after it is told what is missing", () => {
  expect(ticketSentences(sent(asFields(2, early))).phase_2_name).toBe(
    `Adaugă și faza următoare: cu ce preț se vinde după „${early.name}”`,
  );
});

it("phases that fall in price or whose day has gone are said, and may be saved", () => {
  const rows = [{ ...early, price: "120", until: "2031-07-01T23:59" }, blank, { ...full, price: "100" }];
  expect(phaseWarnings(rows, "2031-07-01T23:58")).toEqual([
    `„${early.name}” e mai scumpă decât „${full.name}”, care vine după ea.`,
  ]);
  expect(
    phaseWarnings([{ ...early, price: "80", until: "2031-07-01T23:59" }, full], "2031-07-01T23:59"),
  ).toEqual([`Data fazei „${early.name}” a trecut: la prețul ei nu se mai vinde.`]);
  expect(
    phaseWarnings(
      [
        { ...early, price: "80" },
        { ...full, price: "80" },
        { ...full, price: "" },
      ],
      "2031-07-01T00:00",
    ),
  ).toEqual([]);
});
