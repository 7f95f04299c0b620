import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { BenchSite } from "./bench-site.ts";
import { type GoalResult, median, milliseconds, reaches, staysUnder, twoDigits } from "./goal.ts";
import { findPgbench } from "./yardsticks.ts";

const run = promisify(execFile);

const threeJoins = `COPY (SELECT u.full_name, u.email, e.title, t.type, p.quantity, p.total_price, p.purchase_date, p.ticket_code, p.entries_remaining FROM ticket_purchases p
  JOIN profiles u ON u.id = p.user_id JOIN events e ON e.id = p.event_id JOIN tickets t ON t.id = p.ticket_type_id ORDER BY p.purchase_date DESC, p.id DESC) TO STDOUT (FORMAT csv)`;

type ExportGoal = {
  readonly site: BenchSite;
  /** Of an administrator's session. */
  readonly token: string;
  readonly purchases: number;
  readonly rounds: number;
  readonly folder: string;
};

/**
 * G8: all purchases as CSV, beside the same rows by COPY through psql; and what a visitor of a night's page notices,
 * who comes fifty times a second, before and meanwhile.
 */
export async function measureExport({
  site,
  token,
  purchases,
  rounds,
  folder,
}: ExportGoal): Promise<GoalResult[]> {
  const psql = (findPgbench() ?? "psql").replace(/pgbench$/, "psql");
  const { rows } = await site.owner.query("SELECT id FROM events LIMIT 1");
  const page = `${site.origin}/events/${rows[0].id}`;
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
    const quiet = await probePage(page, () => pause(3000));
    const before = memoryOf(site.pid);
    let most = before;
    const sampling = setInterval(() => {
      most = Math.max(most, memoryOf(site.pid));
    }, 50);
    let times: number[] = [];
    const busy = await probePage(page, async () => {
      times = await download(site, token, ["-o", "/dev/null"]);
    });
    clearInterval(sampling);
    const [firstByte = 0, took = 1] = times;
    const file = join(folder, "export.csv");
    await download(site, token, ["-o", file]);
    const lines = Number((await run("wc", ["-l", file])).stdout.split(" ")[0]);
    measured.push({
      k,
      took,
      ratio: k / took,
      firstByte,
      grownMb: (most - before) / 1024,
      lines,
      quiet,
      busy,
    });
  }
  const ratio = median(measured.map((round) => round.ratio ?? 0));
  const grown = Math.max(...measured.map((round) => round.grownMb ?? 0));
  const whole = measured.every((round) => round.lines === purchases + 1);
  const of = (name: string) => median(measured.map((round) => round[name] ?? 0));
  const slower = median(measured.map((round) => (round.busy ?? 0) / (round.quiet ?? 1)));
  return [
    {
      goal: "G8",
      what: "export of all purchases as CSV",
      figure: `${Math.round(median(measured.map((round) => (purchases / (round.took ?? 1)) * 1000))).toLocaleString("en")} rows/s, +${grown.toFixed(0)} MB, first byte ${median(measured.map((round) => round.firstByte ?? 0)).toFixed(0)} ms${whole ? "" : ", ROWS MISSING"}`,
      ratio: `${twoDigits(ratio)} K`,
      wanted: "0.85 K, 64 MB, 200 ms",
      met: whole && reaches(ratio, 0.85) && grown <= 64 && staysUnder(of("firstByte"), 200),
      rounds: measured,
    },
    {
      goal: "G8",
      what: "p99 of a night's page during an export, 50 visits a second",
      figure: `${of("busy").toFixed(1)} ms beside ${of("quiet").toFixed(1)} ms`,
      ratio: `${twoDigits(slower)} of quiet`,
      wanted: "2",
      met: staysUnder(slower, 2),
      rounds: [],
    },
  ];
}

/** Read by a program of its own, because this one watches the page: milliseconds to the first byte and to the last. */
async function download(site: BenchSite, token: string, into: string[]): Promise<number[]> {
  const format = "%{time_starttransfer} %{time_total}";
  const cookie = `cookie: session=${token}`;
  const { stdout } = await run("curl", [
    ...["-sSf", "-H", cookie, "-w", format, ...into],
    `${site.origin}/admin/purchases.csv`,
  ]);
  return stdout.split(" ").map((seconds) => Number(seconds) * 1000);
}

/** The 99th percentile of the page's answers, in milliseconds, while the work goes on; asked at a fixed pace. */
async function probePage(page: string, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const visits: Promise<void>[] = [];
  const visit = async () => {
    const begun = performance.now();
    await (await fetch(page)).arrayBuffer();
    times.push(performance.now() - begun);
  };
  await visit();
  times.length = 0;
  const pace = setInterval(() => visits.push(visit()), 20);
  await work();
  clearInterval(pace);
  await Promise.all(visits);
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}

function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
}
