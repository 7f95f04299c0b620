import { canonicalEmail } from "#kernel/email-address.ts";
import { fold } from "#kernel/romanian.ts";
import { typedLine } from "#kernel/typed-text.ts";
import { lengths, limits } from "#ticketing/limits.ts";

export type NewListedGuest = {
  readonly name: string;
  readonly places: number;
  readonly note: string | null;
  /** The address that the code is sent to. The note, which the gate reads, is without it. */
  readonly email?: string | null;
};

/** Whether adding these guests needs the password: one of them gets the code by email, or brings many people. */
export const needPasswordToAdd = (guests: readonly Pick<NewListedGuest, "places" | "email">[]): boolean =>
  guests.some(({ places, email }) => !!email || places > limits.plainPlacesPerGuest);

/** Why no guest can be made of a row. */
export type WrongRow = "no_name" | "no_number" | "too_long" | "too_big";
/**
 * Why a row that was understood in one way may mean something else. `number`: it may count the rows. `pair`: two names.
 * `several`: a note looks like a name. `odd`: unusual signs. `places`: two numbers of people. `twice`: the name was
 * there before.
 */
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

/** Returns a guest's name as it is kept; undefined when it has no letter, so it is not a name. */
export const guestName = (name: string): string | undefined => (/\p{L}/u.test(name) ? name : undefined);

const longestRow = 500;
/** Each cell is compared with all words for people. */
const mostCells = 30;
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
// a spreadsheet may write nobody as "0,00"
const countAlone = new RegExp(`^\\(?\\s*(?:${more}|${times}|${number}|(0)[.,]0+)\\s*\\)?$`, "iu");
const countBehind = new RegExp(
  `(?<![\\s:–—-])[\\s:–—-]*(?:\\(\\s*(?:${more}|${times}|${number})\\s*\\)|${more}|[:–—-]\\s*${number}|(?<![\\p{L}\\p{N}])(?:${times}))$`,
  "iu",
);
const countBefore = new RegExp(`^(?:${number}\\s*[x×]|${number}\\s*${people})[\\s:–—-]+(?=\\p{L})`, "iu");

/** WhatsApp's beginning of a line: "[12.06.2026, 14:03] Ion: " or "12.06.2026, 14:03 - Ion: ". */
const chatPrefix =
  /^(?:\[[^\]\n]*\d:\d\d[^\]\n]*\]|\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d\d[^-\n]{0,9}-) ?[^:\n]{1,60}: ?/u;
const bullet =
  /^(?:[•▪●◦‣➢✓✔☐☑]+|[-–—•*·▪●◦‣➢✓✔☐☑>~]+\s+|\[[ xX]?\]\s*|\d{1,3}\s*[.)](?!\d)\s*|\d\ufe0f?\u20e3\s*|\d{1,3}\s*[-–—]\s+)+/u;

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
  let header: { readonly separator: string; readonly roles: readonly Role[] } | undefined;
  let guestRowNumber = 0;
  for (const { line, raw } of linesOf(text)) {
    // such a line is no guest, and the patterns below would need minutes for it
    if (raw.length > longestRow) {
      wrong.push({ line, text: raw.slice(0, lengths.personName), what: "too_long" });
      continue;
    }
    const cleanText = cleanCell(raw);
    if (!/[\p{L}\p{N}]/u.test(cleanText)) continue;
    const row = { line, text: cleanText };
    const content = withoutBullet(raw);
    const headerOfRow = header && content.includes(header.separator) ? header : undefined;
    const separator = headerOfRow?.separator ?? separatorOf(content);
    const cells = content.split(separator, mostCells + 1).map(cleanCell);
    if (cells.length > mostCells) {
      wrong.push({ line, text: cleanText.slice(0, lengths.personName), what: "too_long" });
      continue;
    }
    if (guestRowNumber === 0 && !header) {
      const columnRoles = cells.map((cell) => roleOf(cell) ?? (cell === "" ? "note" : undefined));
      if (columnRoles.includes("name") && !columnRoles.includes(undefined)) {
        header = { separator, roles: columnRoles as Role[] };
        continue;
      }
    }
    guestRowNumber++;
    const guest = guestOf(cells, headerOfRow?.roles, guestRowNumber);
    if (typeof guest === "string") wrong.push({ ...row, what: guest });
    else {
      for (const what of guest.doubts) doubts.push({ ...row, what });
      const key = fold(guest.name);
      const earlier = byName.get(key);
      if (earlier) doubts.push({ ...row, what: "twice" });
      else lines.push(line);
      const email = earlier?.email ?? guest.email;
      // a second address gets no code, and is not lost
      const unused = guest.email === email ? null : guest.email;
      byName.set(key, {
        name: earlier?.name ?? guest.name,
        places: Math.max(guest.places, earlier?.places ?? 0),
        note: joinNotes([earlier?.note, guest.note, unused]).slice(0, lengths.guestNote) || null,
        ...(email ? { email } : {}),
      });
    }
  }
  return { guests: [...byName.values()], lines, wrong, doubts };
}

type ReadGuest = NewListedGuest & { readonly doubts: readonly RowDoubt[] };

function guestOf(
  cells: readonly string[],
  columnRoles: readonly Role[] | undefined,
  guestRowNumber: number,
): ReadGuest | WrongRow {
  const doubts = new Set<RowDoubt>();
  const names: string[] = [];
  const notes: string[] = [];
  const counts: number[] = [];
  for (const [at, cell] of cells.entries()) {
    if (cell === "") continue;
    const count = countOf(countAlone.exec(cell));
    const role = columnRoles?.[at];
    if (
      role === "order" ||
      (!role && names.length === 0 && cells.length > 1 && Number(cell) === guestRowNumber)
    )
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
    const countMatch = countBehind.exec(name) ?? countBefore.exec(name);
    const bracket = /\s*\(([^()]*)\)$/.exec(name);
    if (countMatch) counts.push(countOf(countMatch) ?? 1);
    else if (bracket) bracketed.unshift(bracket[1] ?? "");
    else break;
    name = name.replace(countMatch?.[0] ?? bracket?.[0] ?? "", "").trim();
  }
  if (!guestName(name)) return "no_name";
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
  const address = notes.find((one) => canonicalEmail(one) !== undefined);
  const note = joinNotes([...bracketed, ...notes.filter((one) => one !== address)]);
  if (places < 1) return "no_number";
  if (places > limits.placesPerGuest) return "too_big";
  if (name.length > lengths.personName || note.length > lengths.guestNote) return "too_long";
  const email = address && canonicalEmail(address);
  return { name, places, note: note || null, ...(email ? { email } : {}), doubts: [...doubts] };
}

/** The people in a matched count: "+2" means two besides the name; "x3" and "3 locuri" mean three in all. */
function countOf(countMatch: RegExpExecArray | null): number | undefined {
  const at = countMatch?.findIndex((group, index) => index > 0 && group !== undefined) ?? -1;
  if (!countMatch || at < 0) return undefined;
  return Number(countMatch[at]) + (/\+|plus|încă/i.test(countMatch[0]) ? 1 : 0);
}

const joinNotes = (notes: readonly (string | null | undefined)[]) =>
  [...new Set(notes.filter(Boolean))].join(", ");

/** The lines with their numbers. Separators and line ends inside quoted cells do not separate, as in spreadsheets. */
function linesOf(text: string) {
  const quoted = /(^|[\t;,])[^\S\t\n]*"((?:[^"]|"")*)"[^\S\t\n]*(?=[\t;,]|$)/gmu;
  const hideSeparators = (cell: string) =>
    cell.replaceAll('""', '"').replace(/[\t;,\n]/g, (sign) => placeholders[separators.indexOf(sign)] ?? sign);
  const protectedText = text
    .replace(/\r\n?/g, "\n")
    .replace(quoted, (_, before: string, cell: string) => before + hideSeparators(cell));
  let line = 0;
  return protectedText.split("\n").map((raw) => {
    line++;
    const at = line;
    line += raw.split(placeholders[3] ?? "").length - 1;
    return { line: at, raw };
  });
}

const separators = "\t;,\n";
const placeholders = "\ue000\ue001\ue002\ue003";
const cleanCell = (text: string) =>
  typedLine(text.replace(/[\ue000-\ue003]/g, (sign) => separators[placeholders.indexOf(sign)] ?? ""));

function withoutBullet(line: string): string {
  // tabs are columns, even the first one of the line
  const trimmedLine = line.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "").replace(/^ +/, "");
  const bare = trimmedLine.replace(chatPrefix, "");
  const next = bare.replace(bullet, "");
  return next === bare || next === "" ? bare : withoutBullet(next);
}

/** The line's separator: a tab; else a semicolon that a number of people follows; else the first of ";" and ",". */
function separatorOf(line: string): string {
  if (line.includes("\t")) return "\t";
  if (/;\s*\+?\d{1,2}\s*(?:;|$)/.test(line)) return ";";
  return /[;,]/.exec(line)?.[0] ?? ",";
}
