import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { wallTimeOf } from "#kernel/time.ts";
import { scannedView } from "../gate-verdict-view.ts";
import type { ShownRow } from "./own-rows.ts";
import type { Phone } from "./phone.ts";
import { nothingKnown } from "./scan-result.ts";
import { lastScan, latestScans, ScannerLatest } from "./scanner-latest.tsx";

const at = Date.parse("2027-07-24T19:47:00Z");
const time = wallTimeOf(new Date(at));

/** A phone of Poarta A that wrote these rows; it knows whose the ticket of the key "ana" is. */
function phoneWith(...rows: (Partial<ShownRow> & Pick<ShownRow, "kind">)[]): Phone {
  const nothing = {
    mode: "online",
    key: "k",
    entries: 0,
    typeName: "Intrare generală",
    verdict: null,
  } as const;
  const written = rows.map((row, n) => ({
    seq: n + 1,
    shown: { ...nothing, at, undoes: null, reason: null, ...row },
  }));
  const holders = new Map([["ana", { name: "Ana Pop", digits: "3175" }]]);
  return {
    rows: () => written,
    parts: { holders, state: () => ({ clockAhead: 0 }) },
    enrolled: { gate: { name: "Poarta A" } },
  } as unknown as Phone;
}

const told = (...rows: Parameters<typeof phoneWith>) =>
  latestScans(phoneWith(...rows), at).map(({ verdict, subject, place }) => [verdict, subject, place]);

describe("each row of the last scans", () => {
  it("says the verdict in words, ticket or guest, the type, the time and the gate", () => {
    const place = `ora ${time}:00, Poarta A`;
    expect(
      told(
        { kind: "admit", entries: 3 },
        { kind: "refuse", verdict: "used" },
        { kind: "refuse", verdict: "other_gate", mode: "offline" },
        { kind: "refuse", verdict: "unlisted", typeName: null },
        { kind: "guest", entries: 2, typeName: "Invitat" },
        { kind: "return", entries: 1 },
        { kind: "exit", entries: 1 },
        { kind: "admit", entries: 1, mode: "override" },
        { kind: "admit", entries: 1, isAddOn: true, typeName: "Prosop" },
        { kind: "refuse", verdict: "used", isAddOn: true, typeName: "Prosop" },
        { kind: "refuse", verdict: "invalid", reason: "forged", typeName: null },
        { kind: "refuse", verdict: "invalid", reason: "foreign", typeName: null },
        { kind: "refuse", verdict: "elsewhere", typeName: null },
        {
          kind: "sale",
          typeName: "Parcare",
          isAddOn: true,
          sale: { type: "p", quantity: 2, bani: 5_000, means: "cash" },
        },
        {
          kind: "sale",
          entries: 2,
          typeName: "La ușă",
          sale: { type: "t", quantity: 2, bani: 12_000, means: "cash" },
        },
      ),
    ).toEqual(
      [
        ["ADMIS", "Bilet Intrare generală, 3 intrări"],
        ["REFUZAT: Bilet deja folosit", "Bilet Intrare generală"],
        ["VERIFICĂ: Altă poartă răspunde de acest bilet", "Bilet Intrare generală"],
        ["VERIFICĂ: Bilet necunoscut pe acest telefon", ""],
        ["ADMIS", "Invitat, 2 intrări"],
        ["REINTRARE", "Bilet Intrare generală, 1 intrare"],
        ["IEȘIRE", "Bilet Intrare generală, 1 ieșire"],
        ["LĂSAT DE ȘEF", "Bilet Intrare generală, 1 intrare"],
        ["DAT", "Prosop, 1 supliment"],
        ["REFUZAT: Deja ridicat", "Prosop"],
        ["REFUZAT: Cod necunoscut", "cod fals"],
        ["REFUZAT: Nu e un bilet de la noi", "cod străin"],
        ["REFUZAT: Bilet pentru alt eveniment", ""],
        ["VÂNDUT", "Parcare, 2 suplimente · 50 lei, Numerar"],
        ["VÂNDUT", "Bilet La ușă, 2 intrări · 120 lei, Numerar"],
      ]
        .toReversed()
        .map((row) => [...row, place]),
    );
  });

  it("says what was asked where the phone could not decide, and never that such a code is unknown", () => {
    const asked = ["stamp", "other_gate", "unlisted", "no_network"].map(
      (verdict) => ({ kind: "refuse", verdict }) as const,
    );
    const said = latestScans(phoneWith(...asked), at).map(({ verdict }) => verdict);
    expect(said.every((verdict) => verdict.startsWith("VERIFICĂ: "))).toBe(true);
    expect(said.at(-1)).toBe("VERIFICĂ: Ștampilă?");
  });

  it("of two equal tickets in one minute says whose they are and the second", () => {
    const admit = { kind: "admit", entries: 1 } as const;
    const phone = phoneWith({ ...admit, key: "ana", at: at + 4000 }, { ...admit, at: at + 9000 });
    expect(latestScans(phone, at).map(({ who, place }) => [who, place])).toEqual([
      [null, `ora ${time}:09, Poarta A`],
      ["Ana Pop · bilet …3175", `ora ${time}:04, Poarta A`],
    ]);
  });

  it("says of one that was taken back why, and has no row for the undo itself", () => {
    expect(
      told({ kind: "admit", entries: 1 }, { kind: "undo", undoes: 1, reason: "not_entered" }).map(
        ([verdict]) => verdict,
      ),
    ).toEqual(["ANULAT: Nu a intrat"]);
  });

  it("of an add-on is not taken back because nobody came in", () => {
    const scans = latestScans(
      phoneWith({ kind: "admit", entries: 1 }, { kind: "admit", entries: 1, isAddOn: true }),
      at,
    );
    expect(scans.map(({ reasons }) => reasons)).toEqual([
      ["mistake", "other"],
      ["mistake", "not_entered", "other"],
    ]);
  });

  it("is reached, however many refusals came after it: more of them, or the sales alone", () => {
    const sale = { type: "t", quantity: 1, bani: 6_000, means: "terminal" } as const;
    const refusals = Array.from({ length: 70 }, () => ({ kind: "refuse", verdict: "used" }) as const);
    const phone = phoneWith({ kind: "admit", entries: 1 }, { kind: "sale", entries: 1, sale }, ...refusals);
    const seqs = (...about: [Parameters<typeof latestScans>[2]?]) =>
      latestScans(phone, at, ...about).flatMap(({ seq, canUndo }) => (canUndo ? [seq] : []));
    expect([seqs(), seqs({ most: 80 }), seqs({ which: "sales" })]).toEqual([[], [2, 1], [2]]);
    const shown = (list: Parameters<typeof ScannerLatest>[0]["list"]) =>
      renderToStaticMarkup(createElement(ScannerLatest, { list, onUndo: () => {}, onScan: () => {} }));
    const page = shown((most, which) => latestScans(phone, at, { most, which }));
    expect([page.split("<li>").length - 1, page]).toEqual([
      20,
      expect.stringMatching(/Numai vânzările.*Mai multe/s),
    ]);
    const few = phoneWith({ kind: "admit", entries: 1 });
    expect(shown((most, which) => latestScans(few, at, { most, which }))).not.toMatch(/vânzările|Mai multe/);
  });

  it("says of a sale that is taken back what to do with its money, and nothing of a free one", () => {
    const sold = (means: "cash" | "terminal" | "protocol", bani: number) =>
      ({ kind: "sale", entries: 2, sale: { type: "t", quantity: 2, bani, means } }) as const;
    const phone = phoneWith(sold("cash", 12_000), sold("terminal", 6_000), sold("protocol", 0));
    expect(latestScans(phone, at).map(({ giveBack }) => giveBack)).toEqual([
      null,
      "Anulează și la POS plata de 60 lei.",
      "Dă înapoi 120 lei.",
    ]);
  });

  it("is at the camera's foot when it let somebody in, a guest too", () => {
    const phone = phoneWith(
      { kind: "admit", entries: 1 },
      { kind: "guest", entries: 2, typeName: "Invitat" },
      { kind: "refuse", verdict: "used" },
    );
    expect(lastScan(phone)).toEqual({ text: "Invitat, 2 intrări", time });
    const parking = phoneWith({ kind: "admit", entries: 1, isAddOn: true, typeName: "Parcare" });
    expect(lastScan(parking)).toEqual({ text: "Parcare, 1 supliment", time });
    expect(latestScans(parking, at)[0]?.what).toBe("1 supliment");
  });

  it("is at the camera's foot no more once it was undone, a sale too: the one before it is, or nobody", () => {
    const sale = { type: "t", quantity: 1, bani: 6_000, means: "cash" } as const;
    const rows = [
      { kind: "guest", entries: 1, typeName: "Invitat" },
      { kind: "sale", entries: 1, sale },
      { kind: "undo", undoes: 2, reason: "mistake" },
    ] as const;
    expect(lastScan(phoneWith(...rows))).toEqual({ text: "Invitat, 1 intrare", time });
    expect(lastScan(phoneWith(...rows, { kind: "undo", undoes: 1, reason: "mistake" }))).toBeNull();
  });
});

describe("a code that is no ticket of ours", () => {
  const view = (qr: string) => scannedView({ ...nothingKnown, qr, answer: { verdict: "invalid" } });

  it.each(["WIFI:S:Terasa;T:WPA;P:nisip;;", "https://alt-club.example/t/9", "8594001234567"])(
    "is refused, with what to ask for: %s",
    (qr) => {
      const { kind, what, advice, canOverride } = view(qr);
      expect([kind, what, canOverride]).toEqual(["refused", "Nu e un bilet de la noi", false]);
      expect(advice).toMatch(/Cere biletul din e-mail sau din Profil/);
    },
  );

  it("is unknown when it only looks like a ticket, and is to be shown again where it came from", () => {
    const { what, advice } = view(`FSC1:${"0".repeat(155)}`);
    expect([what, advice]).toEqual(["Cod necunoscut", expect.stringMatching(/nu noi l-am semnat/)]);
  });
});
