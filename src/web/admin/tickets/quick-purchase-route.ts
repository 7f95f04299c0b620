import { data, redirect } from "react-router";
import { chooseQuickPurchase } from "#ticketing/events/choose-quick-purchase.server.ts";
import { officeOf } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { backTo, idOf, postedForm, redirectWithMessage } from "../posted-form.server.ts";
import type { Route } from "./+types/quick-purchase-route.ts";
import { baseOf } from "./ticket-kind.ts";
import { ticketTexts } from "./ticket-texts.ts";

export function loader() {
  return redirect(baseOf.special);
}

/** Chooses the ticket of the quick purchase; there is only one. */
export async function action({ context, request, params }: Route.ActionArgs) {
  const { site, actor } = officeOf(context);
  const id = idOf(params);
  const as = (await postedForm(request, { one: ["as"] })).text("as");
  if (as !== "on" && as !== "off") throw data(null, { status: 400 });
  const chosen = await attempt(site, () => chooseQuickPurchase(site, { actor, id, as }));
  const back = (kind: "success" | "error", text: string) =>
    redirectWithMessage(site, backTo(request, baseOf.special), kind, text);
  if (!chosen.ok)
    return back(
      "error",
      chosen.refusal.reason === "not_allowed" ? rowSecurityTexts.general : ticketTexts.quickFailed,
    );
  return back("success", as === "on" ? ticketTexts.quickOn : ticketTexts.quickOff);
}
