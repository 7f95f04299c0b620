import { sea } from "./paint-scene.ts";
import { circle, diceOf, gradient, grain, grainFilter, horizon, n, picture, radial } from "./paint-tools.ts";
import { type FaceLook, nightLooks } from "./season-looks.ts";

const face =
  "M138 520C150 452 142 418 112 372C62 322 34 252 42 182C54 82 132 22 220 26C288 29 332 70 343 128C347 152 341 166 345 182C351 204 372 232 386 256C391 266 381 275 364 277C359 283 359 289 363 295C375 299 377 309 367 315C373 320 372 331 361 336C353 342 353 349 357 357C363 378 350 397 326 401C300 405 276 402 258 410C240 421 243 455 262 512Z";

const hairOutlines: Record<FaceLook["hair"], string[]> = {
  crop: [
    "M42 196C48 82 130 16 222 22C290 26 330 62 342 116C300 96 262 110 236 132C214 150 210 186 206 214C196 196 176 196 172 222C170 244 180 262 190 270C178 300 150 330 118 368C66 326 36 262 42 196Z",
  ],
  bun: [
    "M36 190C44 78 130 12 222 20C292 26 334 66 344 122C300 96 250 112 228 150C214 176 214 204 204 232C186 262 150 300 122 352C70 330 30 268 36 190Z",
    "M-38 96A74 74 0 1 1 110 96A74 74 0 1 1 -38 96Z",
  ],
  afro: [
    "M352 120C400 40 330 -74 226 -84C150 -130 40 -96 8 -20C-70 10 -92 120 -52 186C-84 262 -30 356 54 366C88 400 136 396 160 364C196 330 196 262 210 222C222 176 250 136 300 122C318 116 340 114 352 120Z",
  ],
  long: [
    "M346 120C336 52 282 8 212 10C110 10 26 84 22 190C14 290 -20 360 -60 430C-96 500 -110 590 -110 900L240 900C200 700 176 540 178 470C170 420 176 330 202 250C212 200 226 150 268 128C296 114 324 112 346 120Z",
  ],
  waves: [
    "M350 122C346 44 278 -6 200 0C100 4 14 76 12 186C-30 220 -40 268 -8 306C-44 340 -44 398 -4 428C-30 466 -16 520 36 532C90 548 150 520 160 470C196 440 186 396 168 374C208 340 196 290 206 246C214 196 230 152 270 130C298 116 328 114 350 122Z",
  ],
  cap: [
    "M38 178C44 76 130 10 224 16C300 22 344 76 348 130L430 150C446 156 444 172 428 174L330 170C250 168 130 172 38 196Z",
    "M44 204C48 252 70 316 116 366C144 330 168 300 186 268C176 258 168 240 172 220C176 200 190 194 200 202L204 186C150 186 90 192 44 204Z",
  ],
};

/** Where the strands of each cut turn around. */
const hairCentre: Record<FaceLook["hair"], [x: number, y: number]> = {
  bun: [36, 96],
  long: [420, 300],
  waves: [400, 260],
  crop: [342, 118],
  cap: [348, 130],
  afro: [0, 0],
};

/** An artist in profile, lit by its own sun. */
export function portrait(a: FaceLook): string {
  const W = 900,
    Hh = 1200,
    hy = Math.round(Hh * horizon),
    R = diceOf(a.seed),
    e = nightLooks.find((x) => x.id === a.night);
  if (!e) throw new Error(`no such look: ${a.night}`);
  const p = e.p;
  const sunR = 318,
    cx = W * 0.5,
    cy = hy - 250;
  const defs =
    gradient("sky", p.sky) +
    gradient("sea", p.sea) +
    gradient("light", p.light) +
    radial("glow", [
      [p.glow, 0, 0.7],
      [p.glow, 0.5, 0.22],
      [p.glow, 1, 0],
    ]) +
    `<linearGradient id="face" x1="1" y1=".2" x2=".12" y2=".5"><stop offset="0" stop-color="${p.light[1]}"/><stop offset=".2" stop-color="${p.mirror}"/><stop offset=".52" stop-color="${p.sea[0]}"/><stop offset="1" stop-color="${p.ink}"/></linearGradient>` +
    `<linearGradient id="cloth" x1="1" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${p.sea[0]}"/><stop offset=".6" stop-color="${p.ink}"/><stop offset="1" stop-color="${p.ink}"/></linearGradient>` +
    `${grainFilter(a.seed)}`;
  let o = `<rect width="${W}" height="${hy + 2}" fill="url(#sky)"/>`;
  for (let i = 0; i < 40; i++)
    o += circle(
      R() * W,
      R() * hy * 0.8,
      1 + R() * 2,
      `fill="#fff" opacity="${n((0.15 + R() * 0.5) * 10) / 10}"`,
    );
  o +=
    circle(cx, cy, sunR * 1.9, 'fill="url(#glow)"') +
    circle(cx, cy, sunR, 'fill="url(#light)"') +
    sea(p, W, Hh, hy, cx, sunR, R);
  /* profile, facing right, in a 400 x 640 box placed so that the eyes look over the sun's rim */
  const hairShapes = hairOutlines[a.hair];
  const [hx, hyy] = hairCentre[a.hair];
  const lines: string[] = [];
  if (a.hair !== "afro") for (let i = 1; i < 46; i++) lines.push(circle(hx, hyy, i * 17, ""));
  let afro = "";
  if (a.hair === "afro")
    for (let i = 0; i < 150; i++) afro += circle(-90 + R() * 470, -120 + R() * 520, 9 + R() * 17, "");
  const shoulders =
    "M138 470C120 540 40 566 -60 600C-170 640 -230 720 -250 860L640 860C610 720 560 640 450 600C370 572 286 560 258 470Z";
  let g = "";
  const hair = `<clipPath id="hair">${hairShapes.map((d) => `<path d="${d}"/>`).join("")}</clipPath><g fill="${p.ink}">${hairShapes.map((d) => `<path d="${d}"/>`).join("")}</g><g clip-path="url(#hair)" fill="none" stroke="${p.glint}" stroke-width="3.4" opacity=".62">${lines.join("")}${afro}</g>`;
  g +=
    (a.hair === "long" ? hair : "") +
    `<path d="${shoulders}" fill="url(#cloth)"/><path d="${face}" fill="url(#face)"/>` +
    (a.hair !== "long"
      ? hair
      : `<g>${hair.replace(/id="hair"/, 'id="hair2"').replace("url(#hair)", "url(#hair2)")}</g>`);
  if (a.hair !== "cap")
    g += `<path d="M206 214C190 196 168 208 172 234C176 262 196 272 206 256" fill="url(#face)" opacity=".9"/>`;
  if (a.extra === "phones")
    g += `<path d="M196 240C150 120 176 24 226 8" fill="none" stroke="${p.light[0]}" stroke-width="20" stroke-linecap="round"/><rect x="150" y="184" width="84" height="112" rx="38" fill="${p.ink}" stroke="${p.light[0]}" stroke-width="9"/><circle cx="192" cy="240" r="20" fill="${p.glint}"/>`;
  if (a.extra === "shades")
    g += `<path d="M272 176L190 204" stroke="#05070F" stroke-width="12"/><clipPath id="lens"><path d="M354 168L266 166C250 166 246 196 256 216C268 242 326 244 344 222C354 210 360 186 354 168Z"/></clipPath><g clip-path="url(#lens)"><rect x="230" y="150" width="150" height="54" fill="url(#light)"/><rect x="230" y="200" width="150" height="60" fill="#05070F"/><rect x="286" y="208" width="60" height="4" fill="${p.glint}"/><rect x="296" y="217" width="38" height="4" fill="${p.glint}"/></g><path d="M354 168L266 166C250 166 246 196 256 216C268 242 326 244 344 222C354 210 360 186 354 168Z" fill="none" stroke="#05070F" stroke-width="9"/>`;
  else
    g += `<path d="M300 190C312 182 328 184 338 194C326 200 310 200 300 190Z" fill="${p.ink}"/><path d="M290 166C306 152 328 152 342 162" fill="none" stroke="${p.ink}" stroke-width="9" stroke-linecap="round"/>`;
  if (a.extra === "ring")
    g += `<circle cx="196" cy="292" r="24" fill="none" stroke="${p.light[1]}" stroke-width="7"/>`;
  if (a.extra === "beard")
    g += `<path d="M198 250C212 300 236 326 268 324C296 322 312 300 332 292C346 287 358 290 364 296L352 307C340 306 330 310 326 316C340 321 352 330 360 338C353 343 353 349 357 357C370 394 346 426 306 426C258 426 206 392 180 300Z" fill="${p.ink}"/>`;
  const S = 1.12;
  const tx = a.f > 0 ? cx - 205 * S : cx + 205 * S;
  o += `<g transform="translate(${n(tx)} ${n(cy - 235 * S + 40)}) scale(${a.f > 0 ? S : -S} ${S})">${g}</g>`;
  return picture(W, Hh, `<defs>${defs}</defs>${o}${grain(W, Hh)}`);
}
