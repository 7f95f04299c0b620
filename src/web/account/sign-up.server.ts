import { isUnavailable } from "#platform/database/database.server.ts";
import { registerAccount } from "#platform/identity/accounts/register-account.server.ts";
import { isTokenShaped, newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { type RegistrationField, readRegistration } from "#ticketing/people/person-form.ts";
import { captchaProblem } from "#web/request/captcha-check.server.ts";
import { addressOf } from "#web/request/client-address.server.ts";
import { registrationCookie } from "#web/request/cookies.server.ts";
import { emailQuestion } from "#web/request/email-question.server.ts";
import { addressWithNext, loginInMode, safeReturn } from "#web/request/return-address.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { captchaTexts } from "#web/sign-in/captcha-texts.ts";
import { accountTexts } from "./account-texts.ts";
import { enteredText, type FormAnswer } from "./form-answer.server.ts";
import { personProblems, personSentences } from "./person-texts.ts";

export type RegisterPageView = {
  /** The typed text; passwords are never sent back. */
  values: { full_name: string; phone: string; email: string };
  /** A secret of this browser, the same for every sending of this form: a retry makes no second account. */
  requestId: string;
  errors: Partial<Record<RegistrationField, string>>;
  /** `server` shows the amber banner for a failure of ours; `refused` is about the form. */
  problem: { kind: "server" | "refused"; sentence: string } | null;
};

/**
 * Answers the form of /register. A failure of ours shows the amber banner and all typed text except the passwords.
 * `note` gets the failure, because nothing else records it.
 */
export async function answerSignUp(
  site: SiteServices,
  request: Request,
  note: (failure: unknown) => void,
): Promise<FormAnswer<RegisterPageView>> {
  const form = await request.formData();
  const values = {
    full_name: enteredText(form, "full_name"),
    phone: enteredText(form, "phone"),
    email: enteredText(form, "email"),
  };
  const requestId = enteredText(form, "request_id");
  const showAgain = (
    status: number,
    wrong: Partial<Pick<RegisterPageView, "errors" | "problem">>,
    code: string | null = null,
  ): FormAnswer<RegisterPageView> => {
    const view = { values, requestId, errors: {}, problem: null, ...wrong };
    const message = view.problem?.sentence ?? Object.values(view.errors)[0] ?? accountTexts.registerFailed;
    return { kind: "again", status, view, error: { message, code } };
  };
  const showServerProblem = (status: number, sentence: string, code: string | null) =>
    showAgain(status, { problem: { kind: "server", sentence } }, code);

  const read = readRegistration(form);
  const question = emailQuestion(form);
  if (!read.ok)
    return read.refusal.reason === "fields"
      ? showAgain(422, {
          errors: { ...question, ...personSentences<RegistrationField>(read.refusal.problems) },
        })
      : showAgain(400, { problem: { kind: "refused", sentence: accountTexts.notUnderstood } });
  if (question.email) return showAgain(422, { errors: question });
  const captchaFailure = await captchaProblem(site, form);
  if (captchaFailure === "away") return showServerProblem(503, captchaTexts.away, "captcha_failed");
  if (captchaFailure)
    return showAgain(
      400,
      { problem: { kind: "refused", sentence: captchaTexts[captchaFailure] } },
      "captcha_failed",
    );
  try {
    // the form's secret, so that another sending gives the browser the same secret that the first one stored
    const browser = isTokenShaped(requestId) ? requestId : newSecretToken();
    const { returnTo, ...enteredData } = read.value;
    const registered = await registerAccount(site.identity, {
      ...enteredData,
      browser,
      address: addressOf(request),
    });
    if (registered.ok) {
      const keptRegistration = { browser, email: enteredData.email, returnTo: safeReturn(returnTo) };
      if (!(await site.identity.callbacks.lettersOn()))
        return {
          kind: "onward",
          to: addressWithNext("/login", keptRegistration.returnTo),
          flash: { kind: "success", text: accountTexts.registeredWithoutLetter },
        };
      return {
        // the confirmation ends the cookie, so a tab that waits here needs the path in its address
        kind: "onward",
        to: loginInMode("verify", keptRegistration.returnTo),
        flash: { kind: "success", text: accountTexts.registered },
        // set even when nothing was stored, so that the answer reveals nothing about the address
        cookies: [registrationCookie(keptRegistration, site.origin)],
      };
    }
    switch (registered.refusal) {
      case "busy":
        return showServerProblem(503, accountTexts.registerProblem, null);
      case "too_many":
        return showServerProblem(429, accountTexts.registerTooMany, "over_email_send_rate_limit");
      case "email_taken":
        return showAgain(409, { errors: { email: accountTexts.emailTaken } }, "user_already_exists");
      case "email_invalid":
        return showAgain(422, { errors: { email: personProblems.email_invalid } }, "email_address_invalid");
      default:
        return showAgain(422, { errors: { password: personProblems[registered.refusal] } }, "weak_password");
    }
  } catch (failure) {
    note(failure);
    return isUnavailable(failure)
      ? showServerProblem(503, accountTexts.registerUnavailable, "unexpected_failure")
      : showServerProblem(500, accountTexts.registerProblem, null);
  }
}
