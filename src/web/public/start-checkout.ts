import { publicTexts } from "./public-texts.ts";

export type CheckoutWish = {
  readonly priceId: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly mode: "payment";
  readonly quantity: number;
};

export type CheckoutStart =
  | { readonly url: string }
  /** `isFormNeeded`: the page itself has to ask something first, a sign-in or a captcha. */
  | { readonly error: string; readonly isFormNeeded: boolean };

/**
 * Asks for a card page: the call `checkout-session` under the names of the browser's language. One key for each call,
 * so that a call that arrives twice opens one page. What went wrong comes back as a sentence, never as a throw.
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
      }),
    });
    const { url, error, code } = (await response.json()) as Record<"url" | "error" | "code", unknown>;
    if (response.ok)
      return typeof url === "string" && url !== "" ? { url } : { ...failed, error: publicTexts.noCardPage };
    const isFormNeeded = response.status === 401 || code === "captcha_failed";
    return typeof error === "string" ? { error, isFormNeeded } : { ...failed, isFormNeeded };
  } catch {
    return failed;
  }
}
