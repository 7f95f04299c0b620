export type ClubView = {
  /** "Fosfor" */
  shortName: string;
  /** "Fosfor Summer Club" */
  fullName: string;
};
