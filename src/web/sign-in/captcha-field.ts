/** The form field with the captcha's answer, the same for every provider. */
export const captchaField = "captcha_token";
