import { expect, test } from "vitest";
import { newId } from "#kernel/id.ts";
import { arrived } from "#test/support/open-page.ts";
import { openStage } from "#test/support/stage.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import type { ProcessHeartbeat } from "./process-heartbeat.ts";
import { readStatus } from "./status-queries.server.ts";
import { writeHeartbeat } from "./write-heartbeat.server.ts";

const { season, site: services } = await openStage({ providerRate: 0 });

const heartbeat = (startedAt: string, calls: number): ProcessHeartbeat => ({
  startedAt,
  memoryBytes: 100,
  memoryOfMachine: 1000,
  provider: { calls, failed: 0, median: 40 * calls, slowest: 90 },
  jobs: [{ name: "line", at: startedAt, milliseconds: 3, how: "done", everySeconds: 0.2 }],
});

const status = () => services.database.withDuty("settle", readStatus);

test("the status of the site has its processes' heartbeats and the present queues", async () => {
  expect((await status()).processes).toEqual([]);
  const type = await season.ticketType({ events: [await season.night()] });
  for (const quantity of [3, 2, 1])
    await openCheckout(
      services,
      arrived((await season.person()).sessionHash, [{ ticketTypeId: type, quantity }]),
    );
  // One ended while it was in the queue; the other is held and not in the queue.
  await season.db`UPDATE orders SET state = 'cancelled', stake = 'none', line_at = now() WHERE quantity = 2`;
  // makes its cause directly, past the rules that prevent it
  await season.db`SET session_replication_role = replica`;
  await season.db`UPDATE orders SET state = 'manual_review', stake = 'none', line_at = now(), created_at = now() - interval '1 hour' WHERE quantity = 1`;
  await season.db`RESET session_replication_role`;
  const [first, second] = [newId(), newId()];
  await writeHeartbeat(services, { processId: first, heartbeat: heartbeat("2027-01-01T10:00:00Z", 1) });
  await writeHeartbeat(services, { processId: first, heartbeat: heartbeat("2027-01-01T10:00:00Z", 2) });
  await writeHeartbeat(services, { processId: second, heartbeat: heartbeat("2027-01-01T11:00:00Z", 5) });
  await season.db`INSERT INTO backups (taken_at, bytes, seconds) VALUES ('2027-01-01', 5, 2)`;
  const found = await status();
  expect(found.processes.map(({ startedAt, provider }) => [startedAt, provider.calls])).toEqual([
    ["2027-01-01T10:00:00Z", 2],
    ["2027-01-01T11:00:00Z", 5],
  ]);
  expect(found.orders).toMatchObject({ held: 1, units: 3, line: 0, review: 1 });
  expect(found.orders.oldestSeconds).toBeLessThan(1800);
  expect(found.minutes.at(-1)).toMatchObject({ line: 0, held: 3, calls: 5, median: 200 });
  expect(found.backup).toMatchObject({ bytes: 5, seconds: 2, kept: 1, at: new Date("2027-01-01") });
  expect(found.connections.used).toBeGreaterThan(0);
});

test("a process without a recent heartbeat is not counted, and heartbeats older than an hour are deleted", async () => {
  await season.db`UPDATE process_pulses SET at = at - interval '40 seconds'`;
  expect((await status()).processes).toEqual([]);
  await season.db`UPDATE process_pulses SET at = at - interval '2 hours'`;
  await writeHeartbeat(services, { processId: newId(), heartbeat: heartbeat("2027-01-01T12:00:00Z", 1) });
  const rows = await season.db`SELECT count(*)::int AS n FROM process_pulses`;
  expect(rows[0].n).toBe(1);
});
