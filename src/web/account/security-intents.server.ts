import { data } from "react-router";
import type { Act } from "#ticketing/rights/act-rights.ts";
import { type AskedForProof, passwordAgain } from "#web/request/password-again.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { reentryTexts } from "#web/sign-in/password-again-texts.ts";
import {
  answerChangePassword,
  answerEndOtherSessions,
  answerOfferPasskey,
  answerRemovePasskey,
  askAgain,
  changeEmail,
  endOneSession,
  erase,
  keepPasskey,
  type SecurityRequest,
} from "./security-actions.server.ts";
import { securityTexts } from "./security-texts.ts";
import type { AskedView, SecurityPageView } from "./security-view.ts";
import { readWaysIn } from "./ways-in-form.server.ts";

/** A redirect, or this page with what it shows now. */
type SecurityAnswer = Response | ReturnType<typeof data<Partial<SecurityPageView>>>;

type Intent = {
  /** Its name in the table of acts, which states whether the password is needed again. */
  readonly act: Act;
  readonly run: (request: SecurityRequest) => Promise<SecurityAnswer>;
  /** The words for what will happen. */
  readonly purpose: string;
  /** The dialog whose form contains the password; without one the page shows its own dialog for it. */
  readonly question?: AskedView["kind"];
};

/** Every button of the page. */
export const securityIntents: Readonly<Record<string, Intent>> = {
  "change-email": {
    ...{ act: "change-email", run: changeEmail },
    ...{ purpose: securityTexts.changeEmail, question: "email" },
  },
  "change-password": {
    ...{ act: "change-password", run: answerChangePassword },
    ...{ purpose: securityTexts.changePassword, question: "password" },
  },
  erase: { act: "erase-person", run: erase, purpose: securityTexts.erase, question: "erase" },
  "passkey-offer": { act: "add-passkey", run: answerOfferPasskey, purpose: securityTexts.addingPasskey },
  "passkey-keep": { act: "add-passkey", run: keepPasskey, purpose: securityTexts.addingPasskey },
  "passkey-remove": {
    act: "remove-passkey",
    run: answerRemovePasskey,
    purpose: securityTexts.removingPasskey,
  },
  "end-session": { act: "end-session", run: endOneSession, purpose: securityTexts.end },
  "end-others": { act: "end-session", run: answerEndOtherSessions, purpose: securityTexts.endOthers },
};

/** Does what a button of the page wants, once the person has given the proof that its act needs. */
export async function actOnSecurity(
  args: AskedForProof,
  person: SecurityRequest["person"],
  form: FormData,
): Promise<SecurityAnswer> {
  const name = String(form.get("intent"));
  const intent = Object.hasOwn(securityIntents, name) ? securityIntents[name] : undefined;
  if (!intent) return data({}, { status: 400 });
  const { act, run, purpose, question } = intent;
  const proven = await passwordAgain(args, act, form, purpose);
  if (proven.ok) {
    const userAgent = args.request.headers.get("user-agent") ?? "";
    return run({ site: args.context.get(siteContext), person, form: proven.value, userAgent });
  }
  if (question === undefined) return proven.refusal;
  const { data: answer, init } = proven.refusal;
  const { ticked, stopFactor: stopsFactor } = readWaysIn(form);
  return askAgain(question, init?.status ?? 403, {
    ...{ ticked, stopsFactor },
    values: { email: String(form.get("new_email") ?? "") },
    errors: { current_password: answer.reentry.error ?? reentryTexts.required },
  });
}
