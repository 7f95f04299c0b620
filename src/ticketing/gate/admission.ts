/** What the gate knows of a ticket, read under its lock. */
export type TicketAtGate = {
  readonly status: "pending" | "paid" | "refunded" | "cancelled";
  readonly eventId: string;
  readonly entriesTotal: number;
  readonly entriesRemaining: number;
  readonly secretVersion: number;
  /** Its money is being returned, or a bank disputes the payment. */
  readonly suspended: "refund" | "dispute" | null;
};

export type Verdict =
  | "admitted"
  /** No entries left, or fewer than asked for. */
  | "used"
  /** Refunded, cancelled or replaced. */
  | "void"
  /** Its money is on its way back, or disputed: nobody is admitted until that is known. */
  | "suspended"
  | "elsewhere"
  | "early"
  | "late"
  /** Not one of our codes. */
  | "invalid";

export type Presented = {
  readonly eventId: string;
  /** Of a scanned QR; a typed code carries none. */
  readonly secretVersion: number | null;
  readonly when: "early" | "now" | "late";
  readonly entries: number;
};

/** The verdict on a genuine code: who may enter, and how many of them. */
export function decideAdmission(ticket: TicketAtGate, presented: Presented): Verdict {
  if (ticket.status !== "paid") return "void";
  if (presented.secretVersion !== null && presented.secretVersion !== ticket.secretVersion) return "void";
  if (ticket.suspended !== null) return "suspended";
  if (ticket.eventId !== presented.eventId) return "elsewhere";
  if (presented.when !== "now") return presented.when;
  return ticket.entriesRemaining >= presented.entries ? "admitted" : "used";
}
