import type { Uuid } from "#kernel/id.ts";
import type { openDoorStage, StagePhone } from "#test/support/door-stage.ts";
import type { DoubleEntry } from "#ticketing/gate/door-board-queries.server.ts";
import type { GateListHead, ListedTicket } from "#ticketing/gate/gate-list.ts";
import type { SentRow } from "#ticketing/gate/gate-row-form.ts";

/** The rules of the door; a control runs without one of them. */
export type DoorRules = {
  readonly isStrict: boolean;
  /** Without network a phone decides its own gate's tickets alone. */
  readonly ownTickets: boolean;
  /** The server leaves tickets to a phone that is away. */
  readonly leavesToAway: boolean;
  /** A phone that comes back is away until its rows are here. */
  readonly sendsFirst: boolean;
  /** A newer list does not hide the phone's own rows. */
  readonly ownRows: boolean;
  /** A phone keeps a row until it is acknowledged. */
  readonly keepsRows: boolean;
};

export const openDoor: DoorRules = {
  isStrict: false,
  ownTickets: true,
  leavesToAway: true,
  sendsFirst: true,
  ownRows: true,
  keepsRows: true,
};
export const strictDoor: DoorRules = { ...openDoor, isStrict: true };

type Stage = Awaited<ReturnType<typeof openDoorStage>>;
export type Ticket = Awaited<ReturnType<Stage["tickets"]>>[number];

export type Row = {
  readonly sent: SentRow;
  readonly ticket: Ticket;
  readonly isAdmit: boolean;
  /** Since when the phone that wrote it decided alone; null where the server decided. */
  readonly aloneSince: number | null;
  readonly at: number;
  /** When the server got it. */
  arrivedAt: number;
};

export type Phone = StagePhone & {
  readonly gateId: Uuid;
  readonly rows: Row[];
  /** What it still keeps to send. */
  unsent: Row[];
  isUp: boolean;
  aloneSince: number | null;
  /** The second of its last beat at which it and the server had the same rows. */
  settledAt: number;
  head: GateListHead;
  tickets: Map<string, ListedTicket>;
};

export type DoorResult = {
  readonly scans: number;
  readonly admitted: number;
  /** Rows that a phone wrote and the server does not have, or has otherwise. */
  readonly lost: number;
  /** People whom the server let in on a ticket of which its gate's phone, lost for `awayAfter`, had let in somebody unheard of. */
  readonly blind: number;
  /** People beyond what their tickets admit. */
  readonly excess: number;
  /** Tickets with more people, each with what the board says. */
  readonly doubles: readonly {
    readonly ticket: Ticket;
    readonly rows: readonly (Row & { phone: Phone })[];
  }[];
  readonly listed: readonly DoubleEntry[];
  /** People let in, by the ticket's id. */
  readonly entered: ReadonlyMap<string, number>;
  readonly entries: ReadonlyMap<string, number>;
  /** How many phones decided alone about a ticket, by its id. */
  readonly aloneOn: ReadonlyMap<string, number>;
};
