import { createHash, timingSafeEqual } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { expanded } from "./expansion.server.ts";
import { canonicalForm, readForm } from "./form-body.ts";
import { type Endpoint, endpoints } from "./provider-endpoints.server.ts";
import { brokenServer, type ErrorBody, ProviderError } from "./provider-error.ts";
import type { FaultSwitches, Mishap } from "./provider-faults.ts";
import { newId } from "./provider-id.server.ts";

import { checkParameters } from "./provider-parameters.ts";
import type { SavedAnswer } from "./provider-store.server.ts";
import type { Workings } from "./provider-workings.server.ts";

export const apiVersion = "2026-10-28.endive";
const keysLiveMs = 24 * 3600 * 1000;
const longestBody = 200_000;

type ApiOptions = { workings: Workings; faults: FaultSwitches; secretKey: string; closing: AbortSignal };
type Answer = { status: number; body: string; requestId: string; headers?: Record<string, string> };

/** Answers one call of the provider's API; `path` begins with /v1. */
export function createProviderApi({ workings, faults, secretKey, closing }: ApiOptions) {
  const inProgress = new Set<string>();

  return async function answerCall(request: Request, path: string): Promise<Response> {
    const call = `${request.method} ${path}`;
    const requestId = newId("req");
    const failed = (error: ProviderError) =>
      respond(workings, errorAnswer(error.status, error.body, requestId));
    if (!isAuthorized(request, secretKey)) return failed(wrongKey(request));
    if (faults.overRate(endpointName(request.method, path), workings.nowMs())) return failed(tooMany);
    const found = findEndpoint(request.method, path);
    if (found === null) return failed(unknownUrl(call));

    const encoded = request.method === "POST" ? await request.text() : new URL(request.url).search.slice(1);
    if (encoded.length > longestBody) return failed(tooLong);
    const key = request.method === "POST" ? request.headers.get("idempotency-key") : null;
    if (key !== null && key.length > 255) return failed(keyTooLong);
    const params = createHash("sha256").update(canonicalForm(encoded)).digest("hex");

    if (key !== null) {
      const saved = workings.store.findAnswer(key, workings.nowMs() - keysLiveMs);
      if (saved !== null) return replay(workings, saved, { key, call, params, requestId });
      if (inProgress.has(key)) return failed(keyInUse);
      inProgress.add(key);
    }
    try {
      const latency = faults.concerns(call) ? faults.latency() : 0;
      if (latency > 0) await wait(latency);
      const mishap = faults.next(call);
      if (mishap === "lose") return droppedConnection();
      const answer = execute(workings, { ...found, call, encoded, key, params, requestId, mishap });
      return await send(workings, answer, mishap, closing);
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
  mishap: Mishap;
};

/** The work and the memory of its answer are one transaction: a key is never spent without an answer to repeat. */
function execute(workings: Workings, execution: Execution): Answer {
  const { key, call, params, requestId } = execution;
  const save = (answer: Answer): Answer => {
    const saved: SavedAnswer = {
      endpoint: call,
      params,
      status: answer.status,
      body: answer.body,
      requestId,
    };
    if (key !== null) workings.store.saveAnswer(key, saved, workings.nowMs());
    return answer;
  };
  if (execution.mishap === "fail") return save(errorAnswer(500, brokenServer, requestId));
  try {
    return workings.store.transaction(() => {
      const given = readForm(execution.encoded);
      checkParameters(execution.endpoint.known, given);
      const answer = execution.endpoint.answer(workings, given, execution.id);
      const body = JSON.stringify(expanded(workings, answer, given.expand));
      return save({ status: 200, body, requestId });
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const answer = errorAnswer(error.status, error.body, requestId);
    return error.saved ? save(answer) : answer;
  }
}

function replay(
  workings: Workings,
  saved: SavedAnswer,
  now: { key: string; call: string; params: string; requestId: string },
): Response {
  if (saved.endpoint !== now.call || saved.params !== now.params) {
    const message =
      saved.endpoint === now.call
        ? `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${now.key}' if you meant to execute a different request.`
        : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${saved.endpoint}' vs '${now.call}'). Try using a key other than '${now.key}' if you meant to execute a different request.`;
    return respond(workings, errorAnswer(400, { type: "idempotency_error", message }, now.requestId));
  }
  return respond(workings, {
    status: saved.status,
    body: saved.body,
    requestId: now.requestId,
    headers: { "idempotent-replayed": "true", "original-request": saved.requestId },
  });
}

async function send(
  workings: Workings,
  answer: Answer,
  mishap: Mishap,
  closing: AbortSignal,
): Promise<Response> {
  if (mishap === "hang") {
    await new Promise<void>((resolve) => {
      if (closing.aborted) resolve();
      closing.addEventListener("abort", () => resolve(), { once: true });
    });
  }
  if (mishap === "hang" || mishap === "drop") return droppedConnection();
  if (mishap === "garble")
    return new Response("<html><body><h1>502 Bad Gateway</h1></body></html>", {
      status: 502,
      headers: { "content-type": "text/html" },
    });
  return respond(workings, answer);
}

/** A body that breaks: a server that meets it can only close the connection. */
function droppedConnection(): Response {
  return new Response(
    new ReadableStream({ start: (controller) => controller.error(new Error("The connection is dropped")) }),
  );
}

function respond(workings: Workings, answer: Answer): Response {
  return new Response(answer.body, {
    status: answer.status,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-cache, no-store",
      date: new Date(workings.nowMs()).toUTCString(),
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

function findEndpoint(method: string, path: string): { endpoint: Endpoint; id: string } | null {
  const parts = path.split("/");
  for (const endpoint of endpoints) {
    const pattern = endpoint.path.split("/");
    if (endpoint.method !== method || pattern.length !== parts.length) continue;
    if (!pattern.every((part, at) => part === ":id" || part === parts[at])) continue;
    // Ids of ours need no decoding; any other text is simply not found.
    return { endpoint, id: parts[pattern.indexOf(":id")] ?? "" };
  }
  return null;
}

function endpointName(method: string, path: string): string {
  const found = findEndpoint(method, path);
  return found === null ? "unknown" : `${method} ${found.endpoint.path}`;
}

const invalid = "invalid_request_error";
const tooMany = new ProviderError(
  429,
  {
    type: invalid,
    code: "rate_limit",
    message:
      "Request rate limit exceeded. You can learn more about rate limits here https://docs.stripe.com/rate-limits.",
  },
  "unsaved",
);
const keyInUse = new ProviderError(
  409,
  {
    type: "idempotency_error",
    code: "idempotency_key_in_use",
    message:
      "There is currently another in-progress request using this Idempotent Key. Please try again later.",
  },
  "unsaved",
);
const keyTooLong = new ProviderError(
  400,
  { type: invalid, message: "Idempotency keys must be at most 255 characters" },
  "unsaved",
);
const tooLong = new ProviderError(413, { type: invalid, message: "The request is too large" }, "unsaved");

function wrongKey(request: Request): ProviderError {
  const message = request.headers.has("authorization")
    ? "Invalid API Key provided"
    : "You did not provide an API key.";
  return new ProviderError(401, { type: invalid, message }, "unsaved");
}

function unknownUrl(call: string): ProviderError {
  return new ProviderError(404, { type: invalid, message: `Unrecognized request URL (${call})` }, "unsaved");
}
