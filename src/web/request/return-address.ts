import { parsedUrl } from "#kernel/url.ts";
import type { Role } from "#platform/database/database-roles.ts";
import { may } from "#ticketing/rights/role-rights.ts";

const anyOrigin = "http://site.invalid";

/**
 * Returns a safe target after a login: a path of our own site with query and fragment, or "/". Refuses anything that
 * a browser would read as another site (`//evil`, `/\evil`, a tab in between, a scheme, dots that end in two slashes,
 * or one of these encoded).
 */
export function safeReturn(next: string | null | undefined): string {
  if (!next || next.length > 1000 || !/^\/[\x21-\x7e]*$/.test(next) || next.includes("\\")) return "/";
  if (/%(?:2f|5c|0[0-9a-f]|1[0-9a-f]|7f)/i.test(next.split("?")[0] ?? "")) return "/";
  const url = parsedUrl(next, anyOrigin);
  if (!url || url.origin !== anyOrigin || url.pathname.includes("//")) return "/";
  // a page that redirects to /login must not be the target after the login
  if (/^\/(?:login|guest|register|reset-password|confirm|logout)(?:\/|$)/i.test(url.pathname)) return "/";
  return url.pathname + url.search + url.hash;
}

/** Returns the page after a sign-in: the page that was asked for, else the first page of the role. */
export function nextPageOf({ role }: { readonly role: Role }, next: string | null | undefined): string {
  const page = safeReturn(next);
  if (page !== "/") return page;
  return may(role, "office.enter") ? "/admin" : may(role, "entries.admit") ? "/gate" : "/";
}

/** Returns the address of a page of the login, which later goes on to `returnTo`. */
export function addressWithNext(
  page: "/login" | "/register" | "/guest" | `/login/with/${string}`,
  returnTo: string | null,
): string {
  return returnTo === null || returnTo === "/" ? page : `${page}?next=${encodeURIComponent(returnTo)}`;
}

type Mode = "forgot" | "sent" | "verify" | "confirmed";

/** Returns the address of /login in a mode: forgotten password, or the steps after a registration. */
export function loginInMode(mode: Mode, returnTo: string | null): string {
  const query = new URLSearchParams({ mode });
  if (returnTo !== null && returnTo !== "/") query.set("next", returnTo);
  return `/login?${query}`;
}
