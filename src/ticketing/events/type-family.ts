export type Family = "ordinary" | "season_pass" | "early_bird";

/** Set when a type is saved: it decides the code on the ticket, the email and how nights are shown. */
export function familyOf(name: string, isSeasonPass: boolean): Family {
  if (isSeasonPass) return "season_pass";
  return /early bird/i.test(name) ? "early_bird" : "ordinary";
}

/**
 * The rule of names for special tickets, as a pattern of the database: it serves badges and filters, OR-ed with the
 * flag. "all" counts as a whole word only, so that a ballroom is no pass.
 */
export const specialNamePattern = "season|abonament|couple|group|\\mall\\M";

/** What a type is turned into when it is paid: one code for all of an order, as specified, or one for each person. */
export const codeKinds = ["order", "person"] as const;
export type CodeKind = (typeof codeKinds)[number];
