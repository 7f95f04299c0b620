/**
 * kill -9 of the site at every step of a purchase, once and again at the first repeat, with everything restarted on the
 * remaining data. The steps: P1 the request arrives, P2 the hold commits, P3 the card page is requested, P4 it is
 * stored, P5 the customer is redirected there, P6 pays, P7 the webhook event is stored, P8 the tickets are made, P9 the
 * email is sent, P10 it is marked.
 */
import type pg from "pg";
import { describe, expect } from "vitest";
import { type CrashingSite, openCrashes } from "./crashing-site.ts";

const isLong = process.env.TEST_SCALE === "long";
const { ground, scenario } = openCrashes(5);

/** A named point inside the product where the process ends as kill -9 does. */
type CrashPoint = {
  readonly step: string;
  readonly fault: string;
  readonly at: string;
  /** The work before the first death is not repeated, so a second life does not pass this point. */
  readonly passesOnce?: true;
};

/**
 * In the order in which a purchase passes them. On one site the process dies at every point of a list in turn, each death
 * on what the one before it left.
 */
const courses: readonly (readonly CrashPoint[])[] = [
  [
    { step: "P1", fault: "F1", at: "checkout.begin" },
    { step: "P1", fault: "F1", at: "hold.decided" },
    { step: "P2", fault: "F1 F2", at: "hold.sent" },
    { step: "P2", fault: "F1 F2", at: "hold.sent" },
    { step: "P2", fault: "F2", at: "hold.committed" },
    { step: "P9", fault: "F8", at: "letter.claimed" },
  ],
  [
    { step: "P3", fault: "F2", at: "card-page.preparing" },
    { step: "P3", fault: "F2", at: "card-page.prepared" },
    { step: "P3", fault: "F3", at: "card-page.answered" },
    { step: "P3", fault: "F3", at: "card-page.answered" },
    { step: "P4", fault: "F3", at: "card-page.keeping" },
    { step: "P4", fault: "F5", at: "card-page.kept", passesOnce: true },
    { step: "P5", fault: "F5", at: "checkout.page" },
    { step: "P10", fault: "F9", at: "letter.marked", passesOnce: true },
  ],
  [
    { step: "P7", fault: "F6 F16", at: "notice.begin" },
    { step: "P7", fault: "F6", at: "notice.stored" },
    { step: "P7", fault: "F6", at: "notice.claimed" },
    { step: "P7", fault: "F6", at: "notice.claimed" },
    { step: "P8", fault: "F8", at: "notice.understood", passesOnce: true },
  ],
  [
    { step: "P8", fault: "F6", at: "settle.begin" },
    { step: "P8", fault: "F7", at: "settle.written" },
    { step: "P8", fault: "F7", at: "settle.written" },
    { step: "P8", fault: "F8", at: "settle.committed", passesOnce: true },
  ],
  [
    { step: "P9", fault: "F9", at: "letter.sent" },
    { step: "P9", fault: "F9", at: "letter.sent" },
  ],
];
const points = courses.flat().filter(({ at }, n, all) => all.findIndex((one) => one.at === at) === n);
/** With TEST_SCALE=long also each point alone, and twice. */
const played = isLong
  ? [
      ...courses,
      ...points.map((one) => [one]),
      ...points.filter((one) => !one.passesOnce).map((one) => [one, one]),
    ]
  : courses;

/** One order, one fulfilment, one email, nothing lost or left over. */
const bought = {
  orders: ["paid"],
  units: [0, 2],
  places: [0, 2],
  tickets: 1,
  payments: 1,
  bookings: 2,
  refunds: 0,
  letters: ["ticket_confirmation sent"],
  copies: 1,
  sessions: ["complete/paid"],
  violations: [],
};
const nothing = {
  units: [0, 0],
  places: [0, 0],
  tickets: 0,
  payments: 0,
  bookings: 0,
  refunds: 0,
  letters: [],
  copies: 0,
  violations: [],
};

const threeLines = () => ground().basket;

/** What every line and the night have of their counters, `[held, sold]`, and what Ana's codes say. */
const stockOf = (site: CrashingSite) =>
  site.look(async (owner) => {
    const { rows } = await owner.query(
      "SELECT c.held, c.sold FROM unnest($1::uuid[]) WITH ORDINALITY AS w(id, n) JOIN stock_counters c USING (id) ORDER BY w.n",
      [[...site.ground.basket.map((line) => line.type), site.ground.night]],
    );
    const { rows: codes } = await owner.query(
      "SELECT p.line_no AS line, p.units, p.places, p.total_price::int AS price FROM ticket_purchases p WHERE p.user_id = $1 ORDER BY p.line_no",
      [site.ground.ana.userId],
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
 * The end of the email. One that was on its way when its process died may have been accepted: it is sent once more, and
 * after a second death a person decides. Where the email was already waiting when the site was killed for another reason,
 * its sending may or may not have begun.
 */
function letterAfter(deaths: readonly string[], kind: string): Record<string, unknown> {
  const onItsWay = deaths.filter((at) => ["letter.claimed", "letter.sent"].includes(at)).length;
  const sent = deaths.filter((at) => at === "letter.sent").length;
  const mayHaveBegun = deaths.some((at) =>
    /^(?:settle.committed|notice.understood|refund.claimed)$/.test(at),
  );
  return {
    letters: [`${kind} ${onItsWay > 1 ? "dead" : "sent"}`],
    copies: mayHaveBegun ? expect.toBeOneOf([1, 2]) : sent + (onItsWay > 1 ? 0 : 1),
  };
}

/** Lives that die at these points, one after the other; in each of them `act` is done. */
async function dieInTurn(site: CrashingSite, deaths: readonly string[], act?: () => Promise<void>) {
  for (const [n, at] of deaths.entries()) {
    await site.live(`${at}:kill`);
    await act?.();
    const isEmail = at.startsWith("letter.") || deaths[n + 1]?.startsWith("letter.");
    await site.dieAt(at, n + 1 < deaths.length && !isEmail ? "wait" : "go on");
  }
}

// first, because these take longest
describe("killed during a purchase of three lines, the customer continues (F1-F3, F5-F9, F16)", () => {
  for (const course of played) {
    const deaths = course.map(({ at }) => at);
    const steps = [...new Set(course.map(({ step }) => step))].join(" ");
    const faults = [...new Set(course.flatMap(({ fault }) => fault.split(" ")))].join(" ");
    scenario(
      `${faults}: ${steps}, at ${deaths.join(", ")}: one order with all its lines, one fulfilment, one letter`,
      async (site) => {
        await dieInTurn(site, deaths, site.persist);
        await site.live();
        await site.persist();
        expect(await stockOf(site)).toEqual(basketBought);
        expect(await site.outcome()).toEqual({
          ...bought,
          places: [0, 9],
          tickets: 3,
          ...letterAfter(deaths, "ticket_confirmation"),
        });
      },
      threeLines,
    );
  }
});

describe("money that has to be refunded (F22)", () => {
  const deaths = ["refund.claimed", "refund.asked", "refund.asked", "refund.kept"];
  scenario(
    `F22: paid after the places were gone, killed at ${deaths.join(", ")}: it goes back once, with a letter`,
    async (site) => {
      await site.live();
      await site.buy();
      await site.kill("SIGKILL");
      await site.look((owner) => loseThePlaces(owner, site));
      expect(await site.pay()).toBe("paid");
      await dieInTurn(site, deaths);
      await site.live();
      await site.becomesQuiet();
      expect(await site.outcome()).toEqual({
        ...bought,
        orders: ["refunded_no_stock"],
        units: [0, 0],
        places: [0, 0],
        tickets: 0,
        bookings: 4,
        refunds: 1,
        ...letterAfter(deaths, "payment_returned"),
      });
    },
  );

  /** As if the provider had closed a page that could still be paid: the order ended, and others have the places. */
  async function loseThePlaces(owner: pg.Client, { ground }: CrashingSite): Promise<void> {
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

describe("killed during a purchase of three lines, the customer never comes back (F1-F3, F5)", () => {
  const inShort = ["hold.committed", "card-page.prepared", "card-page.answered"];
  const left = points.filter(({ step, at }) => (isLong ? /^P[1-5]$/.test(step) : inShort.includes(at)));
  for (const { step, fault, at } of left)
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
  for (const [before, ...deaths] of [
    ["hold.committed", "sweep.written", "sweep.written"],
    ["card-page.kept", "release.begin", "release.closed", "release.committed"],
  ] as const)
    scenario(
      `F2 F21: the sweep dies at ${deaths.join(", ")}: the places are free all the same`,
      async (site) => {
        await site.live(`${before}:kill`);
        await site.buy();
        await site.dieAt(before);
        await site.timePasses();
        await dieInTurn(site, deaths);
        await site.live();
        await site.becomesQuiet();
        const { orders, sessions, ...rest } = await site.outcome();
        expect([orders, rest]).toEqual([["expired"], nothing]);
        expect(sessions).toEqual(before === "hold.committed" ? [] : ["expired/unpaid"]);
      },
    );

  for (const [at, when, paid, outcome] of [
    ["release.begin", "before it closes the page: a payment meanwhile has its tickets", "paid", bought],
    [
      "release.closed",
      "after it closed the page: nobody can pay any more",
      "closed",
      { orders: ["expired"], sessions: ["expired/unpaid"], ...nothing },
    ],
  ] as const)
    scenario(`F21: the sweep dies ${when}`, async (site) => {
      await site.live();
      await site.buy();
      await site.kill("SIGKILL");
      await site.timePasses();
      await site.live(`${at}:kill`);
      await site.dieAt(at);
      expect(await site.pay()).toBe(paid);
      await site.live();
      await site.becomesQuiet();
      expect(await site.outcome()).toEqual(outcome);
    });

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
