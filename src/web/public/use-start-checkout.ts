import { type FormEvent, useState } from "react";
import { toast } from "react-hot-toast/headless";
import { captchaField } from "#web/sign-in/captcha-field.ts";
import type { OfferView } from "./offer-view.ts";
import { publicTexts } from "./public-texts.ts";

/**
 * The click on an offer's button, when a script runs: processing, then the card page; or a toast with the error, and
 * the button again. When the session has ended, a captcha is needed or the price changed, the form itself is sent, and the
 * server redirects to the sign-in or shows the captcha or the price.
 */
export function useStartCheckout({ priceId, mode, price }: OfferView) {
  const [starting, setStarting] = useState(false);
  const start = (event: FormEvent<HTMLFormElement>) => {
    if (priceId === null) return;
    const form = event.currentTarget;
    if (form.elements.namedItem(captchaField)) return;
    event.preventDefault();
    setStarting(true);
    const { origin } = location;
    void startCheckout({
      priceId,
      mode,
      quantity: 1,
      total: price,
      successUrl: `${origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${origin}/tickets`,
    }).then((answer) => {
      if ("url" in answer) return location.assign(answer.url);
      setStarting(false);
      if (answer.isFormNeeded) return form.submit();
      toast.error(answer.error);
    });
  };
  return { starting, start };
}

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
