import decodeQR from "qr/decode.js";
import { type ReaderOptions, readBarcodes } from "zxing-wasm/reader";

/** One picture of the camera: RGBA, row by row, as a canvas gives it. */
export type CameraFrame = {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
};

const options: ReaderOptions = { formats: ["QRCode"], maxNumberOfSymbols: 1, tryRotate: false };

/**
 * The text of the QR in a frame, or null. The first reader is quick; the second looks at the frames that it missed, and
 * reads codes behind a cracked glass. `prepareZXingModule` must have been given the program before.
 */
export async function decodeFrame(frame: CameraFrame): Promise<string | null> {
  return (await firstReading(frame)) ?? secondReading(frame);
}

/** What the quick reader alone finds. */
export async function firstReading(frame: CameraFrame): Promise<string | null> {
  const { data, width, height } = frame;
  const [found] = await readBarcodes({ data, width, height, colorSpace: "srgb" } as ImageData, options);
  return found?.text ?? null;
}

function secondReading({ data, width, height }: CameraFrame): string | null {
  try {
    return decodeQR({ data, width, height }, { timeLimit: 60 });
  } catch {
    // it throws where there is no code
    return null;
  }
}
