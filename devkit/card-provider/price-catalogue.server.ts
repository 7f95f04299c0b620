import type { GivenFields } from "./form-body.ts";
import { badParameter, noSuch } from "./provider-error.ts";
import { newId } from "./provider-id.server.ts";
import type { Price, Product } from "./provider-objects.ts";
import { fieldsOf, map, neededText, text, whole } from "./provider-parameters.ts";
import type { Workings } from "./provider-workings.server.ts";

const productFields = {
  name: "text",
  description: "text",
  active: "truth",
  metadata: "map",
  expand: ["text"],
} as const;
export const productParameters = productFields;
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

export function makeProduct(workings: Workings, given: GivenFields): Product {
  return keepProduct(workings, {
    id: newId("prod"),
    object: "product",
    active: text(given, "active") !== "false",
    created: workings.nowSeconds(),
    default_price: null,
    description: text(given, "description"),
    livemode: false,
    metadata: map(given, "metadata"),
    name: neededText(given, "name"),
  });
}

export function changeProduct(workings: Workings, given: GivenFields, id: string): Product {
  const product = workings.store.find<Product>("product", id)?.body;
  if (product === undefined) throw noSuch("product", id);
  return keepProduct(workings, {
    ...product,
    active: activity(given, product.active),
    description: text(given, "description") ?? product.description,
    metadata: { ...product.metadata, ...map(given, "metadata") },
    name: text(given, "name") ?? product.name,
  });
}

export function makePrice(workings: Workings, given: GivenFields): Price {
  const amount = whole(given, "unit_amount");
  if (neededText(given, "currency") !== "ron") throw badParameter("Only `ron` is known here", "currency");
  if (amount === null || amount < 0 || amount > 99_999_999)
    throw badParameter("Invalid integer", "unit_amount", "parameter_invalid_integer");
  const productId = text(given, "product");
  if (productId !== null && workings.store.find("product", productId) === null)
    throw noSuch("product", productId, "product");
  return keepPrice(workings, {
    id: newId("price"),
    object: "price",
    active: text(given, "active") !== "false",
    billing_scheme: "per_unit",
    created: workings.nowSeconds(),
    currency: "ron",
    livemode: false,
    metadata: map(given, "metadata"),
    nickname: text(given, "nickname"),
    product: productId ?? makeProduct(workings, fieldsOf(given, "product_data")).id,
    recurring: null,
    type: "one_time",
    unit_amount: amount,
  });
}

export function changePrice(workings: Workings, given: GivenFields, id: string): Price {
  const price = workings.store.find<Price>("price", id)?.body;
  if (price === undefined) throw noSuch("price", id);
  return keepPrice(workings, {
    ...price,
    active: activity(given, price.active),
    nickname: text(given, "nickname") ?? price.nickname,
    metadata: { ...price.metadata, ...map(given, "metadata") },
  });
}

function activity(given: GivenFields, before: boolean): boolean {
  const wanted = text(given, "active");
  return wanted === null ? before : wanted === "true";
}

function keepProduct({ store }: Workings, product: Product): Product {
  const { id, created } = product;
  store.put({ kind: "product", id, created, paymentIntent: null, dueAt: null, body: product });
  return product;
}

function keepPrice({ store }: Workings, price: Price): Price {
  const { id, created } = price;
  store.put({ kind: "price", id, created, paymentIntent: null, dueAt: null, body: price });
  return price;
}
