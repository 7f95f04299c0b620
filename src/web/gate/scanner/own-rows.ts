import type { SaleMeans } from "#ticketing/events/door-sale.ts";
import type { OwnRows } from "#ticketing/gate/admission.ts";
import type { RowReason, WrittenKind, WrittenMode } from "#ticketing/gate/door-words.ts";
import type { GateListHead } from "#ticketing/gate/gate-list.ts";

/** The facts of an own row that the phone remembers, for its screens and its next decisions. */
export type ShownRow = {
  readonly kind: WrittenKind;
  readonly mode: WrittenMode;
  /** The ticket's key in the list, or the guest's id. */
  readonly key: string;
  readonly entries: number;
  /** "Intrare generală"; null for a ticket that was on no list. */
  readonly typeName: string | null;
  /** Why nobody was let in; null for an entry. */
  readonly verdict: string | null;
  /** Milliseconds since 1970, by the phone's clock. */
  readonly at: number;
  readonly undoes: number | null;
  readonly reason: RowReason | null;
  /** An add-on lets nobody in. */
  readonly isAddOn?: boolean;
  /** The proof of the chief's phone that allowed the row. */
  readonly proof?: string | undefined;
  readonly sale?: DoorSaleOfRow | undefined;
  /** The version of the scanned code. */
  readonly secretVersion?: number | undefined;
};

/** A row's sale at the door. `bani` is the whole sum. */
type DoorSaleOfRow = {
  readonly type: string;
  readonly quantity: number;
  readonly bani: number;
  readonly means: SaleMeans;
};

export type NumberedRow = { readonly seq: number; readonly shown: ShownRow };

type Counted = Pick<GateListHead, "countedThrough" | "countedAsks">;

/**
 * Adds up what this phone did with a ticket after its list was made; entries are negative after an undo of a listed
 * row. `outside` goes on from the list's; a return without an exit before it takes off nobody. The version is that of
 * all rows.
 */
export function ownRowsOf(
  rows: readonly NumberedRow[],
  key: string,
  { countedThrough, countedAsks }: Counted = { countedThrough: 0, countedAsks: [] },
  listedOutside = 0,
): OwnRows {
  let entries = 0;
  let outside = listedOutside;
  let secretVersion = 0;
  for (const { seq, shown } of rows) {
    if (shown.key !== key) continue;
    secretVersion = Math.max(secretVersion, shown.secretVersion ?? 0);
    if (seq <= countedThrough) continue;
    if (isEntry(shown) && !countedAsks.includes(seq)) entries += shown.entries;
    const undone = shown.kind === "undo" ? rows.find((row) => row.seq === shown.undoes) : undefined;
    if (undone && isEntry(undone.shown)) entries -= undone.shown.entries;
    // an undone row that is not in the list was never added
    if (undone && undone.seq <= countedThrough) outside -= goneBy(undone.shown);
    if (!undoOf(rows, seq)) outside += goneBy(shown);
    outside = Math.max(0, outside);
  }
  return { entries, outside, secretVersion };
}

/** Returns the row that undid this one. */
export const undoOf = (rows: readonly NumberedRow[], seq: number): ShownRow | undefined =>
  rows.find(({ shown }) => shown.undoes === seq)?.shown;

/** How many people more are outside after this row. */
const goneBy = ({ kind, entries }: ShownRow) =>
  kind === "exit" ? entries : kind === "return" ? -entries : 0;

/** Whether the server learns what the row says by the row alone: no answer of its own says it. */
export const isUntold = ({ kind, mode }: ShownRow) =>
  mode !== "online" || (kind !== "admit" && kind !== "guest" && kind !== "refuse");

/** Whether the row let somebody in on a ticket or a name. */
export const isEntry = ({ kind }: ShownRow) => kind === "admit" || kind === "guest";
