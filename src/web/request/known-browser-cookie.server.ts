/** As long as browsers keep a cookie. */
const days = 400;

/** Over https with the prefix that keeps subdomains and http from writing it. */
function nameAt(siteOrigin: string): string {
  return siteOrigin.startsWith("https:") ? "__Host-known-browser" : "known-browser";
}

/** The mark of a browser that signed in before, as it came; the identity door says whether it is one. */
export function readKnownBrowser(header: string | null, siteOrigin: string): string | null {
  const name = `${nameAt(siteOrigin)}=`;
  const pair = (header ?? "").split(";").find((part) => part.trim().startsWith(name));
  return pair ? pair.trim().slice(name.length, name.length + 200) : null;
}

/** The Set-Cookie line of the mark. It opens nothing and outlives the session. */
export function knownBrowserCookie(mark: string, siteOrigin: string): string {
  const secure = siteOrigin.startsWith("https:") ? "; Secure" : "";
  return `${nameAt(siteOrigin)}=${mark}; Path=/; Max-Age=${days * 86_400}; HttpOnly; SameSite=Lax${secure}`;
}
