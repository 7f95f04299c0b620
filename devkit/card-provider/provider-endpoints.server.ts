import {
  endHostedSession,
  findHostedSession,
  openHostedSession,
  presentSession,
  sessionParameters,
} from "./hosted-sessions.server.ts";
import {
  changePrice,
  findPrice,
  makePrice,
  priceChanges,
  priceParameters,
} from "./price-catalogue.server.ts";
import { listPaidOut, payOut, presentMovement, presentPayout } from "./provider-balance.server.ts";
import { badParameter, noSuch, refusal } from "./provider-error.ts";
import type { HostedSession } from "./provider-objects.ts";
import {
  type FormFields,
  fieldsOf,
  type ParameterKinds,
  textParameter,
  wholeNumberOf,
} from "./provider-parameters.ts";
import { makeRefund, refundParameters } from "./provider-refunds.server.ts";
import type { ProviderContext } from "./provider-store.server.ts";

type Answer = (context: ProviderContext, parameters: FormFields, id: string) => object;
export type Endpoint = { readonly parameters: ParameterKinds; readonly answer: Answer };

const listing: ParameterKinds = {
  created: { gte: "whole" },
  limit: "whole",
  payment_intent: "text",
  starting_after: "text",
};

/** What the site calls, by method and path, in which `:id` stands for one part. */
export const endpoints: Readonly<Record<string, Endpoint>> = {
  "POST /v1/checkout/sessions": {
    parameters: sessionParameters,
    answer: (context, parameters) => presentSession(context, openHostedSession(context, parameters)),
  },
  "GET /v1/checkout/sessions": {
    parameters: listing,
    answer: lister("session", "/v1/checkout/sessions", (context, { shown }: HostedSession) =>
      presentSession(context, currentSession(context, shown.id)),
    ),
  },
  "GET /v1/checkout/sessions/:id": {
    parameters: {},
    answer: (context, _given, id) => presentSession(context, currentSession(context, id)),
  },
  "POST /v1/checkout/sessions/:id/expire": {
    parameters: {},
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
  "POST /v1/refunds": { parameters: refundParameters, answer: makeRefund },
  "GET /v1/refunds": { parameters: listing, answer: lister("refund", "/v1/refunds") },
  "GET /v1/account": {
    parameters: {},
    answer: () => ({ id: "acct_demo", object: "account", charges_enabled: true, payouts_enabled: true }),
  },
  "POST /v1/prices": { parameters: priceParameters, answer: makePrice },
  "GET /v1/prices/:id": {
    parameters: {},
    answer: (context, _given, id) => findPrice(context, id),
  },
  "POST /v1/prices/:id": { parameters: priceChanges, answer: changePrice },
  "GET /v1/disputes": { parameters: listing, answer: lister("dispute", "/v1/disputes") },
  "GET /v1/balance_transactions": {
    parameters: { ...listing, payout: "text", expand: ["text"] },
    answer: (context, parameters) => {
      payOut(context);
      const payoutId = textParameter(parameters, "payout");
      return payoutId === null
        ? lister("balance_transaction", "/v1/balance_transactions", presentMovement)(context, parameters)
        : listPaidOut(context, payoutId, textParameter(parameters, "starting_after"));
    },
  },
  "GET /v1/payouts": {
    parameters: listing,
    answer: (context, parameters) => {
      payOut(context);
      return lister("payout", "/v1/payouts", presentPayout)(context, parameters);
    },
  },
};

function currentSession(context: ProviderContext, id: string): HostedSession {
  const session = findHostedSession(context, id);
  if (session === null) throw noSuch("checkout.session", id);
  return session;
}

/** Answers an endpoint that lists objects of one kind, newest first. */
function lister<Body extends object>(
  kind: string,
  url: string,
  present: (context: ProviderContext, body: Body) => object = (_, body) => body,
) {
  return (context: ProviderContext, parameters: FormFields) => {
    const limit = wholeNumberOf(parameters, "limit") ?? 10;
    if (limit < 1 || limit > 100) throw badParameter("Invalid integer: must be between 1 and 100", "limit");
    const after = textParameter(parameters, "starting_after");
    if (after !== null && context.store.find(kind, after) === null)
      throw noSuch(kind, after, "starting_after");
    const paymentIntent = textParameter(parameters, "payment_intent");
    const found = context.store.list<Body>(kind, {
      createdFrom: wholeNumberOf(fieldsOf(parameters, "created"), "gte") ?? 0,
      limit: limit + 1,
      ...(after === null ? {} : { after }),
      ...(paymentIntent === null ? {} : { paymentIntent }),
    });
    const data = found.slice(0, limit).map(({ body }) => present(context, body));
    return { object: "list", url, has_more: found.length > limit, data };
  };
}
