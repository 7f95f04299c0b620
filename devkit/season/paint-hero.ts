import { sea } from "./paint-scene.ts";
import { circle, diceOf, gradient, grain, grainFilter, horizon, n, picture } from "./paint-tools.ts";

/** the club's own picture, behind the hero title. The title is INK and stands on the horizon: everything within 540 units of the sun is bright
   enough for it (ink on band >= 5:1); beyond 620 the bands are dark enough for the sand-coloured header. The sun throws no dashes here:
   the reflection in this sea is the title's own . */
export function hero(): string {
  const W = 1920,
    Hh = 1200,
    hy = Math.round(Hh * horizon),
    R = diceOf(3),
    cx = W / 2;
  const p = { glint: "#38F2C0", mirror: "#38F2C0", plankton: 150 };
  const bands: [number, string][] = [
    [800, "#4A1B5C"],
    [710, "#7A2768"],
    [622, "#C43C69"],
    [548, "#FF6A55"],
    [474, "#FF8A4C"],
    [402, "#FFAA50"],
    [332, "#FFCB62"],
  ];
  let o = `<rect width="${W}" height="${hy + 2}" fill="url(#sky)"/>`;
  for (let i = 0; i < 90; i++) {
    const x = R() * W,
      y = R() ** 1.6 * hy * 0.5;
    o += circle(x, y, 0.8 + R() * 2, `fill="#fff" opacity="${n((0.25 + R() * 0.6) * 10) / 10}"`);
  }
  o +=
    '<g clip-path="url(#up)">' +
    bands
      .map(([r, c]) => `<ellipse cx="${cx}" cy="${hy}" rx="${n(r * 1.55)}" ry="${r}" fill="${c}"/>`)
      .join("") +
    circle(cx, hy - 40, 262, 'fill="url(#light)"') +
    "</g>" +
    sea(p, W, Hh, hy, cx, 0, R);
  const defs =
    gradient("sky", ["#100B2B", "#2A1449", "#4A1B5C"]) +
    gradient("sea", ["#1B1440", "#0F1330", "#0B1020"]) +
    gradient("light", ["#FFF6DC", "#FFE596", "#FFD36B"]) +
    `<clipPath id="up"><rect width="${W}" height="${hy}"/></clipPath>${grainFilter(0)}`;
  return picture(W, Hh, `<defs>${defs}</defs>${o}${grain(W, Hh)}`);
}
