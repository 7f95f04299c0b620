import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import sharp from "sharp";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

let reader: Promise<unknown> | undefined;

/** The texts of the QR codes of a picture (PNG, SVG ...), read from its pixels. */
export async function qrInPicture(picture: Uint8Array): Promise<string[]> {
  const { data, info } = await sharp(picture, { density: 200 })
    .flatten({ background: "#ffffff" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return qrInPixels(new Uint8ClampedArray(data), info.width, info.height);
}

/** The texts of the QR codes of a PDF, page by page, read from its pixels at 144 dots per inch. */
export async function qrInPdf(file: Uint8Array): Promise<string[][]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(file);
  const codes: string[][] = [];
  for (const page of document.pages()) {
    const { data, width, height } = await page.render({ scale: 2, render: "bitmap" });
    codes.push(await qrInPixels(new Uint8ClampedArray(data), width, height));
  }
  document.destroy();
  library.destroy();
  return codes;
}

async function qrInPixels(
  data: Uint8ClampedArray<ArrayBuffer>,
  width: number,
  height: number,
): Promise<string[]> {
  await openReader();
  const found = await readBarcodes({ data, width, height, colorSpace: "srgb" } as ImageData, {
    formats: ["QRCode"],
    tryHarder: true,
  });
  return found.map(({ text }) => text);
}

/** The reader would fetch its program from the network, so it gets the installed file, once. */
export function openReader(): Promise<unknown> {
  reader ??= prepareReader();
  return reader;
}

async function prepareReader(): Promise<unknown> {
  const bytes = readFileSync(createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm"));
  return prepareZXingModule({
    overrides: {
      wasmBinary: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer,
    },
    fireImmediately: true,
  });
}
