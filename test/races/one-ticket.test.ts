import { beforeAll, describe, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import type { Services } from "#platform/services.ts";
import { openDoorStage, type StagePhone } from "#test/support/door-stage.ts";
import { phoneAsk } from "#test/support/gate-phone.ts";
import { slowedServices } from "#test/support/without-lock.ts";
import { answerScan } from "#ticketing/gate/answer-scan.server.ts";
import { doorInvariants } from "#ticketing/reports/door-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

const stage = await openDoorStage();
const { site, season } = stage;
const isLong = process.env.TEST_SCALE === "long";
const races = isLong ? 10_000 : 8;
const gates = 24;
const patience = { timeout: isLong ? 7_200_000 : 240_000 };

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

  /** All phones ask about a new ticket at once; what each was told, or that the call failed. */
  async function race(entries: number, services: Pick<Services, "database">) {
    const [ticket] = await stage.tickets(night, {
      entries,
      ...(types[entries - 1] ? { typeId: types[entries - 1] } : {}),
    });
    if (!ticket) throw new Error("no ticket");
    asked += 1;
    const answers = await Promise.allSettled(
      phones.map(({ keys, device }) =>
        answerScan({ ...services, keys: site.keys }, phoneAsk(keys, device, { seq: asked, qr: ticket.qr })),
      ),
    );
    const told = answers.map((answer) => {
      if (answer.status === "rejected") return "failed";
      return answer.value.ok ? answer.value.value.decision.verdict : answer.value.refusal.reason;
    });
    return { told, left: await stage.left(ticket.purchaseId) };
  }

  const wanted = (entries: number) => ({
    told: [...Array<string>(entries).fill("admitted"), ...Array<string>(gates - entries).fill("used")],
    left: 0,
  });

  it(`${races} races: it lets in exactly the people that it admits`, patience, async () => {
    for (let n = 0; n < races; n++) {
      const entries = (n % 3) + 1;
      const { told, left } = await race(entries, site);
      expect({ told: told.sort(), left }, `race ${n}`).toEqual(wanted(entries));
    }
    expect(await findViolations(season.client, doorInvariants)).toEqual([]);
  });

  it(
    "a control: without the ticket's lock they all see it free, and the database's own check lets most of them fail",
    patience,
    async () => {
      expect((await race(1, slowedServices(site, "locked"))).told.sort()).toEqual(wanted(1).told);
      const { told, left } = await race(1, slowedServices(site, "unlocked"));
      expect(told.filter((verdict) => verdict === "failed").length).toBeGreaterThan(1);
      expect(left).toBe(0);
    },
  );
});
