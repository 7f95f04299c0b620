/**
 * kill -9 while an administrator moves a night and its buyer gives the tickets back, at every step, and again at the first
 * repeat: the buyer is told once, and the money goes back once.
 */
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, dayOf } from "#kernel/time.ts";
import { movePoints } from "./crash-table.ts";
import {
  type CrashingSite,
  type Ground,
  limitConcurrency,
  openCrashingSite,
  prepareGround,
} from "./crashing-site.ts";

const long = process.env.TEST_SCALE === "long";
const inLane = limitConcurrency(2);
let ground: Ground;
beforeAll(async () => {
  ground = await prepareGround();
}, 60_000);
afterAll(() => ground.remove());

/** Ana has paid for two, and the administrator has just entered the password. */
async function paid(site: CrashingSite): Promise<void> {
  await site.live();
  await site.persist();
  await site.kill("SIGTERM");
  await site.look((owner) =>
    owner.query("UPDATE identity.session SET confirmed_at = now() WHERE user_id = $1", [ground.admin.userId]),
  );
}

const counted = {
  moves: "SELECT FROM moves",
  moved_orders: "SELECT FROM moved_orders",
  refunds: "SELECT FROM refunds WHERE event_id IS NOT NULL",
};
const rowsOf = (site: CrashingSite, what: keyof typeof counted) =>
  site.look(async (owner) => (await owner.query(counted[what])).rowCount);

/** A job looks every five seconds. */
async function untilTold(site: CrashingSite): Promise<void> {
  for (let tries = 0; (await rowsOf(site, "moved_orders")) !== 1; tries++) {
    if (tries > 240) throw new Error(`the order is not told\n${site.output()}`);
    await setTimeout(250);
  }
}

const move = (site: CrashingSite) =>
  site.post(`/admin/events/${ground.night}/move`, {
    who: ground.admin,
    body: new URLSearchParams({
      ...{ date: addDays(dayOf(new Date()), 20), time: "21:00", doors: "", ends: "" },
      ...{ location: "Dig", address: "", directions: "", reason: "Furtună pe mare.", confirmed: "1" },
    }),
  });

async function giveBack(site: CrashingSite) {
  const { order_id: order, move_id: moveId } = await site.look(
    async (owner) => (await owner.query("SELECT order_id, move_id FROM moved_orders")).rows[0],
  );
  const body = new URLSearchParams({ intent: "give-back" });
  return site.post(`/orders/${order}/moved/${moveId}`, { who: ground.ana, body });
}

/** Starts what dies at a point. */
async function start(site: CrashingSite, at: string): Promise<void> {
  if (at === "night.moved") expect(await move(site)).toBeUndefined();
  else if (at === "choice.written") expect(await giveBack(site)).toBeUndefined();
  else if ((await rowsOf(site, "moves")) === 0) await move(site);
}

describe("killed while a night is moved (decisions 46, 71)", () => {
  for (const at of movePoints)
    for (const times of long ? [1, 2] : [1])
      test.concurrent(
        `at ${at}${times === 2 ? ", and there again" : ""}: the buyer is told once, and the money goes back once`,
        { timeout: 240_000 },
        () =>
          inLane(async () => {
            const site = await openCrashingSite(ground);
            try {
              await paid(site);
              if (at === "choice.written") {
                await site.live();
                expect((await move(site))?.status).toBe(303);
                await untilTold(site);
                await site.kill("SIGTERM");
              }
              for (let time = 0; time < times; time++) {
                // told already: no second life passes there
                if (at === "move.told" && (await rowsOf(site, "moved_orders")) === 1) break;
                await site.live(`${at}:kill`);
                await start(site, at);
                await site.dieAt(at);
              }
              await site.live();
              // Before it was stored nothing had happened: whoever asked asks again.
              if (at === "night.moved") {
                expect(await rowsOf(site, "moves")).toBe(0);
                expect((await move(site))?.status).toBe(303);
              }
              await untilTold(site);
              expect(await rowsOf(site, "refunds")).toBe(0);
              expect((await giveBack(site))?.status).toBe(303);
              await site.becomesQuiet();
              const { letters, copies: _, ...rest } = await site.outcome();
              expect(rest).toEqual({
                ...{ orders: ["refunded"], units: [0, 0], places: [0, 0], tickets: 1 },
                ...{ payments: 1, bookings: 4, refunds: 1 },
                ...{ sessions: ["complete/paid"], violations: [] },
              });
              expect(letters.map((letter) => letter.split(" ")[0]).toSorted()).toEqual([
                ...["night_moved", "payment_returned", "ticket_confirmation"],
              ]);
            } finally {
              await site.close();
            }
          }),
      );
});
