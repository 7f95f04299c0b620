import { canonicalEmail } from "#kernel/email-address.ts";
import { fold } from "#kernel/romanian.ts";
import { typedLine } from "#kernel/typed-text.ts";
import { lengths, limits } from "#ticketing/limits.ts";

export type NewListedGuest = {
  readonly name: string;
  readonly places: number;
  readonly note: string | null;
  /** The address that the code is sent to. Only the email has it, unless it is part of the note. */
  readonly email?: string | null;
};

/** Whether the right to enter leaves the desk with one of these names: by an email, or for many people. */
export const needPasswordToAdd = (guests: readonly Pick<NewListedGuest, "places" | "email">[]): boolean =>
  guests.some(({ places, email }) => !!email || places > limits.plainPlacesPerGuest);

/** Why no guest can be made of a row. */
export type WrongRow = "no_name" | "no_number" | "too_long" | "too_big";
/** Why a row that was understood in one way may mean something else. */
export type RowDoubt = "number" | "pair" | "several" | "odd" | "places" | "twice";

export type PastedRow<What> = { readonly line: number; readonly text: string; readonly what: What };

export type GuestRows = {
  /** Each name once (case and diacritics do not matter), with its highest number of places and all its notes. */
  readonly guests: readonly NewListedGuest[];
  /** The line on which each of them stands first. */
  readonly lines: readonly number[];
  readonly wrong: readonly PastedRow<WrongRow>[];
  readonly doubts: readonly PastedRow<RowDoubt>[];
};

const longestRow = 500;
/** How many counts and brackets are removed around one name. After each, the whole row is searched again. */
const mostParts = 8;

type Role = "order" | "name" | "places" | "note";

const roles: readonly (readonly [Role, RegExp])[] = [
  ["order", /^(?:nr|no|#|crt|nr\.? ?crt)\.?$/],
  ["name", /^(?:nume|prenume|name|guest|invitat|nume (?:si|\/|&) prenume|(?:first|last|full) name)$/],
  ["places", /^(?:nr\.? (?:de )?)?(?:locuri|loc|persoane|pers|oameni|bilete|places|pax|\+|plus|cati)\.?$/],
  ["note", /^(?:nota|note|mentiuni|observatii|obs|telefon|email|e-mail|lista|phone|comment)\.?$/],
];
const roleOf = (cell: string) => roles.find(([, words]) => words.test(fold(cell)))?.[0];

const people =
  "(?:locuri|loc|persoane|pers|oameni|bilete|prieteni|prietene|invitați|invitati|însoțitori|insotitori|guests|friends)\\.?";
const number = "(\\d{1,4})";
const more = `(?:(?:și|si|cu)\\s+încă|plus|\\+)\\s*${number}(?:\\s*${people})?`;
const times = `[x×]\\s*${number}|${number}\\s*[x×]|${number}\\s*${people}`;
const countAlone = new RegExp(`^\\(?\\s*(?:${more}|${times}|${number})\\s*\\)?$`, "iu");
const countBehind = new RegExp(
  `(?<![\\s:–—-])[\\s:–—-]*(?:\\(\\s*(?:${more}|${times}|${number})\\s*\\)|${more}|[:–—-]\\s*${number}|(?<![\\p{L}\\p{N}])(?:${times}))$`,
  "iu",
);
const countBefore = new RegExp(`^(?:${number}\\s*[x×]|${number}\\s*${people})[\\s:–—-]+(?=\\p{L})`, "iu");

/** WhatsApp's beginning of a line: "[12.06.2026, 14:03] Ion: " or "12.06.2026, 14:03 - Ion: ". */
const saidBy =
  /^(?:\[[^\]\n]*\d:\d\d[^\]\n]*\]|\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d\d[^-\n]{0,9}-) ?[^:\n]{1,60}: ?/u;
const bullet =
  /^(?:[-–—•*·▪●◦‣➢✓✔☐☑>~]+\s+|[•▪●◦‣➢✓✔☐☑]|\[[ xX]?\]\s*|\d{1,3}\s*[.)](?!\d)\s*|\d\ufe0f?\u20e3\s*|\d{1,3}\s*[-–—]\s+)/u;

/**
 * Reads a list of guests pasted from a message, an email or a spreadsheet: one name a line, perhaps with bullets or
 * numbers before it; people as "+2", "x3", "3 locuri"; columns by tab, semicolon or comma, with or without quotes and
 * a header. Each line becomes a guest, a guest with a doubt, or `wrong`; none is dropped silently.
 */
export function readGuestRows(text: string): GuestRows {
  const byName = new Map<string, NewListedGuest>();
  const lines: number[] = [];
  const wrong: PastedRow<WrongRow>[] = [];
  const doubts: PastedRow<RowDoubt>[] = [];
  let head: { readonly sign: string; readonly roles: readonly Role[] } | undefined;
  let rank = 0;
  for (const { line, raw } of linesOf(text)) {
    // such a line is no guest, and the patterns below would need minutes for it
    if (raw.length > longestRow) {
      wrong.push({ line, text: raw.slice(0, lengths.personName), what: "too_long" });
      continue;
    }
    const words = plain(raw);
    if (!/[\p{L}\p{N}]/u.test(words)) continue;
    const row = { line, text: words };
    const bare = withoutBullet(raw);
    const headOfRow = head && bare.includes(head.sign) ? head : undefined;
    const sign = headOfRow?.sign ?? signOf(bare);
    const cells = bare.split(sign).map(plain);
    if (rank === 0 && !head) {
      const known = cells.map((cell) => roleOf(cell) ?? (cell === "" ? "note" : undefined));
      if (known.includes("name") && !known.includes(undefined)) {
        head = { sign, roles: known as Role[] };
        continue;
      }
    }
    rank++;
    const guest = guestOf(cells, headOfRow?.roles, rank);
    if (typeof guest === "string") wrong.push({ ...row, what: guest });
    else {
      for (const what of guest.doubts) doubts.push({ ...row, what });
      const key = fold(guest.name);
      const before = byName.get(key);
      if (before) doubts.push({ ...row, what: "twice" });
      else lines.push(line);
      const email = before?.email ?? guest.email;
      byName.set(key, {
        name: before?.name ?? guest.name,
        places: Math.max(guest.places, before?.places ?? 0),
        note: joined([before?.note, guest.note]).slice(0, lengths.guestNote) || null,
        ...(email ? { email } : {}),
      });
    }
  }
  return { guests: [...byName.values()], lines, wrong, doubts };
}

type ReadGuest = NewListedGuest & { readonly doubts: readonly RowDoubt[] };

function guestOf(
  cells: readonly string[],
  head: readonly Role[] | undefined,
  rank: number,
): ReadGuest | WrongRow {
  const doubts = new Set<RowDoubt>();
  const names: string[] = [];
  const notes: string[] = [];
  const counts: number[] = [];
  for (const [at, cell] of cells.entries()) {
    if (cell === "") continue;
    const count = countOf(countAlone.exec(cell));
    const role = head?.[at];
    if (role === "order" || (!role && names.length === 0 && cells.length > 1 && Number(cell) === rank))
      continue;
    if (role === "name" || (!role && names.length === 0 && count === undefined)) names.push(cell);
    else if (role === "places" || (!role && counts.length === 0)) {
      if (count === undefined && role) return "no_number";
      if (count === undefined) notes.push(cell);
      else counts.push(count);
      // a number before the name may just count the rows
      if (names.length === 0) doubts.add("number");
    } else notes.push(cell);
  }
  let name = names.join(" ");
  const bracketed: string[] = [];
  for (let parts = 0; parts < mostParts; parts++) {
    const found = countBehind.exec(name) ?? countBefore.exec(name);
    const bracket = /\s*\(([^()]*)\)$/.exec(name);
    if (found) counts.push(countOf(found) ?? 1);
    else if (bracket) bracketed.unshift(bracket[1] ?? "");
    else break;
    name = name.replace(found?.[0] ?? bracket?.[0] ?? "", "").trim();
  }
  if (!/[\p{L}\p{N}]/u.test(name)) return "no_name";
  const isPair = /\p{L}\s*(?:[+&/]|\s(?:și|si|and|cu)\s)\s*\p{L}/iu.test(name);
  if (isPair) doubts.add("pair");
  else if (
    /[^\p{L}\p{M}\p{Zs}.,'’‘`ʼ„“”"–-]/u.test(name.replace(/\u200c|\u200d/g, "")) ||
    name.split('"').length % 2 === 0
  )
    doubts.add("odd");
  // a note that looks like a name: a second person, or the other half of this name
  const isName = /\s/.test(name)
    ? /^\p{Lu}\p{L}+(?:[ -]\p{Lu}\p{L}+)+(?:\s*\+.*)?$/u
    : /^\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{L}+)*$/u;
  if (notes.some((note) => isName.test(note))) doubts.add("several");
  // "12 oameni de la radio" says whose guests they are, and no name
  if (counts.length > 0 && /^(?:de|din|la|cu)\s/u.test(name)) doubts.add("number");
  if (new Set(counts).size > 1) doubts.add("places");
  const places = counts.length > 0 ? Math.max(...counts) : isPair ? 2 : 1;
  const note = joined([...bracketed, ...notes]);
  if (places < 1) return "no_number";
  if (places > limits.placesPerGuest) return "too_big";
  if (name.length > lengths.personName || note.length > lengths.guestNote) return "too_long";
  const email = notes.map(canonicalEmail).find((one) => one !== undefined);
  return { name, places, note: note || null, ...(email ? { email } : {}), doubts: [...doubts] };
}

/** The people in a matched count: "+2" means two besides the name; "x3" and "3 locuri" mean three in all. */
function countOf(found: RegExpExecArray | null): number | undefined {
  const at = found?.findIndex((group, index) => index > 0 && group !== undefined) ?? -1;
  if (!found || at < 0) return undefined;
  return Number(found[at]) + (/\+|plus|încă/i.test(found[0]) ? 1 : 0);
}

const joined = (notes: readonly (string | null | undefined)[]) =>
  [...new Set(notes.filter(Boolean))].join(", ");

/** The lines with their numbers. Separators and line ends inside quoted cells do not separate, as in spreadsheets. */
function linesOf(text: string) {
  const quoted = /(^|[\t;,])[^\S\t\n]*"((?:[^"]|"")*)"[^\S\t\n]*(?=[\t;,]|$)/gmu;
  const inside = (cell: string) =>
    cell.replaceAll('""', '"').replace(/[\t;,\n]/g, (sign) => hidden[shown.indexOf(sign)] ?? sign);
  const kept = text
    .replace(/\r\n?/g, "\n")
    .replace(quoted, (_, before: string, cell: string) => before + inside(cell));
  let line = 0;
  return kept.split("\n").map((raw) => {
    line++;
    const at = line;
    line += raw.split(hidden[3] ?? "").length - 1;
    return { line: at, raw };
  });
}

const shown = "\t;,\n";
const hidden = "\ue000\ue001\ue002\ue003";
const plain = (text: string) =>
  typedLine(text.replace(/[\ue000-\ue003]/g, (sign) => shown[hidden.indexOf(sign)] ?? ""));

function withoutBullet(line: string): string {
  // tabs are columns, even the first one of the line
  const begun = line.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "").replace(/^ +/, "");
  const bare = begun.replace(saidBy, "");
  const next = bare.replace(bullet, "");
  return next === bare || next === "" ? bare : withoutBullet(next);
}

/** The line's separator: a tab; else a semicolon that a number of people follows; else the first of ";" and ",". */
function signOf(line: string): string {
  if (line.includes("\t")) return "\t";
  if (/;\s*\+?\d{1,2}\s*(?:;|$)/.test(line)) return ";";
  return /[;,]/.exec(line)?.[0] ?? ",";
}
