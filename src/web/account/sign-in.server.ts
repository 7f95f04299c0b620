import { resendConfirmation } from "#platform/identity/accounts/register-account.server.ts";
import { loginWithPasskey } from "#platform/identity/factors/passkeys.server.ts";
import { countFailedLogins } from "#platform/identity/passwords/check-password.server.ts";
import { requestReset } from "#platform/identity/passwords/reset-password.server.ts";
import { login, type OpenedSession } from "#platform/identity/sessions/login.server.ts";
import { limits } from "#ticketing/limits.ts";
import { readForgotten, readLogin } from "#ticketing/people/person-form.ts";
import { captchaProblem } from "#web/request/captcha-check.server.ts";
import { addressOf } from "#web/request/client-address.server.ts";
import {
  interruptedCookie,
  readKnownBrowser,
  readRegistrationCookie,
  secondStepCookie,
  signedInCookies,
} from "#web/request/cookies.server.ts";
import { nextPageFor } from "#web/request/next-page.server.ts";
import { loginInMode, safeReturn } from "#web/request/return-address.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { captchaTexts } from "#web/sign-in/captcha-texts.ts";
import { readPasskey } from "#web/sign-in/passkey-response.ts";
import { accountTexts } from "./account-texts.ts";
import { enteredText, type FormAnswer } from "./form-answer.server.ts";
import { personSentences } from "./person-texts.ts";
import { securityTexts } from "./security-texts.ts";

export type SignInState = {
  /** `forgot` is /login?mode=forgot, `forgotSent` follows it, `verify` follows a registration. */
  mode: "login" | "forgot" | "forgotSent" | "verify";
  values: { email: string };
  errors: Partial<Record<"email" | "password", string>>;
  /** A message about the whole form. */
  problem: { kind: "bad" | "ok"; text: string } | null;
  /** Whether the email can be sent again: the password was right, but nobody has confirmed the address. */
  unconfirmed: "offerLetter" | "no";
  /** Whether the form has a captcha: always when it asks for an email, and for a login after failures. */
  isCaptchaAsked: boolean;
  /** When this page last asked for an email, by the browser's clock. A new value starts the wait again. */
  asked: number;
};

export type SignInView = Partial<SignInState>;

type FormProblem = { readonly view: SignInView; readonly code?: string; readonly retryAfter?: number };

function showAgain(
  status: number,
  { view, code = undefined, retryAfter }: FormProblem,
): FormAnswer<SignInView> {
  const message = view.problem?.text ?? Object.values(view.errors ?? {})[0] ?? accountTexts.loginFailed;
  return {
    kind: "again",
    status,
    view,
    error: { message, code: code ?? null },
    ...(retryAfter ? { retryAfter } : {}),
  };
}

const bad = (text: string) => ({ kind: "bad", text }) as const;

type Note = (failure: unknown) => void;

/** Answers the form of /login: a session and a redirect, or what is wrong. `note` gets a failure of ours. */
export async function signIn(
  site: SiteServices,
  request: Request,
  form: FormData,
  note: Note,
): Promise<FormAnswer<SignInView>> {
  const values = { email: enteredText(form, "email") };
  const read = readLogin(form);
  if (!read.ok)
    return read.refusal.reason === "fields"
      ? showAgain(422, { view: { values, errors: personSentences(read.refusal.problems) } })
      : showAgain(400, { view: { values, problem: bad(accountTexts.notUnderstood) } });
  const { email, password, returnTo } = read.value;
  const browserToken = readKnownBrowser(request.headers.get("cookie"), site.origin);
  const origin = { address: addressOf(request), browserToken };
  // the first wrong passwords need no captcha
  const needsCaptcha = async () =>
    site.captcha !== null &&
    (await countFailedLogins(site.identity, { email, ...origin })) >= limits.failuresBeforeCaptcha;
  if (await needsCaptcha()) {
    const problem = await captchaProblem(site, form);
    if (problem)
      return showAgain(problem === "away" ? 503 : 400, {
        view: { values, problem: bad(captchaTexts[problem]), isCaptchaAsked: true },
        code: "captcha_failed",
      });
  }
  const opened = await login(site.identity, {
    email,
    password,
    userAgent: request.headers.get("user-agent") ?? "",
    ...origin,
  }).catch(note);
  if (!opened) return showAgain(503, { view: { values, problem: bad(accountTexts.loginFailed) } });
  if (opened.ok) return signInAnswer(site, request, opened.value, returnTo);
  const { refusal } = opened;
  switch (refusal.reason) {
    case "invalid":
      return showAgain(401, {
        view: { values, problem: bad(accountTexts.loginInvalid), isCaptchaAsked: await needsCaptcha() },
        code: "invalid_credentials",
      });
    case "unconfirmed":
      return showAgain(403, {
        view: {
          values,
          problem: bad(accountTexts.loginUnconfirmed),
          unconfirmed: "offerLetter",
          isCaptchaAsked: site.captcha !== null,
        },
        code: "email_not_confirmed",
      });
    case "second_factor":
      return {
        kind: "onward",
        to: `/login/code?next=${encodeURIComponent(safeReturn(returnTo))}`,
        cookies: [secondStepCookie(refusal.stepToken, site.origin)],
      };
    case "locked":
      return showAgain(429, {
        view: { values, problem: bad(accountTexts.loginLocked(Math.ceil(refusal.retryAfter / 60))) },
        code: "over_request_rate_limit",
        retryAfter: refusal.retryAfter,
      });
    case "busy":
      return showAgain(503, {
        view: { values, problem: bad(accountTexts.loginBusy) },
        retryAfter: refusal.retryAfter,
      });
  }
}

/** Answers a passkey at /login: the same session without a password. */
export async function signInWithPasskey(
  site: SiteServices,
  request: Request,
  form: FormData,
): Promise<FormAnswer<SignInView>> {
  const opened = await loginWithPasskey(site.identity, {
    response: readPasskey(form.get("response")),
    userAgent: request.headers.get("user-agent") ?? "",
    address: addressOf(request),
  });
  if (!opened.ok)
    return opened.refusal === "unconfirmed"
      ? showAgain(403, { view: { problem: bad(accountTexts.loginUnconfirmed) }, code: "email_not_confirmed" })
      : showAgain(401, { view: { problem: bad(securityTexts.passkeyLoginFailed) } });
  return signInAnswer(site, request, opened.value, enteredText(form, "return_to"));
}

async function signInAnswer(
  site: SiteServices,
  request: Request,
  opened: OpenedSession,
  returnTo: string | undefined,
): Promise<FormAnswer<SignInView>> {
  return {
    kind: "onward",
    to: await nextPageFor(site, opened, returnTo),
    flash: { kind: "success", text: accountTexts.loggedIn },
    cookies: await signedInCookies(site, request, opened),
  };
}

/** Sends the confirmation email again when the account waits for one. The answer is the same either way. */
export async function sendLetterAgain(
  site: SiteServices,
  request: Request,
  form: FormData,
): Promise<FormAnswer<SignInView>> {
  const captchaFailure = await captchaProblem(site, form);
  if (captchaFailure)
    return showAgain(captchaFailure === "away" ? 503 : 400, {
      view: {
        values: { email: enteredText(form, "email") },
        problem: bad(captchaTexts[captchaFailure]),
        unconfirmed: "offerLetter",
        isCaptchaAsked: true,
      },
      code: "captcha_failed",
    });
  const emailOnly = new FormData();
  emailOnly.set("email", form.get("email") ?? "");
  const read = readForgotten(emailOnly);
  const keptRegistration = readRegistrationCookie(request.headers.get("cookie"), site.origin);
  if (read.ok)
    await resendConfirmation(site.identity, {
      email: read.value.email,
      address: addressOf(request),
      browser: keptRegistration?.browser ?? null,
    });
  const view: SignInView = {
    values: { email: enteredText(form, "email") },
    problem: { kind: "ok", text: accountTexts.confirmationResent },
  };
  return { kind: "again", status: 200, view, error: null };
}

/** Answers the form of /login?mode=forgot. */
export async function askForReset(
  site: SiteServices,
  form: FormData,
  note: Note,
): Promise<FormAnswer<SignInView>> {
  const values = { email: enteredText(form, "email") };
  const read = readForgotten(form);
  if (!read.ok)
    return showAgain(422, {
      view: {
        mode: "forgot",
        values,
        ...(read.refusal.reason === "fields"
          ? { errors: personSentences(read.refusal.problems) }
          : { problem: bad(accountTexts.notUnderstood) }),
      },
    });
  const problem = await captchaProblem(site, form);
  if (problem)
    return showAgain(problem === "away" ? 503 : 400, {
      view: { mode: "forgot", values, problem: bad(captchaTexts[problem]) },
      code: "captcha_failed",
    });
  const requested = await requestReset(site.identity, read.value.email).catch(note);
  const { return_to: returnTo } = read.value;
  return requested?.ok
    ? {
        kind: "onward",
        to: loginInMode("sent", safeReturn(returnTo)),
        flash: { kind: "success", text: accountTexts.resetSent },
        cookies: [interruptedCookie(returnTo, site.origin)],
      }
    : showAgain(503, { view: { mode: "forgot", values, problem: bad(accountTexts.resetFailed) } });
}
