import type { CardPrice } from "#platform/card-checkout/card-answers.ts";

/** Whether a price at the card provider matches the type: this amount in RON, for single payments, in use. */
export function agreesOn(price: CardPrice, amount: number, livemode: boolean): boolean {
  return (
    price.active &&
    !price.recurring &&
    price.currency === "ron" &&
    price.amount === amount &&
    price.livemode === livemode
  );
}
