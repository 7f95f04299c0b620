import { redirect } from "react-router";
import { newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { mayGuestsBuy } from "#ticketing/content/content-queries.server.ts";
import { findPaidOrder } from "#ticketing/orders/order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { holdOf } from "#web/request/night-with-code.server.ts";
import { refusalTexts } from "#web/request/refusal-texts.ts";
import { pageFactsContext, siteContext, visitorContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { addressWithNext, safeReturn } from "#web/request/return-address.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import { unlessUnanswered } from "#web/ui/unanswered.ts";
import type { Route } from "./+types/guest-route.ts";
import { answerGuest, type GuestAnswer } from "./answer-guest.server.ts";
import { choiceOf, chosenTickets } from "./chosen-tickets.server.ts";
import { enteredText } from "./form-answer.server.ts";
import { GuestPage, type GuestPageView } from "./guest-page.tsx";
import { guestTexts } from "./guest-texts.ts";
import "./account.css";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: pageTitle(matches, guestTexts.title) }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const returnTo = safeReturn(new URL(request.url).searchParams.get("next"));
  if (visitor.kind === "person") throw redirect(returnTo);
  const chosen = await chosenTickets(site, request, returnTo, visitor);
  // who was on the way to pay hears why there is nothing to pay for
  if (!chosen && visitor.kind === "guest" && returnTo !== "/")
    throw seeOther(returnTo, {
      origin: site.origin,
      flash: { kind: "error", text: refusalTexts.notEnough },
    });
  if (!chosen || chosen.forAccounts !== null || !(await mayGuestsBuy(site.database.anonymous)))
    throw redirect(addressWithNext("/login", returnTo));
  const night = await choiceOf(site, returnTo);
  // asked on the night's page
  const asksAgain = new URL(request.url).searchParams.get("again") === "1";
  const boughtBefore =
    visitor.kind === "guest" && night && !asksAgain
      ? await site.database.readAs(asOwner(visitor), (sql) => findPaidOrder(sql, night.eventId))
      : undefined;
  const known = visitor.kind === "guest" ? visitor : null;
  const held = night ? await holdOf(site, known, night.eventId) : null;
  return {
    chosen,
    ...{ asksAgain, boughtBefore: boughtBefore ?? null },
    held: held && held.secondsLeft > 0 ? held : null,
    formToken: newSecretToken(),
    holdMinutes: site.settings.holdMinutes,
    values: { email: known?.email ?? "", full_name: known?.fullName ?? "", phone: "" },
    captcha: site.captcha?.widget ?? null,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const facts = context.get(pageFactsContext);
  const form = await request.formData();
  const returnTo = safeReturn(enteredText(form, "return_to"));
  const visitor = context.get(visitorContext);
  if (visitor.kind === "person") throw redirect(returnTo);
  return answerGuest(site, { request, form, returnTo, visitor }, (failure) => {
    facts.failure = failure;
  });
}

/** When no answer comes, what was typed stays. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const text = (name: string) => String(form.get(name) ?? "");
  return unlessUnanswered(
    serverAction,
    (): GuestAnswer => ({
      values: { email: text("email"), full_name: text("full_name"), phone: text("phone") },
      errors: {},
      problem: guestTexts.failed,
      asksCode: form.has("code"),
    }),
  );
}

export default function BuyAsGuest({ loaderData, actionData }: Route.ComponentProps) {
  const view: GuestPageView = { errors: {}, problem: null, asksCode: false, ...loaderData, ...actionData };
  return <GuestPage view={view} />;
}
