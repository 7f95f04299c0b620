import type { CaptchaWidget } from "#platform/captcha/captcha-widget.ts";
import type { CheckoutRefusal } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { captchaField } from "#web/sign-in/captcha-field.ts";
import type { SiteServices } from "./site-services.ts";

/** Why a captcha's answer is refused: it is wrong, or the captcha service did not answer. */
export type CaptchaProblem = "failed" | "away";

/** Returns the captcha's answer in a form; undefined when the form has none. */
export function captchaTokenOf(form: FormData): string | undefined {
  const token = form.get(captchaField);
  return typeof token === "string" ? token : undefined;
}

/** Checks the captcha's answer in a form. Returns null when it is right, or when no captcha is configured. */
export async function captchaProblem(
  { captcha }: Pick<SiteServices, "captcha">,
  form: FormData,
): Promise<CaptchaProblem | null> {
  if (!captcha) return null;
  const verdict = await captcha.verify(captchaTokenOf(form));
  return verdict === "passed" ? null : verdict;
}

/** Returns the captcha that a page must show after this refusal; null when the refusal asks for none. */
export function captchaFor(
  { reason }: CheckoutRefusal,
  { captcha }: Pick<SiteServices, "captcha">,
): CaptchaWidget | null {
  return reason === "captcha_needed" ? (captcha?.widget ?? null) : null;
}
