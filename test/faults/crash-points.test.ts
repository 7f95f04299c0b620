/**
 * kill -9 of the site at every step of a purchase, once and again at the first repeat, with everything restarted on the
 * remaining data. The steps: P1 the request arrives, P2 the hold commits, P3 the card page is requested, P4 it is
 * stored, P5 the customer is redirected there, P6 pays, P7 the webhook event is stored, P8 the tickets are made, P9 the
 * email is sent, P10 it is marked.
 */
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  abandonedInShort,
  alwaysTwice,
  purchasePoints as points,
  refundPoints,
  splitPoints,
  sweepPoints,
} from "./crash-table.ts";
import {
  type BasketLine,
  type CrashingSite,
  type Ground,
  limitConcurrency,
  openCrashingSite,
  prepareGround,
} from "./crashing-site.ts";

const long = process.env.TEST_SCALE === "long";
const timeoutMs = 500_000;

const limited = limitConcurrency(5);
let ground: Ground;
beforeAll(async () => {
  ground = await prepareGround();
}, 60_000);
afterAll(() => ground.remove());

/** One scenario on a site of its own; Ana buys two of one type, or what `basket` says. */
function scenario(
  name: string,
  work: (site: CrashingSite) => Promise<void>,
  basket?: () => readonly BasketLine[],
): void {
  test.concurrent(name, { timeout: timeoutMs }, () =>
    limited(async () => {
      const site = await openCrashingSite(ground, basket?.());
      try {
        await work(site);
      } finally {
        await site.close();
      }
    }),
  );
}

/** One order, one fulfilment, one email, nothing lost or left over. */
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

const threeLines = () => ground.basket;

/** What every line and the night have of their counters, `[held, sold]`, and what Ana's codes say. */
const stockOf = (site: CrashingSite) =>
  site.look(async (owner) => {
    const { rows } = await owner.query(
      "SELECT c.held, c.sold FROM unnest($1::uuid[]) WITH ORDINALITY AS w(id, n) JOIN stock_counters c USING (id) ORDER BY w.n",
      [[...ground.basket.map((line) => line.type), ground.night]],
    );
    const { rows: codes } = await owner.query(
      "SELECT p.line_no AS line, p.units, p.places, p.total_price::int AS price FROM ticket_purchases p WHERE p.user_id = $1 ORDER BY p.line_no",
      [ground.ana.userId],
    );
    return { counters: rows.map(({ held, sold }) => [held, sold]), codes };
  });

const basketBought = {
  counters: [
    [0, 3],
    [0, 2],
    [0, 1],
    [0, 9],
  ],
  codes: [
    { line: 1, units: 3, places: 6, price: 33_000 },
    { line: 2, units: 2, places: 2, price: 22_000 },
    { line: 3, units: 1, places: 1, price: 14_050 },
  ],
};
const basketFree = {
  counters: [
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ],
  codes: [],
};

/**
 * The end of the email. One that was at the mail server when its process died may have been accepted: it is sent once
 * more, and after a second death a person decides. Where the email was already waiting when the site was killed for
 * another reason, its sending may or may not have begun.
 */
function letterAfter(at: string, times: number, kind: string): Record<string, unknown> {
  const [sent, dead] = [[`${kind} sent`], [`${kind} dead`]];
  if (at === "letter.sent") return { letters: times === 2 ? dead : sent, copies: 2 };
  if (
    !["settle.committed", "notice.understood", "refund.claimed", "refund.asked", "refund.kept"].includes(at)
  )
    return { letters: sent, copies: 1 };
  return {
    letters: times === 2 ? expect.toBeOneOf([sent, dead]) : sent,
    copies: expect.toSatisfy((copies: number) => copies >= (times === 2 ? 0 : 1) && copies <= 2),
  };
}

// first, because these take longest
describe("money that has to be refunded (F22)", () => {
  for (const at of refundPoints)
    for (const times of long ? [1, 2] : [at === "refund.asked" ? 2 : 1])
      scenario(
        `F22: paid after the places were gone, killed at ${at}${times === 2 ? " twice" : ""}: it goes back once, with a letter`,
        async (site) => {
          await site.live();
          await site.buy();
          await site.kill("SIGKILL");
          await site.look(loseThePlaces);
          expect(await site.pay()).toBe("paid");
          for (let time = 1; time <= times; time += 1) {
            await site.live(`${at}:kill`);
            await site.dieAt(at);
          }
          await site.live();
          await site.becomesQuiet();
          expect(await site.outcome()).toEqual({
            ...bought,
            orders: ["refunded_no_stock"],
            ...{ units: [0, 0], places: [0, 0], tickets: 0, bookings: 4, refunds: 1 },
            ...letterAfter(at, times, "payment_returned"),
          });
        },
      );

  /** As if the provider had closed a page that could still be paid: the order ended, and others have the places. */
  async function loseThePlaces(owner: pg.Client): Promise<void> {
    const { rows } = await owner.query(
      "UPDATE orders SET state = 'expired', stake = 'none', ended_at = now() WHERE user_id = $1 RETURNING id",
      [ground.ana.userId],
    );
    await owner.query(
      "INSERT INTO journal (actor_kind, subject_kind, subject_id, what, before) VALUES ('sweeper', 'order', $1, 'expired', '\"checkout_open\"')",
      [rows[0].id],
    );
    await owner.query("UPDATE stock_counters SET held = 0, capacity = 1 WHERE id = ANY($1)", [
      [ground.type, ground.night],
    ]);
  }
});

describe("killed during a purchase of three lines, the customer continues (F1-F3, F5-F9, F16)", () => {
  for (const { step, fault, at, passesOnce } of points)
    for (const times of long ? [1, 2] : [alwaysTwice.includes(at) ? 2 : 1]) {
      const again = times === 2 ? ", and there again" : "";
      scenario(
        `${fault}: ${step}, at ${at}${again}: one order with all its lines, one fulfilment, one letter`,
        async (site) => {
          await site.live(`${at}:kill`);
          await site.persist();
          await site.dieAt(at);
          if (times === 2) {
            await site.live(`${at}:kill`);
            await site.persist();
            if (passesOnce) await site.kill("SIGTERM");
            else await site.dieAt(at);
          }
          await site.live();
          await site.persist();
          expect(await stockOf(site)).toEqual(basketBought);
          expect(await site.outcome()).toEqual({
            ...bought,
            ...{ places: [0, 9], tickets: 3 },
            ...letterAfter(at, times, "ticket_confirmation"),
          });
        },
        threeLines,
      );
    }
});

describe("killed during a purchase of three lines, the customer never comes back (F1-F3, F5)", () => {
  const left = points.filter(({ step }) => ["P1", "P2", "P3", "P4", "P5"].includes(step));
  for (const { step, fault, at } of long ? left : left.filter(({ at }) => abandonedInShort.includes(at)))
    scenario(
      `${fault}: ${step}, at ${at}: the places of every line are free after the time of the hold`,
      async (site) => {
        await site.live(`${at}:kill`);
        await site.buy();
        await site.dieAt(at);
        await site.timePasses();
        await site.live();
        await site.becomesQuiet();
        expect(await stockOf(site)).toEqual(basketFree);
        const { orders, sessions, ...rest } = await site.outcome();
        expect(rest).toEqual(nothing);
        expect(orders).toEqual(
          ["checkout.begin", "hold.decided"].includes(at) ? [] : orders.map(() => "expired"),
        );
        // no page is left that can be paid
        expect(sessions.filter((session) => session !== "expired/unpaid")).toEqual([]);
      },
      threeLines,
    );
});

describe("killed while places are released (F2, F21, F43)", () => {
  const { bare, withPage } = sweepPoints;
  for (const at of [...bare, ...withPage])
    for (const times of long ? [1, 2] : [1])
      scenario(
        `F2 F21: the sweep dies at ${at}${times === 2 ? " twice" : ""}: the places are free all the same`,
        async (site) => {
          const before = bare.includes(at) ? "hold.committed" : "card-page.kept";
          await site.live(`${before}:kill`);
          await site.buy();
          await site.dieAt(before);
          await site.timePasses();
          for (let time = 1; time <= times; time += 1) {
            await site.live(`${at}:kill`);
            // the first life has released them: no such point is left
            if (time === 2 && at === "release.committed") await site.kill("SIGTERM");
            else await site.dieAt(at);
          }
          await site.live();
          await site.becomesQuiet();
          const { orders, sessions, ...rest } = await site.outcome();
          expect([orders, rest]).toEqual([["expired"], nothing]);
          expect(sessions).toEqual(bare.includes(at) ? [] : ["expired/unpaid"]);
        },
      );

  scenario(
    "F21: the sweep dies before it closes the page, and the customer pays meanwhile: the tickets are hers",
    async (site) => {
      await site.live();
      await site.buy();
      await site.kill("SIGKILL");
      await site.timePasses();
      await site.live("release.begin:kill");
      await site.dieAt("release.begin");
      expect(await site.pay()).toBe("paid");
      await site.live();
      await site.becomesQuiet();
      expect(await site.outcome()).toEqual(bought);
    },
  );

  scenario(
    "F21: the sweep dies after it closed the page: nobody can pay any more, and the places are free",
    async (site) => {
      await site.live();
      await site.buy();
      await site.kill("SIGKILL");
      await site.timePasses();
      await site.live("release.closed:kill");
      await site.dieAt("release.closed");
      expect(await site.pay()).toBe("closed");
      await site.live();
      await site.becomesQuiet();
      expect(await site.outcome()).toEqual({ orders: ["expired"], sessions: ["expired/unpaid"], ...nothing });
    },
  );

  scenario(
    "F43: the customer lets go, and it dies after the page was closed: letting go again frees the places",
    async (site) => {
      await site.live("release.closed:kill");
      await site.buy();
      const letGo = async () => {
        const { rows } = await site.look((owner) =>
          owner.query("SELECT id FROM orders WHERE user_id = $1", [site.ground.ana.userId]),
        );
        return site.post(`/checkout/${rows[0].id}`, {
          who: site.ground.ana,
          body: new URLSearchParams({ intent: "release" }),
        });
      };
      expect(await letGo()).toBeUndefined();
      await site.dieAt("release.closed");
      await site.live();
      expect((await letGo())?.status).toBe(303);
      await site.becomesQuiet();
      const { orders, ...rest } = await site.outcome();
      expect(rest).toEqual({ sessions: ["expired/unpaid"], ...nothing });
      // by the customer, or by the provider's webhook event about the closed page, whichever came first
      expect(["cancelled", "expired"]).toContain(orders[0]);
      expect(orders).toHaveLength(1);
    },
  );
});

describe("paid while the site was down (F5, F13-F19, F55)", () => {
  scenario(
    "F5: killed when the customer is at the card page: she pays, and all is there when the site is",
    async (site) => {
      await site.live();
      await site.buy();
      await site.kill("SIGKILL");
      await site.afterDeath();
      expect(await site.pay()).toBe("paid");
      await site.live();
      await site.becomesQuiet();
      expect(await site.outcome()).toEqual(bought);
    },
  );

  scenario(
    "F16 F19: no notice ever comes and she does not come back: the poller finds the payment, a late notice changes nothing",
    async (site) => {
      site.provider.faults.set({ notices: { suppressed: "all" } });
      await site.live();
      await site.buy();
      expect(await site.pay()).toBe("paid");
      await site.kill("SIGKILL");
      await site.afterDeath();
      await site.live();
      await site.becomesQuiet();
      expect(await site.outcome()).toEqual(bought);
      site.provider.faults.reset();
      await site.provider.sendEverythingAgain();
      await site.becomesQuiet();
      expect(await site.outcome()).toEqual(bought);
    },
  );

  scenario(
    "F13 F14 F15 F17 F18 F55: notices doubled and newest first, the success page and a crash between them: one fulfilment",
    async (site) => {
      site.provider.faults.set({ notices: { copies: 3, order: "newest_first" } });
      await site.live("settle.written:kill:2");
      await site.buy();
      await site.pay();
      const sessionId = site.cardPage()?.split("/").at(-1);
      const visit = () =>
        fetch(`${site.origin}/tickets/success?session_id=${sessionId}`, {
          headers: { cookie: `session=${site.ground.ana.token}` },
        }).then(
          (answer) => answer.text(),
          () => "",
        );
      await Promise.all([visit(), visit(), visit()]);
      await site.kill("SIGKILL");
      await site.afterDeath();
      await site.live();
      await site.provider.sendEverythingAgain();
      const page = await visit();
      await site.becomesQuiet();
      expect(page).toMatch(/FSC-\d{4}-\d{6}/);
      expect(await site.outcome()).toEqual(bought);
    },
  );
});

describe("killed while a code for two becomes one for each (I31)", () => {
  for (const { at, passesOnce } of splitPoints)
    scenario(
      `killed at ${at}: both codes are there or neither, each with a letter, and the next try is right`,
      async (site) => {
        await site.live();
        await site.persist();
        await site.kill("SIGKILL");
        await site.afterDeath();
        await site.live(`${at}:kill`);
        const split = async () => {
          const { rows } = await site.look((owner) =>
            owner.query("SELECT id FROM ticket_purchases WHERE user_id = $1 ORDER BY seat_no", [
              ground.ana.userId,
            ]),
          );
          const body = new URLSearchParams({ intent: "split", purchase_id: rows[0].id });
          return (await site.post("/profile", { who: ground.ana, body }))?.status;
        };
        expect(await split()).toBeUndefined();
        await site.dieAt(at);
        expect((await site.outcome()).tickets).toBe(passesOnce ? 2 : 1);
        await site.live();
        expect(await split()).toBe(303);
        await site.becomesQuiet();
        expect(await site.outcome()).toEqual({
          ...bought,
          tickets: 2,
          letters: ["ticket_confirmation sent", "ticket_confirmation sent"],
          copies: 2,
        });
      },
    );
});
