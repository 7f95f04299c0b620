import { captchaField } from "./captcha-fields.ts";
import type { SiteServices } from "./site-services.ts";

/** Why a form is not taken before somebody has shown that no machine sent it. */
export type CaptchaProblem = "failed" | "away";

/** Whether a form brings what the captcha gave; null when it does, or when no captcha is on. */
export async function captchaProblem(
  { captcha }: Pick<SiteServices, "captcha">,
  form: FormData,
): Promise<CaptchaProblem | null> {
  if (!captcha) return null;
  const token = form.get(captchaField);
  const verdict = await captcha.verify(typeof token === "string" ? token : undefined);
  return verdict === "passed" ? null : verdict;
}
