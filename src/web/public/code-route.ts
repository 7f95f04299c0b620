import { redirect } from "react-router";
import { tryCode } from "#ticketing/orders/checkout/try-code.server.ts";
import { checkoutRefusal } from "#web/request/checkout-refusals.ts";
import { addressOf } from "#web/request/client-address.server.ts";
import { codeCookie, spentCodeCookie } from "#web/request/code-cookie.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { safeReturn } from "#web/request/return-address.ts";
import type { Route } from "./+types/code-route.ts";

export function loader() {
  return redirect("/");
}

/** A typed code goes into its cookie, or out of it, and the page that it was typed on is shown again. */
export async function action({ context, request }: Route.ActionArgs) {
  const { origin, database } = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const back = safeReturn(text("back"));
  if (text("intent") === "remove") return seeOther(back, { origin, cookies: [spentCodeCookie(origin)] });
  const sessionHash = visitor.kind === "anonymous" ? null : visitor.sessionHash;
  const sender = { sessionHash, address: addressOf(request) };
  const tried = await tryCode({ database }, { typed: text("code"), sender });
  return seeOther(
    back,
    tried.ok
      ? { origin, cookies: [codeCookie(tried.value.code, origin)] }
      : { origin, flash: { kind: "error", text: checkoutRefusal(tried.refusal).sentence } },
  );
}
