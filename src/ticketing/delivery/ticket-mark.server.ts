import type { Club } from "./ticket-wording.ts";

type Square = { readonly x: number; readonly y: number; readonly side: number };

/** Draws the club's own logo, or Estival's half sun over three waves in the club's colours. */
export function drawMark(
  doc: PDFKit.PDFDocument,
  { x, y, side }: Square,
  { club, logo }: { club: Club; logo: Uint8Array | undefined },
): void {
  if (logo) {
    doc.image(Buffer.from(logo), x, y, { fit: [side, side], align: "center", valign: "center" });
    return;
  }
  const light = club.look?.light;
  const unit = side / 48;
  doc.save().translate(x, y).scale(unit);
  const sun = doc.linearGradient(4, 0, 44, 0);
  sun
    .stop(0, light ?? "#FF5D5D")
    .stop(0.5, light ?? "#FF8A4C")
    .stop(1, light ?? "#FFC857");
  doc.path("M4 26a20 20 0 0 1 40 0z").fill(sun);
  doc.roundedRect(4, 30, 40, 3.8, 1.9).roundedRect(10, 36.6, 28, 3.4, 1.7).roundedRect(17, 42.6, 14, 3, 1.5);
  doc.fill(club.look?.signal ?? "#38F2C0").restore();
}
