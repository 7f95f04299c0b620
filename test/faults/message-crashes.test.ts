/**
 * kill -9 while an administrator writes to the holders of a night, at every step, and again at the first repeat: the holder
 * gets it once.
 */
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#kernel/id.ts";
import { messagePoints } from "./crash-table.ts";
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

const rowsOf = (site: CrashingSite) =>
  site.look(async (owner) => (await owner.query("SELECT FROM night_messages")).rowCount);

/** A job looks every second. */
async function untilSpread(site: CrashingSite): Promise<void> {
  const isSpread = () =>
    site.look(
      async (owner) => (await owner.query("SELECT FROM night_messages WHERE spread_at IS NOT NULL")).rowCount,
    );
  for (let tries = 0; (await isSpread()) === 0; tries++) {
    if (tries > 120) throw new Error(`no email is queued\n${site.output()}`);
    await setTimeout(250);
  }
}

const send = (site: CrashingSite, id: string) =>
  site.post(`/admin/events/${ground.night}/messages`, {
    who: ground.admin,
    body: new URLSearchParams({
      ...{ intent: "send", id, kind: "service", at: "all" },
      ...{ subject: "Porțile", body: "Deschidem mai devreme." },
    }),
  });

describe("killed while the holders of a night are written to (47)", () => {
  for (const at of messagePoints)
    for (const times of long ? [1, 2] : [1])
      test.concurrent(
        `at ${at}${times === 2 ? ", and there again" : ""}: each holder gets the message once`,
        { timeout: 240_000 },
        () =>
          inLane(async () => {
            const site = await openCrashingSite(ground);
            const id = newId();
            try {
              await site.live();
              await site.persist();
              await site.kill("SIGTERM");
              for (let time = 0; time < times; time++) {
                // queued already: no second life passes there
                if (time > 0 && at === "message.spread") break;
                await site.live(`${at}:kill`);
                if (at === "message.written") expect(await send(site, id)).toBeUndefined();
                else if ((await rowsOf(site).catch(() => 1)) === 0) await send(site, id);
                await site.dieAt(at);
              }
              await site.live();
              expect(await rowsOf(site)).toBe(at === "message.written" ? 0 : 1);
              // nobody saw an answer, so the form is sent again
              expect((await send(site, id))?.status).toBe(303);
              await untilSpread(site);
              await site.becomesQuiet();
              const { letters, copies, violations } = await site.outcome();
              expect(letters.toSorted()).toEqual(["night_message sent", "ticket_confirmation sent"]);
              expect([copies, violations]).toEqual([2, []]);
              expect(await rowsOf(site)).toBe(1);
            } finally {
              await site.close();
            }
          }),
      );
});
