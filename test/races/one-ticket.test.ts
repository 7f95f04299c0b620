import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import type { Services } from "#platform/services.ts";
import { openBarrier, overlap } from "#test/support/barrier.ts";
import { raceServices } from "#test/support/changed-statements.ts";
import { onOneDay } from "#test/support/days.ts";
import { openDoorStage, type StagePhone } from "#test/support/door-stage.ts";
import { phoneAsk } from "#test/support/gate-phone.ts";
import { ofScale, scale } from "#test/support/scale.ts";
import { answerScan } from "#ticketing/gate/answer-scan.server.ts";
import { doorInvariants } from "#ticketing/reports/door-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

const stage = await openDoorStage();
const { site, season } = stage;
const races = ofScale({ sample: 3, all: 8, long: 10_000 });
const gates = 24;
const patience = { timeout: scale === "long" ? 7_200_000 : 240_000 };

// their nights are today
beforeEach(() => onOneDay());

describe(`${gates} gates, one ticket`, () => {
  let night: Uuid;
  const phones: StagePhone[] = [];
  const types: Uuid[] = [];
  let asked = 0;
  beforeAll(async () => {
    night = await stage.night();
    for (let n = 0; n < gates; n++) phones.push(await stage.phone(await stage.gate(night)));
    for (const entries of [1, 2, 3]) types.push(await season.ticketType({ events: [night], entries }));
  });

  async function newTicket(entries: number) {
    const typeId = types[entries - 1];
    const [ticket] = await stage.tickets(night, { entries, ...(typeId ? { typeId } : {}) });
    if (!ticket) throw new Error("no ticket");
    asked += 1;
    return ticket;
  }

  /** What these phones are told about a ticket, all at once, or that the call failed. */
  const ask = (services: Pick<Services, "database">, of: readonly StagePhone[], qr: string) =>
    Promise.all(
      of.map(({ keys, device }) =>
        answerScan({ ...services, keys: site.keys }, phoneAsk(keys, device, { seq: asked, qr })).then(
          (answer) => (answer.ok ? answer.value.decision.verdict : answer.refusal.reason),
          () => "failed",
        ),
      ),
    );

  const wanted = (entries: number) => ({
    told: [...Array<string>(entries).fill("admitted"), ...Array<string>(gates - entries).fill("used")],
    left: 0,
  });

  it(`${races} races: it lets in exactly the people that it admits (I15, F44)`, patience, async () => {
    for (let n = 0; n < races; n++) {
      const entries = (n % 3) + 1;
      const ticket = await newTicket(entries);
      const told = await ask(site, phones, ticket.qr);
      const left = await stage.left(ticket.purchaseId);
      expect({ told: told.sort(), left }, `race ${n}`).toEqual(wanted(entries));
    }
    expect(await findViolations(season.client, doorInvariants)).toEqual([]);
  });

  it.each([
    { lock: "locked", told: ["admitted", "used"] },
    // they both see it free, and the database's own check stops the one that was held
    { lock: "unlocked", told: ["failed", "admitted"] },
  ] as const)(
    "two at once, of which one is held when it has read the ticket, $lock: $told",
    async ({ lock, told }) => {
      const { qr, purchaseId } = await newTicket(1);
      const barrier = openBarrier();
      const held = raceServices(site, lock, (name) => (name === "lock-ticket" ? barrier.hold() : undefined));
      const { ends } = await overlap(season.client, {
        barrier,
        first: () => ask(held, phones.slice(0, 1), qr),
        second: () => ask(raceServices(site, lock), phones.slice(1, 2), qr),
      });
      expect(ends.flatMap((end) => (end.status === "fulfilled" ? end.value : []))).toEqual(told);
      expect(await stage.left(purchaseId)).toBe(0);
    },
  );
});
