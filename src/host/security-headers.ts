import { createHash } from "node:crypto";

/** Headers of every answer. The content security policy of a page depends on its bytes, see `withPolicy`. */
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

/** Pictures and icons appear in emails that are read in a browser, and in previews of links to us. */
export const forOtherSites = { "cross-origin-resource-policy": "cross-origin" };

/** For answers that are not pages: nothing may be loaded, nothing may frame them. */
export const barePolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** For the workers that open saved tickets and the scanner: what they fetch for their pages is from here. */
export const workerPolicy = `${barePolicy}; connect-src 'self'`;

/** For the worker that reads codes in the frames of a camera: its reader is WebAssembly. No page may run any. */
export const decoderPolicy = `${workerPolicy}; script-src 'self' 'wasm-unsafe-eval'`;

/**
 * The policy of one rendered page: its own files, and exactly the inline scripts that we wrote into it, by their
 * hashes. (The policy itself names no nonce: a kept page is sent many times.) Our scripts have this rendering's nonce,
 * which is removed here; injected scripts have none and get no hash. `paymentOrigin` is where a form may redirect to
 * pay; `captchaOrigins` may show their question on a page. (On all pages: a browser keeps the policy of the first.)
 */
export function withPolicy(
  marked: string,
  nonce: string,
  paymentOrigin: string | null,
  captchaOrigins: readonly string[] = [],
): { readonly html: string; readonly policy: string } {
  const hashes = new Set<string>();
  const attribute = ` nonce="${nonce}"`;
  for (const [, attributes, text] of marked.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g))
    if (text && attributes?.includes(attribute)) hashes.add(hashOf(text));
  const own = ["'self'", ...captchaOrigins];
  const policy = [
    "default-src 'none'",
    `script-src ${[...own, ...hashes].join(" ")}`,
    `style-src-elem ${own.join(" ")}`,
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
  return { html: marked.replaceAll(attribute, ""), policy };
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
