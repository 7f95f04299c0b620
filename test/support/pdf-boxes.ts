import { PDFiumLibrary } from "@hyzyla/pdfium";

/** The ink of a tagged part of a page, or of one thing without a tag; in points from the page's lower left. */
export type PdfBox = {
  readonly kind: string;
  readonly words: string;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
};

/** The part of PDFium that its package does not declare. */
type RawPdfium = {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc(bytes: number): number; free(at: number): void };
} & Readonly<
  Record<
    `_FPDF${"PageObj_GetBounds" | "PageObj_GetMarkedContentID" | "Text_LoadPage" | "Text_ClosePage" | "TextObj_GetText"}`,
    (...values: number[]) => number
  >
>;

/** The boxes of what the pages of a PDF show, as PDFium measures their ink. */
export async function boxesOfPdf(file: Uint8Array): Promise<PdfBox[][]> {
  const library = await PDFiumLibrary.init();
  const { module } = library as unknown as { module: RawPdfium };
  const document = await library.loadDocument(file);
  const pages = [...document.pages()].map((page) => {
    const { pageIdx } = page as unknown as { pageIdx: number };
    const letters = module._FPDFText_LoadPage(pageIdx);
    const memory = module.wasmExports.malloc(4096);
    const parts = new Map<string, PdfBox>();
    for (const object of page.objects()) {
      const { objectIdx } = object as unknown as { objectIdx: number };
      const tag = module._FPDFPageObj_GetMarkedContentID(objectIdx);
      const key = tag >= 0 ? `tag ${tag}` : `object ${parts.size}`;
      module._FPDFPageObj_GetBounds(objectIdx, memory, memory + 4, memory + 8, memory + 12);
      const [left = 0, bottom = 0, right = 0, top = 0] = new Float32Array(
        module.HEAPU8.slice(memory, memory + 16).buffer,
      );
      const bytes =
        object.type === "text" ? module._FPDFTextObj_GetText(objectIdx, letters, memory, 4096) : 2;
      const words = Buffer.from(module.HEAPU8.slice(memory, memory + bytes - 2)).toString("utf16le");
      // blanks have no ink
      if (object.type === "text" && words.trim() === "") continue;
      const before = parts.get(key);
      parts.set(key, {
        kind: object.type,
        words: [before?.words ?? "", words].join(" ").trim(),
        left: Math.min(before?.left ?? left, left),
        bottom: Math.min(before?.bottom ?? bottom, bottom),
        right: Math.max(before?.right ?? right, right),
        top: Math.max(before?.top ?? top, top),
      });
    }
    module.wasmExports.free(memory);
    module._FPDFText_ClosePage(letters);
    return [...parts.values()];
  });
  document.destroy();
  library.destroy();
  return pages;
}

/** Each pair of boxes that cover one another, in words. */
export function overlapsOf(boxes: readonly PdfBox[]): string[] {
  return boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter(
        (other) =>
          one.left < other.right &&
          other.left < one.right &&
          one.bottom < other.top &&
          other.bottom < one.top,
      )
      .map((other) => `${nameOf(one)} / ${nameOf(other)}`),
  );
}

const nameOf = ({ kind, words, top, bottom }: PdfBox) =>
  `${words.slice(0, 60) || kind} (${bottom.toFixed(1)} to ${top.toFixed(1)})`;
