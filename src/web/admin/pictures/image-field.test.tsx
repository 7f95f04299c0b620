import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { limits } from "#ticketing/limits.ts";
import { imagePositions } from "#ticketing/pictures/picture.ts";
import { ImageField } from "./image-field.tsx";
import { cropsOf, type PictureUse } from "./picture-crops.tsx";
import { megabytes, pictureTexts } from "./picture-texts.ts";

const picture = {
  url: "/pictures/events/0198b6f0-0000-4000-8000-000000000001.jpg",
  sources: [480, 960].map((width) => ({
    url: `/pictures/events/0198b6f0-0000-4000-8000-000000000001-${width}.webp`,
    width,
  })),
  width: 960,
  height: 540,
  altText: "Luna plină",
  hasTitle: false,
};
const field = (more: Partial<Parameters<typeof ImageField>[0]> = {}) =>
  renderToStaticMarkup(
    <ImageField
      name="image_url"
      folder="events"
      use="event"
      advice={pictureTexts.advice.event}
      picture={picture}
      position={{ name: "image_position", value: "top right" }}
      {...more}
    />,
  );

describe("the field of a picture", () => {
  it.each([
    ["B3-13", "event", "1920x1080 (16:9), minimum 1280x720, JPG or PNG, maximum 5MB"],
    ["B4-09", "artist", "800x800, minimum 500x500, maximum 5MB"],
    ["B6-10", "specialTicket", "JPG or PNG, recommended 1200x800, minimum 900x600, maximum 5MB"],
  ] as const)(
    "gives the advice of %s, byte for byte (B3-13, B4-09, B6-10, B11-05, B15-12)",
    (_row, use, text) => {
      expect(pictureTexts.advice[use]).toBe(text);
      expect(field({ advice: pictureTexts.advice[use] })).toContain(`>${text}<`);
    },
  );

  it("gives beside the advice what is really taken, from the limits of the upload", () => {
    const most = `${limits.uploadBytes / 1024 ** 2} MB și ${limits.picturePixels / 1e6}`;
    expect(field()).toContain(`Se primește orice JPG, PNG sau WebP de cel mult ${most}`);
  });

  it("works without script: a file input, the folder, the present address (B11-02)", () => {
    const html = field();
    expect(html).toMatch(
      /<input(?=[^>]*type="file")(?=[^>]*name="image_url_file")(?=[^>]*accept="image\/jpeg,image\/png,image\/webp")/,
    );
    expect(html).toMatch(/<input(?=[^>]*name="image_url_folder")(?=[^>]*value="events")/);
    expect(html).toMatch(new RegExp(`<input(?=[^>]*name="image_url")(?=[^>]*value="${picture.url}")`));
    expect(html).toMatch(/<input(?=[^>]*name="image_url_alt")(?=[^>]*value="Luna plină")/);
    expect(html).toMatch(/<input(?=[^>]*type="checkbox")(?=[^>]*name="image_url_none")/);
  });

  it("says that a picture is smaller than the least that the advice names, and nothing of one that is not", () => {
    expect(field()).toContain("Imaginea are 960 × 540 pixeli, mai puțin decât se recomandă");
    expect(field({ picture: { ...picture, width: 1280, height: 720 } })).not.toContain("mai puțin decât");
    expect(field({ advice: pictureTexts.advice.logo })).not.toContain("mai puțin decât");
  });

  it("shows why a picture was refused, beside the file input", () => {
    const html = field({ error: "Failed to upload image. Fișierul este prea mare." });
    expect(html).toMatch(/type="file"[^>]*aria-invalid="true"/);
    expect(html).toMatch(/role="alert"[\s\S]*Failed to upload image\. Fișierul este prea mare\./);
  });

  it("has nothing to crop or to remove where there is no picture (A3-38)", () => {
    const html = field({ picture: null });
    expect(html).not.toContain("<img");
    expect(html).not.toContain("image_url_none");
    expect(html).toContain(pictureTexts.none);
  });
});

describe("the position", () => {
  it("is one of nine radios in the order of the specification (A15-26, B12-20)", () => {
    const radios = [
      ...field().matchAll(/<input type="radio" name="image_position"( checked="")? value="([^"]+)"/g),
    ];
    const specified =
      "top left, top, top right, left, center, right, bottom left, bottom, bottom right".split(", ");
    expect([...imagePositions]).toEqual(specified);
    expect(radios.map(([, , value]) => value)).toEqual(specified);
    expect(radios.filter(([, checked]) => checked).map(([, , value]) => value)).toEqual(["top right"]);
  });

  it.each(Object.keys(cropsOf) as PictureUse[])("is drawn with the true crops of its use: %s", (use) => {
    const html = field({ use });
    for (const ratio of cropsOf[use])
      for (const position of imagePositions)
        expect(html).toContain(
          `class="crop" style="aspect-ratio:${ratio.replace(":", "/")};object-position:${position}"`,
        );
  });

  it("is seen in both crops above, in the chosen place", () => {
    expect(field()).toMatch(
      /<figure><img [^>]*aspect-ratio:16\/9;object-position:top right"[\s\S]*<figure><img [^>]*aspect-ratio:4\/5;object-position:top right"/,
    );
  });

  it("is not offered where the site crops around the middle", () => {
    expect(field({ position: null })).not.toContain('type="radio"');
  });
});

it("sizes are shown in megabytes with a comma", () => {
  expect([2_100_000, 3_449_999, 40].map(megabytes)).toEqual(["2,1", "3,4", "0,0"]);
});
