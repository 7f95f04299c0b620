import { data } from "react-router";
import { readChoice } from "#ticketing/orders/checkout/order-form.ts";
import { tryCode } from "#ticketing/orders/checkout/try-code.server.ts";
import { checkoutRefusal } from "#web/request/checkout-refusals.ts";
import { choiceAddress } from "#web/request/choice-address.ts";
import { addressOf } from "#web/request/client-address.server.ts";
import { codeCookie } from "#web/request/cookies.server.ts";
import { endedCookie } from "#web/request/own-cookie.server.ts";
import { priceTexts } from "#web/request/price-texts.ts";
import { seeOther } from "#web/request/responses.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import { codeIntents, longestTyped } from "./code-box.tsx";
import type { PressAnswer } from "./ticket-panel-view.ts";

type CodeForm = { readonly eventId: string; readonly request: Request; readonly form: FormData };

/**
 * Answers the two buttons of the code. A valid typed code goes into the cookie; "remove" clears it; both show the
 * same choice again. A refused code is answered beside its field. Undefined when another button was pressed.
 */
export async function answerCode(
  site: SiteServices,
  visitor: Visitor,
  { eventId, request, form }: CodeForm,
): Promise<Response | ReturnType<typeof data<PressAnswer>> | undefined> {
  const intent = form.get("intent");
  if (intent !== codeIntents.apply && intent !== codeIntents.remove) return undefined;
  const { lines } = readChoice(form);
  const showChoice = async (cookie: string) => {
    const slug = String(form.get("slug") ?? "");
    const night = (await site.slugs.find("event", slug)) === eventId ? slug : eventId;
    return seeOther(choiceAddress(night, lines, "cod"), { origin: site.origin, cookies: [cookie] });
  };
  if (intent === codeIntents.remove) return showChoice(endedCookie("code", site.origin));
  const typed = String(form.get("typed_code") ?? "");
  const showAgain = (sentence: string, status: number, headers: Record<string, string> = {}) =>
    data<PressAnswer>(
      {
        refusal: null,
        chosen: lines,
        captcha: null,
        wrongCode: { typed: typed.slice(0, longestTyped), sentence },
      },
      { status, headers },
    );
  // an empty field is no guess, so it is not counted as a wrong code
  if (typed.trim() === "") return showAgain(priceTexts.writeCode, 422);
  const sessionHash = visitor.kind === "anonymous" ? null : visitor.sessionHash;
  const codeResult = await tryCode(site, { typed, sender: { sessionHash, address: addressOf(request) } });
  if (codeResult.ok) return showChoice(codeCookie(codeResult.value.code, site.origin));
  const { status, sentence, retryAfter } = checkoutRefusal(codeResult.refusal);
  return showAgain(sentence, status, retryAfter ? { "retry-after": String(retryAfter) } : {});
}
