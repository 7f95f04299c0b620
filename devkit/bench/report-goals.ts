import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";
import { newId } from "#kernel/id.ts";
import { dayOf } from "#kernel/time.ts";
import { type Database, openDatabase } from "#platform/database/database.server.ts";
import { loginAddresses } from "#platform/database/login-addresses.server.ts";
import type { Services } from "#platform/services.ts";
import { countMembers } from "#ticketing/reports/count-members.server.ts";
import { allTotals, plainSales } from "#ticketing/reports/plain-sales.ts";
import { countPurchases, listPurchases } from "#ticketing/reports/purchase-list-queries.server.ts";
import { everyPurchase } from "#ticketing/reports/purchase-search.ts";
import { readReport } from "#ticketing/reports/report-queries.server.ts";
import { openBenchDatabase } from "./bench-database.ts";
import type { BenchSite } from "./bench-site.ts";
import { measureExport } from "./export-goal.ts";
import { type GoalResult, median, milliseconds, staysUnder, twoDigits } from "./goal.ts";
import { measureInserts } from "./insert-goal.ts";
import { loadPurchases } from "./load-purchases.ts";
import { findPgbench } from "./yardsticks.ts";

const fewPurchases = 10_000;
const purchases = Number(process.env.PURCHASES ?? 1_000_000);

type Measured = { site: BenchSite; rounds: number; folder: string };

/**
 * G6, G7, G8 and G6b: reports, the list and the export over a million purchases. S is a serial count(*) of them, K the
 * same rows by COPY through psql.
 */
export async function measureReports({ site, rounds, folder }: Measured): Promise<GoalResult[]> {
  const big = await loadReports(site, purchases);
  const fewer = await openBenchDatabase();
  const small = await loadReports(fewer, fewPurchases);
  try {
    const results = [
      ...(await measureReport(big, small, rounds)),
      ...(await measureList(site.owner, big.database, big.admin, rounds)),
      ...(await measureExport({ site, token: big.admin.token, purchases, rounds, folder })),
    ];
    const pgbench = findPgbench();
    if (pgbench) results.push(await measureInserts(site, pgbench, { rounds, folder, purchases }));
    return results;
  } finally {
    await Promise.all([big.database.close(), small.database.close()]);
    await fewer.close();
  }
}

type Loaded = { readonly owner: pg.Client; readonly database: Database; readonly admin: Admin };

/** So many purchases, and beside them what the site's jobs would have added up by now. */
async function loadReports(
  { owner, server }: Pick<BenchSite, "owner" | "server">,
  count: number,
): Promise<Loaded> {
  await loadPurchases(owner, count);
  await owner.query(
    `INSERT INTO sales_totals (kind, grain, day, subject_id, purchases, quantity, revenue) ${allTotals(plainSales)}`,
  );
  const admin = await makeAdmin(owner);
  const database = openDatabase({
    urls: loginAddresses(server.ownerUrl(), "app"),
    rolePrefix: "app",
  });
  await countMembers({ database } as Services);
  await owner.query("VACUUM ANALYZE");
  return { owner, database, admin };
}

export type Admin = {
  readonly userId: ReturnType<typeof newId>;
  readonly role: "admin";
  readonly token: string;
};

export async function makeAdmin(owner: pg.Client): Promise<Admin> {
  const userId = newId();
  const token = randomBytes(32).toString("base64url");
  await owner.query(
    "INSERT INTO profiles (id, role, full_name, email) VALUES ($1, 'admin', 'Admin', 'admin@bench.ro')",
    [userId],
  );
  await owner.query(
    `INSERT INTO identity."user" (id, email, name, email_verified) VALUES ($1, 'admin@bench.ro', 'Admin', true)`,
    [userId],
  );
  await owner.query(
    "INSERT INTO identity.session (id, user_id, token, expires_at) VALUES (gen_random_uuid(), $1, $2, now() + interval '1 day')",
    [userId, createHash("sha256").update(token).digest("hex")],
  );
  return { userId, role: "admin", token };
}

async function serialCount(owner: pg.Client): Promise<number> {
  await owner.query("SET max_parallel_workers_per_gather = 0");
  return milliseconds(() => owner.query("SELECT count(*) FROM ticket_purchases"));
}

/** The year's report, in turns over the many purchases and over 10,000. */
async function measureReport(big: Loaded, small: Loaded, rounds: number): Promise<GoalResult[]> {
  const today = dayOf(new Date());
  const year = ({ database, admin }: Loaded) =>
    database.readAs(admin, (sql) => readReport(sql, "365", today));
  const measured: Record<string, number>[] = [];
  for (let round = 0; round <= rounds; round++) {
    const s = await serialCount(big.owner);
    const first = await milliseconds(() => year(big));
    await year(small);
    const [many, few]: [number[], number[]] = [[], []];
    for (let n = 0; n < 20; n++) {
      many.push(await milliseconds(() => year(big)));
      few.push(await milliseconds(() => year(small)));
    }
    const [report, little] = [median(many), median(few)];
    if (round > 0) measured.push({ s, first, report, little, ratio: report / s, growth: report / little });
  }
  const wrong = [await differsFromSql(big, today), await differsFromSql(small, today)].some(Boolean);
  const of = (name: string) => median(measured.map((round) => round[name] ?? 0));
  return [
    {
      goal: "G6",
      what: `report of a year over ${purchases.toLocaleString("en")} purchases`,
      figure: `${of("report").toFixed(1)} ms, ${wrong ? "NOT EQUAL to" : "equal to"} plain SQL`,
      ratio: `${twoDigits(of("ratio"))} S`,
      wanted: "0.25 S",
      met: !wrong && staysUnder(of("ratio"), 0.25),
      rounds: measured,
    },
    {
      goal: "G6",
      what: `the same beside ${fewPurchases.toLocaleString("en")} purchases`,
      figure: `${of("report").toFixed(1)} ms beside ${of("little").toFixed(1)} ms`,
      ratio: `${twoDigits(of("growth"))} of the small`,
      wanted: "1.3",
      met: staysUnder(of("growth"), 1.3),
      rounds: [],
    },
  ];
}

async function differsFromSql({ owner, database, admin }: Loaded, today: string): Promise<boolean> {
  const report = await database.readAs(admin, (sql) => readReport(sql, "all", today));
  const { rows } = await owner.query(
    "SELECT count(*)::float8 AS purchases, sum(quantity)::float8 AS quantity, sum(total_price)::float8 AS revenue FROM ticket_purchases",
  );
  return ["purchases", "quantity", "revenue"].some(
    (name) => rows[0][name] !== report.now[name as "quantity"],
  );
}

async function measureList(
  owner: pg.Client,
  database: Database,
  admin: Admin,
  rounds: number,
): Promise<GoalResult[]> {
  const { rows } = await owner.query(
    "SELECT event_id AS event, count(*)::int AS n FROM ticket_purchases GROUP BY 1 ORDER BY 2 DESC LIMIT 1",
  );
  const eventId: string = rows[0].event;
  const page = (from: string | null, search = { ...everyPurchase, eventId: eventId as string | null }) =>
    database.readAs(admin, (sql) =>
      listPurchases(sql, {
        search,
        sort: "date",
        direction: "desc",
        from: from ? { id: from, go: "on" } : null,
        size: 20,
      }),
    );
  const measured: Record<string, number>[] = [];
  const searched: Record<string, number>[] = [];
  for (let round = 0; round <= rounds; round++) {
    const { rows: deep } = await owner.query(
      "SELECT id FROM ticket_purchases WHERE event_id = $1 ORDER BY purchase_date DESC OFFSET $2 LIMIT 20",
      [eventId, Math.floor(rows[0].n * 0.9)],
    );
    const first = median(await timesOf(20, () => page(null)));
    const far = median(await timesOf(20, (n) => page(deep[n % deep.length].id)));
    const s = await serialCount(owner);
    const rare = { ...everyPurchase, text: `p${round * 1000 + 7}@exemplu` };
    const search = await milliseconds(async () => {
      await page(null, rare);
      await database.readAs(admin, (sql) => countPurchases(sql, rare, 10_001));
    });
    if (round > 0) {
      measured.push({ first, far, ratio: far / first });
      searched.push({ search, s, ratio: search / s });
    }
  }
  const ratio = median(measured.map((round) => round.ratio ?? 0));
  const found = median(searched.map((round) => round.ratio ?? 0));
  return [
    {
      goal: "G7",
      what: "a page of purchases nine tenths down the list, of one night",
      figure: `${twoDigits(median(measured.map((round) => round.far ?? 0)))} ms`,
      ratio: `${twoDigits(ratio)} of the first`,
      wanted: "1.5",
      met: staysUnder(ratio, 1.5),
      rounds: measured,
    },
    {
      goal: "G7",
      what: "search for an address among all purchases, and their count",
      figure: `${median(searched.map((round) => round.search ?? 0)).toFixed(1)} ms`,
      ratio: `${twoDigits(found)} S`,
      wanted: "2 S",
      met: staysUnder(found, 2),
      rounds: searched,
    },
  ];
}

async function timesOf(count: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) times.push(await milliseconds(() => work(n)));
  return times;
}
