import { noteCost } from "#kernel/request-cost.server.ts";
import type { CaptchaProvider, CaptchaWidget } from "./captcha-widget.ts";

export type CaptchaOptions = {
  readonly provider: CaptchaProvider;
  readonly siteKey: string;
  readonly secret: string;
  /** Another address of the provider's API; only tests set it. */
  readonly apiBase?: string | undefined;
};

type CaptchaVerdict =
  | "passed"
  /** There was no token, or it is wrong, too old or already used. */
  | "failed"
  /** The provider does not answer. That does not count as a passed check. */
  | "away";

/** The check of the captcha provider that a person, not a program, sent the form. */
export type CaptchaAdapter = {
  readonly widget: CaptchaWidget;
  /** The origins of the provider's scripts and frames, for the content security policy. */
  readonly origins: readonly string[];
  /**
   * Checks a token of the widget; each token is good once. The person's network address is not sent to the provider.
   */
  verify(token: string | undefined): Promise<CaptchaVerdict>;
};

const places = {
  hcaptcha: {
    verify: "https://api.hcaptcha.com/siteverify",
    script: "https://js.hcaptcha.com/1/api.js?render=explicit",
    origins: ["https://hcaptcha.com", "https://*.hcaptcha.com"],
  },
  turnstile: {
    verify: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
    script: "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
    origins: ["https://challenges.cloudflare.com"],
  },
} as const satisfies Record<CaptchaProvider, object>;

/** Milliseconds to wait for the provider. */
const verifyTimeout = 5000;
const longestToken = 4096;

export function openCaptcha({ provider, siteKey, secret, apiBase }: CaptchaOptions): CaptchaAdapter {
  const place =
    apiBase === undefined
      ? places[provider]
      : {
          verify: `${apiBase}/siteverify`,
          script: `${apiBase}/api.js?render=explicit`,
          origins: [new URL(apiBase).origin],
        };
  return {
    widget: { provider, siteKey, script: place.script },
    origins: place.origins,
    async verify(token) {
      if (!token || token.length > longestToken) return "failed";
      noteCost();
      try {
        const answer = await fetch(place.verify, {
          method: "POST",
          body: new URLSearchParams({ secret, response: token, sitekey: siteKey }),
          signal: AbortSignal.timeout(verifyTimeout),
          redirect: "error",
        });
        if (!answer.ok) return "away";
        const said = (await answer.json()) as { success?: unknown } | null;
        return said?.success === true ? "passed" : "failed";
      } catch {
        return "away";
      }
    },
  };
}
