import { type FormEvent, useState } from "react";
import { toast } from "react-hot-toast/headless";
import { captchaField } from "#web/sign-in/captcha-field.ts";
import type { OfferView } from "./offer-view.ts";
import { publicTexts } from "./public-texts.ts";

/**
 * The click on an offer's button with JavaScript: it opens the card page, or shows a toast with the error. When the
 * server needs a sign-in, a captcha or an answer about the price, the form itself is sent and the server shows that.
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
  /** The price that the page shows, in bani. */
  readonly total: number;
};

export type CheckoutStart =
  | { readonly url: string }
  /** `isFormNeeded`: the form must be sent, for a sign-in, a captcha or a changed price. */
  | { readonly error: string; readonly isFormNeeded: boolean };

/**
 * Opens a card page through `checkout-session`. Each call has its own key, so a call that arrives twice opens one
 * page. Returns an error as a sentence; never throws.
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
