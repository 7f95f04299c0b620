import { mix } from "#kernel/colour.ts";
import { formatLongDate } from "#kernel/time.ts";
import { estivalLook, type Look } from "#ticketing/content/brand.ts";
import type { EventSummary } from "#ticketing/events/event.ts";
import { outlinedText, widthOfText, wrappedText } from "./lettering.server.ts";
import { displayFontFor, drawnText } from "./ticket-fonts.server.ts";

/** The size in pixels of a link's preview picture in messengers and social networks, which all accept it. */
export const shareSize = { width: 1200, height: 630 } as const;

const margin = 64;
const textWidth = shareSize.width - 2 * margin;
const night = "#070B18";
const sand = "#F6F1E7";
const amber = "#FFD77A";

/** The facts of a night on its preview picture. `club` is the club's name, `look` its own colours. */
export type SharedNight = Pick<
  EventSummary,
  "title" | "date" | "time" | "location" | "light" | "isCancelled"
> & { readonly club: string; readonly look?: Look };

/** Title, date and place of a night as SVG, to lie on the night's picture, or with a drawn sky behind them. */
export function shareDrawing(shared: SharedNight, ground: "picture" | "sky"): string {
  const { look = estivalLook } = shared;
  const { light } = look;
  const { width, height } = shareSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>
<linearGradient id="shade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${night}" stop-opacity=".66"/><stop offset=".26" stop-color="${night}" stop-opacity=".1"/><stop offset=".36" stop-color="${night}" stop-opacity=".2"/><stop offset=".62" stop-color="${night}" stop-opacity=".8"/><stop offset="1" stop-color="${night}" stop-opacity=".97"/></linearGradient>
<linearGradient id="sun" x1="0" x2="1" y1="0" y2="0"><stop stop-color="${light ?? "#FF5D5D"}"/><stop offset=".5" stop-color="${light ?? "#FF8A4C"}"/><stop offset="1" stop-color="${light ?? "#FFC857"}"/></linearGradient>
</defs>
${ground === "sky" ? sky(shared.light) : ""}
<rect width="${width}" height="${height}" fill="url(#shade)"/>
${mark(look)}
${clubName(shared.club, look)}
${words(shared)}
<rect y="${height - 10}" width="${width}" height="10" fill="${shared.light}"/>
</svg>`;
}

/** Half a sun on the sea, in the night's colour. */
function sky(light: string): string {
  const horizon = 360;
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${mix(light, night, 0.9)}"/><stop offset="1" stop-color="${mix(light, night, 0.45)}"/></linearGradient></defs>
<rect width="${shareSize.width}" height="${horizon}" fill="url(#sky)"/>
<g fill="none" stroke="${light}" stroke-width="2"><circle cx="820" cy="${horizon}" r="250" opacity=".4"/><circle cx="820" cy="${horizon}" r="330" opacity=".25"/><circle cx="820" cy="${horizon}" r="420" opacity=".15"/></g>
<circle cx="820" cy="${horizon}" r="180" fill="${mix(light, "#FFFFFF", 0.3)}"/>
<rect y="${horizon}" width="${shareSize.width}" height="${shareSize.height - horizon}" fill="${mix(light, night, 0.86)}"/>`;
}

/** Estival's mark in the club's colours; nothing for a club with its own logo. */
function mark({ logo, signal }: Look): string {
  if (logo) return "";
  return `<g transform="translate(${margin} 44) scale(1.2)"><path fill="url(#sun)" d="M4 26a20 20 0 0 1 40 0z"/><g fill="${signal ?? "#38F2C0"}"><rect x="4" y="30" width="40" height="3.8" rx="1.9"/><rect x="10" y="36.6" width="28" height="3.4" rx="1.7"/><rect x="17" y="42.6" width="14" height="3" rx="1.5"/></g></g>`;
}

function clubName(club: string, { logo }: Look): string {
  const text = drawnText(club);
  const letters = { font: displayFontFor(text), size: 38 };
  const [line = ""] = wrappedText(text, textWidth - 80, 1, letters);
  return outlinedText(line, { ...letters, x: logo ? margin : margin + 74, y: 86, fill: sand });
}

function words(shared: SharedNight): string {
  const place = drawnText(shared.location);
  const placeLetters = { font: "medium", size: 32 } as const;
  const [placeLine = ""] = wrappedText(place, textWidth, 1, placeLetters);
  const title = drawnText(shared.title);
  const { lines, size } = fittedTitle(title);
  const step = size * 0.94;
  const baseline = 440;
  const titleTop = baseline - (lines.length - 1) * step;
  const when = whenInWords(shared);
  const dateLetters = { font: displayFontFor(when), size: 40 };
  return [
    ...lines.map((line, i) =>
      outlinedText(line, {
        font: displayFontFor(title),
        size,
        x: margin,
        y: titleTop + i * step,
        fill: sand,
      }),
    ),
    outlinedText(when, { ...dateLetters, x: margin, y: 512, fill: shared.look?.light ?? amber }),
    outlinedText(placeLine, { ...placeLetters, x: margin, y: 566, fill: sand }),
  ].join("\n");
}

/** The largest size at which the title fits on one line, else on two. */
function fittedTitle(title: string): { lines: string[]; size: number } {
  const font = displayFontFor(title);
  for (let size = 124; size >= 92; size -= 4)
    if (widthOfText(title, { font, size }) <= textWidth) return { lines: [title], size };
  for (let size = 96; size > 60; size -= 4) {
    const lines = wrappedText(title, textWidth, 3, { font, size });
    if (lines.length <= 2 && !lines.at(-1)?.endsWith("…")) return { lines, size };
  }
  return { lines: wrappedText(title, textWidth, 2, { font, size: 60 }), size: 60 };
}

/** "Sâmbătă, 26 iunie 2027, ora 22:00"; a cancelled night says that first. */
function whenInWords({ date, time, isCancelled }: SharedNight): string {
  const day = formatLongDate(date);
  const when = `${day.charAt(0).toLocaleUpperCase("ro")}${day.slice(1)}${time ? `, ora ${time}` : ""}`;
  return isCancelled ? `Anulat: ${when}` : when;
}
