import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BenchSite } from "./bench-site.ts";
import { type GoalResult, medians, milliseconds, type Round, rate, twoDigits } from "./goal.ts";
import { postgresProgram } from "./yardsticks.ts";

const run = promisify(execFile);

const sameJoins = `COPY (SELECT u.full_name, u.email, e.title, t.type, p.quantity, p.total_price, p.purchase_date, p.ticket_code, p.entries_remaining, p.status,
    o.number, u.phone, p.holder_name, v.code, l.discount, p.share, p.total_price, o.total FROM ticket_purchases p
  JOIN profiles u ON u.id = p.user_id JOIN events e ON e.id = p.event_id JOIN tickets t ON t.id = p.ticket_type_id
  JOIN orders o ON o.id = p.order_id LEFT JOIN order_lines l ON l.order_id = p.order_id AND l.no = p.line_no LEFT JOIN vouchers v ON v.id = l.voucher_id ORDER BY p.purchase_date DESC, p.id DESC) TO STDOUT (FORMAT csv)`;

/** P8: all purchases as CSV over HTTP, beside the same rows by COPY through psql, and what the site's memory grows by. */
export async function measureExport({
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
        ...["-h", socketDir, "-U", superuser, "-d", database],
        ...["-c", sameJoins, "-o", join(folder, "copy.csv")],
      ]),
    );
    const before = residentMb(site.pid);
    let most = before;
    const sampling = setInterval(() => {
      most = Math.max(most, residentMb(site.pid));
    }, 50);
    const ours = await milliseconds(() =>
      run("curl", [
        ...["-sSf", "-H", `cookie: session=${token}`, "-o", file],
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
