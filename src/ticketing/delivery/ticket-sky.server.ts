import { mix } from "#kernel/colour.ts";

type Box = { readonly width: number; readonly height: number };

const night = "#070B18";
const sea = "#0B1020";

/** The upper half of a printed ticket: half a sun in the sea, in the night's colour; vectors, so it prints sharp. */
export function drawSky(doc: PDFKit.PDFDocument, { width, height }: Box, light: string): void {
  const horizon = height * 0.62;
  const middle = width / 2;
  const radius = width * 0.25;
  doc.save().rect(0, 0, width, height).clip();

  const sky = doc.linearGradient(0, 0, 0, horizon);
  sky
    .stop(0, mix(light, night, 0.86))
    .stop(0.45, mix(light, night, 0.62))
    .stop(1, mix(light, night, 0.25));
  doc.rect(0, 0, width, horizon).fill(sky);

  doc.lineWidth(1.4).strokeColor(light);
  for (const [step, dash] of [
    [1.36, 0],
    [1.62, 9],
    [2.02, 0],
    [2.34, 14],
    [2.8, 0],
  ] as const) {
    doc.strokeOpacity(0.5 / step);
    if (dash) doc.dash(dash, { space: dash });
    else doc.undash();
    doc.circle(middle, horizon, radius * step).stroke();
  }
  doc.undash().strokeOpacity(1);

  const sun = doc.radialGradient(middle, horizon, 0, middle, horizon, radius);
  sun
    .stop(0, mix(light, "#FFFFFF", 0.7))
    .stop(0.55, mix(light, "#FFFFFF", 0.35))
    .stop(1, light);
  doc.circle(middle, horizon, radius).fill(sun);

  const water = doc.linearGradient(0, horizon, 0, height);
  water
    .stop(0, mix(light, sea, 0.82))
    .stop(0.3, mix(light, sea, 0.96))
    .stop(1, night);
  doc.rect(0, horizon, width, height - horizon).fill(water);
  doc.rect(0, horizon - 0.7, width, 1.4).fill(light);
  for (const [down, half, faint] of [
    [6, 1, 0.75],
    [12, 0.78, 0.5],
    [18, 0.9, 0.32],
    [25, 0.5, 0.2],
    [33, 0.66, 0.12],
  ] as const) {
    doc
      .fillOpacity(faint)
      .roundedRect(middle - radius * half, horizon + down, radius * half * 2, 2.6, 1.3)
      .fill(light);
  }
  doc.fillOpacity(1);

  // Darker at the top, so that the date is readable on any colour.
  const shade = doc.linearGradient(0, 0, 0, height * 0.42);
  shade.stop(0, night, 0.72).stop(0.5, night, 0.42).stop(1, night, 0);
  doc.rect(0, 0, width, height * 0.42).fill(shade);
  doc.restore();
}
