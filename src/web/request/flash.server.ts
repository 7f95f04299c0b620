import type { Flash } from "#web/ui/toast-region.tsx";
import { cookieLine, readCookie } from "./own-cookie.server.ts";

/** The Set-Cookie line with a short text for the next page. The cookie lives a minute and is removed once shown. */
export function flashCookie(flash: Flash, siteOrigin: string): string {
  const value = encodeURIComponent(JSON.stringify([flash.kind, flash.text]));
  return cookieLine("flash", value, { siteOrigin });
}

/** Whether this request carries a text, readable or not. */
export function hasFlash(request: Request, siteOrigin: string): boolean {
  return rawFlash(request, siteOrigin) !== null;
}

/** Returns the text that this request carries; null when there is none or it is unreadable. */
export function readFlash(request: Request, siteOrigin: string): Flash | null {
  const raw = rawFlash(request, siteOrigin);
  if (raw === null) return null;
  try {
    const [kind, text] = JSON.parse(decodeURIComponent(raw)) as unknown[];
    if ((kind === "success" || kind === "error" || kind === "info") && typeof text === "string")
      return { kind, text: text.slice(0, 300) };
  } catch {
    // not written by us, or incomplete
  }
  return null;
}

function rawFlash(request: Request, siteOrigin: string): string | null {
  return readCookie(request.headers.get("cookie"), "flash", { siteOrigin, isOurs: (value) => value !== "" });
}
