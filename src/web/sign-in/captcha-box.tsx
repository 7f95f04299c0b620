import { useEffect, useRef } from "react";
import type { CaptchaWidget } from "#platform/captcha/captcha-widget.ts";
import { captchaField } from "./captcha-field.ts";
import { captchaTexts } from "./captcha-texts.ts";

/** The part of the API that both captcha providers have. */
type Captcha = {
  render(
    place: HTMLElement,
    options: { sitekey: string; callback(token: string): void; "expired-callback"(): void },
  ): unknown;
  reset(box: unknown): void;
};

type CaptchaBoxProps = {
  widget: CaptchaWidget;
  /** A new value after each answer to the form, because a solved captcha works only once. */
  attempt: unknown;
};

/** The captcha, drawn by the provider's script. Its answer goes into a field of the form. */
export function CaptchaBox({ widget, attempt }: CaptchaBoxProps) {
  const place = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const drawn = useRef<{ captcha: Captcha; box: unknown }>(undefined);

  useEffect(() => {
    const script = scriptOf(widget.script);
    const setAnswer = (token: string) => {
      if (field.current) field.current.value = token;
    };
    const draw = () => {
      const captcha = (window as unknown as Record<string, Captcha | undefined>)[widget.provider];
      if (!captcha || !place.current || drawn.current) return;
      const callbacks = { callback: setAnswer, "expired-callback": () => setAnswer("") };
      drawn.current = {
        captcha,
        box: captcha.render(place.current, { sitekey: widget.siteKey, ...callbacks }),
      };
    };
    draw();
    script.addEventListener("load", draw);
    return () => script.removeEventListener("load", draw);
  }, [widget.script, widget.provider, widget.siteKey]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a captcha's answer works only once
  useEffect(() => {
    if (!drawn.current) return;
    drawn.current.captcha.reset(drawn.current.box);
    if (field.current) field.current.value = "";
  }, [attempt]);

  return (
    <fieldset className="captcha">
      <legend className="visually-hidden">{captchaTexts.label}</legend>
      <div ref={place} />
      <input ref={field} type="hidden" name={captchaField} />
      <noscript>{captchaTexts.noScript}</noscript>
    </fieldset>
  );
}

/** Adds the provider's script once for all boxes, because it must not run twice. */
function scriptOf(address: string): HTMLScriptElement {
  const present = document.querySelector<HTMLScriptElement>("script[data-captcha]");
  if (present) return present;
  const script = document.createElement("script");
  script.dataset.captcha = "";
  script.src = address;
  script.async = true;
  document.head.append(script);
  return script;
}
