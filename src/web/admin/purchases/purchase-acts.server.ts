import { data } from "react-router";
import { formatLeiExact, lei } from "#kernel/money.ts";
import { resendTickets } from "#ticketing/delivery/resend-tickets.server.ts";
import { grantInvitation } from "#ticketing/orders/gifts/grant-invitation.server.ts";
import { recheckPayment } from "#ticketing/orders/payment/recheck-payment.server.ts";
import { type RefundOrderRefusal, refundOrder } from "#ticketing/orders/refunds/refund-order.server.ts";
import type { RefundWish } from "#ticketing/orders/refunds/refund-plan.ts";
import { renameHolder } from "#ticketing/orders/rename-holder.server.ts";
import { splitCode } from "#ticketing/orders/split-code.server.ts";
import { findOrderOverview } from "#ticketing/reports/order-overview-queries.server.ts";
import { passwordAgain } from "#web/request/password-again.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Administrator } from "../administrator.server.ts";
import { redirectWithMessage } from "../posted-form.server.ts";
import { detailsOf } from "./purchase-details.ts";
import { type InvitationForm, purchaseField, type RefundForm, refundCauseOf } from "./purchase-forms.ts";
import type { RefundValues } from "./purchase-list-view.ts";
import { purchaseTexts as texts } from "./purchase-texts.ts";
import { chosenRefund } from "./refund-choices.ts";

type Args = Parameters<typeof passwordAgain>[0];
export type PurchaseActRequest = {
  readonly args: Args;
  readonly site: SiteServices;
  readonly actor: Administrator;
  readonly form: FormData;
  /** `here`: the address of the list with its dialog. `list`: without it. */
  readonly here: string;
  readonly list: string;
};

/** Sends the tickets again. The form needs the purchase and the buyer's address (B7-12). */
export async function resend(request: PurchaseActRequest) {
  const { site, actor, form } = request;
  const [purchaseId, email] = [purchaseField(form, "purchase_id"), purchaseField(form, "email")];
  if (purchaseId === "" || email === "")
    return redirectWithMessage(request.site, request.here, "error", texts.resendMissing);
  const resent = await resendTickets(site, { actor, purchaseId, email });
  return resent.ok
    ? redirectWithMessage(request.site, request.here, "success", texts.resent)
    : redirectWithMessage(request.site, request.here, "error", texts.resendFailed);
}

/** Makes a refund after the password was entered again. */
export async function submitRefund(request: PurchaseActRequest, refundForm: RefundForm) {
  const { args, site, actor, form } = request;
  const { values } = refundForm;
  const again = (status: number, error: string) => data({ refund: { values, error } }, { status });
  const order = await site.database.readAs(actor, (sql) => findOrderOverview(sql, refundForm.orderId));
  if (!order) return again(404, texts.refundRefused.unknown_order);
  const wish = wishOf(values);
  if (!wish) return again(422, texts.kindHint);
  const why = refundCauseOf(values.why);
  if (!why) return again(422, texts.whyHint);
  const { name, refund } = detailsOf(order, order.id);
  const chosen = refund && chosenRefund(refund, values);
  if (chosen && chosen.used > values.used) return again(409, texts.usedRefused(chosen.used));
  const purpose = chosen?.amount ? texts.refunding(formatLeiExact(chosen.amount), name) : texts.ending(name);
  const confirmed = await passwordAgain(args, "refund-order", form, purpose);
  if (!confirmed.ok) return confirmed.refusal;
  const refundOutcome = await refundOrder(site, {
    actor,
    orderId: refundForm.orderId,
    wish,
    left: refundForm.left,
    why,
    note: values.note,
    stock: values.restock ? "sell_again" : "keep_back",
  });
  if (!refundOutcome.ok)
    return again(
      refundOutcome.refusal.reason === "unknown_order" ? 404 : 409,
      refundRefusal(refundOutcome.refusal),
    );
  const message =
    refundOutcome.value.amount === 0
      ? texts.ended
      : texts.refundDone(formatLeiExact(refundOutcome.value.amount));
  return redirectWithMessage(request.site, request.list, "success", message);
}

function wishOf({ kind, line, tickets, amount, seats, used }: RefundValues): RefundWish | undefined {
  if (kind === "") return undefined;
  if (kind === "owed") return { kind };
  if (kind === "amount") return { kind, amount: lei(amount) ?? 0 };
  if (kind === "part") return { kind, line, tickets: Number(tickets) };
  return kind === "seats" ? { kind, seats, usedEntries: used } : { kind, usedEntries: used };
}

function refundRefusal(refusal: RefundOrderRefusal): string {
  switch (refusal.reason) {
    case "too_many":
      return texts.tooMany(refusal.most);
    case "not_less":
      return texts.notLess(formatLeiExact(refusal.left));
    case "used":
      return texts.usedRefused(refusal.entries);
    case "over_limit":
      return texts.overLimit(refusal);
    default:
      return texts.refundRefused[refusal.reason];
  }
}

/** Gives free tickets after the password was entered again. */
export async function invite(
  request: PurchaseActRequest,
  { values, quantity, ticketTypeId, eventId }: InvitationForm,
) {
  const { args, site, actor, form } = request;
  const again = (status: number, error: string) => data({ invitation: { values, error } }, { status });
  const confirmed = await passwordAgain(args, "grant-invitation", form, texts.giving(quantity, values.email));
  if (!confirmed.ok) return confirmed.refusal;
  const invitationOutcome = await grantInvitation(site, {
    actor,
    email: values.email,
    name: values.name,
    ticketTypeId,
    eventId,
    quantity,
    because: values.because,
    requestKey: values.key || null,
  });
  if (invitationOutcome.ok) return redirectWithMessage(request.site, request.list, "success", texts.given);
  const { refusal } = invitationOutcome;
  return refusal.reason === "not_enough"
    ? again(409, texts.notEnough(refusal.available))
    : again(refusal.reason === "read_only" ? 409 : 422, texts.inviteRefused[refusal.reason]);
}

export async function recheck(request: PurchaseActRequest) {
  const { site, actor, form } = request;
  const checked = await recheckPayment(site, { actor, orderId: purchaseField(form, "order_id") });
  return checked.ok
    ? redirectWithMessage(
        site,
        request.here,
        "success",
        texts.rechecked((texts.steps[checked.value.state] ?? "").toLocaleLowerCase("ro")),
      )
    : redirectWithMessage(site, request.here, "error", texts.recheckRefused[checked.refusal.reason]);
}

/** Splits one code for several people into one code for each. */
export async function splitForBuyer(request: PurchaseActRequest) {
  const { site, actor, form } = request;
  const splitOutcome = await splitCode(site, { actor, purchaseId: purchaseField(form, "purchase_id") });
  return splitOutcome.ok
    ? redirectWithMessage(site, request.here, "success", texts.split(splitOutcome.value.codes))
    : redirectWithMessage(site, request.here, "error", texts.splitRefused[splitOutcome.refusal.reason]);
}

export async function rename({ site, actor, form, here }: PurchaseActRequest) {
  const [purchaseId, name] = [purchaseField(form, "purchase_id"), purchaseField(form, "name")];
  const renamed = await renameHolder(site, { actor, purchaseId, name });
  return renamed.ok
    ? redirectWithMessage(site, here, "success", texts.renamed)
    : redirectWithMessage(site, here, "error", texts.renameFailed);
}
