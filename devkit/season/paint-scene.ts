import { lights } from "./paint-lights.ts";
import { shores } from "./paint-shore.ts";
import {
  circle,
  type Dice,
  diceOf,
  gradient,
  grain,
  grainFilter,
  horizon,
  n,
  type Palette,
  picture,
  radial,
} from "./paint-tools.ts";
import { type NightLook, nightLooks } from "./season-looks.ts";

/** How wide the reflection is, where it is not the light's own width. */
const mirrorShare: Partial<Record<NightLook["light"], number>> = {
  vinyl: 1.2,
  dawn: 0.75,
  meteors: 0.8,
  storm: 0.5,
  disco: 0.8,
};

/** Sky, stars, light, sea and shore of a look. The page sets the words itself, in the sea. */
export function scene(e: NightLook, W: number, Hh: number, cxK: number): { defs: string; body: string } {
  const R = diceOf(e.seed),
    p = e.p,
    hy = Math.round(Hh * horizon),
    u = Math.min(W, Hh * 1.0),
    cx = W * cxK,
    r = Math.min(W * e.r, Hh * e.r * 0.86);
  const lightGrad =
    e.light === "moon"
      ? radial(
          "light",
          p.light.map((c, i) => [c, i / 2]),
          'cx=".4" cy=".35" r=".75"',
        )
      : e.light === "orb"
        ? radial(
            "light",
            p.light.map((c, i) => [c, i / 2]),
            'cx=".5" cy=".4" r=".62"',
          )
        : gradient("light", p.light);
  const defs =
    gradient("sky", p.sky) +
    gradient("sea", p.sea) +
    lightGrad +
    radial("glow", [
      [p.glow, 0, 0.75],
      [p.glow, 0.45, 0.28],
      [p.glow, 1, 0],
    ]) +
    radial("spark", [
      ["#fff", 0, 0.95],
      [p.glow, 0.25, 0.5],
      [p.glow, 1, 0],
    ]) +
    `<clipPath id="up"><rect width="${W}" height="${hy}"/></clipPath>${grainFilter(e.seed)}`;
  let o = `<rect width="${W}" height="${hy + 2}" fill="url(#sky)"/>`;
  for (let i = 0; i < ((p.stars || 0) * W) / 1200; i++)
    o += circle(
      R() * W,
      R() ** 1.3 * hy * 0.86,
      0.9 + R() * 2.3,
      `fill="#fff" opacity="${n((0.2 + R() * 0.7) * 10) / 10}"`,
    );
  o += `<g clip-path="url(#up)">${lights[e.light](p, cx, hy, r, R, W)}</g>`;
  o += sea(p, W, Hh, hy, cx, r * (mirrorShare[e.light] ?? 1), R);
  o += `<g fill="${p.ink}" color="${p.ink}">${shores[e.shore](W, hy, u, R, cx)}</g>`;
  return { defs, body: o };
}

export function tallArt(e: NightLook): string {
  const s = scene(e, 1200, 1500, 0.5);
  return picture(1200, 1500, `<defs>${s.defs}</defs>${s.body}${grain(1200, 1500)}`);
}

export function wideArt(e: NightLook): string {
  const s = scene(e, 1920, 1080, 0.36);
  return picture(1920, 1080, `<defs>${s.defs}</defs>${s.body}${grain(1920, 1080)}`);
}

/** A pass: slices of several nights, one coast. */
export function pass(ids: string[]): string {
  const W = 1600,
    Hh = 1000,
    k = ids.length,
    w = W / k;
  let inner = "";
  ids.forEach((id, i) => {
    const e = nightLooks.find((x) => x.id === id);
    if (!e) throw new Error(`no such look: ${id}`);
    const s = scene(e, 1600, 1000, (i + 0.5) / k);
    const ren = (x: string) =>
      x.replace(/id="(\w+)"/g, `id="$1${i}"`).replace(/url\(#(\w+)\)/g, `url(#$1${i})`);
    inner += `<defs>${ren(s.defs)}<clipPath id="sl${i}"><rect x="${n(i * w)}" width="${n(w - 6)}" height="${Hh}"/></clipPath></defs><g clip-path="url(#sl${i})">${ren(s.body)}</g>`;
  });
  return picture(W, Hh, `<rect width="${W}" height="${Hh}" fill="#0B1020"/>${inner}`);
}

/** The sea under the horizon; the reflection is rows of dashes, each row wider apart and dimmer than the last. */
export function sea(
  p: Pick<Palette, "glint" | "mirror" | "plankton">,
  W: number,
  Hh: number,
  hy: number,
  cx: number,
  r: number,
  R: Dice,
): string {
  let o = `<rect y="${hy}" width="${W}" height="${Hh - hy}" fill="url(#sea)"/>`;
  for (let i = 0; i < 26; i++) {
    const t = R() ** 2;
    const y = hy + 6 + t * (Hh - hy) * 0.8;
    const w = 40 + R() * 260 * (1 + t);
    o += `<rect x="${n(R() * W - w / 2)}" y="${n(y)}" width="${n(w)}" height="${n(1.5 + t * 3)}" rx="2" fill="${p.glint}" opacity="${n((0.34 - t * 0.25) * 10) / 10 || 0.1}"/>`;
  }
  let y = hy + 5,
    row = 0;
  while (r && y < Hh - 10) {
    const t = (y - hy) / (Hh - hy);
    const step = 9 + t * 46;
    const h = step * (0.5 - t * 0.18);
    const half = r * (1.02 - t * 0.42) * (0.62 + R() * 0.38);
    let x = cx - half;
    const end = cx + half;
    while (x < end) {
      const w = (40 + R() * half * 1.5) * (1 - t * 0.2);
      const ww = Math.min(w, end - x);
      if (ww > 12)
        o += `<rect x="${n(x)}" y="${n(y)}" width="${n(ww)}" height="${n(h)}" rx="${n(h / 2)}" fill="${row % 3 === 2 ? p.glint : p.mirror}" opacity="${n(Math.max(0.12, 0.95 - t * 1.05) * 100) / 100}"/>`;
      x += w + 14 + R() * 46 * (1 + t * 2);
    }
    y += step;
    row++;
  }
  if (p.plankton)
    for (let i = 0; i < p.plankton; i++) {
      const t = R() ** 0.8;
      const yy = hy + 12 + t * (Hh - hy - 20);
      o += circle(
        R() * W,
        yy,
        1.4 + R() * (2 + t * 4.5),
        `fill="${p.glint}" opacity="${n((0.25 + R() * 0.75) * 10) / 10}"`,
      );
    }
  return `${o}<rect y="${hy - 1}" width="${W}" height="3" fill="${p.glint}" opacity=".9"/>`;
}
