import type { GivenFields } from "./form-body.ts";
import {
  endHostedSession,
  findHostedSession,
  lineItemsOf,
  openHostedSession,
  presentSession,
  sessionParameters,
} from "./hosted-sessions.server.ts";
import {
  changePrice,
  changeProduct,
  makePrice,
  makeProduct,
  priceChanges,
  priceParameters,
  productParameters,
} from "./price-catalogue.server.ts";
import { type KeptPayout, listPaidOut, payOut, presentPayout } from "./provider-balance.server.ts";
import type { ProviderContext } from "./provider-context.server.ts";
import { badParameter, noSuch, refusal } from "./provider-error.ts";
import { newProviderId } from "./provider-id.server.ts";
import type { HostedSession } from "./provider-objects.ts";
import { fieldsOf, type KnownFields, map, text, whole } from "./provider-parameters.ts";
import { makeRefund, refundParameters } from "./provider-refunds.server.ts";

type Answer = (context: ProviderContext, given: GivenFields, id: string) => object;
export type Endpoint = { readonly known: KnownFields; readonly answer: Answer };

const retrieval = { expand: ["text"] } as const;
const listing = {
  created: { gt: "whole", gte: "whole", lt: "whole", lte: "whole" },
  ending_before: "text",
  expand: ["text"],
  limit: "whole",
  payment_intent: "text",
  starting_after: "text",
} as const;
const customerParameters = {
  ...({ email: "text", name: "text", phone: "text", metadata: "map", expand: ["text"] } as const),
};
const perRead = 101;
const paged = { limit: "whole", starting_after: "text" } as const;

/** By method and path, in which `:id` stands for one part. */
export const endpoints: Readonly<Record<string, Endpoint>> = {
  "POST /v1/checkout/sessions": {
    known: sessionParameters,
    answer: (context, given) => presentSession(context, openHostedSession(context, given)),
  },
  "GET /v1/checkout/sessions": {
    known: { ...listing, status: "text" },
    answer: (context, given) => {
      const wanted = text(given, "status");
      const now = ({ shown }: HostedSession) => presentSession(context, currentSession(context, shown.id));
      const list = listed<HostedSession>(context, given, {
        kind: "session",
        url: "/v1/checkout/sessions",
        keep: (session) => wanted === null || now(session).status === wanted,
      });
      return { ...list, data: list.data.map(now) };
    },
  },
  "GET /v1/checkout/sessions/:id": {
    known: retrieval,
    answer: (context, _given, id) => presentSession(context, currentSession(context, id)),
  },
  "GET /v1/checkout/sessions/:id/line_items": {
    known: paged,
    answer: (context, _given, id) => lineItemsOf(currentSession(context, id)),
  },
  "POST /v1/checkout/sessions/:id/expire": {
    known: retrieval,
    answer: (context, _given, id) => {
      const session = currentSession(context, id);
      const { status } = session.shown;
      if (status !== "open")
        throw refusal(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`,
        );
      endHostedSession(context, session);
      return presentSession(context, session);
    },
  },
  "POST /v1/refunds": { known: refundParameters, answer: makeRefund },
  "GET /v1/refunds": { known: listing, answer: lister("refund", "/v1/refunds") },
  "GET /v1/account": {
    known: retrieval,
    answer: () => ({ id: "acct_demo", object: "account", charges_enabled: true, payouts_enabled: true }),
  },
  "POST /v1/products": { known: productParameters, answer: makeProduct },
  "POST /v1/products/:id": { known: productParameters, answer: changeProduct },
  "POST /v1/prices": { known: priceParameters, answer: makePrice },
  "POST /v1/prices/:id": { known: priceChanges, answer: changePrice },
  "POST /v1/customers": { known: customerParameters, answer: makeCustomer },
  "GET /v1/disputes": { known: listing, answer: lister("dispute", "/v1/disputes") },
  "GET /v1/balance_transactions": {
    known: { ...listing, payout: "text", type: "text" },
    answer: (context, given) => {
      payOut(context);
      const payoutId = text(given, "payout");
      if (payoutId !== null) return listPaidOut(context, payoutId, text(given, "starting_after"));
      const type = text(given, "type");
      return listed<{ type: string }>(context, given, {
        kind: "balance_transaction",
        url: "/v1/balance_transactions",
        keep: (entry) => type === null || entry.type === type,
      });
    },
  },
  "GET /v1/payouts": {
    known: listing,
    answer: (context, given) => {
      payOut(context);
      const list = listed<KeptPayout>(context, given, {
        kind: "payout",
        url: "/v1/payouts",
        keep: () => true,
      });
      return { ...list, data: list.data.map((payout) => presentPayout(context, payout)) };
    },
  },
  "GET /v1/events": {
    known: { ...listing, type: "text", types: ["text"] },
    answer: (context, given) => {
      const types = Array.isArray(given.types) ? given.types : given.type === undefined ? null : [given.type];
      return listed<{ type: string }>(context, given, {
        kind: "event",
        url: "/v1/events",
        keep: ({ type }) => types === null || types.includes(type),
      });
    },
  },
  ...Object.fromEntries(
    [
      "refund",
      "product",
      "price",
      "customer",
      "payment_intent",
      "charge",
      "dispute",
      "event",
      "balance_transaction",
    ].map((kind) => [`GET /v1/${kind}s/:id`, { known: retrieval, answer: finder(kind) }]),
  ),
};

function currentSession(context: ProviderContext, id: string): HostedSession {
  const session = findHostedSession(context, id);
  if (session === null) throw noSuch("checkout.session", id);
  return session;
}

function finder(kind: string): Answer {
  return ({ store }, _given, id) => {
    const thing = store.find<object>(kind, id);
    if (thing === null) throw noSuch(kind, id, kind === "payment_intent" ? "intent" : "id");
    return thing;
  };
}

function lister(kind: string, url: string): Answer {
  return (context, given) => listed<object>(context, given, { kind, url, keep: () => true });
}

type Listing<Body> = { kind: string; url: string; keep(body: Body): boolean };

/** Newest first. What is not asked for does not count to the limit. */
function listed<Body extends object>(
  context: ProviderContext,
  given: GivenFields,
  { kind, url, keep }: Listing<Body>,
) {
  const limit = whole(given, "limit") ?? 10;
  if (limit < 1 || limit > 100) throw badParameter("Invalid integer: must be between 1 and 100", "limit");
  if (given.ending_before !== undefined)
    throw badParameter("Only `starting_after` is known here", "ending_before");
  const created = fieldsOf(given, "created");
  const after = text(given, "starting_after");
  if (after !== null && context.store.find(kind, after) === null) throw noSuch(kind, after, "starting_after");
  const paymentIntent = text(given, "payment_intent");
  const from = Math.max(whole(created, "gte") ?? 0, (whole(created, "gt") ?? -1) + 1);
  const last = Number.MAX_SAFE_INTEGER;
  const until = Math.min(whole(created, "lte") ?? last, (whole(created, "lt") ?? last) - 1);
  const found: Body[] = [];
  for (let behind = after; found.length <= limit; ) {
    const next = context.store.list<Body>(kind, {
      createdFrom: from,
      createdUntil: until,
      limit: perRead,
      ...(behind === null ? {} : { after: behind }),
      ...(paymentIntent === null ? {} : { paymentIntent }),
    });
    found.push(...next.map(({ body }) => body).filter(keep));
    if (next.length < perRead) break;
    behind = next.at(-1)?.id ?? null;
  }
  return {
    object: "list",
    url,
    has_more: found.length > limit,
    data: found.slice(0, limit),
  };
}

function makeCustomer(context: ProviderContext, given: GivenFields): object {
  const customer = {
    id: newProviderId("cus"),
    object: "customer",
    created: context.nowSeconds(),
    email: text(given, "email"),
    livemode: false,
    metadata: map(given, "metadata"),
    name: text(given, "name"),
    phone: text(given, "phone"),
  };
  context.store.keep(customer);
  return customer;
}
