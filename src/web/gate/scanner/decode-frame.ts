import decodeQR from "qr/decode.js";
import { type ReaderOptions, readBarcodes } from "zxing-wasm/reader";
import { isLikeQrText } from "#ticketing/delivery/qr-payload.ts";
import { chiefMark } from "#ticketing/gate/signed-bytes.ts";
import { isRescueFrame } from "./rescue-frames.ts";

/** One picture of the camera: RGBA, row by row, as a canvas gives it. */
export type CameraFrame = {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
};

/** Whether a text is a ticket's code, a chief's code, or rows of another phone. */
const isOurs = (text: string) => isLikeQrText(text) || text.startsWith(chiefMark) || isRescueFrame(text);

const options: ReaderOptions = { formats: ["QRCode"], maxNumberOfSymbols: 1, tryRotate: false };

/**
 * Returns the text of the QR code in a frame, or null. The first reader is fast. The second one tries the frames that
 * the first missed, and reads codes behind cracked glass. Call `prepareZXingModule` before.
 */
export async function decodeFrame(frame: CameraFrame): Promise<string | null> {
  return (await firstReading(frame)) ?? secondReading(frame);
}

/** Returns the text that the fast reader finds; among several codes one of ours. Null when it finds none. */
export async function firstReading(frame: CameraFrame): Promise<string | null> {
  const { data, width, height } = frame;
  const picture = { data, width, height, colorSpace: "srgb" } as ImageData;
  const [found] = await readBarcodes(picture, options);
  if (!found || isOurs(found.text)) return found?.text ?? null;
  // a poster or a sleeve may have another code beside the ticket
  const all = await readBarcodes(picture, { ...options, maxNumberOfSymbols: 8 });
  return (all.find(({ text }) => isOurs(text)) ?? found).text;
}

function secondReading({ data, width, height }: CameraFrame): string | null {
  try {
    return decodeQR({ data, width, height }, { timeLimit: 60 });
  } catch {
    // the reader throws when there is no code
    return null;
  }
}
