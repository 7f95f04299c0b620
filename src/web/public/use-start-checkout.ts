import { type FormEvent, useState } from "react";
import { toast } from "react-hot-toast/headless";
import { captchaField } from "#web/request/captcha-fields.ts";
import type { OfferView } from "./offer-view.ts";
import { startCheckout } from "./start-checkout.ts";

/**
 * The press of an offer's button, when a script runs: processing, then the card page; or short news of what went
 * wrong, and the button again. Whose session has ended meanwhile sends the form itself, and is led to the sign-in and
 * back; whoever has to show first that no machine is at work does too, and the page asks.
 */
export function useStartCheckout({ priceId, mode }: OfferView) {
  const [starting, setStarting] = useState(false);
  const start = (press: FormEvent<HTMLFormElement>) => {
    if (priceId === null) return;
    const form = press.currentTarget;
    if (form.elements.namedItem(captchaField)) return;
    press.preventDefault();
    setStarting(true);
    const { origin } = location;
    void startCheckout({
      priceId,
      mode,
      quantity: 1,
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
