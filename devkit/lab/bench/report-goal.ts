import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Uuid } from "#kernel/id.ts";
import { dayOf } from "#kernel/time.ts";
import { type Database, openDatabase } from "#platform/database/database.server.ts";
import { loginAddresses } from "#platform/database/login-addresses.server.ts";
import type { Services } from "#platform/services.ts";
import { countMembers } from "#ticketing/reports/count-members.server.ts";
import { allTotals, plainSales } from "#ticketing/reports/plain-sales.ts";
import { listPurchases } from "#ticketing/reports/purchase-list-queries.server.ts";
import { everyPurchase } from "#ticketing/reports/purchase-search.ts";
import { readReport } from "#ticketing/reports/report-queries.server.ts";
import { makeCustomers } from "./bench-customers.ts";
import { type BenchSite, openBenchSite } from "./bench-site.ts";
import {
  type BenchRun,
  type GoalResult,
  median,
  medians,
  milliseconds,
  ms,
  type Round,
  rate,
  twoDigits,
} from "./goal.ts";
import { loadPurchases } from "./load-purchases.ts";
import { postgresProgram } from "./yardsticks.ts";

const few = 10_000;
const many = Number(process.env.PURCHASES ?? 1_000_000);

/** P8: the report of a year, a page deep in the list and the export, over many purchases (PURCHASES). */
export async function measureReports({ rounds, folder }: BenchRun): Promise<GoalResult[]> {
  const big = await openFilledSite(many);
  const small = await openFilledSite(few);
  try {
    return [
      await measureReport(big, small, rounds),
      await measurePage(big, rounds),
      await measureExport({ site: big.site, token: big.token, rounds, folder }),
    ];
  } finally {
    await Promise.all([big.close(), small.close()]);
  }
}

type FilledSite = {
  readonly site: BenchSite;
  readonly database: Database;
  readonly admin: { readonly userId: Uuid; readonly role: "admin" };
  readonly token: string;
  close(): Promise<void>;
};

/** So many purchases, what the site's jobs would have added up by now, and an administrator. */
async function openFilledSite(purchases: number): Promise<FilledSite> {
  const site = await openBenchSite();
  const { owner, server } = site;
  await loadPurchases(owner, purchases);
  await owner.query("TRUNCATE sales_totals");
  await owner.query(
    `INSERT INTO sales_totals (kind, grain, day, subject_id, purchases, quantity, revenue) ${allTotals(plainSales)}`,
  );
  const [person] = await makeCustomers(owner, 1);
  if (!person) throw new Error("nobody was made");
  const { id: userId, token } = person;
  await owner.query("UPDATE profiles SET role = 'admin' WHERE id = $1", [userId]);
  const database = openDatabase({ urls: loginAddresses(server.ownerUrl(), "app"), rolePrefix: "app" });
  await countMembers({ database } as Services);
  await owner.query("VACUUM ANALYZE");
  return {
    site,
    database,
    token,
    admin: { userId, role: "admin" },
    async close() {
      await database.close();
      await site.close();
    },
  };
}

/** In turns over the many purchases and the few. */
async function measureReport(big: FilledSite, small: FilledSite, rounds: number): Promise<GoalResult> {
  const today = dayOf(new Date());
  const year = ({ database, admin }: FilledSite) =>
    database.readAs(admin, (sql) => readReport(sql, "365", today));
  return slowed(
    `report of a year over ${many.toLocaleString("en")} purchases, beside ${few.toLocaleString("en")}`,
    1.3,
    await inTurns(rounds, Array(20).fill({ one: () => year(big), yardstick: () => year(small) })),
  );
}

async function measurePage({ site, database, admin }: FilledSite, rounds: number): Promise<GoalResult> {
  const page = (id: string | null) =>
    database.readAs(admin, (sql) =>
      listPurchases(sql, {
        search: everyPurchase,
        sort: "date",
        direction: "desc",
        size: 20,
        from: id ? { id, go: "on" } : null,
      }),
    );
  const { rows: deep } = await site.owner.query(
    "SELECT id FROM ticket_purchases ORDER BY purchase_date DESC OFFSET $1 LIMIT 20",
    [Math.floor(many * 0.9)],
  );
  return slowed(
    "a page of purchases nine tenths down the list, beside the first",
    1.5,
    await inTurns(
      rounds,
      deep.map(({ id }) => ({ one: () => page(id), yardstick: () => page(null) })),
    ),
  );
}

type Pair = { one(): Promise<unknown>; yardstick(): Promise<unknown> };

/** The median of each in each round, after one that warms up. */
async function inTurns(rounds: number, pairs: readonly Pair[]): Promise<Round[]> {
  const measured: Round[] = [];
  for (let round = 0; round <= rounds; round++) {
    const [one, yardstick]: [number[], number[]] = [[], []];
    for (const pair of pairs) {
      yardstick.push(await milliseconds(pair.yardstick));
      one.push(await milliseconds(pair.one));
    }
    if (round > 0) measured.push({ one: median(one), yardstick: median(yardstick) });
  }
  return measured;
}

function slowed(what: string, most: number, rounds: readonly Round[]): GoalResult {
  const { of, over } = medians(rounds);
  const times = over("one", "yardstick");
  return {
    goal: "P8",
    what,
    rounds,
    figure: `${ms(of("one"))} beside ${ms(of("yardstick"))}`,
    ratio: `${twoDigits(times)} x`,
    wanted: `<= ${most} x`,
    met: times <= most,
  };
}

const run = promisify(execFile);

const sameJoins = `COPY (SELECT u.full_name, u.email, e.title, t.type, p.quantity, p.total_price, p.purchase_date, p.ticket_code, p.entries_remaining, p.status,
    o.number, u.phone, p.holder_name, v.code, l.discount, p.share, p.total_price, o.total FROM ticket_purchases p
  JOIN profiles u ON u.id = p.user_id JOIN events e ON e.id = p.event_id JOIN tickets t ON t.id = p.ticket_type_id
  JOIN orders o ON o.id = p.order_id LEFT JOIN order_lines l ON l.order_id = p.order_id AND l.no = p.line_no LEFT JOIN vouchers v ON v.id = l.voucher_id ORDER BY p.purchase_date DESC, p.id DESC) TO STDOUT (FORMAT csv)`;

/** P8: all purchases as CSV over HTTP, beside the same rows by COPY through psql, and what the site's memory grows by. */
async function measureExport({
  site,
  token,
  rounds,
  folder,
}: {
  readonly site: BenchSite;
  /** Of an administrator's session. */
  readonly token: string;
  readonly rounds: number;
  readonly folder: string;
}): Promise<GoalResult> {
  const { socketDir, superuser, database } = site.server;
  const { rows } = await site.owner.query("SELECT count(*)::int AS n FROM ticket_purchases");
  const purchases: number = rows[0].n;
  const file = join(folder, "export.csv");
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const copy = await milliseconds(() =>
      run(postgresProgram("psql"), [
        "-h",
        socketDir,
        "-U",
        superuser,
        "-d",
        database,
        "-c",
        sameJoins,
        "-o",
        join(folder, "copy.csv"),
      ]),
    );
    const before = residentMb(site.pid);
    let most = before;
    const sampling = setInterval(() => {
      most = Math.max(most, residentMb(site.pid));
    }, 50);
    const ours = await milliseconds(() =>
      run("curl", [
        "-sSf",
        "-H",
        `cookie: session=${token}`,
        "-o",
        file,
        `${site.origin}/admin/purchases.csv`,
      ]),
    );
    clearInterval(sampling);
    const { stdout } = await run("wc", ["-l", file]);
    measured.push({ copy, ours, grown: most - before, missing: purchases + 1 - Number.parseInt(stdout, 10) });
  }
  const { of, over } = medians(measured);
  const missing = Math.max(...measured.map((round) => Math.abs(round.missing ?? 0)));
  return {
    goal: "P8",
    what: `export of ${purchases.toLocaleString("en")} purchases as CSV${missing > 0 ? ", ROWS MISSING" : ""}`,
    figure: `${rate((purchases / of("ours")) * 1000)}, +${of("grown").toFixed(0)} MB`,
    ratio: `${twoDigits(over("copy", "ours"))} of COPY`,
    wanted: ">= 0.8 of COPY, +64 MB",
    met: missing === 0 && over("copy", "ours") >= 0.8 && of("grown") <= 64,
    rounds: measured,
  };
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}
