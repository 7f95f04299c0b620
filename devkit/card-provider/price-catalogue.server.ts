import { badParameter, noSuch } from "./provider-error.ts";
import {
  fieldsOf,
  type GivenFields,
  type KnownFields,
  neededText,
  text,
  whole,
} from "./provider-parameters.ts";
import { newProviderId, type ProviderContext } from "./provider-store.server.ts";

export const priceParameters: KnownFields = {
  currency: "text",
  unit_amount: "whole",
  product_data: { name: "text" },
};
export const priceChanges = { active: "truth" } as const;

export function makePrice({ store, nowSeconds }: ProviderContext, given: GivenFields): object {
  neededText(fieldsOf(given, "product_data"), "name", "product_data");
  const price = {
    id: newProviderId("price"),
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: nowSeconds(),
    currency: neededRon(given, "currency"),
    livemode: false,
    product: newProviderId("prod"),
    type: "one_time",
    unit_amount: unitAmount(given, "unit_amount"),
  };
  store.keep(price);
  return price;
}

type Price = Readonly<{ id: string; object: string; created: number; active: boolean }>;

export function findPrice({ store }: ProviderContext, id: string): Price {
  const price = store.find<Price>("price", id);
  if (price === null) throw noSuch("price", id);
  return price;
}

export function changePrice(context: ProviderContext, given: GivenFields, id: string): object {
  const price = { ...findPrice(context, id), active: text(given, "active") !== "false" };
  context.store.keep(price);
  return price;
}

export function neededRon(given: GivenFields, param: string): "ron" {
  if (neededText(given, "currency") !== "ron") throw badParameter("Only `ron` is known here", param);
  return "ron";
}

export function unitAmount(given: GivenFields, param: string): number {
  const amount = whole(given, "unit_amount");
  if (amount === null || amount < 0 || amount > 99_999_999)
    throw badParameter("Invalid integer", param, "parameter_invalid_integer");
  return amount;
}
