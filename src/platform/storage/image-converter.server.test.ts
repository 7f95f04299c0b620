import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { refused } from "#kernel/outcome.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { drawingProgram } from "#test/support/picture-services.ts";
import { photographWithPlace, plainPicture, pngBomb, refusedFiles } from "#test/support/sample-pictures.ts";
import { type DrawnPicture, openImageConverter } from "./image-converter.server.ts";
import { pictureKindOf } from "./picture-format.ts";

// A machine that is busy with other tests draws slowly; no picture here is refused for its time.
const imageConverter = openImageConverter({ program: drawingProgram, timeoutMs: 600_000 });

const drawn = async (bytes: Buffer): Promise<DrawnPicture> => succeeded(await imageConverter.draw(bytes));

const noisyJpeg = ({ progressive = false, orientation = 1, height = 640 }) => {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 160, height, channels: 3, background: "#000", noise } })
    .withMetadata({ orientation })
    .jpeg({ progressive })
    .toBuffer();
};

/** The mean difference of two pictures' pixels. */
async function differenceOf(one: DrawnPicture, other: DrawnPicture): Promise<number> {
  const composed = sharp(one.bytes).composite([{ input: other.bytes, blend: "difference" }]);
  const { channels } = await sharp(await composed.png().toBuffer()).stats();
  return Math.max(...channels.slice(0, 3).map(({ mean }) => mean));
}

describe("a re-encoded picture", () => {
  it.each([
    ["jpeg", "jpg"],
    ["png", "png"],
    ["webp", "webp"],
  ] as const)(
    "keeps its kind (%s) and comes in WebP of several widths, none wider than itself (B11-03)",
    async (sent, kind) => {
      const picture = await drawn(await plainPicture(sent, { width: 1000, height: 500 }));
      expect(picture).toMatchObject({ kind, width: 1000, height: 500 });
      expect(pictureKindOf(picture.bytes)).toBe(kind);
      expect(picture.variants.map((one) => one.width)).toEqual([160, 480, 768, 1000]);
      for (const { width, bytes } of picture.variants)
        expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width });
    },
  );

  it("is upright and has no metadata (I34)", async () => {
    const sent = await photographWithPlace();
    expect(sent.toString("latin1")).toContain("secretul Anei");
    const picture = await drawn(sent);
    expect(picture).toMatchObject({ width: 600, height: 900 });
    for (const { bytes } of [picture, ...picture.variants]) {
      expect(bytes.toString("latin1")).not.toMatch(/Anei|Exif|GPS/);
      expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    }
  });

  it("holds nothing that was appended or embedded: a page after the picture, a script in a chunk (I34)", async () => {
    const behind = Buffer.concat([await plainPicture("jpeg"), Buffer.from("<script>alert(1)</script>")]);
    const inside = await sharp(await plainPicture("png"))
      .png()
      .withExif({ IFD0: { ImageDescription: "<script>alert(1)</script>" } })
      .toBuffer();
    for (const sent of [behind, inside]) {
      expect(sent.toString("latin1")).toContain("<script>");
      const picture = await drawn(sent);
      for (const { bytes } of [picture, ...picture.variants])
        expect(bytes.toString("latin1")).not.toContain("<script>");
    }
  });

  it("is never wider than the widest screen", async () => {
    const picture = await drawn(await plainPicture("jpeg", { width: 4000, height: 2000 }));
    expect(picture).toMatchObject({ width: 2560, height: 1280 });
    expect(picture.variants.map((one) => one.width)).toEqual([160, 480, 768, 1080, 1440, 1920]);
  });

  it.each([
    ["a long screenshot", "png", 1080, 10_000, {}, [1080, 10_000]],
    ["a poster", "jpeg", 1080, 12_000, {}, [1039, 11_547]],
    ["a tall PNG", "png", 720, 37_062, {}, [318, 16_383]],
    ["a tall WebP of many pixels", "webp", 1500, 10_000, {}, [1342, 8944]],
    ["a long one that lies on its side", "jpeg", 17_000, 700, { orientation: 6 }, [675, 16_383]],
  ] as const)(
    "is scaled whatever its sides are, never called damaged: %s",
    async (_what, kind, width, height, turned, [shownWidth, shownHeight]) => {
      const create = { width, height, channels: 3 as const, background: "#205080" };
      const sent = await sharp({ create }).withMetadata(turned).toFormat(kind).toBuffer();
      const picture = await drawn(sent);
      expect(picture).toMatchObject({ width: shownWidth, height: shownHeight });
      for (const one of [picture, ...picture.variants]) {
        const read = await sharp(one.bytes).metadata();
        expect(read.height).toBe(Math.round((shownHeight * (read.width ?? 0)) / shownWidth));
      }
    },
  );

  it.each<[string, Parameters<typeof noisyJpeg>[0]]>([
    ["plain, upright", { height: 640 }],
    ["plain, turned", { height: 640, orientation: 6 }],
    ["plain, small", { height: 90 }],
    ["progressive, upright", { height: 640, progressive: true }],
    ["progressive, turned", { height: 640, orientation: 6, progressive: true }],
    ["progressive, small", { height: 90, progressive: true }],
  ])(
    "is taken from a JPEG that lacks its two last bytes (EOI), some of its last line, or three hundredths: %s",
    async (_what, made) => {
      const whole = await noisyJpeg(made);
      const wanted = await drawn(whole);
      for (const lost of [2, 40, Math.ceil(whole.length * 0.03)]) {
        const picture = await drawn(whole.subarray(0, whole.length - lost));
        expect(picture).toMatchObject({ width: wanted.width, height: wanted.height });
        expect(await differenceOf(picture, wanted)).toBeLessThan(made.progressive ? 40 : 8);
      }
    },
  );

  it("comes with its main colour", async () => {
    const { colour } = await drawn(await plainPicture("png", { colour: "#10c8f0" }));
    // Found in a histogram whose steps are 16 wide.
    for (const [i, wanted] of [0x10, 0xc8, 0xf0].entries())
      expect(Math.abs((colour[i] ?? 0) - wanted)).toBeLessThanOrEqual(16);
  });

  it("is the first frame of an animation", async () => {
    const frames = await Promise.all(
      ["#ff0000", "#00ff00"].map((colour) => plainPicture("png", { width: 64, height: 64, colour })),
    );
    const animation = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer();
    expect((await sharp(animation).metadata()).pages).toBe(2);
    const picture = await drawn(animation);
    expect(picture).toMatchObject({ width: 64, height: 64 });
    expect((await sharp(picture.bytes).metadata()).pages ?? 1).toBe(1);
  });
});

describe("a file that cannot be read", () => {
  it.each(refusedFiles)("is refused, and nothing breaks: %s", async (_what, bytes) => {
    expect(await imageConverter.draw(bytes)).toEqual(refused({ reason: "unreadable" }));
  });

  it("is refused when a few kilobytes decode to 900 megapixels, or to one pixel too many", async () => {
    const bomb = pngBomb(30_000, 30_000);
    expect(bomb.length).toBeLessThan(200_000);
    for (const bytes of [bomb, pngBomb(8000, 5001)])
      expect(await imageConverter.draw(bytes)).toEqual(refused({ reason: "too_many_pixels" }));
  });

  it("is refused when it is too small to see", async () => {
    expect(await imageConverter.draw(await plainPicture("png", { width: 1, height: 1 }))).toEqual(
      refused({ reason: "too_small" }),
    );
  });

  it("is refused when it is cut in the middle, or a progressive one near its beginning", async () => {
    for (const [progressive, left] of [[false, 0.9] as const, [false, 0.5] as const, [true, 0.2] as const]) {
      const whole = await noisyJpeg({ progressive });
      expect(await imageConverter.draw(whole.subarray(0, whole.length * left))).toEqual(
        refused({ reason: "unreadable" }),
      );
    }
  });

  it("is refused as too narrow, not as damaged, when nothing would be left of it once scaled", async () => {
    for (const [width, height] of [[20_000, 20] as const, [20, 40_000] as const])
      expect(await imageConverter.draw(await plainPicture("png", { width, height }))).toEqual(
        refused({ reason: "too_narrow" }),
      );
  });

  it("fails at its memory limit, and the next picture is read", async () => {
    const poor = openImageConverter({ program: drawingProgram, memory: 64 * 1024 * 1024 });
    expect(await poor.draw(await plainPicture("png"))).toEqual(refused({ reason: "too_hard" }));
    expect((await imageConverter.draw(await plainPicture("png"))).ok).toBe(true);
  });

  it("fails when it takes too long", async () => {
    const hasty = openImageConverter({ program: drawingProgram, timeoutMs: 5 });
    expect(await hasty.draw(await plainPicture("png"))).toEqual(refused({ reason: "too_hard" }));
  });

  it("waits in a queue of limited length", async () => {
    const narrow = openImageConverter({ program: drawingProgram, waiting: 1 });
    const picture = await plainPicture("png");
    const answers = await Promise.all([1, 2, 3].map(() => narrow.draw(picture)));
    expect(answers.map((answer) => (answer.ok ? "drawn" : answer.refusal.reason))).toEqual([
      "drawn",
      "drawn",
      "busy",
    ]);
  });
});
