/** `open`: the first scan wins, and a double entry is listed. `strict`: see docs/decisions/0037. */
export const doorModes = ["open", "strict"] as const;
export type DoorMode = (typeof doorModes)[number];

/** The kinds of a phone's row. `shift`: the till was handed over. */
export const writtenKinds = ["admit", "refuse", "undo", "exit", "return", "guest", "sale", "shift"] as const;
export type WrittenKind = (typeof writtenKinds)[number];

/** `unreadable` is the server's word for a signed text that it cannot read. */
export const rowKinds = [...writtenKinds, "unreadable"] as const;
export type RowKind = (typeof rowKinds)[number];

/** The decider: the server, the phone alone, or the chief. */
export const writtenModes = ["online", "offline", "override"] as const;
export type WrittenMode = (typeof writtenModes)[number];

/** `opened` may stand in rows of old; it needed no chief's code, no phone of ours wrote it, and it is no row today. */
export const rowModes = [...writtenModes, "opened"] as const;
export type RowMode = (typeof rowModes)[number];

/** `mistake`: pressed by mistake. `not_entered`: the person did not come in. */
export const undoReasons = ["mistake", "not_entered", "other"] as const;
export type UndoReason = (typeof undoReasons)[number];

/** Why the chief admits a person whom the phone refuses. */
export const overrideReasons = ["payment_seen", "on_guest_list", "other"] as const;
export type OverrideReason = (typeof overrideReasons)[number];

/** Why the chief admits a person who pays nothing and is on no list. */
export const freeReasons = ["artist", "team", "other"] as const;
export type FreeReason = (typeof freeReasons)[number];

/** Why a code is not ours. `forged`: it looks like a ticket, but we did not sign it. `foreign`: somebody else's. */
export const unknownReasons = ["forged", "foreign"] as const;
export type UnknownReason = (typeof unknownReasons)[number];

/** Every reason that a row may have. */
export const rowReasons = [
  "mistake",
  "not_entered",
  "payment_seen",
  "on_guest_list",
  "other",
  "artist",
  "team",
  ...unknownReasons,
] as const;
export type RowReason = (typeof rowReasons)[number];

/**
 * Facts about a row that the server found and the phone could not know. Findings about a ticket or name have the names of
 * verdicts. Rows with `elsewhere`, `unproven`, `same_number` and `unreadable` do not count; with another finding they do,
 * because somebody came in. An undo of another phone's row counts only with a chief's code that nothing is found against.
 * Whatever is found, rows of a phone that the chief stopped wait until the chief accepts it (migrations/rules.sql).
 */
export const rowFindings = [
  "void",
  "cancelled",
  "given_back",
  "replaced",
  "suspended",
  "elsewhere",
  /** The row comes without the ticket's signed code, or with one that is not ours. */
  "unproven",
  /** Nothing else is found, and the phone was stopped before the row came, or wrote it after its time was over. */
  "revoked",
  /** Another row has this number already. */
  "same_number",
  "unreadable",
  /** The undo was written before its row, or too long after it. */
  "late_undo",
  /** Somebody came back, but nobody had gone out on this ticket. */
  "no_exit",
  /** The row says that the chief allowed it, but no chief's phone proves it. */
  "no_chief",
  /**
   * The chief's phone that proves it was stopped before the row came. Only the phones' clocks say which was first.
   */
  "chief_stopped",
  /** The chief's code was used before; it admits once. Also for a refusal, because somebody may have a picture of it. */
  "same_code",
  /** The server let people in when the phone asked under this number, and the row does not say that all of them came in. */
  "other_answer",
  /** More people came in on a name than it has places, because another phone had admitted some. */
  "over_places",
  /** More was sold than was set aside for the phone, because some had been given back meanwhile. */
  "over_stock",
  /** The price is not the price at which the tickets were set aside. */
  "other_price",
] as const;
export type RowFinding = (typeof rowFindings)[number];
