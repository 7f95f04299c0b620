import type { CaptchaProvider, CaptchaWidget } from "./captcha-widget.ts";

export type CaptchaOptions = {
  readonly provider: CaptchaProvider;
  readonly siteKey: string;
  readonly secret: string;
  /** Another address of its API, for tests. */
  readonly apiBase?: string | undefined;
};

export type CaptchaVerdict =
  | "passed"
  /** None was brought, or it is wrong, too old or used. */
  | "failed"
  /** The provider does not answer. Whoever asks for a person's word does not take silence for it. */
  | "away";

/** Asks somebody else's server whether a person or a machine pressed the button. */
export type CaptchaDoor = {
  readonly widget: CaptchaWidget;
  /** Whose scripts and frames a page must let in. */
  readonly origins: readonly string[];
  /** Whether what a widget gave is good, once. The person's network address is not told. */
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

/** How long we wait for their server, in milliseconds. */
const patience = 5000;
const longestToken = 4096;

export function openCaptcha({ provider, siteKey, secret, apiBase }: CaptchaOptions): CaptchaDoor {
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
      try {
        const answer = await fetch(place.verify, {
          method: "POST",
          body: new URLSearchParams({ secret, response: token, sitekey: siteKey }),
          signal: AbortSignal.timeout(patience),
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
