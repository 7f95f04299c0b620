import { requestTexts } from "#web/request/request-texts.ts";
import { bareScreen, bareScreenPolicy } from "./bare-screen.ts";

/** The answer to a network over its limit: a screen for people, a sentence for programs. */
export function tooManyRequests(wait: number, request: Request): Response {
  const isDocument = request.headers.get("accept")?.includes("text/html") ?? false;
  return new Response(isDocument ? bareScreen(requestTexts.tooMany) : requestTexts.tooMany, {
    status: 429,
    headers: {
      "retry-after": String(wait),
      "cache-control": "no-store",
      "content-type": `text/${isDocument ? "html" : "plain"}; charset=utf-8`,
      ...(isDocument ? { "content-security-policy": bareScreenPolicy } : {}),
    },
  });
}
