import { expect, it } from "vitest";
import { readCaptcha } from "./service-config.ts";

const whole = { CAPTCHA_PROVIDER: "turnstile", CAPTCHA_SITE_KEY: "0x4AAA", CAPTCHA_SECRET: "secret" };

it("a captcha is on when its three values are set, and off without them", () => {
  expect(readCaptcha({})).toEqual({ captcha: null, problems: [] });
  expect(readCaptcha(whole)).toEqual({
    captcha: { provider: "turnstile", siteKey: "0x4AAA", secret: "secret", apiBase: undefined },
    problems: [],
  });
});

it.each([
  [{ CAPTCHA_SECRET: "secret" }, "CAPTCHA_PROVIDER"],
  [{ ...whole, CAPTCHA_PROVIDER: "recaptcha" }, "CAPTCHA_PROVIDER"],
  [{ ...whole, CAPTCHA_SITE_KEY: 'x" onload="' }, "CAPTCHA_SITE_KEY"],
  [{ ...whole, CAPTCHA_SECRET: undefined }, "CAPTCHA_SECRET"],
  [{ ...whole, CAPTCHA_API_BASE: "http://evil.example" }, "CAPTCHA_API_BASE"],
  [{ ...whole, CAPTCHA_API_BASE: "https://a.example; script-src *" }, "CAPTCHA_API_BASE"],
])("%j stops the start and names %s", (env, name) => {
  expect(readCaptcha(env).problems.join()).toContain(name);
});
