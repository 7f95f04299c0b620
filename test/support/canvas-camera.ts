import type { BrowserContext, Page } from "@playwright/test";
import QRCode from "qrcode";

type Held = { readonly size: number; readonly cells: readonly number[] } | null;

/** Phones whose camera sees what `hold` holds before it, at once; `scanner-steps.ts` plays films, which want a reload each. */
export async function withCanvasCamera(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [1280, 720];
    const brush = canvas.getContext("2d");
    let frames = 0;
    const draw = () => {
      if (!brush) return;
      const { held } = window as unknown as { held?: Held };
      brush.fillStyle = "#2a2a30";
      brush.fillRect(0, 0, canvas.width, canvas.height);
      // a picture that stays the same gives no frame
      brush.fillStyle = frames++ % 2 === 0 ? "#000" : "#fff";
      brush.fillRect(0, 0, 4, 4);
      if (!held) return;
      const cell = Math.floor(460 / (held.size + 8));
      const side = cell * (held.size + 8);
      const [left, top] = [(canvas.width - side) / 2, (canvas.height - side) / 2];
      brush.fillStyle = "#fff";
      brush.fillRect(left, top, side, side);
      brush.fillStyle = "#000";
      for (const [at, isDark] of held.cells.entries())
        if (isDark) {
          const [x, y] = [at % held.size, Math.floor(at / held.size)];
          brush.fillRect(left + (x + 4) * cell, top + (y + 4) * cell, cell, cell);
        }
    };
    setInterval(draw, 60);
    navigator.mediaDevices.getUserMedia = async () => {
      draw();
      return canvas.captureStream(15);
    };
  });
}

/** Holds a code before the camera of this phone until the next call; null is an empty picture. */
export async function hold(phone: Page, code: string | null): Promise<void> {
  const modules = code === null ? null : QRCode.create(code, { errorCorrectionLevel: "M" }).modules;
  const held: Held = modules && { size: modules.size, cells: Array.from(modules.data, Number) };
  await phone.evaluate((shown) => void Object.assign(window, { held: shown }), held);
}
