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
import type { PressAnswer, TicketPanelView } from "./ticket-panel-view.ts";

export type NightForm = { readonly eventId: string; readonly request: Request; readonly form: FormData };

export type NightAnswer = Response | ReturnType<typeof data<PressAnswer>>;

/**
 * Reads what a press of any button says about the code. "Apply" puts a typed code that is in force into the cookie and
 * "remove" clears it; both show the same choice again. After another button such a code is `applied`. A refused one is
 * answered beside its field. Undefined when nothing was typed.
 */
export async function readTypedCode(
  site: SiteServices,
  visitor: Visitor,
  night: NightForm,
): Promise<{ readonly answer: NightAnswer } | { readonly applied: string } | undefined> {
  const { request, form } = night;
  const intent = form.get("intent");
  if (intent === codeIntents.remove)
    return { answer: await showChoice(site, night, endedCookie("code", site.origin)) };
  const typed = String(form.get("typed_code") ?? "");
  const showAgain = (sentence: string, status: number, headers: Record<string, string> = {}) => ({
    answer: data<PressAnswer>(
      {
        refusal: null,
        chosen: readChoice(form).lines,
        captcha: null,
        wrongCode: { typed: typed.slice(0, longestTyped), sentence },
      },
      { status, headers },
    ),
  });
  // an empty field is no guess, so it is not counted as a wrong code
  if (typed.trim() === "")
    return intent === codeIntents.apply ? showAgain(priceTexts.writeCode, 422) : undefined;
  const sessionHash = visitor.kind === "anonymous" ? null : visitor.sessionHash;
  const codeResult = await tryCode(site, { typed, sender: { sessionHash, address: addressOf(request) } });
  if (codeResult.ok && intent === codeIntents.apply)
    return { answer: await showCode(site, night, codeResult.value.code) };
  if (codeResult.ok) return { applied: codeResult.value.code };
  const { status, sentence, retryAfter } = checkoutRefusal(codeResult.refusal);
  return showAgain(sentence, status, retryAfter ? { "retry-after": String(retryAfter) } : {});
}

/** Puts the code into the cookie and shows the same choice again, with what the code does there. */
export const showCode = (site: SiteServices, night: NightForm, code: string): Promise<Response> =>
  showChoice(site, night, codeCookie(code, site.origin));

async function showChoice(
  site: SiteServices,
  { eventId, form }: NightForm,
  cookie: string,
): Promise<Response> {
  const slug = String(form.get("slug") ?? "");
  const night = (await site.slugs.find("event", slug)) === eventId ? slug : eventId;
  const { lines } = readChoice(form);
  return seeOther(choiceAddress(night, lines, "cod"), { origin: site.origin, cookies: [cookie] });
}

/** Adds to the answer of a press the code that it applied: the cookie, and the panel in which the code is in force. */
export function keepCode(
  answer: NightAnswer,
  { code, present, origin }: { code: string; present: TicketPanelView | undefined; origin: string },
): NightAnswer {
  const cookie = codeCookie(code, origin);
  if (answer instanceof Response) {
    answer.headers.append("set-cookie", cookie);
    return answer;
  }
  const headers = new Headers(answer.init?.headers);
  headers.append("set-cookie", cookie);
  return data({ ...(present ? { present } : {}), ...answer.data }, { ...answer.init, headers });
}
