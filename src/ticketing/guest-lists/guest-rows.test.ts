import { expect, it, vi } from "vitest";
import { readGuestRows } from "./guest-rows.ts";

/** "Ana Pop 3 presă | Ion 1", and the doubts and wrong rows as "2 twice". */
function read(text: string) {
  const { guests, wrong, doubts } = readGuestRows(text);
  return [
    guests
      .map(({ name, places, note }) => [name, places, note].filter((part) => part !== null).join(" "))
      .join(" | "),
    [...wrong, ...doubts].map(({ line, what }) => `${line} ${what}`).join(", "),
  ];
}

const alike: readonly (readonly [paste: string, guests: string])[] = [
  [
    'Nume\tLocuri\tNotă\nAna Tab\t3\tpresă\n"Popa, Dan"\t2\t\nRadu;2',
    "Ana Tab 3 presă | Popa, Dan 2 | Radu 2",
  ],
  ["Nr. crt.,Nume,Prenume,Persoane\n1,Pop,Ana,2\n2,Ene,Ion,", "Pop Ana 2 | Ene Ion 1"],
  ["1\tAna\t3\n2\tIon\t+1\n3\tDan\t", "Ana 3 | Ion 2 | Dan 1"],
  ['"Popa\nDan";2\n"Ion ""Nelu"" Pop";1;casa', 'Popa Dan 2 | Ion "Nelu" Pop 1 casa'],
  [
    "Lia (+2)\nGelu x3\nVlad + 2 prieteni\nEma 3x\n3x Dan\nIon +2 (presă)",
    "Lia 3 | Gelu 3 | Vlad 3 | Ema 3 | Dan 3 | Ion 3 presă",
  ],
  [
    "Ana (3)\nIon - 3 locuri\nEma și încă 2\nDan, +2, trupa\nLia; 3 persoane",
    "Ana 3 | Ion 3 | Ema 3 | Dan 3 trupa | Lia 3",
  ],
  [
    "1. Ana Pop\n2) Ion\n- Ema\n• Dan\n- [x] Lia\n3\ufe0f\u20e3 Gelu",
    "Ana Pop 1 | Ion 1 | Ema 1 | Dan 1 | Lia 1 | Gelu 1",
  ],
  ["\u200e[12.06.2026, 14:03] Ion: Ana Pop +2\n12.06.2026, 14:03 - Ion: 1. Ema", "Ana Pop 3 | Ema 1"],
  [
    "  Carla   Neagu, presă, foto\r\n\r\n---\r\nAlexandru Foxman",
    "Carla Neagu 1 presă, foto | Alexandru Foxman 1",
  ],
];

it.each(alike)("a guest list is taken as people paste it: %j", (paste, guests) => {
  expect(read(paste)).toEqual([guests, ""]);
});

const asked: readonly (readonly [paste: string, guests: string, asked: string])[] = [
  ["Marcel Dublu\n\u200bMARCEL  D\u00fcblu +2, casa", "Marcel Dublu 3 casa", "2 twice"],
  ["Ana 3\n5\tDan", "Ana 3 1 | Dan 5", "1 odd, 2 number"],
  ["12 oameni de la radio\n3 persoane Radio Vama", "de la radio 12 | Radio Vama 3", "1 number"],
  ["Ana și Ion\nEma & Dan +3", "Ana și Ion 2 | Ema & Dan 4", "1 pair, 2 pair"],
  ["Ana Pop, Ion Ene, Ema Ilie\nPop,Dan", "Ana Pop 1 Ion Ene, Ema Ilie | Pop 1 Dan", "1 several, 2 several"],
  ['Lista VIP:\nDJ 3PO\n"Rău;2', 'Lista VIP: 1 | DJ 3PO 1 | "Rău 2', "1 odd, 2 odd, 3 odd"],
  ["Ana +1\t3", "Ana 3", "1 places"],
  ["Ana\n+++ 99999", "Ana 1", "2 no_name"],
  ["Nume;Locuri\nAna;0\nIon;2", "Ion 2", "2 no_number"],
  ["Ana;0,00\nIon\t0.0\tpresă\nEma\t20.00", "Ema 1 20.00", "1 no_number, 2 no_number"],
  [
    "Ana\t0\tpresă\nIon, 0 locuri\n0\tEma\n0x Dan\nLia (0)\nRadu +0",
    "Radu 1",
    "1 no_number, 2 no_number, 3 no_number, 4 no_number, 5 no_number",
  ],
  ["Ana\n+3\nIon x0\nEma +20\nDan +19", "Ana 1 | Dan 20", "2 no_name, 3 no_number, 4 too_big"],
  ["Nume,Locuri\nAna,două", "", "2 no_number"],
  [`\n${"a".repeat(201)}\nAna, ${"n".repeat(201)}`, "", "2 too_long, 3 too_long"],
  [`Ana\n${"a;".repeat(30)}b\nDan +1\nIon;${"a;".repeat(28)}b`, "Ana 1 | Dan 2 | Ion 1 a, b", "2 too_long"],
  [`Ana\n${"x ".repeat(251)}\nDan +1\n${"y".repeat(500)}`, "Ana 1 | Dan 2", "2 too_long, 4 too_long"],
];

it.each(asked)(
  "what a pasted row may mean otherwise is asked by its line, or the row is named: %j",
  (paste, guests, said) => {
    expect(read(paste)).toEqual([guests, said]);
  },
);

it("an address in a row is where the name's code goes, and no part of its note; a second one is", () => {
  const { guests } = readGuestRows(
    "Ana Pop\t2\tpresă\tAna@Exemplu.ro\nIon Ene, ion at exemplu.ro\nana pop, alta@exemplu.ro",
  );
  expect(guests).toEqual([
    { name: "Ana Pop", places: 2, note: "presă, alta@exemplu.ro", email: "ana@exemplu.ro" },
    { name: "Ion Ene", places: 1, note: "ion at exemplu.ro" },
  ]);
});

it("a row that is asked or wrong is shown as it was pasted", () => {
  expect(readGuestRows("Ana\n * Ana \u200b(+2)").doubts).toEqual([
    { line: 2, text: "* Ana (+2)", what: "twice" },
  ]);
});

it("a row is searched a few times, whatever is repeated in it (work that grows by the square of what was sent)", () => {
  const { exec } = RegExp.prototype;
  const searched = vi.spyOn(RegExp.prototype, "exec");
  const pieces = ["+1", "(x)", "(1)", "– 1", "x1 ", "1 x ", "3 locuri ", "și încă 1 ", "- ", "["];
  const behind = pieces.map((piece) => `Ana${piece.repeat(450 / piece.length)}`);
  for (const piece of [...behind, `${"☐".repeat(450)}Ana9`]) {
    searched.mockClear().mockImplementation(exec);
    const { guests, wrong, doubts } = readGuestRows(piece);
    // a pattern that replaces every match goes once through the row
    const whole = (searched.mock.contexts as RegExp[]).filter(({ global }) => !global);
    expect([piece, whole.length < 100]).toEqual([piece, true]);
    expect(guests.length + wrong.length).toBe(1);
    // what was not taken off the name is asked about
    if (guests.length > 0) expect([piece, doubts.length]).not.toEqual([piece, 0]);
  }
  searched.mockRestore();
});
