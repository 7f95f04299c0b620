import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { noteCost } from "#kernel/request-cost.server.ts";
import { DatabaseUnavailable } from "#platform/database/database.server.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import { openCardPage } from "#ticketing/orders/payment/open-card-page.server.ts";
import { QueueFull } from "#ticketing/stock/batch-queue.ts";
import type { NewOrder } from "./hold.ts";
import type { ArrivedRequest, BatchAnswer } from "./hold-batch.server.ts";
import type { OrderServices } from "./hold-queue.server.ts";
import type { ExistingOrder, HoldRefusal } from "./hold-request.ts";
import { releaseOrder } from "./release-order.server.ts";
import { countWrongCode, readCode, type TooManyCodes } from "./wrong-codes.server.ts";

/** A press of "pay", with the voucher as it was typed. */
export type CheckoutRequest = Omit<ArrivedRequest, "owesCaptcha" | "network"> & {
  readonly captchaToken?: string | undefined;
  /** The IP address of the request; wrong vouchers are counted for its network too. */
  readonly address?: string;
};

export type CheckoutRefusal =
  | HoldRefusal
  | TooManyCodes
  | { readonly reason: "not_signed_in" }
  /** The open order that this one would replace turned out to be paid. */
  | { readonly reason: "already_paid"; readonly orderId: string }
  /** The places are held, but the card provider opened no page; the person can continue the order later. */
  | { readonly reason: "provider_unavailable"; readonly orderId: string }
  /** The provider refuses this order for good: the person corrects the email (`isEmailWrong`), or the hold ends. */
  | { readonly reason: "page_refused"; readonly isEmailWrong: boolean; readonly orderId: string }
  /** This session sends too many requests; seconds to wait. */
  | { readonly reason: "too_fast"; readonly retryAfter: number }
  /** Too many requests at once, or the database is unreachable. Nothing was held. */
  | { readonly reason: "busy" };

export type OpenedCheckout = {
  readonly orderId: string;
  /** The address of the card page; null while the order waits in the queue: then redirect to `/checkout/{order}`. */
  readonly url: string | null;
};

/**
 * Goes from "pay" to the card page: holds the places, commits, and only then calls the provider. The same selection
 * again gives the same order and page. Another selection, or the same at a lower price, replaces the open order after
 * its page was closed. A refused selection leaves the open order as it is.
 */
export async function openCheckout(
  services: OrderServices,
  { captchaToken, address = "", ...holdWish }: CheckoutRequest,
): Promise<Outcome<OpenedCheckout, CheckoutRefusal>> {
  await faultPoint("checkout.begin");
  const wait = services.checkoutRate.waitFor(holdWish.sessionHash);
  if (wait > 0) return refused({ reason: "too_fast", retryAfter: wait });
  const codeReading = holdWish.code?.trim()
    ? await readCode(services.database, holdWish.code, { sessionHash: holdWish.sessionHash, address })
    : done(null);
  if (!codeReading.ok) return codeReading;
  // an ended voucher is left to the hold to decide, because an order that already has it keeps it
  if (codeReading.value && !codeReading.value.isKnown)
    return refused(await countWrongCode(services.database, codeReading.value.budgets));
  const captchaVerdict = services.captcha ? await services.captcha.verify(captchaToken) : "passed";
  const request: ArrivedRequest = {
    ...holdWish,
    code: codeReading.value?.code ?? null,
    owesCaptcha: captchaVerdict === "passed" ? undefined : captchaVerdict,
    address,
  };
  let answer = await takeHold(services, request);
  // counts for the network's limit, unless the session was invented
  if ("userId" in answer) noteCost();
  // all sessions of an account share one limit, and the account is known only after the hold
  const waitOfAccount = "userId" in answer ? services.checkoutRate.waitFor(answer.userId) : 0;
  if (waitOfAccount > 0) {
    if (answer.kind === "new")
      await releaseOrder(services, { orderId: answer.order.id, userId: answer.userId });
    return refused({ reason: "too_fast", retryAfter: waitOfAccount });
  }
  if (answer.kind === "refused" && answer.refusal.reason === "other_order_open") {
    const { orderId } = answer.refusal;
    const released = await releaseOrder(services, { orderId, userId: answer.userId });
    if (!released.ok) return refused({ reason: "other_order_open", orderId });
    if (released.value.state === "paid" || released.value.state === "manual_review")
      return refused({ reason: "already_paid", orderId });
    if (released.value.state === "payment_pending") return refused({ reason: "other_order_open", orderId });
    answer = await takeHold(services, request);
  }
  if (answer.kind === "busy") return refused({ reason: "busy" });
  if (answer.kind === "not_signed_in") return refused({ reason: "not_signed_in" });
  if (answer.kind === "refused" && codeReading.value && isEndedVoucher(answer.refusal))
    return refused(await countWrongCode(services.database, codeReading.value.budgets));
  if (answer.kind === "refused") return refused(answer.refusal);
  await faultPoint("hold.committed");
  return answer.isQueued
    ? done({ orderId: answer.order.id, url: null })
    : checkoutWithCardPage(services, answer.order);
}

/** Whether the voucher exists but has ended. The hold calls it unknown too, so that nobody learns that it exists. */
function isEndedVoucher(refusal: HoldRefusal): boolean {
  return refusal.reason === "code_invalid" && refusal.why === "unknown";
}

async function checkoutWithCardPage(
  services: OrderServices,
  order: ExistingOrder | NewOrder,
): Promise<Outcome<OpenedCheckout, CheckoutRefusal>> {
  // Asking for a turn costs a transaction; with a provider rate of 0 no turn ever comes.
  if (services.settings.providerRate <= 0 && order.total > 0) return done({ orderId: order.id, url: null });
  const page = await openCardPage(services, order.id);
  await faultPoint("checkout.page");
  if (page.ok) return done({ orderId: order.id, url: page.value.url });
  switch (page.refusal.reason) {
    case "wait":
    case "ended":
      return done({ orderId: order.id, url: null });
    case "provider_unavailable":
    case "page_refused":
      return refused({ ...page.refusal, orderId: order.id });
  }
}

async function takeHold(
  services: OrderServices,
  request: ArrivedRequest,
): Promise<BatchAnswer | { kind: "busy" }> {
  try {
    return await services.holds.takeHold(request);
  } catch (error) {
    // a hold that failed has cost the database as much as one that did not
    noteCost();
    if (error instanceof QueueFull || error instanceof DatabaseUnavailable) {
      services.log.warn({ error: error.message }, "a hold could not be taken");
      return { kind: "busy" };
    }
    throw error;
  }
}
