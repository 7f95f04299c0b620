/**
 * Paints the pictures of the sample season and of the site itself, from palettes, motifs and seeds:
 *
 *     node devkit/season/paint-posters.ts
 *
 * A picture is layers, each a pure function of (palette, seed): sky, stars, the light of the night, who stands on the
 * shore, the sea with its reflection, grain. The results are committed, so this runs only when a look changes.
 */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { hero } from "./paint-hero.ts";
import { portrait } from "./paint-portrait.ts";
import { pass, tallArt, wideArt } from "./paint-scene.ts";
import { faceLooks, nightLooks } from "./season-looks.ts";

const here = import.meta.dirname;
const seasonFolder = path.join(here, "pictures");
const siteFolder = path.join(here, "../../src/web/ui/art");
const publicFolder = path.join(here, "../../public");

const tallWidths = [480, 960];
const faceWidths = [160, 360, 720];
const wideWidths = [768, 1536];

/** Pictures that belong to the site, not to a season: name there, look, crop. */
const siteArt: [name: string, look: string, crop: "tall" | "wide"][] = [
  ["phosphor-tall", "noaptea-fosforului", "tall"],
  ["sunset-tall", "ultima-lumina", "tall"],
  ["disco-tall", "balul-de-la-plaja", "tall"],
  ["dawn-tall", "rasarit", "tall"],
  ["dawn-wide", "rasarit", "wide"],
  ["moon-wide", "luna-plina", "wide"],
  ["eclipse-wide", "eclipsa", "wide"],
  ["storm-wide", "furtuna-de-vara", "wide"],
  ["noon-wide", "sare-pe-piele", "wide"],
];

await Promise.all(
  [seasonFolder, siteFolder, publicFolder].map((folder) => mkdir(folder, { recursive: true })),
);

for (const look of nightLooks) {
  await raster(tallArt(look), path.join(seasonFolder, look.id), tallWidths);
  await raster(wideArt(look), path.join(seasonFolder, `${look.id}-wide`), wideWidths);
}
for (const look of faceLooks) {
  await raster(portrait(look), path.join(seasonFolder, `artist-${look.id}`), faceWidths);
}
await raster(
  pass(nightLooks.slice(0, 8).map((look) => look.id)),
  path.join(seasonFolder, "pass-season"),
  wideWidths,
);
await raster(pass(["ultima-lumina", "luna-plina"]), path.join(seasonFolder, "pass-couple"), wideWidths);
await raster(
  pass(["noaptea-fosforului", "sare-pe-piele", "vinil-si-valuri", "balul-de-la-plaja", "eclipsa"]),
  path.join(seasonFolder, "pass-group"),
  wideWidths,
);

await raster(hero(), path.join(siteFolder, "hero"), [960, 1920]);
for (const [name, id, crop] of siteArt) {
  const look = nightLooks.find((one) => one.id === id);
  if (!look) throw new Error(`no such look: ${id}`);
  await raster(
    crop === "tall" ? tallArt(look) : wideArt(look),
    path.join(siteFolder, name),
    crop === "tall" ? [960] : wideWidths,
  );
}
await sharp(Buffer.from(hero()))
  .resize(1200, 630, { fit: "cover", position: "bottom" })
  .jpeg({ quality: 80 })
  .toFile(path.join(publicFolder, "og.jpg"));

async function raster(svg: string, target: string, widths: number[]): Promise<void> {
  for (const width of widths) {
    await sharp(Buffer.from(svg))
      .resize({ width })
      .webp({ quality: 70, effort: 6 })
      .toFile(`${target}-${width}.webp`);
  }
}
