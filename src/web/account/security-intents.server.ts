import { data } from "react-router";
import type { Act } from "#ticketing/rights/act-rights.ts";
import { type AskedForProof, passwordAgain } from "#web/request/password-again.server.ts";
import { reentryTexts } from "#web/request/reentry-view.ts";
import { siteContext } from "#web/request/request-context.ts";
import {
  askAgain,
  changeEmail,
  changePassword,
  endOneSession,
  endOtherSessions,
  erase,
  keepPasskey,
  offerPasskey,
  removePasskey,
  type SecurityRequest,
} from "./security-actions.server.ts";
import { securityTexts } from "./security-texts.ts";
import type { AskedView, SecurityPageView } from "./security-view.ts";
import { readWaysIn } from "./ways-in-form.server.ts";

/** Another page, or this one with what it has to show now. */
type SecurityAnswer = Response | ReturnType<typeof data<Partial<SecurityPageView>>>;

type Intent = {
  /** What it is in the table of acts, which says whether the password is asked for again. */
  readonly act: Act;
  readonly run: (request: SecurityRequest) => Promise<SecurityAnswer>;
  /** The words for what is about to happen. */
  readonly purpose: string;
  /** The question whose form asks for the password; without one it is asked for over the page. */
  readonly question?: AskedView["kind"];
};

/** Every button of the page. */
export const securityIntents: Readonly<Record<string, Intent>> = {
  "change-email": {
    ...{ act: "change-email", run: changeEmail },
    ...{ purpose: securityTexts.changeEmail, question: "email" },
  },
  "change-password": {
    ...{ act: "change-password", run: changePassword },
    ...{ purpose: securityTexts.changePassword, question: "password" },
  },
  erase: { act: "erase-person", run: erase, purpose: securityTexts.erase, question: "erase" },
  "passkey-offer": { act: "add-passkey", run: offerPasskey, purpose: securityTexts.addingPasskey },
  "passkey-keep": { act: "add-passkey", run: keepPasskey, purpose: securityTexts.addingPasskey },
  "passkey-remove": { act: "remove-passkey", run: removePasskey, purpose: securityTexts.removingPasskey },
  "end-session": { act: "end-session", run: endOneSession, purpose: securityTexts.end },
  "end-others": { act: "end-session", run: endOtherSessions, purpose: securityTexts.endOthers },
};

/** Does what a button of the page asks for, once who it is is proven as its act needs. */
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
