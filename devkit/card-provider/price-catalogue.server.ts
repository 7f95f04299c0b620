import type { GivenFields } from "./form-body.ts";
import type { ProviderContext } from "./provider-context.server.ts";
import { badParameter, noSuch } from "./provider-error.ts";
import { newProviderId } from "./provider-id.server.ts";
import { fieldsOf, map, neededText, text, whole } from "./provider-parameters.ts";

export const productParameters = {
  name: "text",
  description: "text",
  active: "truth",
  metadata: "map",
  expand: ["text"],
} as const;
export const priceParameters = {
  currency: "text",
  unit_amount: "whole",
  product: "text",
  product_data: { name: "text", active: "truth", metadata: "map" },
  active: "truth",
  nickname: "text",
  metadata: "map",
  expand: ["text"],
} as const;
export const priceChanges = { active: "truth", nickname: "text", metadata: "map", expand: ["text"] } as const;

const newProduct = ({ nowSeconds }: ProviderContext, own: { name: string; description: string | null }) => ({
  id: newProviderId("prod"),
  object: "product",
  active: true,
  created: nowSeconds(),
  default_price: null,
  livemode: false,
  metadata: {} as Record<string, string>,
  ...own,
});
export type Product = ReturnType<typeof newProduct>;

export const newPrice = (
  { nowSeconds }: ProviderContext,
  own: { unit_amount: number; product: string; active: boolean },
) => ({
  id: newProviderId("price"),
  object: "price",
  billing_scheme: "per_unit",
  created: nowSeconds(),
  currency: "ron",
  livemode: false,
  metadata: {} as Record<string, string>,
  nickname: null as string | null,
  recurring: null,
  type: "one_time",
  ...own,
});
export type Price = ReturnType<typeof newPrice>;

export function makeProduct(context: ProviderContext, given: GivenFields): Product {
  const own = { name: neededText(given, "name"), description: text(given, "description") };
  return changed(context, newProduct(context, own), given);
}

export function changeProduct(context: ProviderContext, given: GivenFields, id: string): Product {
  const product = context.store.find<Product>("product", id);
  if (product === null) throw noSuch("product", id);
  return changed(
    context,
    {
      ...product,
      description: text(given, "description") ?? product.description,
      name: text(given, "name") ?? product.name,
    },
    given,
  );
}

export function makePrice(context: ProviderContext, given: GivenFields): Price {
  const unit_amount = unitAmount(given, "unit_amount");
  if (neededText(given, "currency") !== "ron") throw badParameter("Only `ron` is known here", "currency");
  const productId = text(given, "product");
  if (productId !== null && context.store.find("product", productId) === null)
    throw noSuch("product", productId, "product");
  const product = productId ?? makeProduct(context, fieldsOf(given, "product_data")).id;
  const price = newPrice(context, { unit_amount, product, active: true });
  return changed(context, { ...price, nickname: text(given, "nickname") }, given);
}

export function changePrice(context: ProviderContext, given: GivenFields, id: string): Price {
  const price = context.store.find<Price>("price", id);
  if (price === null) throw noSuch("price", id);
  return changed(context, { ...price, nickname: text(given, "nickname") ?? price.nickname }, given);
}

/** Keeps a thing with what was given of `active` and `metadata`. */
function changed<Thing extends Product | Price>(
  { store }: ProviderContext,
  thing: Thing,
  given: GivenFields,
): Thing {
  const active = text(given, "active");
  const kept = {
    ...thing,
    active: active === null ? thing.active : active === "true",
    metadata: { ...thing.metadata, ...map(given, "metadata") },
  };
  store.keep(kept);
  return kept;
}

export function unitAmount(given: GivenFields, param: string): number {
  const amount = whole(given, "unit_amount");
  if (amount === null || amount < 0 || amount > 99_999_999)
    throw badParameter("Invalid integer", param, "parameter_invalid_integer");
  return amount;
}
