import { data, redirect } from "react-router";
import { agreePrice } from "#ticketing/events/agree-price.server.ts";
import { officeOf } from "../administrator.server.ts";
import { idOf, postedForm, redirectWithMessage } from "../posted-form.server.ts";
import type { Route } from "./+types/ticket-price-route.ts";
import { baseOf, ticketKindOf } from "./ticket-kind.ts";
import { priceSentence } from "./ticket-sentences.ts";
import { ticketTexts } from "./ticket-texts.ts";

export function loader({ params, request }: Route.LoaderArgs) {
  return redirect(`${baseOf[ticketKindOf(new URL(request.url).pathname)]}/${idOf(params)}`);
}

/** Checks the price of a type at the card provider, or makes one there. */
export async function action({ context, request, params }: Route.ActionArgs) {
  const { site, actor } = officeOf(context);
  const id = idOf(params);
  const how = (await postedForm(request, { one: ["how"] })).text("how");
  if (how !== "check" && how !== "make") throw data(null, { status: 400 });
  const agreed = await agreePrice(site, { actor, id, how });
  const text = agreed.ok
    ? how === "make"
      ? ticketTexts.priceMade
      : ticketTexts.priceAgreed
    : priceSentence(agreed.refusal);
  return redirectWithMessage(
    site,
    `${baseOf[ticketKindOf(new URL(request.url).pathname)]}/${id}`,
    agreed.ok ? "success" : "error",
    text,
  );
}
