import type { Flash } from "#web/ui/toast-region.tsx";

/** A short text for the next page, carried in a cookie that lives a minute and is taken off when it was shown. */
export function flashCookie(flash: Flash, isHttps: boolean): string {
  const value = encodeURIComponent(JSON.stringify([flash.kind, flash.text]));
  return `flash=${value}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
}

export const spentFlash = "flash=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax";

/** The text waiting for this request, if any. What cannot be read is nothing. */
export function readFlash(request: Request): { value: Flash | null } {
  const match = /(?:^|;\s*)flash=([^;]*)/.exec(request.headers.get("cookie") ?? "");
  if (!match?.[1]) return { value: null };
  try {
    const [kind, text] = JSON.parse(decodeURIComponent(match[1])) as unknown[];
    if ((kind === "success" || kind === "error") && typeof text === "string")
      return { value: { kind, text: text.slice(0, 300) } };
  } catch {
    // not ours, or cut short
  }
  return { value: null };
}
