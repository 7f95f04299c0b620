/**
 * Why no ticket of a night can be bought, however many are left. The first reason that applies counts (`nightOff` in
 * SQL). `refusal` is the answer to a hold; `availability` is what search engines are told about each type of the night.
 */
const nightOffSales = {
  cancelled: { refusal: "event_unavailable", availability: null },
  draft: { refusal: "event_unavailable", availability: null },
  scheduled: { refusal: "event_unavailable", availability: null },
  ended: { refusal: "event_past", availability: null },
  /** The team has switched the night off. */
  unavailable: { refusal: "event_unavailable", availability: "OutOfStock" },
  /** A stop with a reason closes the night's sale (`stop.ts`). */
  stopped: { refusal: "sale_stopped", availability: "OutOfStock" },
  announced: { refusal: "not_open_yet", availability: "PreOrder" },
  sale_ended: { refusal: "not_on_sale", availability: "OutOfStock" },
} as const;
export type NightOffSale = keyof typeof nightOffSales;

/** The same for a ticket type alone (`typeOff` in SQL). */
const typeOffSales = {
  archived: { refusal: "unknown_type", availability: null },
  hidden: { refusal: "unknown_type", availability: null },
  not_yet: { refusal: "not_on_sale", availability: "PreOrder" },
  sale_ended: nightOffSales.sale_ended,
  entry_over: { refusal: "not_on_sale", availability: "OutOfStock" },
  price_pending: { refusal: "no_price", availability: null },
} as const;
export type TypeOffSale = keyof typeof typeOffSales;

const offSales = { ...nightOffSales, ...typeOffSales };

const nothingSells = ["no_types", "code_only", "price_pending", "not_yet", "sold_out"] as const;
/** The states in which anybody can buy tickets. */
export const onSale = ["few_left", "on_sale"] as const;

/** The state of a night's sale: why it is off, else what its types say. Every screen has words for every state. */
export const saleStates = [
  ...(Object.keys(nightOffSales) as NightOffSale[]),
  ...nothingSells,
  ...onSale,
] as const;
export type SaleState = (typeof saleStates)[number];

/** Whether tickets of the night can be bought now, so that it may be suggested instead of another. */
export const isOnSale = (state: SaleState): boolean => (onSale as readonly SaleState[]).includes(state);

/**
 * Whether the night takes place and a pass admits to it: also while its sale is stopped, not yet opened, or over.
 */
export function takesPlace(off: NightOffSale | null): off is "stopped" | "announced" | "sale_ended" | null {
  return off === null || off === "stopped" || off === "announced" || off === "sale_ended";
}

export type NightSale = {
  readonly state: SaleState;
  /** Why the night itself is off sale. Null also when its types' sale has ended: types that a code opens may sell. */
  readonly off: NightOffSale | null;
  /** ISO: when it becomes public ("scheduled"), the sale opens, or the next type goes on sale ("sold_out"). */
  readonly at: string | null;
  /** For how many people tickets can be bought now. Places that types share count once. */
  readonly left: number;
};

/** The refusal of a hold for a night or type that is off sale. */
export function refusalOf<Off extends NightOffSale | TypeOffSale>(
  off: Off,
): (typeof offSales)[Off]["refusal"] {
  return offSales[off].refusal;
}

/** What search engines are told about a type (schema.org/ItemAvailability); null: no offer. InStock: on sale now. */
export function offerAvailability(
  night: Pick<NightSale, "state" | "off">,
  { off, available }: { readonly off: TypeOffSale | null; readonly available: number },
) {
  if (night.state === "no_types" || night.state === "code_only") return null;
  const why = night.off ?? off;
  if (why !== null) return offSales[why].availability;
  return available > 0 ? "InStock" : "SoldOut";
}
