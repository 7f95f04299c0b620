import type { HoardingLimit } from "#ticketing/orders/checkout/hoarding.ts";
import type { OrderState } from "#ticketing/orders/order-state.ts";

/** What the model of the sale speaks of; its rules are in `sale-model.ts`. */
export type ModelOffer = {
  /** None: an add-on. */
  readonly entries: number;
  readonly nights: readonly number[];
  readonly isPass: boolean;
  readonly capacity: number;
  readonly codePer: "order" | "person";
  readonly price: number;
  /** In their order; the last has the offer's price. */
  readonly phases: readonly { readonly price: number; readonly capacity: number }[];
  readonly pool: number | null;
  /** It needs a code. */
  readonly isHidden: boolean;
};

/** `value`: percent, or bani off each ticket. `offers`: null for all. */
export type ModelCode = {
  readonly kind: "percent" | "fixed" | "unlock";
  readonly value: number;
  readonly offers: readonly number[] | null;
  readonly capacity: number;
  readonly perPerson: number;
  readonly returnsUses: boolean;
};

/** So many of one offer. */
export type ModelLine = { readonly offer: number; readonly quantity: number };

/** `sees`: which total the browser shows and names. */
export type Wish = {
  readonly lines: readonly ModelLine[];
  readonly code: number | null;
  readonly sees: "nothing" | "first prices" | "last prices";
};

/** A line of an order: tickets of an offer at one price, each so much less with the code. */
export type ModelPart = ModelLine & {
  readonly phase: number | null;
  readonly price: number;
  readonly off: number;
  readonly code: number | null;
};

export type ModelOrder = {
  readonly customer: number;
  /** Each offer once. */
  readonly lines: readonly ModelLine[];
  readonly parts: readonly ModelPart[];
  /** By part: units that were given back, and whether each person has a code. */
  readonly back: number[];
  readonly isByPerson: boolean[];
  state: OrderState;
  /** The state of the card page at the provider; an order that costs nothing has none. */
  page: "open" | "paid" | "closed";
};

export type SaleModel = {
  readonly nights: readonly number[];
  readonly pools: readonly number[];
  readonly offers: readonly ModelOffer[];
  readonly codes: readonly ModelCode[];
  /** Phases whose moment has come. */
  readonly over: Set<string>;
  readonly orders: ModelOrder[];
  /** By customer: customers with equal numbers share a mailbox, so their holds count together. */
  readonly mailboxes: readonly number[];
  readonly hoarding: HoardingLimit;
};

export type Refused = {
  readonly kind: "refused";
  readonly reason: string;
  readonly total?: number;
  readonly left?: number;
};
export type BuyAnswer = { kind: "order"; index: number; parts: readonly ModelPart[] } | Refused;
