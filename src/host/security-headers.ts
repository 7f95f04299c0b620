import { createHash } from "node:crypto";

/** Headers of every answer. The content security policy of a page is made for its bytes, see `policyFor`. */
export function securityHeaders(isHttps: boolean): [string, string][] {
  return [
    ["x-content-type-options", "nosniff"],
    ["cross-origin-opener-policy", "same-origin"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["permissions-policy", "camera=(self), geolocation=(), microphone=(), payment=(), usb=()"],
    ["x-frame-options", "DENY"],
    ...(isHttps ? ([["strict-transport-security", "max-age=31536000"]] as [string, string][]) : []),
  ];
}

/** For answers that are no pages: nothing may be loaded, nothing may frame them. */
export const barePolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The rules that a page carries of the style sheet: one element, of which the page is never asked to draw another. */
const inlineStyle = /<style>([\s\S]*?)<\/style>/;
const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The policy of one rendered page: its own files, and exactly the inline scripts and the rules of style it was rendered
 * with, by their hashes. (A nonce could not live in a kept page.) `paymentOrigin` is where a form may be led on to pay;
 * `captchaOrigins` whose question may stand on a page. (On all of them: a browser keeps the policy of the first.)
 */
export function policyFor(
  html: string,
  paymentOrigin: string | null,
  captchaOrigins: readonly string[] = [],
): string {
  const own = ["'self'", ...captchaOrigins].join(" ");
  const hashes = new Set<string>();
  for (const [, script] of html.matchAll(inlineScript)) {
    if (script) hashes.add(hashOf(script));
  }
  const style = inlineStyle.exec(html)?.[1];
  return [
    "default-src 'none'",
    `script-src ${own} ${[...hashes].join(" ")}`.trim(),
    `style-src-elem ${own}${style ? ` ${hashOf(style)}` : ""}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${own}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-src ${own} https://www.youtube-nocookie.com`,
    `form-action 'self'${paymentOrigin ? ` ${paymentOrigin}` : ""}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
