import { createHash } from "node:crypto";

/** The headers of every answer. The content security policy depends on a page's bytes, see `withPolicy`. */
export function securityHeaders(isHttps: boolean): [string, string][] {
  return [
    ["x-content-type-options", "nosniff"],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["permissions-policy", "camera=(self), geolocation=(), microphone=(), payment=(), usb=()"],
    ["x-frame-options", "DENY"],
    // no includeSubDomains: other host names of the operator may have no certificate (docs/operations.md)
    ...(isHttps ? ([["strict-transport-security", "max-age=31536000"]] as [string, string][]) : []),
  ];
}

/** Lets other sites load our pictures and icons: webmail shows them in emails, messengers in previews of links. */
export const forOtherSites = { "cross-origin-resource-policy": "cross-origin" };

/** For answers that are not pages: nothing may be loaded by them, nothing may frame them. */
export const barePolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** For the service workers of saved tickets and the scanner, which fetch only from this site. */
export const workerPolicy = `${barePolicy}; connect-src 'self'`;

/** For the worker that decodes camera frames with WebAssembly. No page may run WebAssembly. */
export const decoderPolicy = `${workerPolicy}; script-src 'self' 'wasm-unsafe-eval'`;

/**
 * The policy of one rendered page: its own files, and the inline scripts that we wrote, by their hashes. Our scripts
 * carry this rendering's nonce, which is removed here; injected scripts have no nonce and get no hash. The policy
 * itself has no nonce, because a kept page is sent many times. `paymentOrigin`: where a form may redirect to pay.
 * `captchaOrigins`: allowed on all pages, because a browser keeps the policy of the first page.
 */
export function withPolicy(
  htmlWithNonces: string,
  nonce: string,
  paymentOrigin: string | null,
  captchaOrigins: readonly string[] = [],
): { readonly html: string; readonly policy: string } {
  const hashes = new Set<string>();
  const attribute = ` nonce="${nonce}"`;
  for (const [, attributes, text] of htmlWithNonces.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g))
    if (text && attributes?.includes(attribute)) hashes.add(hashOf(text));
  const allowedOrigins = ["'self'", ...captchaOrigins];
  const policy = [
    "default-src 'none'",
    `script-src ${[...allowedOrigins, ...hashes].join(" ")}`,
    `style-src-elem ${allowedOrigins.join(" ")}`,
    // colours, percentages and positions of pictures come from the page's data, as style attributes
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${allowedOrigins.join(" ")}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-src ${allowedOrigins.join(" ")} https://www.youtube-nocookie.com`,
    `form-action 'self'${paymentOrigin ? ` ${paymentOrigin}` : ""}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { html: htmlWithNonces.replaceAll(attribute, ""), policy };
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
