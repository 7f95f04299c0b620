import { type Dice, n } from "./paint-tools.ts";

/** One ink silhouette standing at (x, y), `h` tall. */
const person = (x: number, y: number, h: number, R: Dice): string => {
  const k = h / 100,
    f = R() > 0.5 ? 1 : -1,
    sway = (R() - 0.5) * 9,
    dress = R() > 0.52,
    up = R() > 0.5,
    P = (a: number, b: number) => `${n(x + f * a * k)} ${n(y - b * k)}`;
  let d = `<ellipse cx="${n(x + f * (sway + 1) * k)}" cy="${n(y - 92.5 * k)}" rx="${n(5.7 * k)}" ry="${n(6.9 * k)}"/>`;
  if (dress)
    d +=
      R() > 0.5
        ? `<path d="M${P(sway - 6, 97)}C${P(sway - 13, 92)} ${P(sway - 11, 80)} ${P(sway - 12, 74)}L${P(sway + 1, 84)}Z"/>`
        : `<circle cx="${n(x + f * (sway - 5) * k)}" cy="${n(y - 100 * k)}" r="${n(3.6 * k)}"/>`;
  const body = dress
    ? `M${P(sway - 2, 86)}C${P(sway - 9, 83)} ${P(sway - 9, 78)} ${P(sway * 0.6 - 7, 70)}C${P(sway * 0.3 - 5, 62)} ${P(-7, 56)} ${P(-12, 34)}L${P(-6, 34)}L${P(-5, 0)}L${P(-1.5, 0)}L${P(0, 33)}L${P(3, 33)}L${P(6 - sway * 0.4, 0)}L${P(9.5 - sway * 0.4, 0)}L${P(8, 34)}L${P(12, 35)}C${P(7, 55)} ${P(sway * 0.3 + 5, 62)} ${P(sway * 0.6 + 7, 71)}C${P(sway + 9, 78)} ${P(sway + 8, 84)} ${P(sway + 3, 86)}Z`
    : `M${P(sway - 2, 86)}C${P(sway - 11, 84)} ${P(sway - 12, 78)} ${P(sway * 0.6 - 9, 66)}C${P(sway * 0.3 - 7, 56)} ${P(-7, 50)} ${P(-7.5, 44)}L${P(-9 - sway * 0.3, 0)}L${P(-4.5 - sway * 0.3, 0)}L${P(-0.5, 38)}L${P(5, 0)}L${P(9.5, 0)}L${P(7.5, 45)}C${P(8, 54)} ${P(sway * 0.6 + 9, 62)} ${P(sway + 11, 76)}C${P(sway + 11, 83)} ${P(sway + 7, 85)} ${P(sway + 3, 86)}Z`;
  const arm = (s: number, r: boolean) => {
    const e = 12 + R() * 5;
    return r
      ? `M${P(sway + s * 8, 82)}Q${P(sway + s * (e + 3), 90)} ${P(sway + s * (e - 2), 101)}T${P(sway + s * (5 + R() * 9), 121)}`
      : `M${P(sway + s * 8, 82)}Q${P(sway + s * 14, 70)} ${P(s * 13, 61)}T${P(s * (4 + R() * 13), 47)}`;
  };
  return (
    d +
    `<path d="${body}"/><path d="${arm(1, up)}${arm(-1, R() > 0.6)}" fill="none" stroke-width="${n(4.1 * k)}" stroke-linecap="round" stroke="currentColor"/>`
  );
};
const palm = (x: number, y: number, h: number, R: Dice, f = 1): string => {
  const tx = x + f * h * 0.2,
    ty = y - h;
  let o = `<path d="M${n(x - h * 0.026)} ${n(y)}C${n(x + f * h * 0.02)} ${n(y - h * 0.45)} ${n(tx - f * h * 0.1)} ${n(y - h * 0.78)} ${n(tx)} ${n(ty)}C${n(tx - f * h * 0.05)} ${n(y - h * 0.72)} ${n(x + f * h * 0.07)} ${n(y - h * 0.42)} ${n(x + h * 0.034)} ${n(y)}Z"/>`;
  for (let i = 0; i < 9; i++) {
    const a = -Math.PI + ((i + 0.2) / 8.4) * Math.PI + (R() - 0.5) * 0.2,
      L = h * (0.36 + R() * 0.14),
      ex = tx + Math.cos(a) * L,
      ey = ty + Math.sin(a) * L * 0.55 + h * 0.13;
    const mx = tx + Math.cos(a) * L * 0.55,
      my = ty + Math.sin(a) * L * 0.9 - h * 0.05;
    o += `<path d="M${n(tx)} ${n(ty)}Q${n(mx)} ${n(my)} ${n(ex)} ${n(ey)}Q${n(mx + Math.cos(a) * h * 0.02)} ${n(my + h * 0.085)} ${n(tx)} ${n(ty)}Z"/>`;
  }
  return o;
};
type Shore = (W: number, hy: number, u: number, R: Dice, cx: number) => string;

/** Who stands on the horizon. */
export const shores = {
  crowd: (W, hy, u, R, _cx) => {
    let o = "";
    for (let x = -20; x < W + 40; x += u * (0.019 + R() * 0.017))
      o += person(x, hy + u * (0.008 + R() * 0.012), u * (0.1 + R() * 0.02), R);
    return o;
  },
  few: (_W, hy, u, R, cx) => {
    return [-0.19, -0.145, -0.09, 0.09, 0.135, 0.2, 0.235]
      .map((k) => person(cx + k * u, hy + 2, u * (0.086 + R() * 0.016), R))
      .join("");
  },
  palms: (W, hy, u, R, _cx) => {
    return (
      palm(W * 0.02, hy + 4, u * 0.5, R, 1) +
      palm(W * 0.13, hy + 4, u * 0.33, R, 1) +
      palm(W * 0.97, hy + 4, u * 0.44, R, -1) +
      person(W * 0.24, hy + 2, u * 0.1, R) +
      person(W * 0.285, hy + 2, u * 0.095, R)
    );
  },
  parasols: (W, hy, u, R) => {
    let o = "";
    for (let i = 0; i < Math.round((W / u) * 7); i++) {
      const x = u * (0.07 + i * 0.145),
        h = u * (0.12 + R() * 0.03),
        r = u * 0.062;
      o += `<path d="M${n(x - r)} ${n(hy - h * 0.62)}A${n(r)} ${n(r * 0.86)} 0 0 1 ${n(x + r)} ${n(hy - h * 0.62)}Q${n(x + r * 0.66)} ${n(hy - h * 0.7)} ${n(x + r * 0.33)} ${n(hy - h * 0.62)}Q${n(x)} ${n(hy - h * 0.7)} ${n(x - r * 0.33)} ${n(hy - h * 0.62)}Q${n(x - r * 0.66)} ${n(hy - h * 0.7)} ${n(x - r)} ${n(hy - h * 0.62)}Z"/><rect x="${n(x - 3)}" y="${n(hy - h * 0.7)}" width="6" height="${n(h * 0.72)}"/>`;
      if (R() > 0.45) o += person(x + r * 1.15, hy + 2, u * 0.085, R);
    }
    return o;
  },
  pier: (W, hy, u, R, cx) => {
    let o = `<rect x="${n(cx - u * 0.02)}" y="${n(hy - u * 0.038)}" width="${n(W)}" height="${n(u * 0.014)}"/>`;
    for (let x = cx; x < W; x += u * 0.055)
      o += `<rect x="${n(x)}" y="${n(hy - u * 0.03)}" width="7" height="${n(u * 0.045)}"/>`;
    return (
      o +
      person(cx + u * 0.03, hy - u * 0.038, u * 0.12, R) +
      person(cx + u * 0.085, hy - u * 0.038, u * 0.112, R) +
      person(cx + u * 0.33, hy - u * 0.038, u * 0.115, R)
    );
  },
  boat: (_W, hy, u, R, cx) => {
    const x = cx - u * 0.31,
      k = u * 0.00125;
    return (
      `<path d="M${n(x - 92 * k)} ${n(hy - 34 * k)}C${n(x - 60 * k)} ${n(hy + 6 * k)} ${n(x + 70 * k)} ${n(hy + 6 * k)} ${n(x + 112 * k)} ${n(hy - 44 * k)}C${n(x + 60 * k)} ${n(hy - 18 * k)} ${n(x - 50 * k)} ${n(hy - 18 * k)} ${n(x - 92 * k)} ${n(hy - 34 * k)}Z"/><rect x="${n(x - 3 * k)}" y="${n(hy - 190 * k)}" width="${n(6 * k)}" height="${n(180 * k)}"/><path d="M${n(x + 9 * k)} ${n(hy - 184 * k)}C${n(x + 60 * k)} ${n(hy - 120 * k)} ${n(x + 70 * k)} ${n(hy - 70 * k)} ${n(x + 66 * k)} ${n(hy - 44 * k)}L${n(x + 9 * k)} ${n(hy - 34 * k)}Z" fill="#F6F1E7"/>` +
      person(x - 34 * k, hy - 14 * k, u * 0.085, R)
    );
  },
  lighthouse: (W, hy, u, R, _cx) => {
    const x = W * 0.16,
      k = u * 0.001;
    return (
      `<path d="M${n(x - 190 * k)} ${hy + 2}C${n(x - 110 * k)} ${n(hy - 46 * k)} ${n(x + 90 * k)} ${n(hy - 50 * k)} ${n(x + 210 * k)} ${hy + 2}Z"/><path d="M${n(x - 30 * k)} ${n(hy - 30 * k)}L${n(x - 19 * k)} ${n(hy - 250 * k)}H${n(x + 19 * k)}L${n(x + 30 * k)} ${n(hy - 30 * k)}Z"/><rect x="${n(x - 28 * k)}" y="${n(hy - 262 * k)}" width="${n(56 * k)}" height="${n(12 * k)}"/><path d="M${n(x - 16 * k)} ${n(hy - 262 * k)}V${n(hy - 298 * k)}H${n(x + 16 * k)}V${n(hy - 262 * k)}Z M${n(x - 22 * k)} ${n(hy - 298 * k)}Q${n(x)} ${n(hy - 330 * k)} ${n(x + 22 * k)} ${n(hy - 298 * k)}Z"/>` +
      [0.62, 0.67, 0.8].map((f) => person(W * f, hy + 2, u * 0.1, R)).join("")
    );
  },
  gulls: (_W, hy, u, R, cx) => {
    let o = "";
    for (let i = 0; i < 9; i++) {
      const x = cx + (i / 8 - 0.5) * u * 0.82 + (R() - 0.5) * u * 0.05,
        y = hy - u * (0.2 + (((i * 5) % 9) / 9) * 0.3),
        s = u * (0.016 + R() * 0.03);
      o += `<path d="M${n(x - s * 2)} ${n(y - s * 0.5)}Q${n(x - s)} ${n(y - s * 1.1)} ${n(x)} ${n(y)}Q${n(x + s)} ${n(y - s * 1.1)} ${n(x + s * 2)} ${n(y - s * 0.5)}Q${n(x + s)} ${n(y - s * 0.55)} ${n(x)} ${n(y + s * 0.42)}Q${n(x - s)} ${n(y - s * 0.55)} ${n(x - s * 2)} ${n(y - s * 0.5)}Z"/>`;
    }
    return o + [-0.3, -0.25, -0.2, 0.22, 0.3].map((k) => person(cx + k * u, hy + 2, u * 0.1, R)).join("");
  },
} satisfies Record<string, Shore>;
