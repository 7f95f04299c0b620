/**
 * `npm run evening [-- --processes 3] [--people N] [--tickets N] [--longest SECONDS] [--small]`: the big on-sale, played
 * against the built site on this machine: many people, a provider that is slow and fails, many logins, a kill -9, a mail
 * server that stops. Bounded in count and time, loopback only. SITE_NODE_OPTIONS are the processes' own (`--cpu-prof`).
 * Prints every promise beside what was seen; exit 0 when all were kept.
 */

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { removeDataFolder } from "#platform/database/embedded-account.server.ts";
import { startEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { loginAddresses } from "#platform/database/login-addresses.server.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { bigEvening, type EveningPlan, smallEvening } from "./evening/evening-plan.ts";
import { playEvening } from "./evening/play-evening.ts";

const number = { type: "string" } as const;
const { values } = parseArgs({
  options: {
    small: { type: "boolean" },
    ...{ people: number, tickets: number, processes: number, seed: number, logins: number, longest: number },
  },
});
const base = values.small ? smallEvening : bigEvening;
const plan: EveningPlan = {
  ...base,
  people: Number(values.people ?? base.people),
  tickets: Number(values.tickets ?? base.tickets),
  processes: Number(values.processes ?? base.processes),
  loginsPerSecond: Number(values.logins ?? base.loginsPerSecond),
  longestSeconds: Number(values.longest ?? base.longestSeconds),
  seed: Number(values.seed ?? base.seed),
};
const begun = performance.now();
const tell = (line: string) =>
  console.log(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${line}`);

const dataDir = mkdtempSync(join(tmpdir(), "estival-evening-"));
const server = await startEmbeddedServer({
  dataDir,
  // each process keeps some thirty
  settings: { max_connections: String(30 + 40 * plan.processes) },
});
try {
  await server.durable;
  await prepareDatabase({
    ownerUrl: server.ownerUrl(),
    folder: join(import.meta.dirname, "..", "migrations"),
    rolePrefix: "app",
    passwordOf: () => null,
  });
  const { promises, story } = await playEvening(plan, {
    ownerUrl: server.ownerUrl(),
    loginUrl: loginAddresses(server.ownerUrl(), "app").public,
    tell,
  });
  console.log(
    `\n${plan.people} people, ${plan.tickets} tickets, processes: ${plan.processes}, seed ${plan.seed}`,
  );
  for (const line of story) console.log(`  ${line}`);
  console.log("\n| promise | seen | kept |\n| --- | --- | --- |");
  for (const { promise, seen, kept } of promises)
    console.log(`| ${promise} | ${seen} | ${kept ? "yes" : "NO"} |`);
  process.exitCode = promises.every(({ kept }) => kept) ? 0 : 1;
} finally {
  await server.stop();
  removeDataFolder(dataDir);
}
