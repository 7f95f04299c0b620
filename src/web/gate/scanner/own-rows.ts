import type { SaleMeans } from "#ticketing/events/door-sale.ts";
import type { OwnRows } from "#ticketing/gate/admission.ts";
import type { RowReason, WrittenKind, WrittenMode } from "#ticketing/gate/door-words.ts";
import type { GateListHead, ListedTicket } from "#ticketing/gate/gate-list.ts";

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
export type DoorSaleOfRow = {
  readonly type: string;
  readonly quantity: number;
  readonly bani: number;
  readonly means: SaleMeans;
};

export type NumberedRow = { readonly seq: number; readonly shown: ShownRow };

type Counted = Pick<GateListHead, "countedThrough" | "countedAsks">;

/** How many people of a ticket came in, and how many of these went out and are not back. */
type People = { readonly came: number; readonly outside: number };

/**
 * Adds up what this phone did with a ticket after its list was made; entries are negative after an undo of a listed
 * row. `outside` goes on from the list's, less what undone rows did to it: as the server counts (`outsideBy`), by no row
 * goes out who has not come in, or comes back who has not gone out. The version is that of all rows.
 */
export function ownRowsOf(
  rows: readonly NumberedRow[],
  key: string,
  { countedThrough, countedAsks }: Counted = { countedThrough: 0, countedAsks: [] },
  listed: Pick<ListedTicket, "used" | "outside"> = { used: 0, outside: 0 },
): OwnRows {
  const own = rows.filter(({ shown }) => shown.key === key);
  const undoing = ({ seq }: NumberedRow) => own.find(({ shown }) => shown.undoes === seq);
  const isListed = (row: NumberedRow) =>
    row.seq <= countedThrough || (isEntry(row.shown) && countedAsks.includes(row.seq));
  const counting = own.filter((row) => !undoing(row));
  const counted = own.filter((row) => {
    const undo = undoing(row);
    return isListed(row) && !(undo && isListed(undo));
  });
  const before = peopleOf(listed.used - sumOf(counted, comeBy), listed.outside - sumOf(counted, goneBy));
  const was = counted.reduce(afterRow, before);
  const is = counting.filter(isListed).reduce(afterRow, before);
  const since = peopleOf(listed.used + is.came - was.came, listed.outside + is.outside - was.outside);
  const { came, outside } = counting.filter((row) => !isListed(row)).reduce(afterRow, since);
  const secretVersion = Math.max(0, ...own.map(({ shown }) => shown.secretVersion ?? 0));
  return { entries: came - listed.used, outside, secretVersion };
}

const peopleOf = (came: number, outside: number): People => ({
  came,
  outside: Math.max(0, Math.min(came, outside)),
});

const afterRow = ({ came, outside }: People, { shown }: NumberedRow): People =>
  peopleOf(came + comeBy(shown), outside + goneBy(shown));

const sumOf = (rows: readonly NumberedRow[], of: (shown: ShownRow) => number) =>
  rows.reduce((sum, { shown }) => sum + of(shown), 0);

/** Returns the row that undid this one. */
export const undoOf = (rows: readonly NumberedRow[], seq: number): ShownRow | undefined =>
  rows.find(({ shown }) => shown.undoes === seq)?.shown;

/** How many people more came in by this row. */
const comeBy = (shown: ShownRow) => (isEntry(shown) ? shown.entries : 0);

/** How many people more are outside after this row. */
const goneBy = ({ kind, entries }: ShownRow) =>
  kind === "exit" ? entries : kind === "return" ? -entries : 0;

/** Whether the server learns what the row says by the row alone: no answer of its own says it. */
export const isUntold = ({ kind, mode }: ShownRow) =>
  mode !== "online" || (kind !== "admit" && kind !== "guest" && kind !== "refuse");

/** Whether the row let somebody in on a ticket or a name. */
export const isEntry = ({ kind }: ShownRow) => kind === "admit" || kind === "guest";
