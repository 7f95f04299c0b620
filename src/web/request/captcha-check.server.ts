import type { CaptchaWidget } from "#platform/captcha/captcha-widget.ts";
import type { CheckoutRefusal } from "#ticketing/orders/open-checkout.server.ts";
import { captchaField } from "./captcha-fields.ts";
import type { SiteServices } from "./site-services.ts";

/** Why a form is not taken before somebody has shown that no machine sent it. */
export type CaptchaProblem = "failed" | "away";

/** What a form brings of the captcha. */
export function captchaTokenOf(form: FormData): string | undefined {
  const token = form.get(captchaField);
  return typeof token === "string" ? token : undefined;
}

/** Whether a form brings what the captcha gave; null when it does, or when no captcha is on. */
export async function captchaProblem(
  { captcha }: Pick<SiteServices, "captcha">,
  form: FormData,
): Promise<CaptchaProblem | null> {
  if (!captcha) return null;
  const verdict = await captcha.verify(captchaTokenOf(form));
  return verdict === "passed" ? null : verdict;
}

/** The question that a page has to ask before this purchase is taken; null: none. */
export function captchaFor(
  { reason }: CheckoutRefusal,
  { captcha }: Pick<SiteServices, "captcha">,
): CaptchaWidget | null {
  return reason === "captcha_needed" ? (captcha?.widget ?? null) : null;
}
