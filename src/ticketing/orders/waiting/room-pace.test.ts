import fc from "fast-check";
import { expect, it } from "vitest";
import { admissionPace, decideRoomAdmission } from "./room-pace.ts";

const room = { given: 100, admitted: 40, seconds: 1, sinceOpening: 5, isStopped: false };

it("three quarters of what the provider takes come in from one room", () => {
  expect(admissionPace(20)).toBe(15);
});

it("as many come in as the time counted is good for, and no more than wait", () => {
  expect(decideRoomAdmission(room, 15)).toEqual({ admitted: 55, seconds: 1, isOver: false });
  expect(decideRoomAdmission({ ...room, seconds: 0.5 }, 15)).toEqual({
    admitted: 47,
    seconds: 7 / 15,
    isOver: false,
  });
  expect(decideRoomAdmission({ ...room, given: 43 }, 15)).toEqual({
    admitted: 43,
    seconds: 3 / 15,
    isOver: false,
  });
});

it("a pause is made up for by two seconds at most: the rest of it is lost", () => {
  expect(decideRoomAdmission({ ...room, seconds: 60 }, 15)).toEqual({
    admitted: 70,
    seconds: 58 + 30 / 15,
    isOver: false,
  });
});

it("nobody comes in while the sale is stopped or the provider takes nobody, and no time is used up", () => {
  const waits = { admitted: 40, seconds: 1, isOver: false };
  expect(decideRoomAdmission({ ...room, isStopped: true }, 15)).toEqual(waits);
  expect(decideRoomAdmission(room, 0)).toEqual(waits);
  const empty = { ...room, admitted: 100, sinceOpening: 700, isStopped: true };
  expect(decideRoomAdmission(empty, 15)).toMatchObject({ isOver: false });
});

it("a room is over ten minutes after the hour, when nobody waits any more", () => {
  const empty = { ...room, admitted: 100 };
  expect(decideRoomAdmission({ ...empty, sinceOpening: 600 }, 15)).toMatchObject({ isOver: true });
  expect(decideRoomAdmission({ ...empty, sinceOpening: 599 }, 15)).toMatchObject({ isOver: false });
  expect(decideRoomAdmission({ ...room, sinceOpening: 600 }, 15)).toMatchObject({ isOver: false });
});

it("the pace is kept, however often somebody looks", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 20, maxLength: 200 }), (pauses) => {
      let seconds = 0;
      let admitted = 0;
      for (const milliseconds of pauses) {
        seconds += milliseconds / 1000;
        const next = decideRoomAdmission(
          { given: 100_000, admitted, seconds, sinceOpening: 1, isStopped: false },
          7.5,
        );
        admitted = next.admitted;
        seconds -= next.seconds;
      }
      const passed = pauses.reduce((sum, pause) => sum + pause, 0) / 1000;
      expect(admitted).toBeGreaterThan(passed * 7.5 - 1.001);
      expect(admitted).toBeLessThan(passed * 7.5 + 0.001);
    }),
  );
});
