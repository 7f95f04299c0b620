import { badParameter, noSuch } from "./provider-error.ts";
import {
  type FormFields,
  fieldsOf,
  neededText,
  type ParameterKinds,
  textParameter,
  wholeNumberOf,
} from "./provider-parameters.ts";
import { newProviderId, type ProviderContext } from "./provider-store.server.ts";

export const priceParameters: ParameterKinds = {
  currency: "text",
  unit_amount: "whole",
  product_data: { name: "text 250" },
};
export const priceChanges = { active: "truth" } as const;

export function makePrice({ store, nowSeconds }: ProviderContext, parameters: FormFields): object {
  neededText(fieldsOf(parameters, "product_data"), "name", "product_data");
  const price = {
    id: newProviderId("price"),
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: nowSeconds(),
    currency: neededRon(parameters, "currency"),
    livemode: false,
    product: newProviderId("prod"),
    type: "one_time",
    unit_amount: unitAmount(parameters, "unit_amount"),
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

export function changePrice(context: ProviderContext, parameters: FormFields, id: string): object {
  const price = { ...findPrice(context, id), active: textParameter(parameters, "active") !== "false" };
  context.store.keep(price);
  return price;
}

export function neededRon(parameters: FormFields, param: string): "ron" {
  if (neededText(parameters, "currency") !== "ron") throw badParameter("Only `ron` is known here", param);
  return "ron";
}

export function unitAmount(parameters: FormFields, param: string): number {
  const amount = wholeNumberOf(parameters, "unit_amount");
  if (amount === null || amount < 0 || amount > 99_999_999)
    throw badParameter("Invalid integer", param, "parameter_invalid_integer");
  return amount;
}
