import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BenchSite } from "./bench-site.ts";
import { type GoalResult, median, reaches, twoDigits } from "./goal.ts";

const run = promisify(execFile);

/** G6b: the statement that issues a ticket, with the row it tells the reports and without it, by 32 clients. */
export async function measureInserts(
  site: BenchSite,
  pgbench: string,
  { rounds, folder, purchases }: { rounds: number; folder: string; purchases: number },
): Promise<GoalResult> {
  await site.owner.query("DROP INDEX ticket_purchases_once");
  const insert = `INSERT INTO ticket_purchases (id, order_id, user_id, event_id, ticket_type_id, quantity, units, places, total_price, ticket_code, entries_total, entries_remaining)
    SELECT gen_random_uuid(), o.id, o.user_id, o.event_ids[1], o.ticket_type_id, 1, 1, 1, 10000, 'B-' || gen_random_uuid(), 1, 1 FROM orders o
    WHERE o.id = ('00000000-0000-7000-8003-' || lpad(to_hex(:n::int), 12, '0'))::uuid`;
  const told = `WITH made AS (${insert} RETURNING event_id, ticket_type_id, quantity, total_price)
    INSERT INTO sales_deltas (day, event_id, ticket_type_id, purchases, quantity, revenue) SELECT current_date, event_id, ticket_type_id, 1, quantity, total_price FROM made`;
  const withNumber = (statement: string) =>
    `\\set n random(1, ${purchases})\n${statement.replaceAll("\n", " ")};\n`;
  const measured: Record<string, number>[] = [];
  for (let round = 0; round < rounds; round++) {
    const plain = await insertsPerSecond(site, pgbench, join(folder, "plain.sql"), withNumber(insert));
    const withDeltas = await insertsPerSecond(site, pgbench, join(folder, "told.sql"), withNumber(told));
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
  commands: string,
): Promise<number> {
  writeFileSync(script, commands);
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
