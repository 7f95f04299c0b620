import type { Day, WallTime } from "#kernel/time.ts";
import { scopeOf } from "#ticketing/delivery/qr-payload.ts";
import { placeInWindow, ticketWindow } from "#ticketing/delivery/ticket-window.ts";
import { isEntryOver } from "#ticketing/events/enter-until.ts";
import { type GateListHead, isNightOff, type ListedTicket } from "./gate-list.ts";
import { gateInsteadOfStrict, homeGateOf } from "./home-gate.ts";

/** The facts of a ticket that a verdict needs. The server reads them under the ticket's lock. */
export type TicketAtGate = {
  readonly status: "pending" | "paid" | "refunded" | "cancelled";
  readonly eventId: string;
  readonly entriesTotal: number;
  readonly entriesRemaining: number;
  readonly secretVersion: number;
  readonly isCancelled: boolean;
  /** For a pass: the night's share of the money went back. */
  readonly isShareReturned: boolean;
  /** Set while its money is being returned or a bank disputes the payment. */
  readonly suspended: "refund" | "dispute" | null;
};

export const verdicts = [
  "admitted",
  /** No entries are left, or fewer than asked for. */
  "used",
  "cancelled",
  /** The ticket was refunded or cancelled. */
  "void",
  /** For a pass: this night's share of the money went back. */
  "given_back",
  /** An old QR: the ticket has a newer code, for example after a split. */
  "replaced",
  /** Its money is being returned or is disputed. It admits nobody until that is decided. */
  "suspended",
  "elsewhere",
  /** The type admits until a certain hour of the night, which has passed. */
  "past_hour",
  "early",
  "late",
  /** The ticket belongs to a strict gate, whose deciding phone is away. */
  "other_gate",
  /** The code is not ours. */
  "invalid",
] as const;
/** A new verdict does not compile until screens, lists, late findings and the chief's overrides handle it. */
export type Verdict = (typeof verdicts)[number];

/** The verdict on a code that belongs to no ticket or name. */
export const notOurs = "invalid" satisfies Verdict;

/** A gate that decides about a ticket instead of the gate that was asked. */
export type OtherGate = {
  readonly id: string;
  /**
   * `entries`: the gate's phone is away, so no other gate admits the ticket, but other gates may refuse it. `all`:
   * only that gate knows the ticket.
   */
  readonly keeps: "entries" | "all";
};

export type Presented = {
  readonly eventId: string;
  /** The version in a scanned QR; null for a typed code, which has none. */
  readonly secretVersion: number | null;
  readonly when: "early" | "past_hour" | "now" | "late";
  readonly entries: number;
  readonly otherGate: OtherGate | null;
};

/**
 * The verdict on a code for this many people. `ticket` undefined: the code belongs to no ticket. The night is compared
 * first: of another night's ticket a door learns nothing else.
 */
export function decideAdmission(ticket: TicketAtGate | undefined, presented: Presented): Verdict {
  if (!ticket) return notOurs;
  if (ticket.eventId !== presented.eventId) return "elsewhere";
  if (presented.otherGate?.keeps === "all") return "other_gate";
  if (ticket.isCancelled) return "cancelled";
  if (ticket.status !== "paid") return "void";
  if (ticket.isShareReturned) return "given_back";
  if (presented.secretVersion !== null && presented.secretVersion !== ticket.secretVersion) return "replaced";
  if (ticket.suspended !== null) return "suspended";
  if (presented.when !== "now") return presented.when;
  if (ticket.entriesRemaining < presented.entries) return "used";
  return presented.otherGate ? "other_gate" : "admitted";
}

/** Whether people are let in now: inside the window of the night's tickets, and before the type's last hour. */
export function entryTime(
  night: { readonly date: Day; readonly doors: WallTime | null; readonly time: WallTime | null },
  enterUntil: WallTime | null,
  now: Date,
): Presented["when"] {
  const when = placeInWindow(ticketWindow(night.date, night.time), now);
  return when === "now" && isEntryOver(night, enterUntil, now.getTime() / 1000) ? "past_hour" : when;
}

/**
 * Why a phone that decides alone lets in nobody, with or without a ticket, and sells nothing: the night is cancelled,
 * or its tickets let nobody in at this time, as when it was moved. Null: it is the night's time, or no list says when.
 */
export function nightRefusal(
  head: GateListHead | undefined,
  now: Date,
): "cancelled" | "early" | "late" | null {
  if (!head) return null;
  if (isNightOff(head)) return "cancelled";
  const when = entryTime(head.night, null, now);
  return when === "early" || when === "late" ? when : null;
}

/** A ticket as the server has it under its lock, or as a phone knows it from its list and its own rows since. */
export type ScannedTicket = TicketAtGate & {
  /** True for an add-on: it lets nobody in; something is handed out. */
  readonly isAddOn: boolean;
  /** How many people went out with a stamp and are not back. */
  readonly outside: number;
  /** The night's minimum age in years; null when there is none. */
  readonly minimumAge: number | null;
};

export type Scan = Omit<Presented, "entries"> & {
  /** How many people come in now; null until the staff has said it. */
  readonly entries: number | null;
  /** Whether the stamp was seen; null until the staff has said it. */
  readonly stamp: boolean | null;
};

export type ScanDecision =
  /** Let them in. `asksAge`: check the identity card. */
  | {
      readonly verdict: "admitted";
      readonly entries: number;
      readonly left: number;
      readonly asksAge: boolean;
    }
  /** A ticket for several people: ask how many of those left come in. */
  | { readonly verdict: "how_many"; readonly left: number }
  /** Somebody of this ticket went out and is not back: ask for the stamp. */
  | { readonly verdict: "stamp"; readonly outside: number }
  /** Back in with the stamp. No entry is used. */
  | { readonly verdict: "returned"; readonly entries: number }
  /** The gate `gateId` decides about the ticket. */
  | { readonly verdict: "other_gate"; readonly gateId: string }
  | { readonly verdict: Exclude<Verdict, "admitted" | "other_gate"> };

const adult = 18;

/** Whether the door checks identity cards on this night. */
export const asksForAge = ({ minimumAge }: Pick<ScannedTicket, "minimumAge">) =>
  minimumAge !== null && minimumAge >= adult;

/**
 * The decision on a scanned code, the same on the server and on a phone. For a pass, `ticket` is its ticket for the
 * night. While people of the ticket are outside, the stamp is asked for first, also with entries left: these belong to
 * people who have not come yet.
 */
export function decideScan(ticket: ScannedTicket | undefined, scan: Scan): ScanDecision {
  if (!ticket) return { verdict: notOurs };
  const left = ticket.entriesRemaining;
  const entries = scan.entries ?? 1;
  const verdict = decideAdmission(ticket, { ...scan, entries });
  if (verdict === "other_gate") return { verdict, gateId: scan.otherGate?.id ?? "" };
  const mayBeBack = verdict === "admitted" || verdict === "used";
  if (mayBeBack && scan.stamp !== false && !ticket.isAddOn && ticket.outside >= entries)
    return scan.stamp ? { verdict: "returned", entries } : { verdict: "stamp", outside: ticket.outside };
  if (verdict !== "admitted") return { verdict };
  if (scan.entries === null && left > 1) return { verdict: "how_many", left };
  const asksAge = !ticket.isAddOn && asksForAge(ticket);
  return { verdict, entries, left: left - entries, asksAge };
}

/** The facts that a phone has when the server does not answer. */
export type PhoneAlone = {
  /** The head of its list; undefined before it has a list. */
  readonly head: GateListHead | undefined;
  readonly gateId: string;
  /** Whether this phone is the one of its gate that decides without network. */
  readonly decides: boolean;
  readonly now: Date;
};

export type OwnRows = {
  /** Entries of this ticket that the phone let in and that its list does not have yet, without undone ones. */
  readonly entries: number;
  /** People who went out with a stamp and are not back, by the list and the phone's rows since. */
  readonly outside: number;
  /** The newest version among the ticket's codes that the phone has read; 0 when it has read none. */
  readonly secretVersion: number;
};

export type CodeAtPhone = {
  readonly key: string;
  /** The night that the code is for. */
  readonly scope: string;
  readonly secretVersion: number;
} & Pick<Scan, "entries" | "stamp">;

export type PhoneDecision =
  | ScanDecision
  /**
   * A genuine code for this night that is not on the list, because it was sold or made anew since. An open gate admits
   * one entry, once, because the number of people is not known (`isAgain`: it was used already). With a strict gate,
   * the chief is asked.
   */
  | {
      readonly verdict: "unlisted";
      readonly admits: boolean;
      readonly isAgain: boolean;
      readonly asksAge: boolean;
    };

/**
 * A phone's decision about a genuine code when the server does not answer. It uses its list and its own rows, which a
 * newer list never hides. On a night with strict gates, it decides only about its own gate's tickets. Versions only
 * rise, so a code that is newer than the list's says that the list is old.
 */
export function decideAlone(
  { head, gateId, decides, now }: PhoneAlone,
  ticket: ListedTicket | undefined,
  ownRows: OwnRows,
  code: CodeAtPhone,
): PhoneDecision {
  if (!head) return { verdict: "unlisted", admits: false, isAgain: false, asksAge: false };
  if (code.scope !== scopeOf(head.night.id)) return { verdict: "elsewhere" };
  if (isNightOff(head)) return { verdict: "cancelled" };
  if (code.secretVersion < ownRows.secretVersion) return { verdict: "replaced" };
  const type = ticket && head.types[ticket.type];
  const isOpen = head.gates.every(({ mode }) => mode === "open");
  const isAgain = ownRows.entries > 0;
  const refusal = nightRefusal(head, now);
  const unlisted: PhoneDecision = refusal
    ? { verdict: refusal }
    : {
        verdict: "unlisted",
        admits: isOpen && !isAgain && code.entries !== null,
        isAgain,
        asksAge: type?.admits !== false && asksForAge(head.night),
      };
  if (!ticket || !type) return unlisted;
  const homeGateId =
    homeGateOf(head.gates, { typeId: type.id, key: ticket.key }) ??
    gateInsteadOfStrict(head.gates, { gateId, typeId: type.id });
  const isDecidedElsewhere = homeGateId !== null && (homeGateId !== gateId || !decides);
  const decision = decideScan(
    {
      status: ticket.isVoid ? "refunded" : "paid",
      eventId: head.night.id,
      entriesTotal: ticket.total,
      entriesRemaining: Math.max(0, ticket.total - ticket.used - ownRows.entries),
      secretVersion: Math.max(ticket.secretVersion, code.secretVersion),
      isCancelled: false,
      isShareReturned: ticket.isGivenBack,
      suspended: ticket.isSuspended ? "refund" : null,
      isAddOn: !type.admits,
      outside: ownRows.outside,
      minimumAge: head.night.minimumAge,
    },
    {
      ...code,
      eventId: head.night.id,
      when: entryTime(head.night, type.enterUntil, now),
      otherGate: isDecidedElsewhere ? { id: homeGateId, keeps: "all" } : null,
    },
  );
  const isNewer = code.secretVersion > ticket.secretVersion;
  return isNewer && (decision.verdict === "admitted" || decision.verdict === "how_many")
    ? unlisted
    : decision;
}

/** Whether a row may be undone: by the phone that wrote it for `mostSeconds`, and by the chief afterwards. */
export function mayUndo(
  { age, isOwnRow, isChief }: { readonly age: number; readonly isOwnRow: boolean; readonly isChief: boolean },
  mostSeconds: number,
): boolean {
  return isChief || (isOwnRow && age <= mostSeconds);
}
