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
import { badParameter, noSuch, refusal } from "./provider-error.ts";
import { newId } from "./provider-id.server.ts";
import type { HostedSession } from "./provider-objects.ts";
import { fieldsOf, type KnownFields, map, text, whole } from "./provider-parameters.ts";
import type { Workings } from "./provider-workings.server.ts";
import { makeRefund, refundParameters } from "./refund-desk.server.ts";

export type Endpoint = {
  method: "GET" | "POST";
  /** `:id` stands for one part of the path. */
  path: string;
  known: KnownFields;
  answer(workings: Workings, given: GivenFields, id: string): object;
};

const retrieval = { expand: ["text"] } as const;
const listing = {
  created: { gt: "whole", gte: "whole", lt: "whole", lte: "whole" },
  ending_before: "text",
  expand: ["text"],
  limit: "whole",
  payment_intent: "text",
  starting_after: "text",
} as const;
const perRead = 101;
const paged = { limit: "whole", starting_after: "text" } as const;

export const endpoints: readonly Endpoint[] = [
  {
    method: "POST",
    path: "/v1/checkout/sessions",
    known: sessionParameters,
    answer: (workings, given) => presentSession(workings, openHostedSession(workings, given)),
  },
  {
    method: "GET",
    path: "/v1/checkout/sessions",
    known: { ...listing, status: "text" },
    answer: (workings, given) => {
      const wanted = text(given, "status");
      const now = ({ shown }: HostedSession) => presentSession(workings, currentSession(workings, shown.id));
      const list = listed<HostedSession>(workings, given, {
        kind: "session",
        url: "/v1/checkout/sessions",
        keep: (session) => wanted === null || now(session).status === wanted,
      });
      return { ...list, data: list.data.map(now) };
    },
  },
  {
    method: "GET",
    path: "/v1/checkout/sessions/:id",
    known: retrieval,
    answer: (workings, _given, id) => presentSession(workings, currentSession(workings, id)),
  },
  {
    method: "GET",
    path: "/v1/checkout/sessions/:id/line_items",
    known: paged,
    answer: (workings, _given, id) => lineItemsOf(currentSession(workings, id)),
  },
  {
    method: "POST",
    path: "/v1/checkout/sessions/:id/expire",
    known: retrieval,
    answer: (workings, _given, id) => {
      const session = currentSession(workings, id);
      const { status } = session.shown;
      if (status !== "open")
        throw refusal(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`,
        );
      endHostedSession(workings, session);
      return presentSession(workings, session);
    },
  },
  { method: "POST", path: "/v1/refunds", known: refundParameters, answer: makeRefund },
  { method: "GET", path: "/v1/refunds", known: listing, answer: lister("refund", "/v1/refunds") },
  { method: "GET", path: "/v1/refunds/:id", known: retrieval, answer: finder("refund") },
  { method: "POST", path: "/v1/products", known: productParameters, answer: makeProduct },
  { method: "GET", path: "/v1/products/:id", known: retrieval, answer: finder("product") },
  { method: "POST", path: "/v1/products/:id", known: productParameters, answer: changeProduct },
  { method: "POST", path: "/v1/prices", known: priceParameters, answer: makePrice },
  { method: "GET", path: "/v1/prices/:id", known: retrieval, answer: finder("price") },
  { method: "POST", path: "/v1/prices/:id", known: priceChanges, answer: changePrice },
  {
    method: "POST",
    path: "/v1/customers",
    known: { email: "text", name: "text", phone: "text", metadata: "map", expand: ["text"] },
    answer: makeCustomer,
  },
  { method: "GET", path: "/v1/customers/:id", known: retrieval, answer: finder("customer") },
  { method: "GET", path: "/v1/payment_intents/:id", known: retrieval, answer: finder("payment_intent") },
  { method: "GET", path: "/v1/charges/:id", known: retrieval, answer: finder("charge") },
  { method: "GET", path: "/v1/disputes", known: listing, answer: lister("dispute", "/v1/disputes") },
  { method: "GET", path: "/v1/disputes/:id", known: retrieval, answer: finder("dispute") },
  {
    method: "GET",
    path: "/v1/events",
    known: { ...listing, type: "text", types: ["text"] },
    answer: (workings, given) => {
      const types = Array.isArray(given.types) ? given.types : given.type === undefined ? null : [given.type];
      return listed<{ type: string }>(workings, given, {
        kind: "event",
        url: "/v1/events",
        keep: ({ type }) => types === null || types.includes(type),
      });
    },
  },
  { method: "GET", path: "/v1/events/:id", known: retrieval, answer: finder("event") },
];

function currentSession(workings: Workings, id: string): HostedSession {
  const session = findHostedSession(workings, id);
  if (session === null) throw noSuch("checkout.session", id);
  return session;
}

function finder(kind: string): Endpoint["answer"] {
  return ({ store }, _given, id) => {
    const thing = store.find<object>(kind, id);
    if (thing === null) throw noSuch(kind, id, kind === "payment_intent" ? "intent" : "id");
    return thing.body;
  };
}

function lister(kind: string, url: string): Endpoint["answer"] {
  return (workings, given) => listed<object>(workings, given, { kind, url, keep: () => true });
}

type Listing<Body> = { kind: string; url: string; keep(body: Body): boolean };

/** Newest first. What is not asked for does not count to the limit. */
function listed<Body extends object>(
  workings: Workings,
  given: GivenFields,
  { kind, url, keep }: Listing<Body>,
) {
  const limit = whole(given, "limit") ?? 10;
  if (limit < 1 || limit > 100) throw badParameter("Invalid integer: must be between 1 and 100", "limit");
  if (given.ending_before !== undefined)
    throw badParameter("Only `starting_after` is known here", "ending_before");
  const created = fieldsOf(given, "created");
  const after = text(given, "starting_after");
  if (after !== null && workings.store.find(kind, after) === null)
    throw noSuch(kind, after, "starting_after");
  const paymentIntent = text(given, "payment_intent");
  const from = Math.max(whole(created, "gte") ?? 0, (whole(created, "gt") ?? -1) + 1);
  const last = Number.MAX_SAFE_INTEGER;
  const until = Math.min(whole(created, "lte") ?? last, (whole(created, "lt") ?? last) - 1);
  const found: Body[] = [];
  for (let behind = after; found.length <= limit; ) {
    const next = workings.store.list<Body>(kind, {
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

function makeCustomer(workings: Workings, given: GivenFields): object {
  const customer = {
    id: newId("cus"),
    object: "customer",
    created: workings.nowSeconds(),
    email: text(given, "email"),
    livemode: false,
    metadata: map(given, "metadata"),
    name: text(given, "name"),
    phone: text(given, "phone"),
  };
  const { id, created } = customer;
  workings.store.put({ kind: "customer", id, created, paymentIntent: null, dueAt: null, body: customer });
  return customer;
}
