/**
 * Tickets that are set aside for the door against everybody else who wants them, in two processes, and against the
 * phone that sells them. Each race has its control: the same without the lock.
 */

import { beforeEach, describe, expect, it } from "vitest";
import type { Services } from "#platform/services.ts";
import { openBarrier, overlap } from "#test/support/barrier.ts";
import { changedServices } from "#test/support/changed-statements.ts";
import { onOneDay } from "#test/support/days.ts";
import { openDoorStage } from "#test/support/door-stage.ts";
import { phoneRow } from "#test/support/gate-phone.ts";
import { arrived } from "#test/support/open-page.ts";
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

/** These services without a lock, where the first act is held when it has read, while the second one goes as far as it can. */
async function atOnce<Some extends Pick<Services, "database">>(
  services: Some,
  { after, without }: { readonly after: RegExp; readonly without?: (text: string) => string },
  { first, second }: Record<"first" | "second", (services: Some) => Promise<unknown>>,
) {
  const barrier = openBarrier();
  const changed = (hold: () => unknown) =>
    changedServices(services, async ({ name, ...statement }, ask) => {
      const answer = await ask({ ...statement, text: without?.(statement.text) ?? statement.text });
      if (after.test(statement.text)) await hold();
      return answer;
    });
  const { ends } = await overlap(season.client, {
    barrier,
    first: () => first(changed(barrier.hold)),
    second: () => second(changed(() => {})),
  });
  return ends.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : []));
}

// their nights are today
beforeEach(() => onOneDay());

describe("the last tickets", () => {
  const after = /FROM stock_counters WHERE id = ANY/;
  const phoneBeside = async ({ eventId }: Door) => stage.phone(await stage.gate(eventId));

  it("are set aside or held, never both, and nobody gets an error", async () => {
    const here = await door(6);
    const beside = { ...here, phone: await phoneBeside(here) };
    const buyers = await season.people(4);
    const buy = ({ sessionHash }: { sessionHash: string }, at: number) =>
      openCheckout(
        at % 2 === 0 ? site : other,
        arrived(sessionHash, [{ ticketTypeId: here.type, quantity: 2 }], {
          eventId: here.eventId,
          origin: "event" as const,
        }),
      );
    const failed = await atOnce(
      site,
      { after },
      {
        first: (services) => aside(services, here, 4),
        second: (services) => Promise.all([...buyers.map(buy), aside(services, beside, 4)]),
      },
    );
    const { rows } = await season.client.query(
      "SELECT held + sold AS taken FROM stock_counters WHERE id = $1",
      [here.type],
    );
    expect([failed, rows[0].taken]).toEqual([[], 6]);
    expect(await findViolations(season.client, dataInvariants)).toEqual([]);
  });

  it("without the lock on the counters, set aside twice, are stopped by the database alone (control)", async () => {
    const here = await door(6);
    const beside = { ...here, phone: await phoneBeside(here) };
    const without = (text: string) => (after.test(text) ? text.replace(" FOR UPDATE", "") : text);
    const failed = await atOnce(
      site,
      { after, without },
      {
        first: (services) => aside(services, here, 4),
        second: (services) => aside(services, beside, 4),
      },
    );
    expect(failed).toEqual([expect.stringContaining("stock_never_oversold")]);
  });
});

describe("what a phone sells while it is given back", () => {
  const after = /AS sold FROM gate_log s\b/;

  async function race(without?: (text: string) => string) {
    const here = await door(50);
    await aside(site, here, 10);
    const { rows } = await season.client.query("SELECT id FROM door_shares WHERE device_id = $1", [
      here.phone.device,
    ]);
    const sale = phoneRow(here.phone.keys, here.phone.device, {
      seq: 1,
      kind: "sale" as const,
      entries: 1,
      sale: { type: here.type, quantity: 1, bani: 13_000, means: "cash", receipt: null },
    });
    const failed = await atOnce(site, without ? { after, without } : { after }, {
      first: (services) => giveBackFromDoor(services, { actor: chief, shareId: rows[0].id }),
      second: (services) => takeGateRows(services, { device: here.phone.device, rows: [sale] }),
    });
    expect(failed).toEqual([]);
    return (await findViolations(season.client, dataInvariants)).map(({ id }) => id);
  }

  it("either stays out of the stock, or is listed as sold over it", async () => {
    expect(await race()).toEqual([]);
  });

  it("without the phone's lock is sold and given back as well, and nothing says so (control)", async () => {
    const without = (text: string) => text.replace(/SELECT pg_advisory_xact_lock.*/, "SELECT $1::text");
    expect(await race(without)).toContain("E2");
  });
});
