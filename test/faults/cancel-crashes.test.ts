/**
 * kill -9 while an administrator cancels a night, at every step, and again at the first repeat: the money goes back once, the
 * tickets end once, and the buyer is told once.
 */
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cancellationPoints } from "./crash-table.ts";
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

const isCancelled = (site: CrashingSite) =>
  site.look(async (owner) => {
    const { rows } = await owner.query<{ is: boolean }>(
      "SELECT cancelled_at IS NOT NULL AS is FROM events WHERE id = $1",
      [ground.night],
    );
    return rows[0]?.is;
  });
const isWorkedOff = (site: CrashingSite) =>
  site.look(async (owner) => (await owner.query("SELECT FROM cancelled_orders")).rowCount === 1);

/** A job looks every five seconds. */
async function untilWorkedOff(site: CrashingSite): Promise<void> {
  for (let tries = 0; !(await isWorkedOff(site)); tries++) {
    if (tries > 240) throw new Error(`the order is not given back\n${site.output()}`);
    await setTimeout(250);
  }
}

describe("killed while a night is cancelled (decisions 46, 70)", () => {
  for (const at of cancellationPoints)
    for (const times of long || at === "cancellation.order" ? [1, 2] : [1])
      test.concurrent(
        `at ${at}${times === 2 ? ", and there again" : ""}: the money goes back once, and the buyer is told once`,
        { timeout: 240_000 },
        () =>
          inLane(async () => {
            const site = await openCrashingSite(ground);
            try {
              await paid(site);
              const body = () =>
                new URLSearchParams({ reason: "Furtună pe mare.", used: "refunded", confirmed: "1" });
              const ask = () =>
                site.post(`/admin/events/${ground.night}/cancel`, { who: ground.admin, body: body() });
              await site.live(`${at}:kill`);
              const answer = await ask();
              if (at === "night.cancelled") expect(answer).toBeUndefined();
              await site.dieAt(at);
              if (times === 2 && !(at === "cancellation.order" && (await isWorkedOff(site)))) {
                await site.live(`${at}:kill`);
                if (at === "night.cancelled") await ask();
                await site.dieAt(at);
              }
              await site.live();
              // Before it was stored nothing was cancelled: the administrator asks again.
              if (at === "night.cancelled") {
                expect(await isCancelled(site)).toBe(false);
                expect((await ask())?.status).toBe(303);
              }
              await untilWorkedOff(site);
              await site.becomesQuiet();
              const { letters, copies: _, ...rest } = await site.outcome();
              expect(rest).toEqual({
                ...{ orders: ["refunded"], units: [0, 0], places: [0, 0], tickets: 1 },
                ...{ payments: 1, bookings: 4, refunds: 1 },
                ...{ sessions: ["complete/paid"], violations: [] },
              });
              expect(letters.map((letter) => letter.split(" ")[0]).toSorted()).toEqual([
                "night_cancelled",
                "ticket_confirmation",
              ]);
            } finally {
              await site.close();
            }
          }),
      );
});
