/**
 * A program of its own, started for one picture: it reads the upload from stdin and writes the re-encoded picture to
 * stdout. An exploited decoder has only this process, within its memory limit, and ends with it.
 *
 * stdout: a line of JSON (`DrawnHeader` or a refusal), then the bytes of each file, one after the other.
 */

import { buffer } from "node:stream/consumers";
import sharp, { type Metadata, type OutputInfo, type Sharp } from "sharp";
import type { DrawnHeader, DrawRefusal } from "./image-converter.server.ts";
import type { PictureKind } from "./picture-format.ts";
import { pictureLimits } from "./picture-limits.ts";

/** The largest size: no screen shows more, WebP cannot be higher, and more pixels need too much memory to encode. */
const maxSize = { width: 2560, height: 16_383, pixels: 12e6 };
// The narrowest width is for faces beside a name.
const variantWidths = [160, 480, 768, 1080, 1440, 1920];

sharp.concurrency(1);
sharp.cache(false);
// Blocks every decoder but these three.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

const input = await buffer(process.stdin);
// a failure after the picture was read is not the file's fault: the program then ends without an answer
const readAnswer = await readPicture().catch(refusalOf);
const drawn = "reason" in readAnswer ? readAnswer : await draw(readAnswer);
if ("reason" in drawn) process.stdout.write(`${JSON.stringify(drawn)}\n`);
else {
  process.stdout.write(`${JSON.stringify(drawn.header)}\n`);
  for (const file of drawn.files) process.stdout.write(file);
}

function open(failOn: "error" | "none" = "error"): Sharp {
  const limitInputPixels = pictureLimits.picturePixels;
  // `pages: 1` reads only the first frame of an animation
  return sharp(input, { limitInputPixels, failOn, sequentialRead: true, pages: 1 });
}

type DecodedPicture = { readonly kind: PictureKind; readonly data: Buffer; readonly info: OutputInfo };

/** The pixels, upright, at the largest size. The smaller pictures are made from them. */
async function readPicture(): Promise<DecodedPicture | DrawRefusal> {
  const facts = await open().metadata();
  const { width, height, format } = facts;
  const kind = format === "jpeg" ? "jpg" : format;
  if (kind !== "jpg" && kind !== "png" && kind !== "webp") return { reason: "unreadable" };
  if (width * height > pictureLimits.picturePixels) return { reason: "too_many_pixels" };
  if (Math.min(width, height) < pictureLimits.pictureLeastSide) return { reason: "too_small" };
  const upright = facts.autoOrient;
  const scale = Math.min(
    1,
    maxSize.width / upright.width,
    maxSize.height / upright.height,
    Math.sqrt(maxSize.pixels / (width * height)),
  );
  const size = { width: Math.round(upright.width * scale), height: Math.round(upright.height * scale) };
  if (Math.min(size.width, size.height) < pictureLimits.pictureLeastSide) return { reason: "too_narrow" };
  const pixels = (picture: Sharp) =>
    picture
      .autoOrient()
      .resize({ ...size, fit: "fill" })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
  const { data, info } = await pixels(open()).catch(async (error: unknown) => {
    if (kind === "jpg" && (await lacksItsEndOnly(facts))) return pixels(open("none"));
    throw error;
  });
  return { kind, data, info };
}

/** Whether a JPEG lacks only its end, which phones and chats often lose: at most a sixteenth of its lines, or 32. */
async function lacksItsEndOnly({ width, height, isProgressive }: Metadata): Promise<boolean> {
  // each scan makes the whole picture finer; from the sixth on, every usual scan has covered it once
  if (isProgressive) return input.toString("latin1").split("\xff\xda").length > 6;
  const upper = Math.max(1, Math.floor(Math.min((height * 15) / 16, height - 32)));
  const pixels = open().extract({ left: 0, top: 0, width, height: upper }).raw().toBuffer();
  return pixels.then(
    () => true,
    () => false,
  );
}

async function draw({ kind, data, info }: DecodedPicture): Promise<{ header: DrawnHeader; files: Buffer[] }> {
  const pixels = () =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });

  const original = await inKind(pixels(), kind);
  const widths = variantWidths.filter((one) => one <= info.width);
  if ((widths.at(-1) ?? 0) < Math.min(info.width, variantWidths.at(-1) ?? 0)) widths.push(info.width);
  const variants: Buffer[] = [];
  for (const one of widths)
    variants.push(await pixels().resize({ width: one }).webp({ quality: 78, effort: 3 }).toBuffer());
  const { dominant } = await pixels().resize({ width: 64, height: 64, fit: "fill" }).stats();
  return {
    header: {
      kind,
      width: info.width,
      height: info.height,
      colour: [dominant.r, dominant.g, dominant.b],
      originalLength: original.length,
      variants: variants.map((bytes, i) => ({ width: widths[i] ?? 0, length: bytes.length })),
    },
    files: [original, ...variants],
  };
}

function inKind(picture: Sharp, kind: PictureKind): Promise<Buffer> {
  if (kind === "jpg") return picture.jpeg({ quality: 84, progressive: true }).toBuffer();
  if (kind === "png") return picture.png({ compressionLevel: 6 }).toBuffer();
  return picture.webp({ quality: 84, effort: 3 }).toBuffer();
}

function refusalOf(error: unknown): DrawRefusal {
  return { reason: /pixel limit/i.test(String(error)) ? "too_many_pixels" : "unreadable" };
}
