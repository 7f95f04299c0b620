/** What LibreOffice, set up as in Romania, reads in our files. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { exportLedger } from "#ticketing/reports/export-ledger.server.ts";
import { exportPurchases } from "#ticketing/reports/export-purchases.server.ts";
import { exportSettlement } from "#ticketing/reports/export-settlement.server.ts";
import { sumsOf } from "#ticketing/reports/night-settlement.ts";
import { everyPurchase } from "#ticketing/reports/purchase-search.ts";
import { readSettlement } from "#ticketing/reports/read-settlement.server.ts";

const soffice = "/usr/bin/soffice";
const isThere = existsSync(soffice);
if (!isThere) console.log("skipped: LibreOffice is not installed");

/** The settings of an office in Romania: comma for decimals, dot for thousands. */
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>ro-RO</value></prop></item>
<item oor:path="/org.openoffice.Office.Linguistic/General"><prop oor:name="DefaultLocale" oor:op="fuse"><value>ro-RO</value></prop></item>
</oor:items>`;

/** A cell as LibreOffice has it, with the words that it shows. */
type Read = { readonly kind: string; readonly value: string; readonly shown: string };

describe.runIf(isThere)("a file that LibreOffice opens with Romanian settings", async () => {
  if (!isThere) return;
  const folder = await mkdtemp(join(tmpdir(), "estival-office-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const { season, site, admin, soldLines, refund, ids, askAgain } = await openMoneyStage();
  const nights: string[] = [];
  beforeAll(async () => {
    await mkdir(join(folder, "user"), { recursive: true });
    await writeFile(join(folder, "user/registrymodifications.xcu"), settings);
    const order = await soldLines([
      { quantity: 3, price: 126_050, codePer: "person" },
      { quantity: 1, price: 2_500, entries: 0 },
    ]);
    await season.db`UPDATE profiles SET full_name = '=1+1' WHERE id = ${order.buyer.userId}`;
    await refund(order.orderId, { kind: "seats", seats: await ids(order.orderId, "1.1") });
    await askAgain(order.orderId);
    nights.push(...order.nights);
  });

  async function opened(file: Buffer): Promise<{ head: string[]; rows: Map<string, Read>[] }> {
    const name = join(folder, "file.xlsx");
    await writeFile(name, file);
    await promisify(execFile)(
      soffice,
      [
        `-env:UserInstallation=file://${folder}`,
        "--headless",
        "--convert-to",
        "fods",
        "--outdir",
        folder,
        name,
      ],
      { env: { PATH: process.env.PATH, HOME: folder, LANG: "C.UTF-8" } },
    );
    const xml = await readFile(join(folder, "file.fods"), "utf8");
    const table = /<table:table .*?<\/table:table>/s.exec(xml)?.[0] ?? "";
    const [head = [], ...rows] = [...table.matchAll(/<table:table-row [^>]*>(.*?)<\/table:table-row>/gs)].map(
      ([, row = ""]) =>
        [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].flatMap(
          ([, about = "", shown = ""]) => {
            const of = (key: string) => new RegExp(`${key}="([^"]*)"`).exec(about)?.[1] ?? "";
            const text = shown.replace(/<[^>]*>/g, "").trim();
            const cell = {
              kind: of("office:value-type"),
              value: of("office:value") || of("office:date-value"),
              shown: text,
            };
            // empty cells beside each other are one element
            return Array<Read>(Math.min(50, Number(of("table:number-columns-repeated") || 1))).fill(cell);
          },
        ),
    );
    const names = head.map(({ shown }) => shown).filter(Boolean);
    const full = rows.filter((row) => row.some(({ kind }) => kind !== ""));
    return { head: names, rows: full.map((row) => new Map(names.map((key, at) => [key, row[at] as Read]))) };
  }
  type Made = { readonly ok: true; readonly value: NodeJS.ReadableStream } | { readonly ok: false };
  const fileOf = async (made: Promise<Made>) => {
    const file = await made;
    if (!file.ok) throw new Error("no file");
    return opened(await buffer(file.value));
  };
  const sumOf = (rows: Map<string, Read>[], column: string) =>
    rows.reduce((sum, row) => sum + Math.round(Number(row.get(column)?.value || 0) * 100), 0);
  const kindsOf = (rows: Map<string, Read>[], column: string) =>
    [...new Set(rows.map((row) => row.get(column)?.kind))].filter(Boolean);

  it("has the purchases with dates as dates, numbers as numbers, text as text, and the ledger's sums", async () => {
    const { rows } = await fileOf(
      exportPurchases(site, { actor: admin, as: "xlsx", search: everyPurchase, columns: "purchases" }),
    );
    expect(rows).toHaveLength(4);
    for (const column of ["Preț total", "Cantitate", "Comandă", "Plătit", "Rambursat"])
      expect([column, kindsOf(rows, column)]).toEqual([column, ["float"]]);
    expect(kindsOf(rows, "Data")).toEqual(["date"]);
    expect(rows[0]?.get("Data")?.shown).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/);
    expect(new Set(rows.map((row) => row.get("Utilizator")?.shown))).toEqual(new Set(["=1+1"]));
    expect(rows.some((row) => row.get("Preț total")?.shown === "1.260,50")).toBe(true);
    const [booked] =
      await season.db`SELECT sum(amount)::int AS bani FROM ledger_entries WHERE account = 'clearing'`;
    expect(sumOf(rows, "Plătit") + sumOf(rows, "Rambursat")).toBe(booked.bani);
  });

  it("has the ledger with one sum of what came and what went", async () => {
    const { rows } = await fileOf(exportLedger(site, { actor: admin, as: "xlsx" }));
    const [booked] =
      await season.db`SELECT sum(amount)::int AS bani FROM ledger_entries WHERE account = 'clearing'`;
    expect(sumOf(rows, "Intrat") + sumOf(rows, "Ieșit")).toBe(booked.bani);
    expect([kindsOf(rows, "Data"), kindsOf(rows, "Ieșit")]).toEqual([["date"], ["float"]]);
  });

  it("has the settlement, whose columns multiply and add up to the night's net", async () => {
    const of = { eventId: nights[0] ?? "" };
    const read = await readSettlement(site, { actor: admin, chosen: of });
    if (!read.ok) throw new Error("no settlement");
    const { rows } = await fileOf(exportSettlement(site, { actor: admin, chosen: of, as: "xlsx" }));
    expect(kindsOf(rows, "Data")).toEqual(["date"]);
    expect(sumOf(rows, "Net")).toBe(sumsOf(read.value.rows, read.value.nights).net);
    for (const row of rows) {
      const at = (column: string) => Number(row.get(column)?.value);
      expect(at("Vândute") * at("Preț")).toBeCloseTo(at("Brut"), 2);
      expect(at("Brut") + at("Reduceri") + at("Rambursat")).toBeCloseTo(at("Net"), 2);
    }
  });
});
