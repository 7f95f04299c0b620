import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { limits } from "#ticketing/limits.ts";
import { hoardingRefusal, type UnpaidHold } from "./hoarding.ts";

const minute = 60;
const day = 24 * 60;
const limit = limits.hoarding;
const holdMinutes = 30;
/** The card page lives a little longer than the promised hold. */
const lapse = 33;

/** One mailbox over time, in minutes. */
function person() {
  const holds: { orderId: string; places: number; from: number; to: number }[] = [];
  return {
    holds,
    refusal(at: number, places: number) {
      const seen: UnpaidHold[] = holds
        .filter((hold) => hold.to > at - day)
        .map(({ orderId, places, from, to }) => ({
          orderId,
          places,
          startsIn: (from - at) * minute,
          endsIn: (to - at) * minute,
        }));
      return hoardingRefusal(seen, { places, seconds: holdMinutes * minute }, limit);
    },
    hold(at: number, places: number, minutes: number) {
      holds.push({ orderId: String(holds.length), places, from: at, to: at + minutes });
    },
    letGo(at: number) {
      for (const hold of holds) if (hold.to > at) hold.to = at;
    },
    pay(at: number) {
      for (const hold of [...holds]) if (hold.to > at) holds.splice(holds.indexOf(hold), 1);
    },
  };
}

describe("an honest customer is never refused", () => {
  it("who wants ten tickets, lets eight holds expire one after the other and pays the ninth", () => {
    const ana = person();
    for (let n = 0; n < 9; n += 1) {
      expect(ana.refusal(n * 35, 10)).toBeUndefined();
      ana.hold(n * 35, 10, lapse);
    }
    ana.pay(9 * 35);
  });

  it("who wants ten tickets for couples and lets three holds run out before paying", () => {
    const ana = person();
    for (let n = 0; n < 4; n += 1) {
      expect(ana.refusal(n * 35, 20)).toBeUndefined();
      ana.hold(n * 35, 20, lapse);
    }
  });

  it("who changes the selection of ten forty times within an hour", () => {
    const ana = person();
    for (let n = 0; n < 40; n += 1) {
      expect(ana.refusal(n * 1.5, 10)).toBeUndefined();
      ana.hold(n * 1.5, 10, lapse);
      ana.letGo((n + 1) * 1.5);
    }
  });

  it("who buys for ten friends on two nights at once, with two declined cards on each, and pays late", () => {
    const ana = person();
    for (let round = 0; round < 3; round += 1) {
      const at = round * 40;
      expect(ana.refusal(at, 10)).toBeUndefined();
      ana.hold(at, 10, lapse);
      expect(ana.refusal(at + 1, 10)).toBeUndefined();
      ana.hold(at + 1, 10, lapse);
    }
  });

  it("who waits in the queue with a hold for two hours, twice, in a rush", () => {
    const ana = person();
    for (const at of [0, 200]) {
      expect(ana.refusal(at, 10)).toBeUndefined();
      ana.hold(at, 10, 120 + lapse);
    }
  });

  it("with one order larger than the limit, while nothing else is held", () => {
    expect(person().refusal(0, 200)).toBeUndefined();
    const ana = person();
    ana.hold(0, 1, lapse);
    expect(ana.refusal(1, 200)).toMatchObject({ reason: "too_many_places_held" });
  });
});

describe("a refusal", () => {
  const holds = [
    { orderId: "long", places: 15, startsIn: 0, endsIn: 1000 },
    { orderId: "short", places: 5, startsIn: 0, endsIn: 100 },
  ];

  it("says how long until enough of the holds have ended, in whatever order they are told", () => {
    for (const some of [holds, holds.toReversed()])
      expect(hoardingRefusal(some, { places: 5, seconds: 1800 }, limit)).toEqual({
        reason: "too_many_places_held",
        retryAfter: 100,
      });
  });

  it("names the day where nothing is held now", () => {
    const ended = { orderId: "ended", places: 120, startsIn: -3600, endsIn: -1800 };
    expect(hoardingRefusal([ended], { places: 1, seconds: 1800 }, limit)).toEqual({
      reason: "held_too_long",
      retryAfter: 86_400 - 1800,
    });
  });
});

describe("hoarding is limited", () => {
  it("no sequence of holds and releases keeps more than a few places over a day", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            places: fc.integer({ min: 1, max: 20 }),
            pause: fc.integer({ min: 0, max: 60 }),
            letGo: fc.boolean(),
          }),
          { minLength: 50, maxLength: 200 },
        ),
        (wishes) => {
          const hoarder = person();
          let at = 0;
          for (const { places, pause, letGo } of wishes) {
            at += pause;
            if (letGo) hoarder.letGo(at);
            if (!hoarder.refusal(at, places)) hoarder.hold(at, places, holdMinutes);
            const now = hoarder.holds.filter((hold) => hold.to > at);
            expect(now.reduce((sum, hold) => sum + hold.places, 0)).toBeLessThanOrEqual(limit.placesAtOnce);
            const kept = hoarder.holds.reduce(
              (sum, { places, from, to }) =>
                sum + places * Math.max(0, Math.min(to, at) - Math.max(from, at - day)),
              0,
            );
            expect(kept / day).toBeLessThanOrEqual(2.5);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it("waiting as long as the refusal says is enough, and a minute less is not", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ places: fc.integer({ min: 1, max: 20 }), pause: fc.integer({ min: 0, max: 40 }) }),
          {
            minLength: 5,
            maxLength: 60,
          },
        ),
        (wishes) => {
          const hoarder = person();
          let at = 0;
          for (const { places, pause } of wishes) {
            at += pause;
            const refusal = hoarder.refusal(at, places);
            if (!refusal) {
              hoarder.hold(at, places, holdMinutes);
              continue;
            }
            const then = at + refusal.retryAfter / minute;
            const later = hoarder.refusal(then, places);
            // After the running holds have ended, the limit per day may still refuse.
            expect(later?.reason).not.toBe(refusal.reason);
            expect(hoarder.refusal(then - 1, places)).toBeDefined();
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
