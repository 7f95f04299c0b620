/**
 * Why no ticket of a night can be bought, however many are left. The first reason that applies counts
 * (`nightOff` in SQL).
 */
export const nightOffSales = [
  "cancelled",
  "draft",
  "scheduled",
  "ended",
  /** The team has switched the night off. */
  "unavailable",
  /** A stop with a reason closes the night's sale (`stop.ts`). */
  "stopped",
  "announced",
  "sale_ended",
] as const;
export type NightOffSale = (typeof nightOffSales)[number];

/**
 * Why a ticket type cannot be bought, however many are left. The first reason that applies counts (`typeOff` in SQL).
 */
export const typeOffSales = [
  "archived",
  "hidden",
  "not_yet",
  "sale_ended",
  "entry_over",
  "price_pending",
] as const;
export type TypeOffSale = (typeof typeOffSales)[number];

const nothingSells = ["no_types", "code_only", "price_pending", "not_yet", "sold_out"] as const;
/** The states in which anybody can buy tickets. */
export const onSale = ["few_left", "on_sale"] as const;

/** The state of a night's sale: why it is off, else what its types say. Every screen has words for every state. */
export const saleStates = [...nightOffSales, ...nothingSells, ...onSale] as const;
export type SaleState = (typeof saleStates)[number];

/** Whether tickets of the night can be bought now, so that it may be suggested instead of another. */
export const isOnSale = (state: SaleState): state is (typeof onSale)[number] =>
  (onSale as readonly SaleState[]).includes(state);

/** Whether nothing of the night can be bought, however many tickets are left. */
export const isOffSale = (state: SaleState): state is NightOffSale =>
  (nightOffSales as readonly SaleState[]).includes(state);

/**
 * Whether the night takes place and a pass admits to it: also while its sale is stopped, not yet opened, or over.
 */
export function isGoing(off: NightOffSale | null): off is "stopped" | "announced" | "sale_ended" | null {
  return off === null || off === "stopped" || off === "announced" || off === "sale_ended";
}

export type NightSale = {
  readonly state: SaleState;
  /**
   * ISO time. For "scheduled", when it becomes public; for "announced" and "not_yet", when the sale opens; for
   * "sold_out", when the next type goes on sale.
   */
  readonly at: string | null;
  /** For how many people tickets can be bought now. Places that types share count once. */
  readonly left: number;
};

const refusals = {
  archived: "unknown_type",
  hidden: "unknown_type",
  cancelled: "event_unavailable",
  draft: "event_unavailable",
  scheduled: "event_unavailable",
  unavailable: "event_unavailable",
  ended: "event_past",
  stopped: "sale_stopped",
  announced: "not_open_yet",
  not_yet: "not_on_sale",
  sale_ended: "not_on_sale",
  entry_over: "not_on_sale",
  price_pending: "no_price",
} as const satisfies Record<NightOffSale | TypeOffSale, string>;

/** The refusal of a hold for a night or type that is off sale. */
export function refusalOf<Off extends NightOffSale | TypeOffSale>(off: Off): (typeof refusals)[Off] {
  return refusals[off];
}

type Availability = "InStock" | "SoldOut" | "PreOrder" | "OutOfStock" | null;
type OfferedType = { readonly off: TypeOffSale | null; readonly available: number };

/** What a night's state says about each of its types; "by_type" when each type has its own answer. */
const ofNight: Record<SaleState, Availability | "by_type"> = {
  cancelled: null,
  draft: null,
  scheduled: null,
  ended: null,
  unavailable: "OutOfStock",
  stopped: "OutOfStock",
  announced: "PreOrder",
  sale_ended: "OutOfStock",
  no_types: null,
  code_only: null,
  price_pending: "by_type",
  not_yet: "by_type",
  sold_out: "by_type",
  few_left: "by_type",
  on_sale: "by_type",
};
const ofType: Record<TypeOffSale, Availability> = {
  archived: null,
  hidden: null,
  not_yet: "PreOrder",
  sale_ended: "OutOfStock",
  entry_over: "OutOfStock",
  price_pending: null,
};

/**
 * What search engines are told about a type (schema.org/ItemAvailability); null: no offer is listed. InStock only if
 * it can be bought now.
 */
export function offerAvailability(night: SaleState, { off, available }: OfferedType): Availability {
  const said = ofNight[night];
  if (said !== "by_type") return said;
  if (off !== null) return ofType[off];
  return available > 0 ? "InStock" : "SoldOut";
}
