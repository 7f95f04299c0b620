/**
 * `npm run evening [-- --processes 3 | --machines] [--people N] [--tickets N] [--longest SECONDS] [--small]`: the big on-sale, played
 * against the built site on this machine: many people, a provider that is slow and fails, many logins, a kill -9, a mail
 * server that stops. Bounded in count and time, loopback only. SITE_NODE_OPTIONS are the processes' own (`--cpu-prof`).
 * With `--machines` two machines of two network namespaces sell, one loses its network, and the database's standby takes over:
 * root, Debian's PostgreSQL, iproute2 and nginx are needed. Prints every promise beside what was seen; exit 0 when all were kept.
 */

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { removeDataFolder } from "#platform/database/embedded-account.server.ts";
import { startEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { loginAddresses } from "#platform/database/login-addresses.server.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { findSystemPostgres } from "#test/support/debian-postgres.ts";
import { mayMakeMachines } from "#test/support/machines.ts";
import { bigEvening, type EveningPlan, eveningOnMachines, smallEvening } from "./evening/evening-plan.ts";
import { openElsewhere } from "./evening/open-elsewhere.ts";
import { playEvening } from "./evening/play-evening.ts";

const number = { type: "string" } as const;
const { values } = parseArgs({
  options: {
    small: { type: "boolean" },
    machines: { type: "boolean" },
    people: number,
    tickets: number,
    processes: number,
    seed: number,
    logins: number,
    longest: number,
  },
});
const base = values.machines ? eveningOnMachines : values.small ? smallEvening : bigEvening;
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

const stage = values.machines ? await onMachines() : await onThisMachine();
try {
  await prepareDatabase({
    ownerUrl: stage.ownerUrl,
    folder: join(import.meta.dirname, "..", "..", "migrations"),
    rolePrefix: "app",
    passwordOf: () => null,
  });
  const { promises, story } = await playEvening(plan, { ...stage, tell });
  console.log(
    `\n${plan.people} people, ${plan.tickets} tickets, processes: ${plan.processes}, seed ${plan.seed}`,
  );
  for (const line of story) console.log(`  ${line}`);
  console.log("\n| promise | seen | kept |\n| --- | --- | --- |");
  for (const { promise, seen, kept } of promises)
    console.log(`| ${promise} | ${seen} | ${kept ? "yes" : "NO"} |`);
  process.exitCode = promises.every(({ kept }) => kept) ? 0 : 1;
} finally {
  await stage.close();
}

async function onThisMachine() {
  const dataDir = mkdtempSync(join(tmpdir(), "estival-evening-"));
  const server = await startEmbeddedServer({
    dataDir,
    // each process keeps some thirty
    settings: { max_connections: String(30 + 40 * plan.processes) },
  });
  await server.durable;
  return {
    ownerUrl: server.ownerUrl(),
    loginUrl: loginAddresses(server.ownerUrl(), "app").public,
    async close() {
      await server.stop();
      removeDataFolder(dataDir);
    },
  };
}

async function onMachines() {
  const system = findSystemPostgres();
  if (!system || !mayMakeMachines())
    throw new Error("machines need root, iproute2 and PostgreSQL of the system");
  return openElsewhere(plan.processes, system);
}
