/** A named point inside the product where a test ends its process as kill -9 does. */
export type CrashPoint = {
  readonly step: string;
  readonly fault: string;
  readonly at: string;
  /** The work before the first death is not repeated, so a second life does not pass this point. */
  readonly passesOnce?: true;
};

export const purchasePoints: readonly CrashPoint[] = [
  { step: "P1", fault: "F1", at: "checkout.begin" },
  { step: "P1", fault: "F1", at: "hold.decided" },
  { step: "P2", fault: "F1 F2", at: "hold.sent" },
  { step: "P2", fault: "F2", at: "hold.committed" },
  { step: "P3", fault: "F2", at: "card-page.preparing" },
  { step: "P3", fault: "F2", at: "card-page.prepared" },
  { step: "P3", fault: "F3", at: "card-page.answered" },
  { step: "P4", fault: "F3", at: "card-page.keeping" },
  { step: "P4", fault: "F5", at: "card-page.kept", passesOnce: true },
  { step: "P5", fault: "F5", at: "checkout.page" },
  { step: "P7", fault: "F6 F16", at: "notice.begin" },
  { step: "P7", fault: "F6", at: "notice.stored" },
  { step: "P7", fault: "F6", at: "notice.claimed" },
  { step: "P8", fault: "F6", at: "settle.begin" },
  { step: "P8", fault: "F7", at: "settle.written" },
  { step: "P8", fault: "F8", at: "settle.committed", passesOnce: true },
  { step: "P8", fault: "F8", at: "notice.understood", passesOnce: true },
  { step: "P9", fault: "F8", at: "letter.claimed" },
  { step: "P9", fault: "F9", at: "letter.sent" },
  { step: "P10", fault: "F9", at: "letter.marked", passesOnce: true },
];
/** These are killed twice at every run of the tests; with TEST_SCALE=long all are. */
export const alwaysTwice = [
  "hold.sent",
  "card-page.answered",
  "notice.claimed",
  "settle.written",
  "letter.sent",
];

export const abandonedInShort = ["hold.committed", "card-page.prepared", "card-page.answered"];

/** Money that is refunded because the places were gone. */
export const refundPoints = ["refund.claimed", "refund.asked", "refund.kept"];

/** A seat that an administrator refunds: stored, claimed, at the provider, noted, and with its end written. */
export const seatRefundPoints = ["refund.wanted", ...refundPoints, "refund.written"];

/** A night that is cancelled: written, and its one order given back. */
export const cancellationPoints = ["night.cancelled", "cancellation.order"];

/** A night that is moved: written, its one order told, and what its buyer gives back written. */
export const movePoints = ["night.moved", "move.told", "choice.written"];

/** A message to a night's holders: written, its emails queued, that committed, and one of them on its way. */
export const messagePoints = ["message.written", "message.queued", "message.spread", "letter.claimed"];

/** Places that are released: without a card page, and with one. */
export const sweepPoints = {
  bare: ["sweep.written"],
  withPage: ["release.begin", "release.closed", "release.committed"],
};

/** A code for two that becomes one for each; a second life finds it split already. */
export const splitPoints: readonly Pick<CrashPoint, "at" | "passesOnce">[] = [
  { at: "split.written" },
  { at: "split.committed", passesOnce: true },
];

/** Acts of an administrator: a picture is stored, the texts of the site are saved. */
export const officePoints = ["storage.put", "picture.stored", "content.written"];
