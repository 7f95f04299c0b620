import fc from "fast-check";
import { expect, it } from "vitest";
import { isRescueFrame, joinedFrames, type ReadChain, rescueFrames, withFrame } from "./rescue-frames.ts";

const some = (length: number, seed = 1) =>
  Uint8Array.from({ length }, (_, at) => (at * 31 + seed * 7 + (at >> 8)) & 0xff);

const readAll = (frames: readonly string[]) =>
  frames.reduce<ReadChain | null>((read, frame) => withFrame(read, frame), null);

const joined = async (frames: readonly string[]) => {
  const read = readAll(frames);
  return read ? joinedFrames(read) : undefined;
};

it("bytes of any length come back from their frames, in any order and however often they are read", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 3000 }),
      fc.infiniteStream(fc.nat()),
      async (given, order) => {
        const bytes = Uint8Array.from(given);
        const frames = await rescueFrames(bytes);
        const repeated = [...frames, ...frames, ...frames].toSorted(() =>
          order.next().value % 2 === 0 ? 1 : -1,
        );
        expect(await joined(repeated)).toEqual(bytes);
      },
    ),
    { numRuns: 60, seed: 20_261_127 },
  );
});

it("while a frame is missing there is nothing, and it may come last", async () => {
  const bytes = some(5000);
  const frames = await rescueFrames(bytes);
  expect(frames.length).toBeGreaterThan(5);
  for (const [at, missing] of frames.entries()) {
    const others = frames.filter((frame) => frame !== missing);
    expect(await joined(others), `without ${at + 1}`).toBeUndefined();
    expect(await joined([...others, missing])).toEqual(bytes);
  }
});

it("frames of another chain begin anew, and never join with those of before", async () => {
  const [one, other] = [await rescueFrames(some(2000, 1)), await rescueFrames(some(2000, 2))];
  expect(await joined([one[0] ?? "", ...other.slice(1)])).toBeUndefined();
  expect(await joined([...one.slice(0, 2), ...other])).toEqual(some(2000, 2));
});

it("what is no frame changes nothing, and a changed frame spoils its chain instead of what it carries", async () => {
  const [frame = ""] = await rescueFrames(some(100));
  const read = readAll([frame]);
  for (const wrong of [
    "",
    "FSC1:7WZ0",
    "ESR1:",
    frame.replace("/1/1/", "/2/1/"),
    frame.replace("/1/1/", "/0/1/"),
    `${frame}a`,
  ])
    expect(withFrame(read, wrong), wrong).toBe(read);
  const changed = frame.endsWith("0") ? `${frame.slice(0, -1)}1` : `${frame.slice(0, -1)}0`;
  expect(await joined([changed])).toBeUndefined();
  expect([isRescueFrame(frame), isRescueFrame("FSC1:7WZ0")]).toEqual([true, false]);
});

it("each frame is of the signs that a code packs densely, and short enough for a camera", async () => {
  for (const frame of await rescueFrames(some(3000))) {
    expect(frame).toMatch(/^[0-9A-Z $%*+\-./:]+$/);
    expect(frame.length).toBeLessThanOrEqual(870);
  }
});
