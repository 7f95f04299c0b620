import { rename, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { qrPng } from "#ticketing/delivery/ticket-qr.server.ts";

/**
 * A film for the browser's fake camera: JPEGs one after another, which it plays in a circle, 30 a second. Each code (its text, or a picture of it) is seen
 * for `seconds`, then nothing for as long. The file is replaced at once; the next start of the camera plays it,
 * when no other page of the browser has the camera open.
 */
export async function writeFilm(
  path: string,
  codes: readonly (string | Buffer)[],
  seconds = 1,
): Promise<void> {
  const frames: Buffer[] = [];
  const empty = await frameOf(null);
  for (const code of codes) {
    const shown = await frameOf(code);
    for (let n = 0; n < seconds * 30; n++) frames.push(shown);
    for (let n = 0; n < seconds * 30; n++) frames.push(empty);
  }
  await writeFile(`${path}.new`, Buffer.concat(frames.length > 0 ? frames : [empty]));
  await rename(`${path}.new`, path);
}

async function frameOf(code: string | Buffer | null): Promise<Buffer> {
  const picture = sharp({ create: { width: 1280, height: 720, channels: 3, background: "#2a2a30" } });
  const scene = code
    ? picture.composite([
        {
          input:
            typeof code === "string"
              ? await sharp(await qrPng(code))
                  .resize(460)
                  .toBuffer()
              : await sharp(code, { density: 600 }).resize(640).toBuffer(),
          gravity: "centre",
        },
      ])
    : picture;
  return scene.jpeg({ quality: 85, chromaSubsampling: "4:2:0" }).toBuffer();
}

/** What the browser needs to play the film at this path instead of its camera. */
export const filmArguments = (path: string) => [
  "--use-fake-ui-for-media-stream",
  "--use-fake-device-for-media-stream",
  `--use-file-for-fake-video-capture=${path}`,
];
