import { type FormEvent, useState } from "react";
import { toast } from "react-hot-toast/headless";
import { captchaField } from "#web/sign-in/captcha-field.ts";
import type { OfferView } from "./offer-view.ts";
import { startCheckout } from "./start-checkout.ts";

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
