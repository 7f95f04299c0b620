import type { GateListHead, ListedTicket } from "#ticketing/gate/gate-list.ts";
import type { GateRow } from "#ticketing/gate/gate-row-form.ts";
import type { SignedTextKind } from "#ticketing/gate/signed-bytes.ts";
import type { ShownRow } from "./own-rows.ts";
import type { PhoneCalls, ScanReply, SignedText } from "./phone-calls.ts";
import type { PhoneFacts } from "./phone-facts.ts";
import type { TicketKeys } from "./phone-key.ts";
import type { PhoneStore, WrittenRow } from "./phone-store.ts";

export type PhoneState = {
  readonly isOnline: boolean;
  readonly isStopped: boolean;
  /** The number of rows that the server has not confirmed. */
  readonly unsent: number;
  /** When the list came, in milliseconds since 1970; null before the first list. */
  readonly listAt: number | null;
  readonly tickets: number;
  /** How many milliseconds the server's clock is ahead of the phone's. */
  readonly clockAhead: number;
};

/** The fields of a row that its writer sets. `write` adds phone, time, number, list version and usual mode. */
export type NewRow = Pick<GateRow, "kind"> &
  Partial<Omit<GateRow, "kind" | "v" | "device" | "at" | "seq" | "list" | "saidAt">>;

/** What the phone stores beside a row: facts for its screens and, as `qr`, the scanned code. */
export type StoredWithRow = Partial<
  Pick<ShownRow, "key" | "typeName" | "verdict" | "isAddOn" | "secretVersion">
> & {
  readonly qr?: string | null;
};

/** The parts of an open phone, which each of the phone's tools gets. */
export type PhoneParts = {
  readonly enrolled: PhoneFacts["enrolled"];
  readonly keys: PhoneFacts["keys"];
  readonly name: PhoneFacts["name"];
  /** The newest keys of tickets that came: with the list, or when the phone was bound. */
  readonly ticketKeys: () => TicketKeys;
  readonly store: PhoneStore;
  readonly calls: PhoneCalls;
  readonly now: () => number;
  readonly state: () => PhoneState;
  readonly become: (change: Partial<PhoneState>) => void;
  readonly rows: readonly WrittenRow[];
  /** The holders of the tickets and the guests that were scanned since the page was opened, by key. Never stored. */
  readonly holders: Map<string, NonNullable<ScanReply["holder"]>>;
  /** The list on the phone; `head` is undefined before the first list came. */
  readonly list: () => {
    readonly head: GateListHead | undefined;
    readonly tickets: ReadonlyMap<string, ListedTicket>;
  };
  /** Whether the door looks at identity cards tonight, as far as the list says. */
  readonly asksAge: () => boolean;
  /** Whether this phone is the one of its gate that decides without network. */
  readonly decides: () => boolean;
  /** When the network was lost: the time of the first call without an answer, by the phone's clock. */
  readonly lostAt: () => number;
  readonly nextSeq: () => number;
  /** Runs one piece of work after another: rows are numbered without gaps. Everything that writes runs inside. */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Resolves to the row's number once the row is on the disk. When it rejects, nothing may be shown as done. */
  readonly write: (row: NewRow, kept?: StoredWithRow) => Promise<number>;
  readonly signed: (what: SignedTextKind, fields: unknown) => Promise<SignedText>;
  /** Returns the result of a call; undefined when nobody answered. Rejects with `CallRefused`. */
  readonly reach: <Answer>(call: () => Promise<Answer>) => Promise<Answer | undefined>;
  /** Like `reach`, with the server's time: when the phone's clock was wrong, it signs and sends the call again. */
  readonly reachInTime: <Answer>(
    what: SignedTextKind,
    fields: Readonly<Record<string, unknown>>,
    call: (signed: SignedText) => Promise<Answer>,
  ) => Promise<Answer | undefined>;
  /** Sends unsent rows, up to one upload. */
  readonly send: () => Promise<void>;
};
