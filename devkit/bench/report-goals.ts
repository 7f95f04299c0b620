import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type pg from "pg";
import { newId } from "#kernel/id.ts";
import { dayOf } from "#kernel/time.ts";
import { type Database, openDatabase } from "#platform/database/database.server.ts";
import { allTotals, plainSales } from "#ticketing/reports/plain-sales.ts";
import { countPurchases, listPurchases } from "#ticketing/reports/purchase-list-queries.server.ts";
import { everyPurchase } from "#ticketing/reports/purchase-search.ts";
import { readReport } from "#ticketing/reports/report-queries.server.ts";
import type { BenchSite } from "./bench-site.ts";
import { type GoalResult, median, reaches, staysUnder, twoDigits } from "./goal.ts";
import { loadPurchases } from "./load-purchases.ts";
import { findPgbench } from "./yardsticks.ts";

const run = promisify(execFile);
const purchases = Number(process.env.PURCHASES ?? 1_000_000);

type Measured = { site: BenchSite; rounds: number; folder: string };
const milliseconds = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/**
 * G6, G7, G8 and G6b: reports, the list and the export over a million purchases. S is a serial count(*) of them, K the
 * same rows by COPY through psql.
 */
export async function measureReports({ site, rounds, folder }: Measured): Promise<GoalResult[]> {
  const { owner } = site;
  await loadPurchases(owner, purchases);
  await owner.query(
    `INSERT INTO sales_totals (kind, grain, day, subject_id, purchases, quantity, revenue) ${allTotals(plainSales)}`,
  );
  await owner.query("VACUUM ANALYZE");
  const admin = await makeAdmin(owner);
  const database = openDatabase({
    url: site.server.connectionString(site.server.database, "app_login"),
    rolePrefix: "app",
  });
  try {
    const results = [
      await measureReport(owner, database, admin, rounds),
      ...(await measureList(owner, database, admin, rounds)),
      await measureExport(site, admin, rounds),
    ];
    const pgbench = findPgbench();
    if (pgbench) results.push(await measureInserts(site, pgbench, { rounds, folder }));
    return results;
  } finally {
    await database.close();
  }
}

type Admin = { readonly userId: ReturnType<typeof newId>; readonly role: "admin"; readonly token: string };

/** An administrator with a session. */
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

async function measureReport(
  owner: pg.Client,
  database: Database,
  admin: Admin,
  rounds: number,
): Promise<GoalResult> {
  const today = dayOf(new Date());
  const measured: Record<string, number>[] = [];
  for (let round = 0; round <= rounds; round++) {
    const s = await serialCount(owner);
    const report = await milliseconds(() =>
      database.withActor(admin, (sql) => readReport(sql, "365", today)),
    );
    if (round > 0) measured.push({ s, report, ratio: report / s });
  }
  const report = await database.withActor(admin, (sql) => readReport(sql, "all", today));
  const { rows } = await owner.query(
    "SELECT count(*)::float8 AS purchases, sum(quantity)::float8 AS quantity, sum(total_price)::float8 AS revenue FROM ticket_purchases",
  );
  const isEqual = ["purchases", "quantity", "revenue"].every(
    (name) => rows[0][name] === report.now[name as "quantity"],
  );
  const ratio = median(measured.map((round) => round.ratio ?? 0));
  return {
    goal: "G6",
    what: `report of a year over ${purchases.toLocaleString("en")} purchases`,
    figure: `${median(measured.map((round) => round.report ?? 0)).toFixed(1)} ms, ${isEqual ? "equal to" : "NOT EQUAL to"} plain SQL`,
    ratio: `${twoDigits(ratio)} S`,
    wanted: "0.25 S",
    met: isEqual && staysUnder(ratio, 0.25),
    rounds: measured,
  };
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
    database.withActor(admin, (sql) =>
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
      await database.withActor(admin, (sql) => countPurchases(sql, rare, 10_001));
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

const threeJoins = `COPY (SELECT u.full_name, u.email, e.title, t.type, p.quantity, p.total_price, p.purchase_date, p.ticket_code, p.entries_remaining FROM ticket_purchases p
  JOIN profiles u ON u.id = p.user_id JOIN events e ON e.id = p.event_id JOIN tickets t ON t.id = p.ticket_type_id ORDER BY p.purchase_date DESC, p.id DESC) TO STDOUT (FORMAT csv)`;

async function measureExport(site: BenchSite, admin: Admin, rounds: number): Promise<GoalResult> {
  const psql = (findPgbench() ?? "psql").replace(/pgbench$/, "psql");
  const measured: Record<string, number>[] = [];
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    const k = await milliseconds(() =>
      run(psql, [
        "-h",
        site.server.socketDir,
        "-U",
        site.server.superuser,
        "-d",
        site.server.database,
        "-c",
        threeJoins,
        "-o",
        "/dev/null",
      ]),
    );
    const before = memoryOf(site.pid);
    let most = before;
    let firstByte = 0;
    const begun = performance.now();
    const answer = await fetch(`${site.origin}/admin/purchases.csv`, {
      headers: { cookie: `session=${admin.token}` },
    });
    let lines = 0;
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      if (firstByte === 0) firstByte = performance.now() - begun;
      for (const byte of chunk) if (byte === 10) lines += 1;
      most = Math.max(most, memoryOf(site.pid));
    }
    const took = performance.now() - begun;
    measured.push({ k, took, ratio: k / took, firstByte, grownMb: (most - before) / 1024, lines });
  }
  const ratio = median(measured.map((round) => round.ratio ?? 0));
  const grown = Math.max(...measured.map((round) => round.grownMb ?? 0));
  const whole = measured.every((round) => round.lines === purchases + 1);
  return {
    goal: "G8",
    what: "export of all purchases as CSV",
    figure: `${Math.round(median(measured.map((round) => (purchases / (round.took ?? 1)) * 1000))).toLocaleString("en")} rows/s, +${grown.toFixed(0)} MB, first byte ${median(measured.map((round) => round.firstByte ?? 0)).toFixed(0)} ms${whole ? "" : ", ROWS MISSING"}`,
    ratio: `${twoDigits(ratio)} K`,
    wanted: "0.85 K, 64 MB",
    met: whole && reaches(ratio, 0.85) && grown <= 64,
    rounds: measured,
  };
}

function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
}

/** G6b: the statement that issues a ticket, with the row it tells the reports and without it, by 32 clients. */
async function measureInserts(
  site: BenchSite,
  pgbench: string,
  { rounds, folder }: { rounds: number; folder: string },
): Promise<GoalResult> {
  await site.owner.query("DROP INDEX ticket_purchases_once");
  const insert = `INSERT INTO ticket_purchases (id, order_id, user_id, event_id, ticket_type_id, quantity, units, places, total_price, ticket_code, entries_total, entries_remaining)
    SELECT gen_random_uuid(), o.id, o.user_id, o.event_ids[1], o.ticket_type_id, 1, 1, 1, 10000, 'B-' || gen_random_uuid(), 1, 1 FROM orders o
    WHERE o.id = ('00000000-0000-7000-8003-' || lpad(to_hex(:n::int), 12, '0'))::uuid`;
  const told = `WITH made AS (${insert} RETURNING event_id, ticket_type_id, quantity, total_price)
    INSERT INTO sales_deltas (day, event_id, ticket_type_id, purchases, quantity, revenue) SELECT current_date, event_id, ticket_type_id, 1, quantity, total_price FROM made`;
  const measured: Record<string, number>[] = [];
  for (let round = 0; round < rounds; round++) {
    const plain = await insertsPerSecond(site, pgbench, join(folder, "plain.sql"), insert);
    const withDeltas = await insertsPerSecond(site, pgbench, join(folder, "told.sql"), told);
    measured.push({ plain, withDeltas, ratio: withDeltas / plain });
  }
  const ratio = median(measured.map((round) => round.ratio ?? 0));
  return {
    goal: "G6b",
    what: "tickets issued a second by 32 clients, told to the reports",
    figure: `${Math.round(median(measured.map((round) => round.withDeltas ?? 0)))}/s`,
    ratio: `${twoDigits(ratio)} of untold`,
    wanted: "0.9",
    met: reaches(ratio, 0.9),
    rounds: measured,
  };
}

async function insertsPerSecond(
  { server }: BenchSite,
  pgbench: string,
  script: string,
  statement: string,
): Promise<number> {
  writeFileSync(script, `\\set n random(1, ${purchases})\n${statement.replaceAll("\n", " ")};\n`);
  const { stdout } = await run(pgbench, [
    ...[
      "-h",
      server.socketDir,
      "-U",
      server.superuser,
      "-n",
      "-M",
      "prepared",
      "-c",
      "32",
      "-j",
      "2",
      "-T",
      "4",
    ],
    ...["-f", script, server.database],
  ]);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? 0);
}
