/**
 * kill -9 of the site at every step of a purchase, once and again at the first repeat, with everything started anew on
 * what is left. The steps: P1 the press arrives, P2 the hold commits, P3 the card page is asked for, P4 it is kept,
 * P5 the customer is sent there, P6 pays, P7 the notice is stored, P8 the tickets are made, P9 the letter goes out,
 * P10 it is marked.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type CrashingSite,
  createLanes,
  type Ground,
  openCrashingSite,
  prepareGround,
} from "./crashing-site.ts";

const long = process.env.TEST_SCALE === "long";
const patience = 200_000;

type Point = {
  readonly step: string;
  readonly fault: string;
  readonly at: string;
  readonly passesOnce?: true;
};

const points: readonly Point[] = [
  { step: "P1", fault: "F1", at: "checkout.begin" },
  { step: "P1", fault: "F1", at: "hold.decided" },
  { step: "P2", fault: "F1 F2", at: "hold.sent" },
  { step: "P2", fault: "F2", at: "hold.committed" },
  { step: "P3", fault: "F2", at: "card-page.preparing" },
  { step: "P3", fault: "F2", at: "card-page.prepared" },
  { step: "P3", fault: "F3", at: "card-page.answered" },
  { step: "P4", fault: "F3", at: "card-page.keeping" },
  { step: "P4", fault: "F5", at: "card-page.kept", passesOnce: true },
  { step: "P5", fault: "F5", at: "checkout.page" },
  { step: "P7", fault: "F6 F16", at: "notice.begin" },
  { step: "P7", fault: "F6", at: "notice.stored" },
  { step: "P7", fault: "F6", at: "notice.claimed" },
  { step: "P8", fault: "F6", at: "settle.begin" },
  { step: "P8", fault: "F7", at: "settle.written" },
  { step: "P8", fault: "F8", at: "settle.committed" },
  { step: "P8", fault: "F8", at: "notice.understood" },
  { step: "P9", fault: "F8", at: "letter.claimed" },
  { step: "P9", fault: "F9", at: "letter.sent" },
  { step: "P10", fault: "F9", at: "letter.marked", passesOnce: true },
];
const alwaysTwice = ["hold.sent", "card-page.answered", "notice.claimed", "settle.written", "letter.sent"];

const abandonedInShort = [
  "hold.decided",
  "hold.committed",
  "card-page.prepared",
  "card-page.answered",
  "checkout.page",
];

const inLane = createLanes(3);
let ground: Ground;
beforeAll(async () => {
  ground = await prepareGround();
}, 60_000);
afterAll(() => ground.remove());

/** One scenario on a site of its own. */
function scenario(name: string, work: (site: CrashingSite) => Promise<void>): void {
  test.concurrent(name, { timeout: patience }, () =>
    inLane(async () => {
      const site = await openCrashingSite(ground);
      try {
        await work(site);
      } finally {
        await site.close();
      }
    }),
  );
}

/** One order, one fulfilment, one letter, nothing leaked. */
const bought = {
  orders: ["paid"],
  units: [0, 2],
  places: [0, 2],
  ...{ tickets: 1, payments: 1, bookings: 2, refunds: 0 },
  letters: ["ticket_confirmation sent"],
  copies: 1,
  sessions: ["complete/paid"],
  violations: [],
};
const nothing = {
  units: [0, 0],
  places: [0, 0],
  ...{ tickets: 0, payments: 0, bookings: 0, refunds: 0 },
  letters: [],
  copies: 0,
  violations: [],
};

describe("killed on the way, the customer goes on", () => {
  for (const { step, fault, at, passesOnce } of points)
    for (const times of long || alwaysTwice.includes(at) ? [1, 2] : [1]) {
      const again = times === 2 ? ", and there again" : "";
      scenario(`${fault}: ${step}, at ${at}${again}: one order, one fulfilment, one letter`, async (site) => {
        await site.live(`${at}:kill`);
        await site.persist();
        await site.dieAt(at);
        if (times === 2) {
          await site.live(`${at}:kill`);
          await site.persist();
          // what was done before the first death is not done again, so that point is not passed
          if (passesOnce) await site.kill("SIGTERM");
          else await site.dieAt(at);
        }
        await site.live();
        await site.persist();
        expect(await site.outcome()).toEqual({ ...bought, ...letterAfter(at, times) });
      });
    }

  /** A letter at the mail server when its process died may have been taken: at most two copies, then a person looks. */
  function letterAfter(at: string, times: number): Partial<typeof bought> {
    if (at !== "letter.sent" && at !== "letter.claimed") return {};
    const copies = at === "letter.sent" ? 2 : Number(times === 1);
    return times === 2 ? { letters: ["ticket_confirmation dead"], copies } : { copies };
  }
});

describe("killed on the way, the customer never comes back", () => {
  const left = points.filter(({ step }) => ["P1", "P2", "P3", "P4", "P5"].includes(step));
  for (const { step, fault, at } of long ? left : left.filter(({ at }) => abandonedInShort.includes(at)))
    scenario(`${fault}: ${step}, at ${at}: the places are free after the time of the hold`, async (site) => {
      await site.live(`${at}:kill`);
      await site.buy();
      await site.dieAt(at);
      await site.timePasses();
      await site.live();
      await site.becomesQuiet();
      const { orders, sessions, ...rest } = await site.outcome();
      expect(rest).toEqual(nothing);
      expect(orders).toEqual(
        ["checkout.begin", "hold.decided"].includes(at) ? [] : orders.map(() => "expired"),
      );
      // no page is left that anybody could pay on
      expect(sessions.filter((session) => session !== "expired/unpaid")).toEqual([]);
    });
});
