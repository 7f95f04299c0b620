/**
 * What an act answers. A refusal is an answer the business foresees, with a reason that a screen turns into a
 * sentence; what nobody foresees is thrown.
 */
export type Outcome<Value, Refusal> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

export function done<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

export function refused<const Refusal>(refusal: Refusal): { ok: false; refusal: Refusal } {
  return { ok: false, refusal };
}
