import { tryCode } from "#ticketing/orders/checkout/try-code.server.ts";
import { checkoutRefusal } from "#web/request/checkout-refusals.ts";
import { codeCookie } from "#web/request/cookies.server.ts";
import { flashCookie } from "#web/request/flash.server.ts";
import { noReferrerHeaders } from "#web/request/letter-link.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/visitor.server.ts";

/** Answers a page with `?code=`: redirects to the same page without it, and moves the code into its cookie. */
export async function moveCode(
  { database, origin }: Pick<SiteServices, "database" | "origin">,
  { url, visitor, address }: { readonly url: URL; readonly visitor: Visitor; readonly address: string },
): Promise<Response> {
  const query = new URLSearchParams(url.search);
  const typed = query.get("code") ?? "";
  query.delete("code");
  const sessionHash = visitor.kind === "anonymous" ? null : visitor.sessionHash;
  const codeResult = await tryCode({ database }, { typed, sender: { sessionHash, address } });
  return new Response(null, {
    status: 303,
    headers: {
      ...noReferrerHeaders,
      location: query.size === 0 ? url.pathname : `${url.pathname}?${query}`,
      "cache-control": "private, no-store",
      "set-cookie": codeResult.ok
        ? codeCookie(codeResult.value.code, origin)
        : flashCookie({ kind: "error", text: checkoutRefusal(codeResult.refusal).sentence }, origin),
    },
  });
}
