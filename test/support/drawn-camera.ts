import type { BrowserContext, Page } from "@playwright/test";
import encodeQR from "qr";

type Drawing = { readonly side: number; readonly dark: readonly number[] };

declare global {
  interface Window {
    /** What the drawn camera sees; nothing when it is undefined. */
    drawnCode?: Drawing | undefined;
    /** Milliseconds that the page's monotonic clock is ahead: the date is not. */
    skipped?: number;
    /** How many pictures went to the reader of codes, and how many it has read. */
    readerOf?: { asked: number; answered: number };
  }
}

/**
 * Gives the pages of a context a camera whose picture the test draws: `holdBefore` changes it at once, also while it is open. A film
 * (`camera-film.ts`) cannot show a code that exists only after the camera was opened.
 */
export async function drawCamera(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 1280;
    canvas.height = 720;
    const brush = canvas.getContext("2d");
    const draw = () => {
      if (!brush) return;
      brush.fillStyle = "#2a2a30";
      brush.fillRect(0, 0, 1280, 720);
      if (!window.drawnCode) return;
      const { side, dark } = window.drawnCode;
      const dot = Math.floor(460 / (side + 8));
      const whole = dot * (side + 8);
      const [left, top] = [(1280 - whole) / 2, (720 - whole) / 2];
      brush.fillStyle = "#fff";
      brush.fillRect(left, top, whole, whole);
      brush.fillStyle = "#000";
      for (const at of dark)
        brush.fillRect(left + ((at % side) + 4) * dot, top + (Math.floor(at / side) + 4) * dot, dot, dot);
    };
    // a drawn picture gives a frame only when it is drawn again
    setInterval(draw, 50);
    const monotonic = performance.now.bind(performance);
    performance.now = () => monotonic() + (window.skipped ?? 0);
    const reader = { asked: 0, answered: 0 };
    window.readerOf = reader;
    window.Worker = class extends Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        this.addEventListener("message", () => {
          reader.answered += 1;
        });
      }
      override postMessage(...given: unknown[]): void {
        reader.asked += 1;
        super.postMessage(...(given as [unknown]));
      }
    };
    if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20);
  });
}

/** Holds a QR of this text before the phone's drawn camera, or takes it away. */
export async function holdBefore(phone: Page, text: string | null): Promise<void> {
  await phone.evaluate(
    (drawn) => {
      window.drawnCode = drawn;
    },
    text === null ? undefined : drawingOf(text),
  );
}

/** Takes the code away, and waits until a picture without it was read. */
export async function seesNothing(phone: Page): Promise<void> {
  await holdBefore(phone, null);
  const asked = await phone.waitForFunction(() => {
    const video = document.querySelector("video");
    const brush = document.createElement("canvas").getContext("2d");
    if (!video || !brush) return 0;
    brush.drawImage(video, 0, 0, 32, 18);
    const isDark = brush.getImageData(0, 0, 32, 18).data.every((one, at) => at % 4 === 3 || one < 80);
    return isDark ? (window.readerOf?.asked ?? 0) : 0;
  });
  const before = await asked.jsonValue();
  await phone.waitForFunction((earlier) => (window.readerOf?.answered ?? 0) > earlier, before);
}

function drawingOf(text: string): Drawing {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));
  return { side: rows.length, dark: rows.flat().flatMap((isDark, at) => (isDark ? [at] : [])) };
}
