import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type pg from "pg";
import type { BenchDatabase } from "./bench-database.ts";
import { type GoalResult, median, rate, reaches, twoDigits } from "./goal.ts";
import { loadPurchases } from "./load-purchases.ts";

/** As many as the letters' job has at the mail server at once. */
const connections = 4;
const perRound = 2000;
const ticketsPerRound = 100;
/** What a mail server of the world takes over a letter at the very least. */
const pondersMs = 20;

type Kind = "password_changed" | "ticket_confirmation";

/**
 * G14: letters a second by the letters' job, beside nodemailer alone with as many connections to the same server, in
 * turns. Both write the message; the job also claims it, reads whom it is for and notes that it was sent.
 */
export async function measureLetters({
  bench,
  rounds,
}: {
  readonly bench: BenchDatabase;
  readonly rounds: number;
}): Promise<GoalResult[]> {
  const { owner } = bench;
  await loadPurchases(owner, ticketsPerRound);
  await owner.query("VACUUM ANALYZE");
  const results: GoalResult[] = [];
  for (const ponders of [0, pondersMs]) {
    const stub = run("run-mail-stub.ts", [String(ponders)]);
    const { port } = await told(stub);
    const client = run("run-mail-client.ts", [String(port), String(connections)]);
    const worker = run("run-mail-worker.ts", [bench.server.ownerUrl(), String(port)]);
    await Promise.all([told(client), told(worker)]);
    const deliver = async (kind: Kind, count: number) => {
      await enqueue(owner, kind, count);
      const before = (await asked(stub, {})).taken ?? 0;
      const { sent = 0, seconds = 1 } = await asked(worker, {});
      const taken = ((await asked(stub, {})).taken ?? 0) - before;
      if (sent !== count || taken !== count) throw new Error(`${sent} sent, ${taken} taken of ${count}`);
      return count / seconds;
    };
    const measured: Record<string, number>[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const plain = perRound / ((await asked(client, { count: perRound })).seconds ?? 1);
      const job = await deliver("password_changed", perRound);
      const tickets = await deliver("ticket_confirmation", ticketsPerRound);
      if (round > 0) measured.push({ plain, job, tickets, ratio: job / plain });
    }
    for (const child of [client, worker, stub]) {
      child.disconnect();
      await once(child, "exit");
    }
    const of = (name: string) => median(measured.map((one) => one[name] ?? 0));
    results.push({
      goal: "G14",
      what: `letters sent to a server that answers ${ponders === 0 ? "at once" : `after ${ponders} ms`}, by ${connections} connections`,
      figure: `${rate(of("job"))}; with tickets ${rate(of("tickets"))}`,
      ratio: `${twoDigits(of("ratio"))} of nodemailer alone`,
      wanted: ">= 0.9",
      met: reaches(of("ratio"), 0.9),
      rounds: measured,
    });
  }
  return results;
}

async function enqueue(owner: pg.Client, kind: Kind, count: number): Promise<void> {
  await owner.query(
    `INSERT INTO letters (id, kind, dedupe_key, recipient, user_id, order_id, message_id)
     SELECT gen_random_uuid(), $1, 'bench ' || gen_random_uuid(), 'p@exemplu.example', o.user_id, CASE WHEN $1 = 'ticket_confirmation' THEN o.id END, '<' || gen_random_uuid() || '@bench>'
     FROM generate_series(0, $2::int - 1) n JOIN orders o ON o.id = ('00000000-0000-7000-8003-' || lpad(to_hex(1 + n % ${ticketsPerRound}), 12, '0'))::uuid`,
    [kind, count],
  );
}

type Report = { readonly [name in "port" | "taken" | "sent" | "seconds"]?: number };

function run(program: string, settings: readonly string[]): ChildProcess {
  return fork(join(import.meta.dirname, program), settings, {
    execArgv: process.env.BENCH_NODE?.split(" ") ?? [],
  });
}

async function told(child: ChildProcess): Promise<Report> {
  const [report] = await once(child, "message");
  return report as Report;
}

function asked(child: ChildProcess, question: object): Promise<Report> {
  const answer = told(child);
  child.send(question);
  return answer;
}
