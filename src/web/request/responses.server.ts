import { redirect, redirectDocument } from "react-router";
import type { Flash } from "#web/ui/toast-region.tsx";
import { flashCookie } from "./flash.server.ts";

type Cookies = { readonly origin: string; readonly cookies?: readonly string[] };

/** Redirects to another page after a form (303), with an optional flash text and cookies. */
export function seeOther(
  path: string,
  { origin, flash, cookies = [] }: Cookies & { readonly flash?: Flash },
): Response {
  const headers = new Headers();
  if (flash) headers.append("set-cookie", flashCookie(flash, origin));
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return redirect(path, { status: 303, headers });
}

/** Redirects like `seeOther`, with a flash text and without cookies. */
export function flashTo(site: { origin: string }, path: string, kind: Flash["kind"], text: string): Response {
  return seeOther(path, { origin: site.origin, flash: { kind, text } });
}

/** Redirects to the payment: to the card page, or to our page of the order while the card page has no address yet. */
export function toPayment({ orderId, url }: { orderId: string; url: string | null }): Response {
  // A document redirect: the demo's card page has our own origin, so the router would look for it among its screens.
  // After a redirect by the router, a form that keeps the scroll position would also keep it on the next page.
  return redirectDocument(url ?? `/checkout/${orderId}`, 303);
}

/** Returns the address of the login that comes back to this request's page. */
export function loginPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `/login?next=${encodeURIComponent(pathname.replace(/\.data$/, "") + search)}`;
}
