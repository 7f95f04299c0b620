import { createHash } from "node:crypto";
import { escapeHtml } from "#kernel/escape-html.ts";
import { requestTexts } from "#web/request/request-texts.ts";

const style =
  "body{margin:0;min-height:100vh;display:grid;place-content:center;gap:24px;padding:24px;background:#0b1020;color:#f6f1e7;font:1.25rem/1.5 system-ui,sans-serif;text-align:center}h1{margin:0;font-size:1.5rem;max-width:24ch}a{justify-self:center;color:#0b1020;background:#f6f1e7;padding:14px 28px;border-radius:999px;font-weight:600;text-decoration:none}";

/** Allows the screen's one style and nothing else. */
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** An answer that needs no database, file or script: people get a screen, programs the sentence alone. */
export function bareAnswer(
  request: Request,
  sentence: string,
  { status, headers }: { status: number; headers?: Readonly<Record<string, string>> },
): Response {
  const isDocument = request.headers.get("accept")?.includes("text/html") ?? false;
  return new Response(isDocument ? screen(sentence) : sentence, {
    status,
    headers: {
      "content-type": `text/${isDocument ? "html" : "plain"}; charset=utf-8`,
      ...(isDocument ? { "content-security-policy": policy } : {}),
      ...headers,
    },
  });
}

/** The answer to a network that is over its limit. `wait`: seconds. */
export function tooManyRequests(wait: number, request: Request): Response {
  const headers = { "retry-after": String(wait), "cache-control": "no-store" };
  return bareAnswer(request, requestTexts.tooMany, { status: 429, headers });
}

function screen(sentence: string): string {
  return `<!DOCTYPE html><html lang="ro"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(sentence)}</title><style>${style}</style></head><body><h1>${escapeHtml(sentence)}</h1><a href="">Încearcă din nou</a></body></html>`;
}
