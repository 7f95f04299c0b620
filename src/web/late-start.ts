/**
 * What a visitor came for is there before any script: words, the picture, a form that posts. So scripts, fonts and the
 * whole style sheet wait until the page is loaded and painted, and leave the line of a phone to the picture; whoever
 * touches the page sooner gets them then. The rules that the page itself needs stand in its head (critical-style.ts).
 * A tab that has had them before gets them at once, so that type jumps on the first page only. Scripts run when the
 * sheet is there: what they add is dressed.
 */
const lateModule = "text/x-late-module";
const lateLink = "x-late-module";
const lateSheet = "x-late-stylesheet";

/** A page that nobody looks at, in another tab, is never painted: it starts all the same. */
const mostMsUnseen = 1000;

/** Marks the style sheet that waits. */
export const lateStyle = "data-late";

/** Runs while the head is read. The same bytes on every page, so one hash allows it. */
export const lateStartScript = `(() => {
const known = "type";
let begun = false;
let dressed;
const dress = () => dressed ??= Promise.all([...document.querySelectorAll('link[rel="${lateSheet}"]')].map((link) =>
  new Promise((done) => {
    link.addEventListener("load", done);
    link.addEventListener("error", done);
    link.rel = "stylesheet";
  })));
const begin = () => {
  if (begun) return;
  begun = true;
  try { sessionStorage.setItem(known, "1"); } catch {}
  for (const link of document.querySelectorAll('link[rel="${lateLink}"]')) link.rel = "modulepreload";
  dress().then(() => {
    for (const waiting of document.querySelectorAll('script[type="${lateModule}"]')) {
      const script = document.createElement("script");
      script.type = "module";
      script.textContent = waiting.textContent;
      document.head.append(script);
    }
  });
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

/**
 * Takes the router's own start and the style sheet out of a rendered page and leaves them to `lateStartScript`, which
 * goes into its head, behind the rules that the page needs. Both carry the mark of what is ours.
 */
export function withLateStart(html: string, style: string, mark: string): string {
  const nonce = `nonce="${mark}"`;
  return html
    .replaceAll('<link rel="modulepreload"', `<link rel="${lateLink}"`)
    .replace(`<script ${nonce} type="module" async="">`, `<script ${nonce} type="${lateModule}">`)
    .replace(
      new RegExp(`<link rel="stylesheet" (href="[^"]*") ${lateStyle}=""/>`),
      (_, sheet) => `<style ${nonce}>${style}</style><link rel="${lateSheet}" ${sheet} ${lateStyle}=""/>`,
    )
    .replace("</head>", () => `<script ${nonce}>${lateStartScript}</script></head>`);
}
