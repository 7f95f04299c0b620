/**
 * `node run-people.ts '{"plan":...,"peopleFile":...,"origin":...,"pagesBase":...,"hot":...}'`: the evening of many
 * people. Begins at once and says so with a line; on SIGTERM all stop, and a last line tells what became of them.
 */
import { readFileSync } from "node:fs";
import type { BenchCustomer } from "#devkit/lab/bench/bench-customers.ts";
import { seededRandom } from "#test/races/seeded-random.ts";
import { type EveningContext, playPerson } from "./evening-person.ts";
import { openPeopleClient } from "./people-client.ts";

/** How often each thing was answered or done. */
export type PeopleReport = Readonly<Record<string, number>>;

const { peopleFile, ...given } = JSON.parse(process.argv[2] ?? "{}") as Pick<
  EveningContext,
  "plan" | "origin" | "pagesBase" | "hot"
> & { peopleFile: string };
const customers = JSON.parse(readFileSync(peopleFile, "utf8")) as BenchCustomer[];
const client = openPeopleClient(given.origin);
const context: EveningContext = { ...given, client, begunAt: performance.now(), tally: new Map() };
process.once("SIGTERM", () => {
  process.stdout.write(`${JSON.stringify(Object.fromEntries(context.tally) satisfies PeopleReport)}\n`, () =>
    process.exit(0),
  );
});
process.once("disconnect", () => process.exit(0));
process.stdout.write("{}\n");
await Promise.all(
  customers.map((member, n) => playPerson(context, member, seededRandom(given.plan.seed * 100_000 + n))),
);
