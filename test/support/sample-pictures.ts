import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/** A picture of one colour, of a given kind and size. */
export function plainPicture(
  kind: "jpeg" | "png" | "webp",
  {
    width = 800,
    height = 500,
    colour = "#1a3a6e",
  }: { width?: number; height?: number; colour?: string } = {},
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .toFormat(kind)
    .toBuffer();
}

/** A photograph as phones make them: lying on its side, with the place where it was taken in its metadata. */
export function photographWithPlace(): Promise<Buffer> {
  return sharp({ create: { width: 900, height: 600, channels: 3, background: "#884422" } })
    .jpeg()
    .withExif({
      IFD0: { Make: "Telefonul-Anei", Copyright: "secretul Anei" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "44/1 10/1 0/1" },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** A few kilobytes that decode to `width` x `height` pixels. */
export function pngBomb(width: number, height: number): Buffer {
  const chunk = (type: string, content: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
    const frame = Buffer.alloc(8 + named.length);
    frame.writeUInt32BE(content.length, 0);
    named.copy(frame, 4);
    frame.writeUInt32BE(crc32(named), 4 + named.length);
    return frame;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8); // one bit per pixel, grey
  const rows = deflateSync(Buffer.alloc(height * (Math.ceil(width / 8) + 1)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const html = "<!doctype html><script>alert(1)</script>";

/** Files that are no picture of ours, under any name; the site refuses each. */
export const refusedFiles: readonly (readonly [what: string, bytes: Buffer])[] = [
  ["an SVG", Buffer.from(svg)],
  ["an SVG with an XML head", Buffer.from(`<?xml version="1.0"?>${svg}`)],
  ["HTML", Buffer.from(html)],
  ["a program in PHP", Buffer.from("<?php system($_GET['c']);")],
  ["a PDF", Buffer.from("%PDF-1.7\n%âãÏÓ\n1 0 obj")],
  ["a GIF that is JavaScript too", Buffer.from("GIF89a/*\x00\x00*/=1;alert(1)//")],
  ["a TIFF", Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0])],
  ["an AVIF's head", Buffer.from("\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf")],
  ["nothing", Buffer.alloc(0)],
  [
    "HTML behind the magic of a JPEG",
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(html)]),
  ],
  ["HTML behind the magic of a PNG", Buffer.from(`\x89PNG\r\n\x1a\n${html}`, "latin1")],
  ["an SVG behind the magic of a WebP", Buffer.from(`RIFF\x10\0\0\0WEBP${svg}`, "latin1")],
];
