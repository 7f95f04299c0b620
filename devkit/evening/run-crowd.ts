/**
 * `node run-crowd.ts '{"plan":...,"peopleFile":...,"origin":...,"pagesBase":...,"hot":...}'`: a crowd's evening. Begins at
 * once and says so with a line; on SIGTERM everybody goes home, and a last line tells what became of them.
 */
import { readFileSync } from "node:fs";
import { seededRandom } from "#test/races/seeded-random.ts";
import { openCrowdClient } from "./crowd-client.ts";
import type { CrowdMember } from "./crowd-rows.ts";
import { type EveningScene, spendEvening } from "./evening-person.ts";

/** How often each thing was answered or done. */
export type CrowdReport = Readonly<Record<string, number>>;

const { peopleFile, ...given } = JSON.parse(process.argv[2] ?? "{}") as Pick<
  EveningScene,
  "plan" | "origin" | "pagesBase" | "hot"
> & { peopleFile: string };
const crowd = JSON.parse(readFileSync(peopleFile, "utf8")) as CrowdMember[];
const client = openCrowdClient(given.origin);
const scene: EveningScene = { ...given, client, begunAt: performance.now(), tally: new Map() };
process.once("SIGTERM", () => {
  process.stdout.write(`${JSON.stringify(Object.fromEntries(scene.tally) satisfies CrowdReport)}\n`, () =>
    process.exit(0),
  );
});
process.once("disconnect", () => process.exit(0));
process.stdout.write("{}\n");
await Promise.all(
  crowd.map((member, n) => spendEvening(scene, member, seededRandom(given.plan.seed * 100_000 + n))),
);
