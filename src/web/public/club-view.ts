import type { Look } from "#ticketing/content/brand.ts";

export type ClubView = {
  /** "Fosfor" */
  shortName: string;
  /** "Fosfor Summer Club" */
  fullName: string;
  /** Its logo and colours; absent where they are the house's own. */
  look?: Look;
  /** The address of its icon. */
  icon?: string | null;
};
