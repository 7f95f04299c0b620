import { createHash } from "node:crypto";

/** Headers of every answer. The content security policy of a page is made for its bytes, see `policyFor`. */
export function securityHeaders(isHttps: boolean): [string, string][] {
  return [
    ["x-content-type-options", "nosniff"],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["permissions-policy", "camera=(self), geolocation=(), microphone=(), payment=(), usb=()"],
    ["x-frame-options", "DENY"],
    // without includeSubDomains: other names of the operator may have no certificate (docs/operations.md)
    ...(isHttps ? ([["strict-transport-security", "max-age=31536000"]] as [string, string][]) : []),
  ];
}

/** Pictures and icons stand in letters that are read in a browser, and where links to us are shown. */
export const forOtherSites = { "cross-origin-resource-policy": "cross-origin" };

/** For answers that are no pages: nothing may be loaded, nothing may frame them. */
export const barePolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * The policy of one rendered page: its own files, and exactly the inline scripts and rules of style that we wrote into
 * it, by their hashes. (A nonce could not live in a kept page.) Ours carry the mark of this rendering, which nobody else
 * knows, and which is taken off here; what somebody else brought into the page gets no hash. `paymentOrigin` is where a
 * form may be led on to pay; `captchaOrigins` whose question may stand on a page. (On all of them: a browser keeps the
 * policy of the first.)
 */
export function withPolicy(
  marked: string,
  mark: string,
  paymentOrigin: string | null,
  captchaOrigins: readonly string[] = [],
): { readonly html: string; readonly policy: string } {
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  const nonce = ` nonce="${mark}"`;
  for (const [, tag, text] of marked.matchAll(
    new RegExp(`<(script|style)[^>]*${nonce}[^>]*>([\\s\\S]*?)</\\1>`, "g"),
  ))
    if (text) hashes[tag as "script" | "style"].add(hashOf(text));
  const own = ["'self'", ...captchaOrigins];
  const policy = [
    "default-src 'none'",
    `script-src ${[...own, ...hashes.script].join(" ")}`,
    `style-src-elem ${[...own, ...hashes.style].join(" ")}`,
    // colours, shares and positions of pictures are figures of the page's own data, written as style attributes
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${own.join(" ")}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-src ${own.join(" ")} https://www.youtube-nocookie.com`,
    `form-action 'self'${paymentOrigin ? ` ${paymentOrigin}` : ""}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { html: marked.replaceAll(nonce, ""), policy };
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
