/**
 * kill -9 while an administrator refunds one of two seats, at every step, and again at the first repeat: the money goes
 * back once, the seat ends once, and the other stays.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seatRefundPoints } from "./crash-table.ts";
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

/** Ana has paid for a code for each of two, and the administrator has just entered the password. */
async function twoSeats(site: CrashingSite): Promise<{ orderId: string; seatId: string }> {
  await site.live();
  await site.look((owner) =>
    owner.query("UPDATE tickets SET code_per = 'person' WHERE id = $1", [ground.type]),
  );
  await site.persist();
  await site.kill("SIGTERM");
  return site.look(async (owner) => {
    await owner.query("UPDATE identity.session SET confirmed_at = now() WHERE user_id = $1", [
      ground.admin.userId,
    ]);
    const { rows } = await owner.query(
      'SELECT order_id AS "orderId", bundle_id AS "seatId" FROM ticket_purchases WHERE user_id = $1 ORDER BY seat_no LIMIT 1',
      [ground.ana.userId],
    );
    return rows[0];
  });
}

const seatsOf = (site: CrashingSite) =>
  site.look(async (owner) => {
    const { rows } = await owner.query<{ one: string }>(
      "SELECT concat_ws('/', seat_no, status, total_price, suspended) AS one FROM ticket_purchases WHERE user_id = $1 ORDER BY seat_no",
      [ground.ana.userId],
    );
    return rows.map(({ one }) => one);
  });

describe("killed while a seat is refunded (F24)", () => {
  for (const at of seatRefundPoints)
    for (const times of long || at === "refund.asked" ? [1, 2] : [1])
      test.concurrent(
        `at ${at}${times === 2 ? ", and there again" : ""}: its money goes back once, it ends once, the other stays`,
        { timeout: 240_000 },
        () =>
          inLane(async () => {
            const site = await openCrashingSite(ground);
            try {
              const { orderId, seatId } = await twoSeats(site);
              const form = { intent: "refund", order_id: orderId, kind: "seats", seats: seatId };
              const body = () => new URLSearchParams({ ...form, why: "goodwill", restock: "1" });
              const ask = () => site.post("/admin/purchases", { who: ground.admin, body: body() });
              await site.live(`${at}:kill`);
              expect(await ask()).toBeUndefined();
              await site.dieAt(at);
              if (times === 2) {
                await site.live(`${at}:kill`);
                await site.dieAt(at);
              }
              await site.live();
              // Before it was stored there was no refund: the administrator asks again.
              if (at === "refund.wanted") {
                expect(await seatsOf(site)).toEqual(["1/paid/11000", "2/paid/11000"]);
                expect((await ask())?.status).toBe(303);
              }
              await site.becomesQuiet();
              expect(await seatsOf(site)).toEqual(["1/refunded/11000", "2/paid/11000"]);
              const { letters, copies: _, ...rest } = await site.outcome();
              expect(rest).toEqual({
                ...{ orders: ["partially_refunded"], units: [0, 1], places: [0, 1], tickets: 2 },
                ...{ payments: 1, bookings: 4, refunds: 1 },
                ...{ sessions: ["complete/paid"], violations: [] },
              });
              expect(letters.map((letter) => letter.split(" ")[0]).toSorted()).toEqual([
                "payment_returned",
                "ticket_confirmation",
              ]);
            } finally {
              await site.close();
            }
          }),
      );
});
