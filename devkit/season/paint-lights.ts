import { circle, type Dice, n, type Palette } from "./paint-tools.ts";

type Light = (p: Palette, cx: number, hy: number, r: number, R: Dice, W: number) => string;

/** The motif of the night, drawn above the horizon `hy`, around `cx`, as big as `r`. */
export const lights = {
  orb: (p, cx, hy, r, _R) => {
    let o = "";
    for (let i = 7; i >= 1; i--)
      o += circle(
        cx,
        hy,
        r * (1 + i * 0.27),
        `fill="none" stroke="${p.glint}" stroke-width="${n(9 - i)}" opacity="${n((0.62 - i * 0.07) * 100) / 100}" ${i % 2 ? "" : `stroke-dasharray="${n(8 + i * 5)} ${n(12 + i * 6)}"`}`,
      );
    return circle(cx, hy, r * 2.9, 'fill="url(#glow)"') + o + circle(cx, hy, r, 'fill="url(#light)"');
  },
  sliced: (_p, cx, hy, r) => {
    const cy = hy - r * 0.42;
    let cut = "";
    for (let i = 0; i < 8; i++) {
      const y = cy + r * (-0.34 + i * 0.165);
      cut += `<rect x="${n(cx - r)}" y="${n(y)}" width="${n(r * 2)}" height="${n(r * (0.018 + i * 0.0105))}" fill="#000"/>`;
    }
    return (
      circle(cx, cy, r * 2.2, 'fill="url(#glow)"') +
      `<mask id="cut"><rect width="4000" height="4000" fill="#fff"/>${cut}</mask>` +
      circle(cx, cy, r, 'fill="url(#light)" mask="url(#cut)"')
    );
  },
  rays: (p, cx, hy, r) => {
    const cy = hy - r * 0.55;
    let o = "";
    const N = 36;
    for (let i = 0; i < N; i++) {
      const a = (i / N) * Math.PI * 2,
        b = ((i + 0.5) / N) * Math.PI * 2,
        L = 2600;
      o += `M${n(cx)} ${n(cy)}L${n(cx + Math.cos(a) * L)} ${n(cy + Math.sin(a) * L)}L${n(cx + Math.cos(b) * L)} ${n(cy + Math.sin(b) * L)}Z`;
    }
    return (
      `<path d="${o}" fill="${p.ray}" opacity=".5"/>` +
      circle(cx, cy, r * 1.34, `fill="${p.sky[p.sky.length - 1]}"`) +
      circle(
        cx,
        cy,
        r * 1.17,
        `fill="none" stroke="${p.glint}" stroke-width="10" stroke-dasharray="2 26" stroke-linecap="round"`,
      ) +
      circle(cx, cy, r, 'fill="url(#light)"')
    );
  },
  vinyl: (p, cx, hy, r) => {
    const cy = hy - r * 0.3;
    let o = circle(cx, cy, r * 1.9, 'fill="url(#glow)"') + circle(cx, cy, r * 1.25, 'fill="#0B0F1E"');
    for (let i = 0; i < 17; i++)
      o += circle(
        cx,
        cy,
        r * (0.56 + i * 0.04),
        `fill="none" stroke="${i % 6 === 5 ? p.glint : p.mirror}" stroke-width="${i % 6 === 5 ? 5 : 2.2}" opacity="${i % 6 === 5 ? 0.95 : 0.55}"`,
      );
    o += `<path d="M${n(cx)} ${n(cy)}L${n(cx + r * 1.25 * Math.cos(-1.25))} ${n(cy + r * 1.25 * Math.sin(-1.25))}A${n(r * 1.25)} ${n(r * 1.25)} 0 0 1 ${n(cx + r * 1.25 * Math.cos(-0.85))} ${n(cy + r * 1.25 * Math.sin(-0.85))}Z" fill="#fff" opacity=".13"/>`;
    return (
      o +
      circle(cx, cy, r * 0.47, 'fill="url(#light)"') +
      circle(cx, cy, r * 0.3, `fill="none" stroke="#0B0F1E" stroke-width="3" opacity=".5"`) +
      circle(cx, cy, r * 0.05, 'fill="#0B0F1E"')
    );
  },
  moon: (p, cx, hy, r, _R) => {
    const cy = hy - r * 0.78;
    let o =
      circle(cx, cy, r * 2.3, 'fill="url(#glow)"') +
      circle(cx, cy, r * 1.12, `fill="none" stroke="${p.glint}" stroke-width="2" opacity=".5"`) +
      circle(cx, cy, r, 'fill="url(#light)"');
    const seas = [
      [-0.34, -0.4, 0.2],
      [-0.22, -0.3, 0.24],
      [-0.02, -0.42, 0.16],
      [0.2, -0.3, 0.22],
      [0.36, -0.16, 0.17],
      [-0.42, -0.02, 0.2],
      [-0.5, 0.2, 0.13],
      [0.3, 0.06, 0.14],
      [-0.06, 0.3, 0.1],
      [0.48, 0.3, 0.07],
      [-0.2, 0.62, 0.06],
      [0.16, 0.56, 0.045],
    ];
    o +=
      `<g fill="${p.ray}" opacity=".5">` +
      seas
        .map(
          ([x = 0, y = 0, k = 0]) =>
            `<ellipse cx="${n(cx + x * r)}" cy="${n(cy + y * r)}" rx="${n(k * r * 1.12)}" ry="${n(k * r * 0.92)}"/>`,
        )
        .join("") +
      "</g>";
    return o;
  },
  eclipse: (p, cx, hy, r, R) => {
    const cy = hy - r * 1.02;
    let d = "";
    for (let i = 0; i < 150; i++) {
      const a = R() * Math.PI * 2,
        L = r * (1.16 + R() ** 2.2 * 1.35);
      d += `M${n(cx + Math.cos(a) * r * 0.96)} ${n(cy + Math.sin(a) * r * 0.96)}L${n(cx + Math.cos(a) * L)} ${n(cy + Math.sin(a) * L)}`;
    }
    return (
      circle(cx, cy, r * 2.4, 'fill="url(#glow)"') +
      `<path d="${d}" stroke="${p.glint}" stroke-width="3" opacity=".55" stroke-linecap="round"/>` +
      circle(cx, cy, r * 1.035, 'fill="url(#light)"') +
      circle(cx - r * 0.02, cy + r * 0.012, r * 0.985, 'fill="#070A14"') +
      circle(cx + r * 0.73, cy - r * 0.69, r * 0.42, 'fill="url(#spark)"') +
      circle(cx + r * 0.73, cy - r * 0.69, r * 0.055, 'fill="#fff"')
    );
  },
  meteors: (p, cx, hy, r, R, W) => {
    let o = "";
    const ox = cx + r * 0.9,
      oy = -r * 0.35;
    for (let i = 0; i < 46; i++) {
      const a = Math.PI * (0.32 + R() * 0.66),
        s = r * (0.5 + R() * 2.1),
        L = r * (0.22 + R() * 0.75) * (0.4 + s / r / 2.4);
      const x1 = ox + Math.cos(a) * s,
        y1 = oy + Math.sin(a) * s,
        x2 = ox + Math.cos(a) * (s + L),
        y2 = oy + Math.sin(a) * (s + L);
      if ((x2 < cx - r * 0.2 && y2 < r * 0.62) || y2 > hy * 0.93) continue;
      const w = 2 + R() * 7,
        nx = -Math.sin(a) * w,
        ny = Math.cos(a) * w;
      o += `<path d="M${n(x1)} ${n(y1)}L${n(x2 + nx)} ${n(y2 + ny)}A${n(w)} ${n(w)} 0 0 0 ${n(x2 - nx)} ${n(y2 - ny)}Z" fill="${[p.mirror, p.glint, "#fff"][i % 3]}" opacity="${n((0.5 + R() * 0.5) * 10) / 10}"/>`;
    }
    return `<ellipse cx="${n(cx)}" cy="${hy}" rx="${n(W * 0.8)}" ry="${n(r * 0.95)}" fill="url(#glow)"/>${o}`;
  },
  disco: (p, cx, hy, r, R) => {
    const cy = hy - r * 1.02;
    let o =
      circle(cx, cy, r * 2.3, 'fill="url(#glow)"') +
      `<rect x="${n(cx - 2)}" y="0" width="4" height="${n(cy - r)}" fill="${p.glint}" opacity=".8"/>` +
      `<clipPath id="ball">${circle(cx, cy, r, "")}</clipPath>` +
      circle(cx, cy, r, 'fill="url(#light)"') +
      '<g clip-path="url(#ball)">';
    const rows = 15;
    for (let j = 0; j < rows; j++) {
      const la = ((j + 0.5) / rows) * Math.PI - Math.PI / 2,
        y = cy + Math.sin(la) * r,
        hh = ((Math.cos(la) * Math.PI) / rows) * r,
        rr = Math.cos(la) * r,
        cols = 16;
      for (let i = 0; i < cols; i++) {
        const l0 = (i / cols) * Math.PI - Math.PI / 2,
          l1 = ((i + 1) / cols) * Math.PI - Math.PI / 2;
        const x0 = cx + Math.sin(l0) * rr,
          x1 = cx + Math.sin(l1) * rr;
        const k = R();
        o += `<rect x="${n(x0 + 1.5)}" y="${n(y - hh / 2 + 1.5)}" width="${n(Math.max(1, x1 - x0 - 3))}" height="${n(Math.max(1, hh - 3))}" fill="${k > 0.9 ? "#fff" : k > 0.62 ? p.mirror : k > 0.36 ? p.glint : k > 0.18 ? p.ray : "#1A0F33"}" opacity="${n((0.35 + k * 0.6) * 10) / 10}"/>`;
      }
    }
    o += "</g>";
    let b = "";
    for (let i = 0; i < 26; i++) {
      const a = Math.PI * (0.02 + R() * 0.96) * (R() > 0.5 ? 1 : -1),
        s = r * (1.35 + R() * 1.6);
      b += `<rect x="${n(cx + Math.cos(a) * s)}" y="${n(cy + Math.sin(a) * s)}" width="${n(14 + R() * 18)}" height="${n(14 + R() * 18)}" fill="${[p.mirror, p.glint, "#fff"][i % 3]}" opacity="${n((0.25 + R() * 0.5) * 10) / 10}" transform="rotate(${n(R() * 90)} ${n(cx + Math.cos(a) * s)} ${n(cy + Math.sin(a) * s)})"/>`;
    }
    return o + b;
  },
  dawn: (p, cx, hy, r) => {
    let o = "";
    const cs = p.bands ?? [];
    for (let i = cs.length - 1; i >= 0; i--) o += circle(cx, hy, r * (0.62 + i * 0.3), `fill="${cs[i]}"`);
    return o + circle(cx, hy, r * 0.62, 'fill="url(#light)"');
  },
  storm: (p, cx, hy, r, R, W) => {
    let o = "";
    for (let i = 0; i < 5; i++) {
      const y = hy * (0.16 + i * 0.1),
        k = 1.1 - i * 0.12;
      let d = `M0 0L${W} 0L${W} ${n(y)}`;
      const m = 9;
      for (let j = 0; j < m; j++) {
        const x1 = W - ((j + 1) * W) / m,
          rr = (W / m / 2) * (1.05 + R() * 0.35) * k;
        d += `A${n(rr)} ${n(rr * 0.8)} 0 0 1 ${n(x1)} ${n(y + (R() - 0.5) * 40)}`;
      }
      o = `<path d="${d}Z" fill="${p.cloud?.[i]}"/>${o}`;
    }
    const x = cx;
    const bolt = `M${n(x + r * 0.12)} ${n(hy * 0.42)}L${n(x - r * 0.34)} ${n(hy * 0.73)}L${n(x - r * 0.04)} ${n(hy * 0.73)}L${n(x - r * 0.3)} ${hy}L${n(x + r * 0.38)} ${n(hy * 0.655)}L${n(x + r * 0.08)} ${n(hy * 0.655)}L${n(x + r * 0.42)} ${n(hy * 0.42)}Z`;
    return `${circle(cx, hy * 0.8, r * 1.9, 'fill="url(#glow)"') + o}<path d="${bolt}" fill="url(#light)"/>`;
  },
} satisfies Record<string, Light>;
