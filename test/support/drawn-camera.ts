import type { BrowserContext, Page } from "@playwright/test";
import QRCode from "qrcode";

type Drawing = { readonly side: number; readonly dark: readonly number[] };

declare global {
  interface Window {
    /** What the drawn camera sees; nothing when it is undefined. */
    drawnCode?: Drawing | undefined;
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

function drawingOf(text: string): Drawing {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: "M" }).modules;
  return { side: size, dark: Array.from(data, (isDark, at) => (isDark ? at : -1)).filter((at) => at >= 0) };
}
