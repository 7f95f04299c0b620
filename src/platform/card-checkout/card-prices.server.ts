import type Stripe from "stripe";
import type { ArchivedPrice, CardPrice, CreatedPrice, ReadPrice } from "./card-answers.ts";
import { productTexts } from "./product-texts.ts";
import {
  AnswerNotUnderstood,
  providerFailure,
  refusedOrUnknown,
  unanswered,
} from "./provider-errors.server.ts";

export type NewPrice = { key: string; name: string; amount: number };

export async function readPrice(stripe: Stripe, priceId: string): Promise<ReadPrice> {
  try {
    return { kind: "found", price: cardPrice(await stripe.prices.retrieve(priceId)) };
  } catch (error) {
    return providerFailure(error).kind === "missing" ? { kind: "missing" } : unanswered(error);
  }
}

export async function createPrice(stripe: Stripe, newPrice: NewPrice): Promise<CreatedPrice> {
  try {
    const price = await stripe.prices.create(
      { currency: "ron", unit_amount: newPrice.amount, product_data: productTexts(newPrice) },
      { idempotencyKey: newPrice.key },
    );
    return { kind: "created", price: cardPrice(price) };
  } catch (error) {
    return refusedOrUnknown(error);
  }
}

export async function archivePrice(stripe: Stripe, priceId: string): Promise<ArchivedPrice> {
  try {
    await stripe.prices.update(priceId, { active: false });
    return { kind: "archived" };
  } catch (error) {
    return providerFailure(error).kind === "missing" ? { kind: "missing" } : refusedOrUnknown(error);
  }
}

function cardPrice(price: Stripe.Price): CardPrice {
  const productId = typeof price.product === "string" ? price.product : price.product.id;
  if (typeof price.currency !== "string")
    throw new AnswerNotUnderstood("The card provider answered no currency");
  return {
    id: price.id,
    amount: price.billing_scheme === "per_unit" ? price.unit_amount : null,
    currency: price.currency,
    active: price.active,
    recurring: price.type !== "one_time",
    productId,
    livemode: price.livemode,
  };
}
