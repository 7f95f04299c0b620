import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import {
  type Degradation,
  degradations,
  degradedCode,
  hd,
  shares,
  vga,
} from "#test/support/degraded-codes.ts";
import { openReader } from "#test/support/read-qr.ts";
import { qrPng } from "#ticketing/delivery/ticket-qr.server.ts";
import { type CameraFrame, decodeFrame, firstReading } from "./decode-frame.ts";

/** As long as ours, of the signs that ours are made of. */
const text = `FSC1:${"SOARE-LUNA-VALURI".repeat(10)}`.slice(0, 160);

beforeAll(openReader);

type Reading = { kind: Degradation; share: number; frame: CameraFrame };

const framesOf = async (size: { width: number; height: number }): Promise<Reading[]> =>
  Promise.all(
    degradations.flatMap((kind) =>
      shares.map(async (share) => ({ kind, share, frame: await degradedCode(text, kind, size, share) })),
    ),
  );

it.each([
  { size: vga, together: 37, first: 35 },
  { size: hd, together: 39, first: 37 },
])(
  "of 45 degraded codes at $size.height lines at least $together are read, none wrongly, and the second reader adds to the first",
  async ({ size, together, first }) => {
    const frames = await framesOf(size);
    const read: Reading[] = [];
    let byFirst = 0;
    for (const reading of frames) {
      const alone = await firstReading(reading.frame);
      const found = await decodeFrame(reading.frame);
      for (const said of [alone, found])
        expect([null, text], `${reading.kind} ${reading.share}`).toContain(said);
      if (alone === text) byFirst += 1;
      if (found === text) read.push(reading);
    }
    expect(frames).toHaveLength(45);
    expect(byFirst).toBeGreaterThanOrEqual(first);
    expect(read.length).toBeGreaterThanOrEqual(together);
    expect(read.length).toBeGreaterThan(byFirst);
    const kinds = new Set(read.map(({ kind }) => kind));
    expect(degradations.filter((kind) => !kinds.has(kind))).toEqual([]);
  },
);

it("a frame without a code, of one colour or of noise, is no code", async () => {
  const [width, height] = [vga.width, vga.height];
  for (const fill of [() => 0, () => 255, (at: number) => (Math.imul(at, 2_654_435_761) >>> 24) & 0xff]) {
    const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) => fill(at));
    expect(await decodeFrame({ data, width, height })).toBeNull();
  }
});

it.each(["WIFI:S:Terasa;T:WPA;P:nisip;;", "https://alt-club.example/t/9"])(
  "a code of ours is read beside %s, on whichever side it is, and that one where it is alone",
  async (foreign) => {
    for (const shown of [
      [foreign, text],
      [text, foreign],
    ])
      expect(await decodeFrame(await sideBySide(shown))).toBe(text);
    expect(await decodeFrame(await sideBySide([foreign]))).toBe(foreign);
  },
);

/** A frame of a camera that sees these codes beside one another. */
async function sideBySide(codes: readonly string[]): Promise<CameraFrame> {
  const scene = sharp({ create: { ...hd, channels: 3, background: "#e8e8ec" } }).composite(
    await Promise.all(
      codes.map(async (code, at) => ({
        input: await sharp(await qrPng(code, 8))
          .resize(480, 480)
          .toBuffer(),
        top: 120,
        left: 80 + at * 600,
      })),
    ),
  );
  const { data } = await sharp(await scene.png().toBuffer())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), ...hd };
}
