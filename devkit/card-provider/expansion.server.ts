import type { Given } from "./form-body.ts";
import { findHostedSession, lineItemsOf } from "./hosted-sessions.server.ts";
import type { ProviderContext } from "./provider-context.server.ts";
import { badParameter } from "./provider-error.ts";

type Shown = Record<string, unknown>;

/** Which kind of thing the id in a field is of. */
const kinds: Record<string, string> = {
  balance_transaction: "balance_transaction",
  charge: "charge",
  customer: "customer",
  latest_charge: "charge",
  payment_intent: "payment_intent",
  product: "product",
};
/** What a movement on the balance is of. */
const sources: Record<string, string> = { ch: "charge", re: "refund", dp: "dispute" };
const deepest = 4;

/** The answer with things in the place of their ids, as `expand` asks: `payment_intent.latest_charge`, `data.line_items`. */
export function expanded(context: ProviderContext, answer: object, expand: Given | undefined): object {
  if (!Array.isArray(expand)) return answer;
  const copy = structuredClone(answer) as Shown;
  for (const [at, path] of expand.entries()) {
    const parts = typeof path === "string" ? path.split(".") : [];
    const refused = () =>
      badParameter(`This property cannot be expanded (${parts.join(".")}).`, `expand[${at}]`);
    if (parts.length > deepest || !expandPath(context, copy, parts)) throw refused();
  }
  return copy;
}

/** False: there is no such property. */
function expandPath(context: ProviderContext, thing: Shown, [field, ...rest]: readonly string[]): boolean {
  if (field === undefined) return true;
  if (thing.object === "list") {
    const data = Array.isArray(thing.data) ? (thing.data as Shown[]) : [];
    return field === "data" && rest.length > 0 && data.every((one) => expandPath(context, one, rest));
  }
  if (field === "line_items" && thing.object === "checkout.session") {
    const session = findHostedSession(context, String(thing.id));
    if (session) thing.line_items = lineItemsOf(session);
    return rest.length === 0;
  }
  const kind =
    field === "source" ? sourceOf(thing[field]) : Object.hasOwn(kinds, field) ? kinds[field] : undefined;
  if (field === "source" && kind === undefined) return true;
  if (kind === undefined || !Object.hasOwn(thing, field)) return false;
  const id = thing[field];
  if (typeof id === "string") thing[field] = context.store.find<Shown>(kind, id) ?? id;
  const found = thing[field];
  return typeof found === "object" && found !== null
    ? expandPath(context, found as Shown, rest)
    : rest.every((name) => Object.hasOwn(kinds, name));
}

const sourceOf = (id: unknown) => sources[String(id).split("_")[0] ?? ""];
