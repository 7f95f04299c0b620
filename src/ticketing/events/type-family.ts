export type Family = "ordinary" | "season_pass" | "early_bird";

/** The family of a type, set when it is saved. It decides the ticket's label, the email, and how nights are shown. */
export function familyOf(name: string, isSeasonPass: boolean): Family {
  if (isSeasonPass) return "season_pass";
  return /early bird/i.test(name) ? "early_bird" : "ordinary";
}

/** Whether only accounts buy and receive it: a pass. A guest is a guest of a night (decision 0025). */
export const isForAccounts = (family: Family) => family === "season_pass";

/** Names of special tickets, for badges and filters, beside the flag. */
export const specialInName = ["season", "abonament", "couple", "group"] as const;
/** Counts only as a whole word, so that "ballroom" does not match. */
export const specialAsWord = "all";
/** The names as a pattern for the database. */
export const specialNamePattern = `${specialInName.join("|")}|\\m${specialAsWord}\\M`;

/** How many ticket codes a paid line gets: one for the whole line, as specified, or one for each person. */
export const codeKinds = ["order", "person"] as const;
export type CodeKind = (typeof codeKinds)[number];
