/** The data that a browser needs to show the captcha. Nothing in it is secret. */
export type CaptchaWidget = {
  readonly provider: CaptchaProvider;
  readonly siteKey: string;
  /** The provider's script. It draws nothing until it is asked to. */
  readonly script: string;
};

export const captchaProviders = ["hcaptcha", "turnstile"] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];
