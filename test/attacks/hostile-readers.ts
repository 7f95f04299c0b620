import { setTimeout as pause } from "node:timers/promises";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { expect } from "vitest";
import { calendarLines } from "#test/support/calendar-lines.ts";
import { csvRows } from "#test/support/csv-rows.ts";
import { type ParsedPage, parsedPage } from "#test/support/parsed-page.ts";
import { printable } from "#ticketing/delivery/ticket-wording.ts";
import { csvField } from "#ticketing/reports/formula-guard.ts";
import { fetchInTime } from "./hostile-sender.ts";
import type { Caller, HostileSite, Kept } from "./hostile-site.ts";

export type Texts = Readonly<Partial<Record<Kept, string>>>;
type Fetched = { readonly status: number; readonly headers: Headers; readonly bytes: Buffer };

/** One place where texts are read: a screen, a file, an email. */
export type HostileReader = {
  readonly name: string;
  readonly shows: readonly Kept[];
  /** Fails unless exactly these texts are there, each in its place, and none did anything else. */
  check(hostile: HostileSite, texts: Texts): Promise<void>;
};

export function fetched(hostile: HostileSite, path: string, as: Caller): Promise<Fetched> {
  const read = () => readFile(hostile, path, as);
  return path.includes(".csv") ? hostile.exportTurn(read) : read();
}

/** A busy site says of a file that it could not make it: it is asked for again, as a person does. */
async function readFile(hostile: HostileSite, path: string, as: Caller, tries = 20): Promise<Fetched> {
  const found = await readWhole(hostile, path, as);
  const isMade = found.status !== 503 && !(found.status === 303 && /\.(?:csv|xlsx|pdf)/.test(path));
  if (isMade || tries === 0) return found;
  await pause(500);
  return readFile(hostile, path, as, tries - 1);
}

async function readWhole(hostile: HostileSite, path: string, as: Caller): Promise<Fetched> {
  const response = await fetchInTime(`${hostile.site.origin}${hostile.withIds(path)}`, {
    redirect: "manual",
    headers: await hostile.headersOf(as),
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** The letters of a text without the blanks and line ends between them. */
export const onOneLine = (text: string) => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();

/** A long text or one of several lines may appear in pieces; each of them must be found. */
function piecesOf(text: string): string[] {
  return text
    .split(/[\r\n\u2028\u2029]+/)
    .map((piece) => [...piece.trim()].slice(0, 100).join(""))
    .filter((piece) => piece !== "");
}

export function expectShown(words: readonly string[], text: string, what: string): void {
  for (const piece of piecesOf(text))
    if (!words.some((word) => word.includes(piece)))
      expect(words.join("\n").slice(0, 400), `${what}: ${JSON.stringify(piece)}`).toContain(piece);
}

/** Nothing of a page runs, links or sends anywhere that is not ours. */
export function expectHarmless(page: ParsedPage, what: string): void {
  const handlers = [...page.attributes].filter((name) => /^on|hostile/.test(name));
  expect([handlers, page.elements.has("x-hostile")], what).toEqual([[], false]);
  expect(
    page.links.filter((link) => /^\s*(?:javascript|vbscript|data:text)/i.test(link)),
    what,
  ).toEqual([]);
  expect(
    page.scripts.filter((code) => /^\s*alert/.test(code)),
    what,
  ).toEqual([]);
  expect(
    page.words.filter((word) => word.includes("streamController")),
    what,
  ).toEqual([]);
  for (const frame of page.frames) expectHarmless(parsedPage(frame), `${what}, in a frame`);
}

/** The first texts of a reader. */
export const friendlyTexts: Texts = {};
// the elements of a chart once it has data
const charts = ["polygon", "polyline", "circle"];
const friendly = { elements: new Set(charts), attributes: new Set(["points"]) };

/** A page has no element or attribute that screens with friendly texts did not have. */
function expectSameElements(page: ParsedPage, what: string, isFriendly: boolean): void {
  expectHarmless(page, what);
  for (const part of ["elements", "attributes"] as const)
    if (isFriendly) for (const name of page[part]) friendly[part].add(name);
    else
      expect(
        [...page[part]].filter((name) => !friendly[part].has(name)),
        what,
      ).toEqual([]);
}

const screen = (path: string, as: Caller, shows: readonly Kept[], alsoFacts = false): HostileReader => ({
  name: `${path} for ${as}`,
  shows,
  async check(hostile, texts) {
    const { status, bytes } = await fetched(hostile, path, as);
    expect(status, path).toBe(200);
    const page = parsedPage(bytes.toString("utf8"));
    expectSameElements(page, path, texts === friendlyTexts);
    for (const [kept, text] of Object.entries(texts)) expectShown(page.words, text, `${kept} on ${path}`);
    if (alsoFacts) expectFacts(page, texts);
  },
});

/** JSON-LD contains the same texts, in the places where search engines read them. */
function expectFacts(page: ParsedPage, texts: Texts): void {
  const [facts] = page.facts;
  expect(facts?.["@context"]).toBe("https://schema.org");
  const location = facts?.location as { name?: string } | undefined;
  if (texts["night.title"] !== undefined) expect(facts?.name).toBe(texts["night.title"]);
  if (texts["night.location"] !== undefined) expect(location?.name).toBe(texts["night.location"]);
  if (texts["artist.bio"] !== undefined) expect(facts?.name).toBe(texts["artist.name"]);
  if (texts["type.name"] !== undefined)
    expect(facts?.offers).toContainEqual(expect.objectContaining({ name: texts["type.name"] }));
}

/** The data of a screen: no browser takes it for a page. */
const data = (path: string, as: Caller): HostileReader => ({
  name: `${path} for ${as}`,
  shows: [],
  async check(hostile) {
    const { status, headers } = await fetched(hostile, path, as);
    expect([status, headers.get("content-type"), headers.get("x-content-type-options")], path).toEqual([
      200,
      expect.stringMatching(/^text\/x-script\b/),
      "nosniff",
    ]);
  },
});

const calendar = (path: string, as: Caller): HostileReader => ({
  name: path,
  shows: ["night.title", "night.location"],
  async check(hostile, texts) {
    const { status, bytes, headers } = await fetched(hostile, path, as);
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="[\w-]+\.ics"$/);
    expectCalendar(bytes.toString("utf8"), texts);
  },
});

function expectCalendar(file: string, texts: Texts): void {
  const lines = calendarLines(file);
  const count = (line: string) => lines.filter(({ name, value }) => `${name}:${value}` === line).length;
  expect([count("BEGIN:VEVENT"), count("END:VEVENT"), count("END:VCALENDAR")]).toEqual([1, 1, 1]);
  const read = (name: string) => lines.find((line) => line.name === name)?.value;
  if (texts["night.title"] !== undefined)
    expect(read("SUMMARY")).toBe(printable(texts["night.title"]).toWellFormed());
  if (texts["night.location"] !== undefined)
    // the address may follow it, or have it in it
    expect(read("LOCATION")).toContain(printable(texts["night.location"]));
}

/** A table: the cell is the text, with a quote before each place where a spreadsheet would calculate. */
const table = (path: string, column: string, kept: Kept): HostileReader => ({
  name: `${path}, ${column}`,
  shows: [kept],
  async check(hostile, texts) {
    const { status, bytes, headers } = await fetched(hostile, path, "admin");
    expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    const [head = [], ...rows] = csvRows(bytes.toString("utf8"));
    expect(rows.filter((row) => row.length !== head.length)).toEqual([]);
    expect(rows.flat().filter(isFormula)).toEqual([]);
    const text = texts[kept];
    if (text === undefined) return;
    const cells = rows.map((row) => row[head.indexOf(column)]);
    expect(cells.length, `${kept} in ${path}`).toBeGreaterThan(0);
    expect(cells[0], `${kept} in ${path}`).toBe(asCell(text));
  },
});

/** The ledger has the name under which something was sold; a sale is added under this one. */
const ledger: HostileReader = {
  name: "/admin/reconciliation.csv",
  shows: ["type.name"],
  async check(hostile, texts) {
    const { orderId } = await hostile.order(texts["type.name"]);
    await hostile.query(
      "INSERT INTO ledger_entries (source, source_id, account, order_id, amount) VALUES ('payment', 'pi_' || $1, 'clearing', $1::uuid, 11000), ('payment', 'pi_' || $1, 'revenue', $1::uuid, -11000)",
      [orderId],
    );
    await table("/admin/reconciliation.csv", "Bilet", "type.name").check(hostile, texts);
  },
};

/** A text in a table: with a quote before every sign that may begin a formula, and otherwise unchanged. */
const asCell = (text: string) => csvRows(csvField(text))[0]?.[0];

export const isFormula = (cell: string) =>
  /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(cell) && !/^-?\d+(\.\d\d)?$/.test(cell);

/** A person's download of their own data, in both of its forms. */
const ownExport: HostileReader = {
  name: "the customer's own data",
  shows: ["customer.name", "night.title", "type.name", "holder.name"],
  async check(hostile, texts) {
    const json = await fetched(hostile, "/profile/data/json", "customer");
    const own = JSON.parse(json.bytes.toString("utf8")) as Record<string, Record<string, unknown>[]>;
    const ticket = own.tickets?.find(
      ({ holder_name }) => holder_name === (texts["holder.name"] ?? holder_name),
    );
    if (texts["customer.name"] !== undefined)
      expect(own.profile?.[0]?.full_name).toBe(texts["customer.name"]);
    if (texts["night.title"] !== undefined) expect(ticket?.event).toBe(texts["night.title"]);
    if (texts["type.name"] !== undefined) expect(ticket?.type).toBe(texts["type.name"]);
    expect(ticket).toBeDefined();
    const csv = await fetched(hostile, "/profile/data/csv", "customer");
    const rows = csvRows(csv.bytes.toString("utf8"));
    expect(rows.filter((row) => row.length !== 4)).toEqual([]);
    expect(rows.flat().filter(isFormula)).toEqual([]);
    const cells = new Set(rows.map((row) => row[3]));
    for (const [kept, text] of Object.entries(texts))
      expect(cells, `${kept} in the table of one's own`).toContain(asCell(text));
  },
};

/** Words are found by themselves, and only where they occur. `found` is a link, or after "=" the SQL that tells it. */
const search = (path: string, kept: Kept, found: string, as: Caller = "admin"): HostileReader => ({
  name: `${path} by ${kept}`,
  shows: [kept],
  async check(hostile, texts) {
    const text = texts[kept];
    if (text === undefined || text.trim() === "") return;
    const words = [...text.trim()].slice(0, 90).join("");
    const ask = async (asked: string) =>
      parsedPage(
        (await fetched(hostile, `${path}?q=${encodeURIComponent(asked.toWellFormed())}`, as)).bytes.toString(
          "utf8",
        ),
      );
    const link = found.startsWith("=") ? String(await hostile.ask(found.slice(1))) : hostile.withIds(found);
    const page = await ask(words);
    expectHarmless(page, path);
    expect(
      page.links.some((one) => one.includes(link)),
      `${JSON.stringify(words)} is found at ${path}`,
    ).toBe(true);
    const other = await ask(`${words.slice(0, 60)}\u0111\u0142`);
    expect(
      other.links.some((one) => one.includes(link)),
      `${JSON.stringify(words)} and more is not found`,
    ).toBe(false);
  },
});

const pdf: HostileReader = {
  name: "the printed ticket",
  shows: ["night.title", "night.location", "type.name", "holder.name", "club.full_name", "club.company"],
  async check(hostile, texts) {
    const { status, headers, bytes } = await fetched(hostile, "/tickets/:purchase/ticket.pdf", "customer");
    expect([status, headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="[\w-]+\.pdf"$/);
    const printed = await wordsOfPdf(bytes);
    const letters = (text: string) => printable(text).replace(/\s/g, "");
    for (const [kept, text] of Object.entries(texts))
      if (/^[\x20-\x7e]{1,24}$/.test(text))
        expect(printed.replace(/\s/g, ""), `${kept} in print`).toContain(letters(text));
  },
};

/** The text layer of a PDF of one page. */
export async function wordsOfPdf(bytes: Uint8Array): Promise<string> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const words = [...document.pages()].map((page) => page.getText());
  expect(words).toHaveLength(1);
  document.destroy();
  library.destroy();
  return words.join("\n");
}

/** The email with the tickets, as it passed a mail server. */
const letter: HostileReader = {
  name: "the letter with the tickets",
  shows: ["night.title", "night.location", "type.name", "club.full_name", "club.company", "customer.name"],
  async check(hostile, texts) {
    const { orderId } = await hostile.order();
    const code = await hostile.ask(`SELECT ticket_code FROM ticket_purchases WHERE order_id = '${orderId}'`);
    const { raw, mail } = await hostile.letter((one) => `${one.subject} ${one.text}`.includes(code ?? "?"));
    const [head = ""] = raw.split("\r\n\r\n");
    const names = head.split("\r\n").flatMap((line) => /^[\w-]+(?=:)/.exec(line)?.[0].toLowerCase() ?? []);
    expect(new Set(names).size, head).toBe(names.length);
    expect([mail.bcc, mail.cc, mail.to?.length]).toEqual([undefined, undefined, 1]);
    expect(head.split("\r\n").filter((line) => /^x-|^bcc/i.test(line) && !/^x-auto/i.test(line))).toEqual([]);
    const page = parsedPage(mail.html ?? "");
    expectSameElements(page, "the letter", texts === friendlyTexts);
    const html = page.words.map(onOneLine);
    for (const kept of ["night.title", "type.name"] as const) {
      const text = texts[kept];
      if (text === undefined) continue;
      expectShown(html, onOneLine(text), `${kept} in the letter's page`);
      expectShown([onOneLine(mail.text ?? "")], onOneLine(text), `${kept} in the letter's text`);
    }
    const files = mail.attachments.map(({ filename }) => filename ?? "");
    expect(files.filter((name) => !/^[\w-]+\.(?:png|pdf|ics)$/.test(name))).toEqual([]);
    const ics = mail.attachments.find(({ filename }) => filename?.endsWith(".ics"));
    // the parser of emails ends lines in its own way
    const file = Buffer.from(ics?.content as ArrayBuffer).toString("utf8");
    expectCalendar(file.replace(/\r?\n/g, "\r\n"), texts);
  },
};

const json = (path: string, as: Caller, kept: Kept, value: (read: never) => unknown): HostileReader => ({
  name: path,
  shows: [kept],
  async check(hostile, texts) {
    const { status, bytes } = await fetched(hostile, path, as);
    expect(status, path).toBe(200);
    const read = JSON.parse(bytes.toString("utf8")) as never;
    if (texts[kept] !== undefined) expect(value(read), `${kept} in ${path}`).toBe(texts[kept]);
  },
});

const file = (path: string, type: RegExp, as: Caller = "nobody"): HostileReader => ({
  name: path,
  shows: [],
  async check(hostile) {
    const { status, headers } = await fetched(hostile, path, as);
    expect([status, headers.get("content-type")], path).toEqual([200, expect.stringMatching(type)]);
  },
});

/** The sitemap: well-formed, and without any text of a person. */
const sitemap: HostileReader = {
  name: "/sitemap.xml",
  shows: [],
  async check(hostile) {
    const { bytes } = await fetched(hostile, "/sitemap.xml", "nobody");
    const lines = bytes.toString("utf8").trim().split("\n");
    const entry =
      /^<url><loc>http:\/\/127\.0\.0\.1:\d+\/[\w/-]*<\/loc>(?:<lastmod>[\dTZ:.-]+<\/lastmod>)?<\/url>$/;
    expect(lines.slice(2, -1).filter((line) => !entry.test(line))).toEqual([]);
  },
};

/** The screens of each kind of person, with the texts that each of them shows. */
const screens: Partial<Record<Caller, readonly string[]>> = {
  nobody: [
    "/ hero.title hero.subtitle about.title about.content footer.description",
    "/events night.title footer.copyright",
    "/events/:night night.title night.description night.location artist.name type.name picture.words",
    "/artists/:artist artist.name artist.bio artist.tagline",
    "/termeni legal.title legal.intro legal.notice legal.body footer.address",
    "/cookies club.full_name",
    "/confidentialitate club.full_name",
    "/reset-password club.short_name",
    "/tickets footer.copyright",
    "/season-pass footer.copyright",
  ],
  customer: [
    "/events/:night night.title night.location club.short_name",
    "/profile customer.name night.title",
    "/profile/send/:purchase night.title",
    "/profile?section=orders customer.name",
    "/profile/security customer.name",
  ],
  guest: [
    "/orders/:guest_order night.title",
    "/orders/:guest_order/send/:guest_purchase night.title transfer.guest_name",
  ],
  gate: ["/gate night.title"],
  admin: [
    "/admin",
    "/admin/events night.name",
    "/admin/events/:night night.name night.title night.description night.location",
    "/admin/events/:night/history",
    "/admin/events/:night/duplicate night.name",
    "/admin/artists artist.name",
    "/admin/artists/:artist artist.name artist.bio artist.tagline",
    "/admin/artists/:artist/history",
    "/admin/tickets type.name phase.name",
    "/admin/tickets/:type type.name type.description phase.name",
    "/admin/tickets/:type/history phase.name",
    "/admin/content hero.title hero.subtitle hero.cta_text about.title about.content",
    "/admin/content/footer club.short_name club.full_name club.company club.register_no club.seat footer.description",
    "/admin/brand club.short_name club.full_name club.trader club.company club.register_no club.seat",
    "/admin/content/legal/terms legal.title legal.intro legal.notice legal.body",
    "/admin/email/templates/:template",
    "/admin/email/templates/:template?edit template.subject template.html template.text",
    "/admin/customers/:customer customer.name customer.note night.title type.name",
    "/admin/purchases?open=:order customer.name holder.name night.title",
    "/admin/purchases?event=:night customer.name night.title type.name",
    "/admin/reports?period=all",
    "/admin/status",
    "/admin/status/stops stop.reason",
  ],
};
/** These say the same as JSON-LD. */
const withFacts = ["/events/:night nobody", "/artists/:artist nobody"];

export const readers: readonly HostileReader[] = [
  ...Object.entries(screens).flatMap(([who, rows]) =>
    rows.map((row) => {
      const [path = "", ...shows] = row.split(" ");
      return screen(path, who as Caller, shows as Kept[], withFacts.includes(`${path} ${who}`));
    }),
  ),
  data("/events/:night.data", "nobody"),
  data("/_.data", "nobody"),
  data("/tickets.data", "nobody"),
  calendar("/events/:night/night.ics", "nobody"),
  calendar("/tickets/:purchase/ticket.ics", "customer"),
  table("/admin/purchases.csv?event=:night", "Utilizator", "customer.name"),
  table("/admin/purchases.csv?event=:night", "Eveniment", "night.title"),
  table("/admin/purchases.csv?event=:night", "Tip bilet", "type.name"),
  table("/admin/reports.csv?event=:night", "Eveniment", "night.title"),
  ledger,
  ownExport,
  search("/admin/search", "night.title", "/admin/events/:night"),
  search("/admin/search", "artist.name", "/admin/artists/:artist"),
  search("/admin/search", "type.name", "/admin/tickets/:type"),
  search("/admin/events", "night.title", "/admin/events/:night"),
  search("/admin/artists", "artist.name", "/admin/artists/:artist"),
  search("/admin/tickets", "type.name", "/admin/tickets/:type"),
  search("/admin/purchases", "customer.name", "open="),
  search("/events", "night.title", "=SELECT '/events/' || slug FROM events WHERE id = :night", "nobody"),
  pdf,
  letter,
  json("/site.webmanifest", "nobody", "club.full_name", (read: { name: string }) => read.name),
  json(
    "/auth/v1/user",
    "bearer",
    "bearer.name",
    (read: { user_metadata: { full_name: string } }) => read.user_metadata.full_name,
  ),
  file("/events/:night/share.jpg", /^image\/jpeg/),
  file("/tickets/:purchase/qr.svg", /^image\/svg/, "customer"),
  sitemap,
];
