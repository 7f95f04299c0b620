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
import { said } from "../posted-form.server.ts";
import { detailsOf } from "./purchase-details.ts";
import { type InvitationForm, purchaseField, type RefundForm, refundCauseOf } from "./purchase-forms.ts";
import type { RefundValues } from "./purchase-list-view.ts";
import { purchaseTexts as texts } from "./purchase-texts.ts";
import { chosenRefund } from "./refund-choices.ts";

type Args = Parameters<typeof passwordAgain>[0];
export type Asked = {
  readonly args: Args;
  readonly site: SiteServices;
  readonly actor: Administrator;
  readonly form: FormData;
  /** `here`: the address of the list with its dialog. `list`: without it. */
  readonly here: string;
  readonly list: string;
};

/** Sends the tickets again. The form needs the purchase and the buyer's address (B7-12). */
export async function resend(asked: Asked) {
  const { site, actor, form } = asked;
  const [purchaseId, email] = [purchaseField(form, "purchase_id"), purchaseField(form, "email")];
  if (purchaseId === "" || email === "") return said(asked.site, asked.here, "error", texts.resendMissing);
  const resent = await resendTickets(site, { actor, purchaseId, email });
  return resent.ok
    ? said(asked.site, asked.here, "success", texts.resent)
    : said(asked.site, asked.here, "error", texts.resendFailed);
}

/** Makes a refund after the password was entered again. */
export async function giveBack(asked: Asked, read: RefundForm) {
  const { args, site, actor, form } = asked;
  const { values } = read;
  const again = (status: number, error: string) => data({ refund: { values, error } }, { status });
  const order = await site.database.readAs(actor, (sql) => findOrderOverview(sql, read.orderId));
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
  const given = await refundOrder(site, {
    actor,
    orderId: read.orderId,
    wish,
    left: read.left,
    why,
    note: values.note,
    stock: values.restock ? "sell_again" : "keep_back",
  });
  if (!given.ok)
    return again(given.refusal.reason === "unknown_order" ? 404 : 409, refundRefusal(given.refusal));
  const done = given.value.amount === 0 ? texts.ended : texts.refundDone(formatLeiExact(given.value.amount));
  return said(asked.site, asked.list, "success", done);
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
export async function invite(asked: Asked, { values, quantity, ticketTypeId, eventId }: InvitationForm) {
  const { args, site, actor, form } = asked;
  const again = (status: number, error: string) => data({ invitation: { values, error } }, { status });
  const confirmed = await passwordAgain(args, "grant-invitation", form, texts.giving(quantity, values.email));
  if (!confirmed.ok) return confirmed.refusal;
  const given = await grantInvitation(site, {
    actor,
    email: values.email,
    name: values.name,
    ticketTypeId,
    eventId,
    quantity,
    because: values.because,
    requestKey: values.key || null,
  });
  if (given.ok) return said(asked.site, asked.list, "success", texts.given);
  const { refusal } = given;
  return refusal.reason === "not_enough"
    ? again(409, texts.notEnough(refusal.available))
    : again(refusal.reason === "read_only" ? 409 : 422, texts.inviteRefused[refusal.reason]);
}

export async function recheck(asked: Asked) {
  const { site, actor, form } = asked;
  const checked = await recheckPayment(site, { actor, orderId: purchaseField(form, "order_id") });
  return checked.ok
    ? said(
        site,
        asked.here,
        "success",
        texts.rechecked((texts.steps[checked.value.state] ?? "").toLocaleLowerCase("ro")),
      )
    : said(site, asked.here, "error", texts.recheckFailed);
}

/** Splits one code for several people into one code for each. */
export async function splitForBuyer(asked: Asked) {
  const { site, actor, form } = asked;
  const made = await splitCode(site, { actor, purchaseId: purchaseField(form, "purchase_id") });
  return made.ok
    ? said(site, asked.here, "success", texts.split(made.value.codes))
    : said(site, asked.here, "error", texts.splitRefused[made.refusal.reason]);
}

export async function rename({ site, actor, form, here }: Asked) {
  const [purchaseId, name] = [purchaseField(form, "purchase_id"), purchaseField(form, "name")];
  const renamed = await renameHolder(site, { actor, purchaseId, name });
  return renamed.ok
    ? said(site, here, "success", texts.renamed)
    : said(site, here, "error", texts.renameFailed);
}
