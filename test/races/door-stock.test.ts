/**
 * Tickets that are set aside for the door against everybody else who wants them, in two processes, and against the
 * phone that sells them. Each race has its control: the same without the lock.
 */
import { describe, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import { openDoorStage } from "#test/support/door-stage.ts";
import { phoneRow } from "#test/support/gate-phone.ts";
import { processServices } from "#test/support/services.ts";
import { giveBackFromDoor } from "#ticketing/gate/give-back-from-door.server.ts";
import { setAsideForDoor } from "#ticketing/gate/set-aside-for-door.server.ts";
import { takeGateRows } from "#ticketing/gate/take-gate-rows.server.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

const stage = await openDoorStage();
const { site, season, chief, database } = stage;
const other = await processServices(database, site.provider);

async function door(capacity: number) {
  const eventId = await season.night({ inDays: 0, time: null, capacity: 500 });
  const type = await season.ticketType({ events: [eventId], price: 13_000, capacity });
  return { eventId, type, phone: await stage.phone(await stage.gate(eventId)) };
}
type Door = Awaited<ReturnType<typeof door>>;

const aside = (services: Pick<Services, "database">, { eventId, type, phone }: Door, quantity: number) =>
  setAsideForDoor(services, { actor: chief, eventId, deviceId: phone.device, ticketTypeId: type, quantity });

/** The same services; a statement that matches is changed, and then waits until others came in between. */
function changed<Some extends Pick<Services, "database">>(services: Some, find: RegExp, into: string): Some {
  const wrapped = (sql: Sql): Sql =>
    new Proxy(sql, {
      get(target, name) {
        if (name !== "query") return Reflect.get(target, name, target);
        return async (
          given: string | { text: string; name?: string; values?: unknown[] },
          values?: unknown[],
        ) => {
          const text = typeof given === "string" ? given : given.text;
          if (!find.test(text)) return target.query(given as string, values as unknown[]);
          const bound = typeof given === "string" ? values : given.values;
          const answer = await target.query(text.replace(find, into), bound as unknown[]);
          await new Promise((resume) => setTimeout(resume, /pg_advisory/.test(text) ? 0 : 60));
          return answer;
        };
      },
    });
  const { database: real } = services;
  return {
    ...services,
    database: { ...real, withDuty: (duty, work) => real.withDuty(duty, (sql) => work(wrapped(sql))) },
  } as Some;
}

describe("the last tickets", () => {
  async function race(services: Pick<Services, "database">) {
    const here = await door(6);
    const buyers = await Promise.all(Array.from({ length: 4 }, () => season.person()));
    const buy = ({ sessionHash }: { sessionHash: string }, at: number) =>
      openCheckout(at % 2 === 0 ? site : other, {
        ...{ sessionHash, lines: [{ ticketTypeId: here.type, quantity: 2 }], eventId: here.eventId },
        ...{ total: null, priceId: null, origin: "event" as const, requestKey: null },
      });
    const second = { ...here, phone: await stage.phone(await stage.gate(here.eventId)) };
    const ends = await Promise.allSettled([
      aside(services, here, 4),
      ...buyers.map(buy),
      aside(services, second, 4),
    ]);
    const { rows } = await season.client.query("SELECT held, sold FROM stock_counters WHERE id = $1", [
      here.type as Uuid,
    ]);
    return {
      taken: rows[0].held + rows[0].sold,
      failed: ends.filter(({ status }) => status === "rejected").length,
    };
  }

  it("are set aside or held, never both, and nobody gets an error", async () => {
    for (let round = 0; round < 4; round++) {
      const { taken, failed } = await race(site);
      expect(failed).toBe(0);
      expect([4, 6]).toContain(taken);
    }
    expect(await findViolations(season.client, dataInvariants)).toEqual([]);
  });

  it("without the lock on the counters, set aside twice, are stopped by the database alone (control)", async () => {
    const unlocked = changed(site, /(FROM stock_counters WHERE id = ANY.*) FOR UPDATE/, "$1");
    let failed = 0;
    for (let round = 0; round < 30 && failed === 0; round++) failed = (await race(unlocked)).failed;
    expect(failed).toBeGreaterThan(0);
  });
});

describe("what a phone sells while it is given back", () => {
  async function race(services: typeof site) {
    const here = await door(50);
    await aside(site, here, 10);
    const { rows } = await season.client.query("SELECT id FROM door_shares WHERE device_id = $1", [
      here.phone.device,
    ]);
    const sale = (seq: number) =>
      phoneRow(here.phone.keys, here.phone.device, {
        ...{ seq, kind: "sale" as const, entries: 1 },
        sale: { type: here.type, quantity: 1, bani: 13_000, means: "cash", receipt: null },
      });
    await Promise.all([
      ...[1, 2, 3, 4].map((seq) => takeGateRows(services, { device: here.phone.device, rows: [sale(seq)] })),
      giveBackFromDoor(services, { actor: chief, shareId: rows[0].id }),
    ]);
    return findViolations(season.client, dataInvariants);
  }

  it("either stays out of the stock, or is listed as sold over it", async () => {
    for (let round = 0; round < 5; round++) expect(await race(site)).toEqual([]);
  });

  it("without the phone's lock is sold and given back as well, and nothing says so (control)", async () => {
    const keyless = changed(site, /SELECT pg_advisory_xact_lock.*/, "SELECT $1::text");
    const unlocked = changed(keyless, /AS sold FROM gate_log s\b/, "$&");
    let found: readonly { readonly id: string }[] = [];
    for (let round = 0; round < 30 && found.length === 0; round++) found = await race(unlocked);
    expect(found.map(({ id }) => id)).toContain("E2");
  });
});
