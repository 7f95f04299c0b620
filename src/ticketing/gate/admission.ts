import type { Day, WallTime } from "#kernel/time.ts";
import { scopeOf } from "#ticketing/delivery/qr-payload.ts";
import { placeInWindow, ticketWindow } from "#ticketing/delivery/ticket-window.ts";
import { isEntryOver } from "#ticketing/events/enter-until.ts";
import type { GateListHead, ListedTicket } from "./gate-list.ts";
import { homeGateOf, otherThanStrict } from "./home-gate.ts";

/** What the gate reads of a ticket, under its lock. */
export type TicketAtGate = {
  readonly status: "pending" | "paid" | "refunded" | "cancelled";
  readonly eventId: string;
  readonly entriesTotal: number;
  readonly entriesRemaining: number;
  readonly secretVersion: number;
  /** Its night does not take place. */
  readonly isCancelled: boolean;
  /** The night's share of a pass went back. */
  readonly isShareReturned: boolean;
  /** Its money is being returned, or a bank disputes the payment. */
  readonly suspended: "refund" | "dispute" | null;
};

export const verdicts = [
  "admitted",
  /** No entries left, or fewer than requested. */
  "used",
  /** Its night does not take place. */
  "cancelled",
  /** Refunded or cancelled. */
  "void",
  /** Of a pass: this night's share of its money went back. */
  "given_back",
  /** A QR from before the ticket was split: it has another one now. */
  "replaced",
  /** Its money is being returned or disputed: it admits nobody until that is decided. */
  "suspended",
  "elsewhere",
  /** Its type admits until an hour of the night, which has passed. */
  "past_hour",
  "early",
  "late",
  /** A strict gate answers for it, and the phone that decides there is away. */
  "other_gate",
  /** Not one of our codes. */
  "invalid",
] as const;
/** A new one does not compile until the screens, the lists, the late findings and the chief's overrides know it. */
export type Verdict = (typeof verdicts)[number];

/** The answer to what belongs to no ticket or name. */
export const notOurs = "invalid" satisfies Verdict;

/** The gate that answers for a ticket in place of the one that is asked. */
export type OtherGate = {
  readonly id: string;
  /** `entries`: its phone is away, so nobody else lets in, but who may not enter is told so. `all`: it alone knows the ticket. */
  readonly keeps: "entries" | "all";
};

export type Presented = {
  readonly eventId: string;
  /** Of a scanned QR; null for a typed code, which has none. */
  readonly secretVersion: number | null;
  readonly when: "early" | "past_hour" | "now" | "late";
  readonly entries: number;
  readonly otherGate: OtherGate | null;
};

/** The verdict on a code: whether and how many people may enter. Undefined: it belongs to no ticket. */
export function decideAdmission(ticket: TicketAtGate | undefined, presented: Presented): Verdict {
  if (!ticket) return notOurs;
  if (presented.otherGate?.keeps === "all") return "other_gate";
  if (ticket.isCancelled) return "cancelled";
  if (ticket.status !== "paid") return "void";
  if (ticket.isShareReturned) return "given_back";
  if (presented.secretVersion !== null && presented.secretVersion !== ticket.secretVersion) return "replaced";
  if (ticket.suspended !== null) return "suspended";
  if (ticket.eventId !== presented.eventId) return "elsewhere";
  if (presented.when !== "now") return presented.when;
  if (ticket.entriesRemaining < presented.entries) return "used";
  return presented.otherGate ? "other_gate" : "admitted";
}

/** Whether people are let in now: in the window of the night's tickets, and before the hour until which the type admits. */
export function entryTime(
  night: { readonly date: Day; readonly doors: WallTime | null; readonly time: WallTime | null },
  enterUntil: WallTime | null,
  now: Date,
): Presented["when"] {
  const when = placeInWindow(ticketWindow(night.date, night.time), now);
  return when === "now" && isEntryOver(night, enterUntil, now.getTime() / 1000) ? "past_hour" : when;
}

/** A ticket as the server has it under its lock, or as a phone has it: its list, and what it wrote down since. */
export type ScannedTicket = TicketAtGate & {
  /** It lets nobody in: something is given out. */
  readonly isAddOn: boolean;
  /** People who went out with a stamp and are not back. */
  readonly outside: number;
  /** The night's least age, in years. */
  readonly minimumAge: number | null;
};

export type Scan = Omit<Presented, "entries"> & {
  /** How many come in now; null until somebody said it. */
  readonly entries: number | null;
  /** Whether the stamp was seen; null until somebody said it. */
  readonly stamp: boolean | null;
};

export type ScanDecision =
  /** Let in; `asksAge`: look at the identity card. */
  | {
      readonly verdict: "admitted";
      readonly entries: number;
      readonly left: number;
      readonly asksAge: boolean;
    }
  /** A group: how many of those who are left? */
  | { readonly verdict: "how_many"; readonly left: number }
  /** All are in, and somebody went out: is there a stamp? */
  | { readonly verdict: "stamp"; readonly outside: number }
  /** Back in by the stamp. Takes no entry. */
  | { readonly verdict: "returned"; readonly entries: number }
  /** That gate answers for it. */
  | { readonly verdict: "other_gate"; readonly gateId: string }
  | { readonly verdict: Exclude<Verdict, "admitted" | "other_gate"> };

const adult = 18;

/** Whether the door looks at identity cards on this night. */
export const asksForAge = ({ minimumAge }: Pick<ScannedTicket, "minimumAge">) =>
  minimumAge !== null && minimumAge >= adult;

/**
 * The answer to a scanned code, the same on the server and on a phone. A pass is its ticket of the night. A ticket without
 * entries admits by its stamp, where somebody went out with it.
 */
export function decideScan(ticket: ScannedTicket | undefined, scan: Scan): ScanDecision {
  if (!ticket) return { verdict: notOurs };
  const left = ticket.entriesRemaining;
  const entries = scan.entries ?? 1;
  const verdict = decideAdmission(ticket, { ...scan, entries });
  if (verdict === "other_gate") return { verdict, gateId: scan.otherGate?.id ?? "" };
  if (verdict === "used" && left === 0 && !ticket.isAddOn && ticket.outside >= entries) {
    if (scan.stamp === null) return { verdict: "stamp", outside: ticket.outside };
    return scan.stamp ? { verdict: "returned", entries } : { verdict: "used" };
  }
  if (verdict !== "admitted") return { verdict };
  if (scan.entries === null && left > 1) return { verdict: "how_many", left };
  const asksAge = !ticket.isAddOn && asksForAge(ticket);
  return { verdict, entries, left: left - entries, asksAge };
}

/** What a phone knows when nobody answers it. */
export type PhoneAlone = {
  /** Of its list; undefined before the first. */
  readonly head: GateListHead | undefined;
  readonly gateId: string;
  /** Of its gate's phones, the one that decides without network. */
  readonly decides: boolean;
  readonly now: Date;
};

export type OwnRows = {
  /** Entries of this ticket that the phone let in and the list does not have yet, undone ones taken off. */
  readonly entries: number;
  /** The same of people who went out, less those who came back. */
  readonly outside: number;
};

export type CodeAtPhone = {
  readonly key: string;
  /** The night of the code. */
  readonly scope: string;
  readonly secretVersion: number;
} & Pick<Scan, "entries" | "stamp">;

export type PhoneDecision =
  | ScanDecision
  /**
   * Genuine, of this night, and not on the list: sold since. An open door lets it in once, since nothing tells how many
   * it is for (`isAgain`: it did); a strict one asks the chief.
   */
  | {
      readonly verdict: "unlisted";
      readonly admits: boolean;
      readonly isAgain: boolean;
      readonly asksAge: boolean;
    };

/**
 * What a phone decides about a genuine code when the server does not answer: by its list and its own rows, which a newer
 * list never hides. Of a strict night's tickets it decides those of its gate.
 */
export function decideAlone(
  { head, gateId, decides, now }: PhoneAlone,
  ticket: ListedTicket | undefined,
  own: OwnRows,
  code: CodeAtPhone,
): PhoneDecision {
  if (!head) return { verdict: "unlisted", admits: false, isAgain: false, asksAge: false };
  if (code.scope !== scopeOf(head.night.id)) return { verdict: "elsewhere" };
  const type = ticket && head.types[ticket.type];
  if (!ticket || !type) {
    const isOpen = head.gates.every(({ mode }) => mode === "open");
    const isAgain = own.entries > 0;
    const admits = isOpen && !isAgain && code.entries !== null;
    return { verdict: "unlisted", admits, isAgain, asksAge: asksForAge(head.night) };
  }
  const home =
    homeGateOf(head.gates, { typeId: type.id, key: ticket.key }) ??
    otherThanStrict(head.gates, { gateId, typeId: type.id });
  const isOthers = home !== null && (home !== gateId || !decides);
  return decideScan(
    {
      status: ticket.isVoid ? "refunded" : "paid",
      eventId: head.night.id,
      entriesTotal: ticket.total,
      entriesRemaining: Math.max(0, ticket.total - ticket.used - own.entries),
      secretVersion: ticket.secretVersion,
      isCancelled: head.night.isCancelled,
      isShareReturned: ticket.isGivenBack,
      suspended: ticket.isSuspended ? "refund" : null,
      isAddOn: !type.admits,
      outside: Math.max(0, ticket.outside + own.outside),
      minimumAge: head.night.minimumAge,
    },
    {
      ...code,
      eventId: head.night.id,
      when: entryTime(head.night, type.enterUntil, now),
      otherGate: isOthers ? { id: home, keeps: "all" } : null,
    },
  );
}

/** Whether a row may be taken back: by the phone that wrote it for `most` seconds, and by the chief afterwards. */
export function mayTakeBack(
  { age, isOwnRow, isChief }: { readonly age: number; readonly isOwnRow: boolean; readonly isChief: boolean },
  most: number,
): boolean {
  return isChief || (isOwnRow && age <= most);
}
