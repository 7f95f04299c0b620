/**
 * A program of its own, started for one picture: the upload on stdin, the re-encoded picture on stdout. An exploited
 * decoder has only this process, within its memory limit, and ends with it.
 *
 * stdout: a line of JSON (`DrawnHeader` or a refusal), then the bytes of each file one after the other.
 */

import { buffer } from "node:stream/consumers";
import sharp, { type Sharp } from "sharp";
import type { DrawnHeader, DrawRefusal } from "./image-converter.server.ts";
import { pictureLimits } from "./picture-limits.ts";

/** No screen shows it wider. */
const mostWidth = 2560;
// The narrowest is for faces beside a name.
const variantWidths = [160, 480, 768, 1080, 1440, 1920];

sharp.concurrency(1);
sharp.cache(false);
// Blocks every decoder but these three.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

const input = await buffer(process.stdin);
const drawn = await draw().catch((error: unknown) => refusalOf(String(error)));
if ("reason" in drawn) process.stdout.write(`${JSON.stringify(drawn)}\n`);
else {
  process.stdout.write(`${JSON.stringify(drawn.header)}\n`);
  for (const file of drawn.files) process.stdout.write(file);
}

async function draw(): Promise<DrawRefusal | { header: DrawnHeader; files: Buffer[] }> {
  const open = () =>
    sharp(input, {
      limitInputPixels: pictureLimits.picturePixels,
      failOn: "error",
      sequentialRead: true,
      // The first frame of an animation.
      pages: 1,
    });
  const { width = 0, height = 0, format, orientation = 1 } = await open().metadata();
  const kind = format === "jpeg" ? "jpg" : format;
  if (kind !== "jpg" && kind !== "png" && kind !== "webp") return { reason: "unreadable" };
  if (width * height > pictureLimits.picturePixels) return { reason: "too_many_pixels" };
  if (Math.min(width, height) < pictureLimits.pictureLeastSide) return { reason: "too_small" };
  // Orientations from 5 on lie on their side.
  const standing = orientation >= 5 ? { width: height, height: width } : { width, height };
  const shownWidth = Math.min(standing.width, mostWidth);
  const shownHeight = Math.max(1, Math.round((standing.height * shownWidth) / standing.width));

  // Decoded once at the largest size shown; the smaller ones are made from it.
  const upright = open().autoOrient();
  const { data, info } = await (shownWidth < standing.width ? upright.resize({ width: shownWidth }) : upright)
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
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
      height: shownHeight,
      colour: [dominant.r, dominant.g, dominant.b],
      originalLength: original.length,
      variants: variants.map((bytes, i) => ({ width: widths[i] ?? 0, length: bytes.length })),
    },
    files: [original, ...variants],
  };
}

function inKind(picture: Sharp, kind: "jpg" | "png" | "webp"): Promise<Buffer> {
  if (kind === "jpg") return picture.jpeg({ quality: 84, progressive: true }).toBuffer();
  if (kind === "png") return picture.png({ compressionLevel: 6 }).toBuffer();
  return picture.webp({ quality: 84, effort: 3 }).toBuffer();
}

function refusalOf(error: string): DrawRefusal {
  return { reason: /pixel limit/i.test(error) ? "too_many_pixels" : "unreadable" };
}
