import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { type Endpoint, endpoints } from "./provider-endpoints.server.ts";
import { brokenServer, type ErrorBody, ProviderError } from "./provider-error.ts";
import type { CallFault, FaultSwitches } from "./provider-faults.ts";
import { canonicalForm, checkParameters, readForm } from "./provider-parameters.ts";
import { newProviderId, type ProviderContext, type SavedAnswer } from "./provider-store.server.ts";

export const apiVersion = "2026-10-28.endive";
const idempotencyKeyLifetimeMs = 24 * 3600 * 1000;
const longestBody = 200_000;

type ApiOptions = {
  context: ProviderContext;
  faults: FaultSwitches;
  secretKey: string;
  closing: AbortSignal;
};
type Answer = { status: number; body: string; requestId: string; headers?: Record<string, string> };

/** Answers one call of the provider's API; `path` begins with /v1. */
export function createProviderApi({ context, faults, secretKey, closing }: ApiOptions) {
  const inProgress = new Set<string>();

  return async function answerCall(request: Request, path: string): Promise<Response> {
    const call = `${request.method} ${path}`;
    const requestId = newProviderId("req");
    const failed = (error: ProviderError) =>
      respond(context, errorAnswer(error.status, error.body, requestId));
    if (!isAuthorized(request, secretKey)) return failed(wrongKey(request));
    const match = findEndpoint(call);
    if (faults.overRate(match?.name ?? "unknown", context.nowMs())) return failed(tooMany);
    if (match === null) return failed(unknownUrl(call));

    const encoded = request.method === "POST" ? await request.text() : new URL(request.url).search.slice(1);
    if (encoded.length > longestBody) return failed(tooLong);
    const key = request.method === "POST" ? request.headers.get("idempotency-key") : null;
    if (key !== null && key.length > 255) return failed(keyTooLong);
    const params = createHash("sha256").update(canonicalForm(encoded)).digest("hex");

    if (key !== null) {
      const saved = context.store.findAnswer(key, context.nowMs() - idempotencyKeyLifetimeMs);
      if (saved) return replay(context, saved, { key, call, params, requestId });
      if (inProgress.has(key)) return failed(keyInUse);
      inProgress.add(key);
    }
    try {
      const latency = faults.latency(call);
      if (latency > 0) await wait(latency);
      const fault = faults.next(call);
      if (fault === "lose") throw droppedConnection;
      const answer = execute(context, { ...match, call, encoded, key, params, requestId, fault });
      if (fault === "hang" && !closing.aborted) await once(closing, "abort");
      if (fault === "hang" || fault === "drop") throw droppedConnection;
      return fault === "garble" ? badGateway() : respond(context, answer);
    } finally {
      if (key !== null) inProgress.delete(key);
    }
  };
}

type Execution = {
  endpoint: Endpoint;
  id: string;
  call: string;
  encoded: string;
  key: string | null;
  params: string;
  requestId: string;
  fault: CallFault;
};

/** Does the work and saves its answer in one transaction: a used idempotency key always has an answer to repeat. */
function execute(context: ProviderContext, execution: Execution): Answer {
  const { key, call, params, requestId } = execution;
  const save = (answer: Answer): Answer => {
    if (key !== null) context.store.saveAnswer(key, { ...answer, endpoint: call, params }, context.nowMs());
    return answer;
  };
  if (execution.fault === "fail") return save(errorAnswer(500, brokenServer, requestId));
  try {
    return context.store.transaction(() => {
      const parameters = readForm(execution.encoded);
      checkParameters(execution.endpoint.parameters, parameters);
      const answer = execution.endpoint.answer(context, parameters, execution.id);
      const body = JSON.stringify(answer);
      return save({ status: 200, body, requestId });
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const answer = errorAnswer(error.status, error.body, requestId);
    return error.saved ? save(answer) : answer;
  }
}

function replay(
  context: ProviderContext,
  saved: SavedAnswer,
  request: { key: string; call: string; params: string; requestId: string },
): Response {
  if (saved.endpoint !== request.call || saved.params !== request.params) {
    const message =
      saved.endpoint === request.call
        ? `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${request.key}' if you meant to execute a different request.`
        : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${saved.endpoint}' vs '${request.call}'). Try using a key other than '${request.key}' if you meant to execute a different request.`;
    return respond(context, errorAnswer(400, { type: "idempotency_error", message }, request.requestId));
  }
  return respond(context, {
    status: saved.status,
    body: saved.body,
    requestId: request.requestId,
    headers: { "idempotent-replayed": "true", "original-request": saved.requestId },
  });
}

/** Thrown to close the connection without an answer. */
const droppedConnection = new Error("The connection is dropped");

function badGateway(): Response {
  const headers = { "content-type": "text/html" };
  return new Response("<html><body><h1>502 Bad Gateway</h1></body></html>", { status: 502, headers });
}

function respond(context: ProviderContext, answer: Answer): Response {
  return new Response(answer.body, {
    status: answer.status,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-cache, no-store",
      date: new Date(context.nowMs()).toUTCString(),
      "request-id": answer.requestId,
      "stripe-version": apiVersion,
      ...(answer.status >= 500 ? { "stripe-should-retry": "false" } : {}),
      ...answer.headers,
    },
  });
}

function errorAnswer(status: number, error: ErrorBody, requestId: string): Answer {
  return { status, body: JSON.stringify({ error }), requestId };
}

function isAuthorized(request: Request, secretKey: string): boolean {
  const header = request.headers.get("authorization") ?? "";
  const digest = (value: string) => createHash("sha256").update(value).digest();
  const basic = `Basic ${Buffer.from(`${secretKey}:`).toString("base64")}`;
  return [`Bearer ${secretKey}`, basic].some((right) => timingSafeEqual(digest(header), digest(right)));
}

/** `name` as `endpoints` has it; ids of ours need no decoding, any other text is simply not found. */
function findEndpoint(call: string): { name: string; endpoint: Endpoint; id: string } | null {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const found = new RegExp(`^${name.replace(":id", "([^/]*)")}$`).exec(call);
    if (found) return { name, endpoint, id: found[1] ?? "" };
  }
  return null;
}

/** An error that is not saved for the idempotency key. */
function unsaved(status: number, message: string, more: Partial<ErrorBody> = {}): ProviderError {
  return new ProviderError(status, { type: "invalid_request_error", message, ...more }, "unsaved");
}

const tooMany = unsaved(
  429,
  "Request rate limit exceeded. You can learn more about rate limits here https://docs.stripe.com/rate-limits.",
  { code: "rate_limit" },
);
const keyInUse = unsaved(
  409,
  "There is currently another in-progress request using this Idempotent Key. Please try again later.",
  { type: "idempotency_error", code: "idempotency_key_in_use" },
);
const keyTooLong = unsaved(400, "Idempotency keys must be at most 255 characters");
const tooLong = unsaved(413, "The request is too large");
const unknownUrl = (call: string) => unsaved(404, `Unrecognized request URL (${call})`);
const wrongKey = ({ headers }: Request) =>
  unsaved(401, headers.has("authorization") ? "Invalid API Key provided" : "You did not provide an API key.");
