import { expect, test } from "vitest";
import { newId } from "#kernel/id.ts";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { testServices } from "#test/support/services.ts";
import { openCheckout } from "#ticketing/orders/open-checkout.server.ts";
import type { ProcessPulse } from "./process-pulse.ts";
import { readStatus } from "./status-queries.server.ts";
import { writePulse } from "./write-pulse.server.ts";

const prepared = await testDatabase();
const season = await openSeasonBuilder(prepared.ownerUrl);
const services = await testServices(prepared, { providerRate: 0 });

const pulse = (startedAt: string, calls: number): ProcessPulse => ({
  startedAt,
  memoryBytes: 100,
  memoryOfMachine: 1000,
  provider: { calls, failed: 0, median: 40 * calls, slowest: 90 },
  jobs: [{ name: "line", at: startedAt, milliseconds: 3, how: "done", everySeconds: 0.2 }],
});

const status = () => services.database.withDuty("settle", (sql) => readStatus(sql.$client));

test("the status of the site is what its processes say of themselves, with the queues as they are", async () => {
  expect((await status()).processes).toEqual([]);
  const type = await season.ticketType({ events: [await season.night()] });
  const { sessionHash } = await season.person();
  await openCheckout(services, {
    ...{ sessionHash, ticketTypeId: type, quantity: 3, origin: "event" as const },
    ...{ eventId: null, priceId: null, requestKey: null },
  });
  const [first, second] = [newId(), newId()];
  await writePulse(services, { processId: first, pulse: pulse("2027-01-01T10:00:00Z", 1) });
  await writePulse(services, { processId: first, pulse: pulse("2027-01-01T10:00:00Z", 2) });
  await writePulse(services, { processId: second, pulse: pulse("2027-01-01T11:00:00Z", 5) });
  await season.client.query("INSERT INTO backups (taken_at, bytes, seconds) VALUES ('2027-01-01', 5, 2)");
  const found = await status();
  expect(found.processes.map(({ startedAt, provider }) => [startedAt, provider.calls])).toEqual([
    ["2027-01-01T10:00:00Z", 2],
    ["2027-01-01T11:00:00Z", 5],
  ]);
  expect(found.orders).toMatchObject({ held: 1, units: 3, review: 0 });
  expect(found.minutes.at(-1)).toMatchObject({ held: 3, calls: 5, median: 200 });
  expect(found.backup).toMatchObject({ bytes: 5, seconds: 2, kept: 1, at: new Date("2027-01-01") });
  expect(found.connections.used).toBeGreaterThan(0);
});

test("a process that was silent for long is not counted, and what is older than an hour is forgotten", async () => {
  await season.client.query("UPDATE process_pulses SET at = at - interval '40 seconds'");
  expect((await status()).processes).toEqual([]);
  await season.client.query("UPDATE process_pulses SET at = at - interval '2 hours'");
  await writePulse(services, { processId: newId(), pulse: pulse("2027-01-01T12:00:00Z", 1) });
  const { rows } = await season.client.query("SELECT count(*)::int AS n FROM process_pulses");
  expect(rows[0].n).toBe(1);
});
