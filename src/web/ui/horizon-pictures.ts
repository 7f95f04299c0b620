import dawnTallLarge from "./art/dawn-tall-960.webp";
import dawnWideSmall from "./art/dawn-wide-768.webp";
import dawnWideLarge from "./art/dawn-wide-1536.webp";
import discoTallLarge from "./art/disco-tall-960.webp";
import eclipseWideSmall from "./art/eclipse-wide-768.webp";
import eclipseWideLarge from "./art/eclipse-wide-1536.webp";
import heroSmall from "./art/hero-960.webp";
import heroLarge from "./art/hero-1920.webp";
import moonWideSmall from "./art/moon-wide-768.webp";
import moonWideLarge from "./art/moon-wide-1536.webp";
import noonWideSmall from "./art/noon-wide-768.webp";
import noonWideLarge from "./art/noon-wide-1536.webp";
import phosphorTallLarge from "./art/phosphor-tall-960.webp";
import stormWideSmall from "./art/storm-wide-768.webp";
import stormWideLarge from "./art/storm-wide-1536.webp";
import sunsetTallLarge from "./art/sunset-tall-960.webp";
import type { PictureView } from "./picture.tsx";

const wide = (small: string, large: string): PictureView => ({
  sources: [
    { url: small, width: 768 },
    { url: large, width: 1536 },
  ],
  width: 1920,
  height: 1080,
  position: null,
});

const tall = (large: string): PictureView => ({
  sources: [{ url: large, width: 960 }],
  width: 1200,
  height: 1500,
  position: null,
});

/** Estival's own pictures. Each has its horizon at 62 % of the height. */
export const sunsetHero: PictureView = {
  sources: [
    { url: heroSmall, width: 960 },
    { url: heroLarge, width: 1920 },
  ],
  width: 1920,
  height: 1200,
  position: null,
};
export const dawnWide = wide(dawnWideSmall, dawnWideLarge);
export const moonWide = wide(moonWideSmall, moonWideLarge);
export const eclipseWide = wide(eclipseWideSmall, eclipseWideLarge);
export const stormWide = wide(stormWideSmall, stormWideLarge);
export const noonWide = wide(noonWideSmall, noonWideLarge);
export const dawnTall = tall(dawnTallLarge);
export const discoTall = tall(discoTallLarge);
export const phosphorTall = tall(phosphorTallLarge);
export const sunsetTall = tall(sunsetTallLarge);
