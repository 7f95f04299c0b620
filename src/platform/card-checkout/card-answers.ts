/**
 * The answers of the card checkout, in our own words. Amounts are whole bani of RON, moments are instants.
 *
 * Three answers run through everything. `unknown`: nobody can tell what happened (no answer, or one that we cannot
 * read), so the caller repeats the same bytes and decides nothing. `refused`: the provider answered and did nothing.
 * Everything else is a fact.
 */
export type UnknownAnswer = { kind: "unknown"; message: string };

type RefusalReason = "key_reused" | "rate_limited" | "invalid" | "unavailable";
export type Refused<Reason extends string = RefusalReason> = {
  kind: "refused";
  reason: Reason;
  /** The provider's own English sentence, for logs and never for customers. */
  message: string;
};

/** An object of another product of the account. `amount`: money moved, in its currency, negative when it left. */
export type ForeignRow = {
  readonly kind: "foreign";
  readonly id: string;
  readonly paymentId: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
};
/** An object of ours whose shape, words or currency we do not know: no sum of ours may have it. */
export type UnreadableRow = Omit<ForeignRow, "kind"> & { readonly kind: "unreadable" };
/** The rows of a list that are not ours, or that cannot be read. */
export type NotOurs = { readonly foreign: ForeignRow[]; readonly unreadable: UnreadableRow[] };

export type CheckoutLine = { name: string; description?: string; unitAmount: number; quantity: number };

export type SessionOrder = {
  /** Idempotency key: the same key with the same values is the same session for 24 hours. At most 255 characters. */
  key: string;
  orderId: string;
  /** The attempt's number. It is written beside the order's id at the provider, for people who search there. */
  attempt?: number;
  /** May contain the literal `{CHECKOUT_SESSION_ID}`. */
  successUrl: string;
  cancelUrl: string;
  lines: readonly CheckoutLine[];
  customerEmail?: string;
  /** Must be 30 minutes to 24 hours ahead by the provider's clock. */
  expiresAt: Date;
};

type SessionStatus = "open" | "complete" | "expired";
export type PaymentStatus = "paid" | "unpaid" | "no_payment_required";

export type CardSession = {
  id: string;
  status: SessionStatus;
  paymentStatus: PaymentStatus;
  amountTotal: number;
  /** Lower case, as the provider writes it: "ron". */
  currency: string;
  mode: string;
  clientReferenceId: string | null;
  livemode: boolean;
  /** Null until the customer has tried to pay. */
  paymentId: string | null;
  /** Null when the session is no longer open. */
  url: string | null;
  expiresAt: Date;
  createdAt: Date;
  customerEmail: string | null;
};

export type OpenedCardSession =
  | { kind: "opened"; sessionId: string; url: string; expiresAt: Date }
  /** `address`: the provider refuses the customer's email address; another address would open a page. */
  | Refused<RefusalReason | "address">
  | UnknownAnswer;
export type ReadSession =
  | { kind: "found"; session: CardSession }
  | { kind: "missing" }
  | ForeignRow
  | UnreadableRow
  | UnknownAnswer;
export type ListedSessions = ({ kind: "listed"; sessions: CardSession[] } & NotOurs) | UnknownAnswer;
/** A `complete` session may have been paid a moment ago. Read and settle it before any place is freed. */
export type ExpiredSession = { kind: "expired" } | { kind: "complete" } | { kind: "missing" } | UnknownAnswer;

export type RefundRequest = {
  /** Idempotency key, also written into the refund, so that `findRefund` can recognise it later. */
  key: string;
  /** From 2 on, the idempotency key is another one. Used when the provider repeats an error that it has saved. */
  attempt?: number;
  paymentId: string;
  /** Bani. When absent, everything that is left is returned. */
  amount?: number;
  reason?: "duplicate" | "fraudulent" | "requested_by_customer";
};
export type CardRefund = {
  id: string;
  state: "refunded" | "pending" | "failed";
  /**
   * The club's balance at the provider was too small. A pending refund leaves by itself later; a failed one does not.
   */
  isShortOfBalance: boolean;
  amount: number;
  currency: string;
  paymentId: string | null;
  /** The `key` of the request that made it; null for refunds made by hand at the provider. */
  key: string | null;
  createdAt: Date;
};
export type RefundAnswer =
  | { kind: "refunded" | "pending" | "failed"; refundId: string; amount: number }
  | Refused<RefusalReason | "already_refunded" | "short_balance">
  | UnknownAnswer;
export type FoundRefund = { kind: "found"; refund: CardRefund } | { kind: "missing" } | UnknownAnswer;
export type ListedRefunds = ({ kind: "listed"; refunds: CardRefund[] } & NotOurs) | UnknownAnswer;

export type CardDispute = {
  id: string;
  state: "open" | "won" | "lost";
  amount: number;
  currency: string;
  paymentId: string | null;
  createdAt: Date;
};
export type ListedDisputes = ({ kind: "listed"; disputes: CardDispute[] } & NotOurs) | UnknownAnswer;

/** One movement on the club's balance at the provider, in bani. `net` is `gross` less `fee`. */
export type BalanceEntry = {
  id: string;
  /** `refund` and `dispute` include their reversals. `fee` is a fee of the account, not of a payment. */
  kind: "charge" | "refund" | "dispute" | "fee" | "payout" | "other";
  gross: number;
  fee: number;
  net: number;
  /** The payment of a charge, refund or dispute; null for other entries. */
  paymentId: string | null;
  /** The instant from which it can be paid out. */
  availableOn: Date;
  createdAt: Date;
};
export type ListedBalance = ({ kind: "listed"; entries: BalanceEntry[] } & NotOurs) | UnknownAnswer;

/** Money that the provider sends to the club's bank. */
export type CardPayout = {
  id: string;
  state: "under_way" | "paid" | "failed";
  amount: number;
  arrivesAt: Date;
  /** Whether the provider can already say which entries the payout contains. */
  hasEntries: boolean;
  createdAt: Date;
};
export type ListedPayouts = ({ kind: "listed"; payouts: CardPayout[] } & NotOurs) | UnknownAnswer;

export type CardPrice = {
  id: string;
  /** Null for prices that are not one fixed amount in whole bani. */
  amount: number | null;
  currency: string;
  active: boolean;
  recurring: boolean;
  productId: string;
  livemode: boolean;
};
export type ReadPrice = { kind: "found"; price: CardPrice } | { kind: "missing" } | UnknownAnswer;
export type CreatedPrice = { kind: "created"; price: CardPrice } | Refused | UnknownAnswer;
export type ArchivedPrice = { kind: "archived" } | { kind: "missing" } | Refused | UnknownAnswer;

export type CardNotice = {
  kind: "notice";
  id: string;
  /** The provider's word, such as `checkout.session.completed`. */
  type: string;
  createdAt: Date;
  /** Null when the event does not say it. */
  livemode: boolean | null;
  sessionId: string | null;
  paymentId: string | null;
};
export type NoticeRefusal = "unsigned" | "bad_signature" | "too_old" | "in_the_future" | "malformed";
export type ReadNotice = CardNotice | { kind: "refused"; reason: NoticeRefusal };

/** `refused`: the provider does not know the key. `hidden`: the key may not read the account. `silent`: no answer. */
export type AccountAnswer =
  | { readonly kind: "known"; readonly takesCharges: boolean; readonly livemode: boolean }
  | { readonly kind: "refused" }
  | { readonly kind: "hidden" | "silent"; readonly message: string };
