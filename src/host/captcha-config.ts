import type { CaptchaOptions } from "#platform/captcha/captcha-adapter.server.ts";
import { type CaptchaProvider, captchaProviders } from "#platform/captcha/captcha-widget.ts";

/** The captcha that the environment names, if any: CAPTCHA_PROVIDER with CAPTCHA_SITE_KEY and CAPTCHA_SECRET. */
export function readCaptcha(env: Record<string, string | undefined>): {
  captcha: CaptchaOptions | null;
  wrong: readonly string[];
} {
  const {
    CAPTCHA_PROVIDER: provider,
    CAPTCHA_SITE_KEY: siteKey = "",
    CAPTCHA_SECRET: secret = "",
    CAPTCHA_API_BASE: apiBase,
  } = env;
  const isNamed = (name: string | undefined): name is CaptchaProvider =>
    captchaProviders.some((known) => known === name);
  if (provider === undefined)
    return siteKey || secret || apiBase
      ? { captcha: null, wrong: ["CAPTCHA_PROVIDER is missing beside the other CAPTCHA_ values"] }
      : { captcha: null, wrong: [] };
  const wrong: string[] = [];
  if (!isNamed(provider)) wrong.push(`CAPTCHA_PROVIDER must be ${captchaProviders.join(" or ")}`);
  if (!/^[\w.-]{1,200}$/.test(siteKey)) wrong.push("CAPTCHA_SITE_KEY is missing or is none");
  if (secret === "") wrong.push("CAPTCHA_SECRET is missing");
  if (apiBase !== undefined && !/^(?:https:\/\/[\w.-]+|http:\/\/127\.0\.0\.1)(?::\d+)?$/.test(apiBase))
    wrong.push("CAPTCHA_API_BASE must be an https origin");
  if (wrong.length > 0 || !isNamed(provider)) return { captcha: null, wrong };
  return { captcha: { provider, siteKey, secret, apiBase }, wrong };
}
