import type { KeptPage } from "#web/request/page-cache.server.ts";

export type Encoding = "br" | "gzip" | "plain";

/** The encoding in which a kept page is sent, and whether the browser already has these bytes. */
export function chooseAnswer(
  page: KeptPage,
  headers: { readonly accepted: string; readonly ifNoneMatch: string },
): { readonly encoding: Encoding; readonly isUnchanged: boolean } {
  const encoding = encodingOf(headers.accepted, page);
  return { encoding, isUnchanged: namesTag(headers.ifNoneMatch, tagOf(page, encoding)) };
}

/** The ETag of an encoding. Each encoding has its own, because its bytes differ. */
export function tagOf({ etag }: Pick<KeptPage, "etag">, encoding: Encoding): string {
  return encoding === "plain" ? etag : `${etag.slice(0, -1)}-${encoding}"`;
}

export function bodyOf(page: KeptPage, encoding: Encoding): Buffer {
  return (encoding === "br" ? page.brotli : encoding === "gzip" ? page.gzip : undefined) ?? page.plain;
}

/** The smallest available encoding that Accept-Encoding allows; `q=0` forbids one (RFC 9110, 12.5.3). */
function encodingOf(accepted: string, page: Pick<KeptPage, "brotli" | "gzip">): Encoding {
  if (accepted === "") return "plain";
  const allowed = new Map<string, boolean>();
  for (const part of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";");
    allowed.set(name.trim(), !parameters.some((one) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/.test(one)));
  }
  const allows = (name: string) => allowed.get(name) ?? allowed.get("*") ?? false;
  if (page.brotli && allows("br")) return "br";
  return page.gzip && allows("gzip") ? "gzip" : "plain";
}

/** Whether If-None-Match contains this tag. It is a list compared weakly, or `*` (RFC 9110, 13.1.2). */
export function namesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === "") return false;
  const bare = tag.replace(/^W\//, "");
  return ifNoneMatch.trim() === "*" || [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([one]) => one === bare);
}
