/** What a browser needs to show the question whether somebody is a machine. Nothing in here is secret. */
export type CaptchaWidget = {
  readonly provider: CaptchaProvider;
  readonly siteKey: string;
  /** The provider's script, told to draw nothing by itself. */
  readonly script: string;
};

export const captchaProviders = ["hcaptcha", "turnstile"] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];
