/** `open`: the first scan wins, and a double entry is listed. `strict`: docs/decisions/0037. */
export const doorModes = ["open", "strict"] as const;
export type DoorMode = (typeof doorModes)[number];

/** What a row of a phone says that happened. `shift`: the till was handed over. */
export const writtenKinds = ["admit", "refuse", "undo", "exit", "return", "guest", "sale", "shift"] as const;
export type WrittenKind = (typeof writtenKinds)[number];

/** `unreadable` is the server's word for a signed text that it cannot read. */
export const rowKinds = [...writtenKinds, "unreadable"] as const;
export type RowKind = (typeof rowKinds)[number];

/** How it was decided: by the server, by the phone alone, by the chief, or by another gate that the chief opened. */
export const rowModes = ["online", "offline", "override", "opened"] as const;
export type RowMode = (typeof rowModes)[number];

/** Pressed by mistake, did not come in, something else. */
export const undoReasons = ["mistake", "not_entered", "other"] as const;
export type UndoReason = (typeof undoReasons)[number];

/** Why the chief lets somebody in whom the phone refuses. */
export const overrideReasons = ["payment_seen", "on_guest_list", "other"] as const;
export type OverrideReason = (typeof overrideReasons)[number];

/** Why the chief lets somebody in who pays nothing and is on no list. */
export const freeReasons = ["artist", "team", "other"] as const;
export type FreeReason = (typeof freeReasons)[number];

/** Why a code is none of ours: it looks like a ticket and we did not sign it, or it is somebody else's. */
export const unknownReasons = ["forged", "foreign"] as const;
export type UnknownReason = (typeof unknownReasons)[number];

/** What may stand in a row as its reason. */
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

/** How a ticket was paid at the door: in cash, on the club's own card terminal, or not at all, for a guest of the house. */
export const saleMeans = ["cash", "terminal", "protocol"] as const;
export type SaleMeans = (typeof saleMeans)[number];

/**
 * What the server found about a row that a phone could not know. Those of a ticket have the names of verdicts; of the
 * others, `late_undo`, `no_exit`, `no_chief`, `chief_stopped`, `same_code`, `over_places`, `over_stock` and `other_price` count all the same.
 */
export const rowFindings = [
  "void",
  "cancelled",
  "given_back",
  "replaced",
  "suspended",
  "elsewhere",
  /** Without the ticket's signed code, or with one that is not ours. */
  "unproven",
  /** The phone was stopped before the row came. */
  "revoked",
  "same_number",
  "unreadable",
  "late_undo",
  "no_exit",
  /** It says that the chief let them in, and no chief's phone says so. */
  "no_chief",
  /** A chief's phone says so that was stopped before the row came: only the phones' own times say which was first. */
  "chief_stopped",
  /** The chief's code was used before: it lets in once. */
  "same_code",
  /** More people came in by a name than it has places: another phone had let them in too. */
  "over_places",
  /** More was sold than was set aside for the phone: it was given back meanwhile. */
  "over_stock",
  /** Not the price of what was set aside. */
  "other_price",
] as const;
export type RowFinding = (typeof rowFindings)[number];
