import type { CaptchaWidget } from "#platform/captcha/captcha-widget.ts";
import type { CheckoutRefusal } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { captchaField } from "#web/sign-in/captcha-field.ts";
import type { SiteServices } from "./site-services.ts";

/** Why a form is refused before a captcha was solved. */
export type CaptchaProblem = "failed" | "away";

/** The captcha's answer in a form. */
export function captchaTokenOf(form: FormData): string | undefined {
  const token = form.get(captchaField);
  return typeof token === "string" ? token : undefined;
}

/** Checks the captcha's answer in a form; null when it is right, or when no captcha is on. */
export async function captchaProblem(
  { captcha }: Pick<SiteServices, "captcha">,
  form: FormData,
): Promise<CaptchaProblem | null> {
  if (!captcha) return null;
  const verdict = await captcha.verify(captchaTokenOf(form));
  return verdict === "passed" ? null : verdict;
}

/** The captcha that a page must show before this purchase is accepted; null: none. */
export function captchaFor(
  { reason }: CheckoutRefusal,
  { captcha }: Pick<SiteServices, "captcha">,
): CaptchaWidget | null {
  return reason === "captcha_needed" ? (captcha?.widget ?? null) : null;
}
