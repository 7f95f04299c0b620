import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { type FocalPoint, Picture, type PictureView } from "./picture.tsx";

const picture = (position: FocalPoint | null): PictureView => ({
  sources: [480, 960, 1920].map((width) => ({ url: `/pictures/events/x-${width}.webp`, width })),
  width: 1920,
  height: 1080,
  position,
});
const html = (view: PictureView | null, priority: "high" | "lazy" = "lazy") =>
  renderToStaticMarkup(<Picture picture={view} seed="x" alt="Luna" sizes="100vw" priority={priority} />);

it.each<[FocalPoint, string]>([
  ["top left", "0% 0%"],
  ["top", "50% 0%"],
  ["top right", "100% 0%"],
  ["left", "0% 50%"],
  ["center", "50% 50%"],
  ["right", "100% 50%"],
  ["bottom left", "0% 100%"],
  ["bottom", "50% 100%"],
  ["bottom right", "100% 100%"],
])(
  "a picture whose position is %s keeps %s in sight wherever it is cropped (A15-26, B12-20)",
  (position, place) => {
    expect(html(picture(position))).toContain(`style="object-position:${place}"`);
  },
);

it("states its widths, its proportion and its alternative text, so that a phone loads the small one and nothing jumps (A5-01, A6-01)", () => {
  const shown = html(picture("center"), "high");
  expect(shown).toContain(
    'srcSet="/pictures/events/x-480.webp 480w, /pictures/events/x-960.webp 960w, /pictures/events/x-1920.webp 1920w"',
  );
  for (const part of [
    'sizes="100vw"',
    'width="1920"',
    'height="1080"',
    'alt="Luna"',
    'fetchPriority="high"',
    'loading="eager"',
  ])
    expect(shown).toContain(part);
  expect(html(picture("center"))).toContain('loading="lazy"');
});

it("is a painted horizon where there is none, the same one each time, with the same words (A3-38, B11-06)", () => {
  const none = html(null);
  expect(none).not.toContain("<img");
  expect(none).toMatch(/class="art horizon-art horizon-art--\d"/);
  expect(none).toContain("Luna");
  expect(html(null)).toBe(none);
});
