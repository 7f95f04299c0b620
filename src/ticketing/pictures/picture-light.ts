import { luminance } from "#kernel/colour.ts";

/** The lowest relative luminance of an accent colour: dark letters on it stay readable (7:1 with the site's ink). */
const leastLuminance = 0.34;

/** The accent colour of a picture, as #RRGGBB: its own, made readable on the dark site. Grey stays grey. */
export function lightOf([red, green, blue]: readonly [number, number, number]): string {
  let colour: [number, number, number] = [red, green, blue];
  // first scale the strongest channel to its maximum, which brightens without changing the hue
  const strongest = Math.max(...colour, 1);
  if (luminance(colour) < leastLuminance)
    colour = changeChannels(colour, (channel) => (channel * 255) / strongest);
  // the added 1 brightens a black picture too
  while (luminance(colour) < leastLuminance)
    colour = changeChannels(colour, (channel) => channel + (255 - channel) * 0.08 + 1);
  return `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`.toUpperCase();
}

function changeChannels(
  colour: [number, number, number],
  change: (channel: number) => number,
): [number, number, number] {
  return colour.map((channel) => Math.min(255, change(channel))) as [number, number, number];
}
