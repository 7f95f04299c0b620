import { scopeOf } from "#ticketing/delivery/qr-payload.ts";
import { entryTime } from "./admission.ts";
import type { GateListHead, ListedTicket } from "./gate-list.ts";
import { homeGateOf, otherThanStrict } from "./home-gate.ts";
import { asksForAge, decideScan, type Scan, type ScanDecision } from "./scan-decision.ts";

/** What a phone knows when nobody answers it. */
export type PhoneAlone = {
  readonly head: GateListHead;
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
  /** Another gate answers for it. */
  | { readonly verdict: "other_gate"; readonly gateId: string }
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
  if (code.scope !== scopeOf(head.night.id)) return { verdict: "elsewhere" };
  const type = ticket && head.types[ticket.type];
  if (!ticket || !type) {
    const isOpen = head.gates.every(({ mode }) => mode === "open");
    const isAgain = own.entries > 0;
    return {
      ...{ verdict: "unlisted", isAgain, asksAge: asksForAge(head.night) },
      admits: isOpen && !isAgain && code.entries !== null,
    };
  }
  const home =
    homeGateOf(head.gates, { typeId: type.id, key: ticket.key }) ??
    otherThanStrict(head.gates, { gateId, typeId: type.id });
  if (home !== null && (home !== gateId || !decides)) return { verdict: "other_gate", gateId: home };
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
    },
  );
}
