import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { openPictureFolder } from "#platform/storage/picture-folder.server.ts";
import { StorageFull, StorageUnavailable } from "#platform/storage/picture-storage.ts";
import { plainPicture } from "#test/support/sample-pictures.ts";
import { estivalLook } from "#ticketing/content/brand.ts";
import type { EventSummary } from "#ticketing/events/event.ts";
import { shareDrawing } from "./share-drawing.server.ts";
import { openShareRenderer, sharePictureKey } from "./share-picture.server.ts";

const folder = mkdtempSync(join(tmpdir(), "estival-shares-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const storage = await openPictureFolder(folder);
const poster = await plainPicture("webp", { width: 1600, height: 900 });

const event: EventSummary = {
  id: "0190a0a0-0000-7000-8000-000000000001",
  slug: "noaptea-fosforului",
  title: "Noaptea Fosforului",
  description: "",
  date: "2027-06-26",
  time: "22:00",
  location: "Plaja Licurici",
  bill: "",
  picture: {
    sources: [{ url: "/pictures/poster.webp", width: 1600 }],
    width: 1600,
    height: 900,
    wide: null,
    altText: "",
    hasTitle: false,
  },
  imagePosition: "center",
  light: "#38F2C0",
  endsAt: "2027-07-18T02:00:00Z",
  sale: { state: "on_sale", off: null, at: null, left: 5 },
  isCancelled: false,
  running: null,
  moved: null,
  lowestPrice: null,
  totalTicketsAvailable: 0,
};
const club = "Fosfor Summer Club";

/** A renderer that counts its requests for a poster, which is how often it drew. */
function countingRenderer(kept = storage) {
  let drawn = 0;
  const renderer = openShareRenderer({
    storage: kept,
    pictureBytes: async () => {
      drawn += 1;
      return poster;
    },
  });
  return { renderer, drawn: () => drawn };
}

describe("the shared picture of a night", () => {
  it("is a JPEG of 1200 by 630, drawn once for any number of requests, and kept", async () => {
    const { renderer, drawn } = countingRenderer();
    const asked = await Promise.all(Array.from({ length: 20 }, () => renderer.pictureOf(event, club)));
    expect(await sharp(asked[0]).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
    expect(new Set(asked.map((bytes) => bytes.toString("base64"))).size).toBe(1);
    expect(readdirSync(join(folder, "share"))).toEqual([`${sharePictureKey(event, club)}.jpg`]);
    // Another process, and this one later, find the stored file.
    const later = countingRenderer();
    expect(await later.renderer.pictureOf(event, club)).toEqual(asked[0]);
    expect([drawn(), later.drawn()]).toEqual([1, 0]);
  });

  const changes = [
    ["title", { title: "Noaptea Lunii" }],
    ["date", { date: "2027-06-27" }],
    ["time", { time: null }],
    ["place", { location: "Grind" }],
    ["colour", { light: "#FF0000" }],
    ["picture", { picture: null }],
    ["crop", { imagePosition: "top" }],
    ["being cancelled", { isCancelled: true }],
  ] as const;
  it.each(changes)("has another address when its %s changes", (_what, change) => {
    expect(sharePictureKey({ ...event, ...change }, club)).not.toBe(sharePictureKey(event, club));
  });

  // On a picture of one plain colour, one crop looks like another.
  const drawnAnew = changes.filter(([what]) => what !== "crop");
  it.each(drawnAnew)("is drawn anew when its %s changes", async (_what, change) => {
    const changed = { ...event, ...change };
    const { renderer } = countingRenderer();
    const [before, after] = [await renderer.pictureOf(event, club), await renderer.pictureOf(changed, club)];
    expect(await sharp(after).metadata()).toMatchObject({ width: 1200, height: 630 });
    expect(after).not.toEqual(before);
  });

  it("has the club's own colours, and no mark of the house beside its own logo", () => {
    const look = { logo: null, light: "#ffaa00", signal: "#ff66cc" } as const;
    const house = shareDrawing({ ...event, club }, "picture");
    expect(shareDrawing({ ...event, club, look: estivalLook }, "picture")).toBe(house);
    expect(sharePictureKey(event, club, estivalLook)).toBe(sharePictureKey(event, club));
    const own = shareDrawing({ ...event, club, look }, "picture");
    expect(own).toContain('fill="#ff66cc"');
    expect(own).not.toContain('#38F2C0"><rect');
    const logo = { url: "/a.png", small: "/a-100.webp" };
    expect(shareDrawing({ ...event, club, look: { ...look, logo } }, "picture")).not.toContain(
      'fill="#ff66cc"',
    );
    expect(sharePictureKey(event, club, look)).not.toBe(sharePictureKey(event, club));
  });

  it("is shown also when it cannot be stored, or no file is at the picture's address", async () => {
    for (const failure of [new StorageFull("full"), new StorageUnavailable("away")]) {
      const { renderer } = countingRenderer({ ...storage, put: () => Promise.reject(failure) });
      const shown = await renderer.pictureOf({ ...event, title: "Fără loc" }, club);
      expect(await sharp(shown).metadata()).toMatchObject({ width: 1200, height: 630 });
    }
    const empty = openShareRenderer({ storage, pictureBytes: async () => undefined });
    const sky = await empty.pictureOf({ ...event, title: "Fără afiș" }, club);
    expect(await sharp(sky).metadata()).toMatchObject({ width: 1200, height: 630 });
  });

  it.each(["ă", "â", "î", "ș", "ț", "Ă", "Â", "Î", "Ș", "Ț"])(
    "draws %s in our own font, not the letter without its mark and not an empty box",
    (letter) => {
      const outline = (title: string) => shareDrawing({ ...event, title, club }, "picture");
      const bare = letter.normalize("NFD").replace(/\p{M}/gu, "");
      expect(outline(letter)).not.toBe(outline(bare));
      expect(outline(letter)).not.toBe(outline("\u{10FFFD}"));
      // Old keyboards wrote it with a cedilla; it is drawn as the same letter.
      const old = letter.replace(/[șțȘȚ]/, (one) => "\u015f\u0163\u015e\u0162"["șțȘȚ".indexOf(one)] ?? one);
      expect(outline(old)).toBe(outline(letter));
    },
  );

  it("has no typed text in its markup, and stays within its edges", async () => {
    const hostile = `</svg><script>alert(1)</script><image href="file:///etc/passwd"/>&xxe; ${"W".repeat(500)}`;
    const drawing = shareDrawing({ ...event, title: hostile, location: hostile, club: hostile }, "sky");
    expect(drawing.match(/<\/?[a-z]+/gi)?.filter((tag) => /script|image|text/i.test(tag))).toEqual([]);
    expect(drawing).not.toMatch(/href|passwd|alert|&/);
    // The position of the last letter of each line, in pixels.
    const ends = [...drawing.matchAll(/translate\((\d+) [\d.]+\) scale\(([\d.]+) [^)]*\)">(.*?)<\/g>/gs)].map(
      ([, left, scale, letters]) => {
        const last = [...(letters ?? "").matchAll(/translate\(([\d.]+) 0\)/g)].at(-1)?.[1];
        return Number(left) + Number(scale) * Number(last);
      },
    );
    expect(ends).toHaveLength(5);
    for (const end of ends) expect(end).toBeLessThan(1200 - 64);
    const { renderer } = countingRenderer();
    const shown = await renderer.pictureOf({ ...event, title: hostile }, club);
    expect(await sharp(shown).metadata()).toMatchObject({ width: 1200, height: 630 });
  });
});
