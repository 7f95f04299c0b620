import { publicTexts } from "./public-texts.ts";

export type CheckoutWish = {
  readonly priceId: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly mode: "payment";
  readonly quantity: number;
  /** What the page shows, in bani. */
  readonly total: number;
};

export type CheckoutStart =
  | { readonly url: string }
  /** `isFormNeeded`: the page needs its form first, for a sign-in, a captcha or a price that changed. */
  | { readonly error: string; readonly isFormNeeded: boolean };

/**
 * Opens a card page with the call `checkout-session`. One key for each call, so that a call that arrives twice opens
 * one page. Returns an error as a sentence, and never throws.
 */
export async function startCheckout(wish: CheckoutWish): Promise<CheckoutStart> {
  const failed = { error: publicTexts.checkoutFailed, isFormNeeded: false };
  try {
    const response = await fetch("/functions/v1/checkout-session", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
      body: JSON.stringify({
        price_id: wish.priceId,
        success_url: wish.successUrl,
        cancel_url: wish.cancelUrl,
        mode: wish.mode,
        quantity: wish.quantity,
        total: wish.total,
      }),
    });
    const { url, error, code } = (await response.json()) as Record<"url" | "error" | "code", unknown>;
    if (response.ok)
      return typeof url === "string" && url !== "" ? { url } : { ...failed, error: publicTexts.noCardPage };
    const isFormNeeded = response.status === 401 || code === "captcha_failed" || error === "price_changed";
    return typeof error === "string" ? { error, isFormNeeded } : { ...failed, isFormNeeded };
  } catch {
    return failed;
  }
}
