import sharp, { type Sharp } from "sharp";
import { seededRandom } from "#test/races/seeded-random.ts";
import { qrPng } from "#ticketing/delivery/ticket-qr.server.ts";

/** What a camera at a door makes of a code: 15 kinds, each by itself. */
export const degradations = [
  "clean",
  "dim",
  "low contrast",
  "rotated",
  "glare",
  "moire",
  "jpeg",
  "blur",
  "inverted",
  "crack",
  "bloom",
  "noise",
  "tilted",
  "shadow",
  "moved",
] as const;
export type Degradation = (typeof degradations)[number];

export type CameraSize = { readonly width: number; readonly height: number };
export const vga: CameraSize = { width: 640, height: 480 };
export const hd: CameraSize = { width: 1280, height: 720 };
/** How much of the frame's height the code takes. */
export const shares = [0.36, 0.5, 0.75] as const;

type Pixels = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };

/** A frame of a camera that sees this code, degraded. The same values give the same pixels. */
export async function degradedCode(
  text: string,
  kind: Degradation,
  size: CameraSize,
  share: number,
): Promise<Pixels> {
  const side = Math.round(size.height * share);
  const code = await qrPng(text, 12);
  const phone = sharp(code).resize(side, side, { kernel: "lanczos3" });
  const shown = await sharp(await turned(phone, kind))
    .resize({ width: size.height, height: size.height, fit: "inside", withoutEnlargement: true })
    .toBuffer();
  const scene = sharp({ create: { ...size, channels: 3, background: "#3a3a40" } }).composite([
    { input: shown, gravity: "centre" },
  ]);
  const flat = await scene.png().toBuffer();
  const { data } = await (await filtered(sharp(flat), kind))
    .removeAlpha()
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = { data: new Uint8ClampedArray(data), ...size };
  degrade(pixels, kind, side);
  return pixels;
}

async function turned(phone: Sharp, kind: Degradation): Promise<Buffer> {
  if (kind === "rotated") return phone.rotate(23, { background: "#3a3a40" }).png().toBuffer();
  if (kind === "tilted") {
    const upright = await phone.png().toBuffer();
    return sharp(upright).affine([1, 0.14, 0.06, 0.82], { background: "#3a3a40" }).png().toBuffer();
  }
  return phone.png().toBuffer();
}

async function filtered(scene: Sharp, kind: Degradation): Promise<Sharp> {
  switch (kind) {
    case "blur":
      return scene.blur(2);
    case "jpeg":
      return sharp(await scene.jpeg({ quality: 12 }).toBuffer());
    case "moved":
      return scene.convolve({
        width: 5,
        height: 5,
        kernel: Array.from({ length: 25 }, (_, at) => (at >= 10 && at < 15 ? 1 : 0)),
      });
    default:
      return scene;
  }
}

/** What light, glass and sensor do to each pixel; `side` is the code's in pixels. */
function degrade({ data, width, height }: Pixels, kind: Degradation, side: number): void {
  const random = seededRandom(side);
  const [middleX, middleY] = [width / 2, height / 2];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const grain =
        kind === "noise" ? (random.next() - 0.5) * 190 : kind === "dim" ? (random.next() - 0.5) * 12 : 0;
      for (let c = 0; c < 3; c += 1) {
        const light = data[at + c] ?? 0;
        data[at + c] = lit(kind, light, (x - middleX) / side, (y - middleY) / side, x, y) + grain;
      }
    }
}

/** One channel of a pixel; `u` and `v` are measured from the code's middle in its own sides, `x` and `y` in pixels. */
function lit(kind: Degradation, light: number, u: number, v: number, x: number, y: number): number {
  switch (kind) {
    case "dim":
      return light * 0.16 + 6;
    case "low contrast":
      return 118 + (light - 128) * 0.18;
    case "glare":
      return light + 420 * Math.exp(-((u - 0.16) ** 2 + (v + 0.12) ** 2) / 0.018);
    case "moire":
      return light + 58 * Math.sin(x * 1.9 + y * 0.23) + 26 * Math.sin(y * 2.3);
    case "inverted":
      return 255 - light;
    case "crack": {
      const isCracked = [0.31, -0.18, 0.07].some(
        (slope, line) => Math.abs(v - slope * u - (line - 1) * 0.17 - 0.03 * Math.sin(u * 9 + line)) < 0.01,
      );
      return isCracked ? (light > 128 ? 40 : 220) : light;
    }
    case "bloom":
      return light > 40 ? 255 : light + 190;
    case "shadow":
      return light * (u + v > 0.1 ? 0.3 : 1);
    default:
      return light;
  }
}
