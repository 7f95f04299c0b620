/**
 * What a visitor came for is there before any script: words, the picture, a form that posts. So scripts and fonts wait
 * until the page is loaded and painted, and leave the line of a phone to the picture; whoever touches the page sooner gets them
 * then. Fonts that this tab has had before come at once, so that type jumps on the first page only.
 */
const lateModule = "text/x-late-module";
const lateLink = "x-late-module";

/** A page that nobody looks at, in another tab, is never painted: it starts all the same. */
const mostMsUnseen = 1000;

/** Marks a style sheet that waits: it is loaded, and binds paper alone until then. */
export const lateStyle = "late";

/** Runs while the head is read, after the style sheets. The same bytes on every page, so one hash allows it. */
export const lateStartScript = `(() => {
const known = "type";
let begun = false;
const dress = () => {
  for (const link of document.querySelectorAll("link[data-${lateStyle}]")) link.media = "all";
};
const begin = () => {
  if (begun) return;
  begun = true;
  dress();
  try { sessionStorage.setItem(known, "1"); } catch {}
  for (const link of document.querySelectorAll('link[rel="${lateLink}"]')) link.rel = "modulepreload";
  for (const waiting of document.querySelectorAll('script[type="${lateModule}"]')) {
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = waiting.textContent;
    document.head.append(script);
  }
};
try { if (sessionStorage.getItem(known)) dress(); } catch {}
const seen = () => {
  try {
    new PerformanceObserver(() => setTimeout(begin)).observe({ type: "paint", buffered: true });
    setTimeout(begin, ${mostMsUnseen});
  } catch { begin(); }
};
addEventListener("load", seen);
for (const touch of ["pointerdown", "keydown", "focusin"])
  addEventListener(touch, () => document.readyState !== "loading" && begin(), { capture: true, passive: true });
})();`;

/** Takes the router's own start out of a rendered page, and leaves it to `lateStartScript`, which goes into its head. */
export function withLateStart(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', `<link rel="${lateLink}"`)
    .replace('<script type="module" async="">', `<script type="${lateModule}">`)
    .replace("</head>", () => `<script>${lateStartScript}</script></head>`);
}
