/** The field of our forms with the captcha's answer, whichever provider is used. */
export const captchaField = "captcha_token";
