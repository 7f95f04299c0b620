import { data } from "react-router";
import { canonicalEmail } from "#kernel/email-address.ts";
import { askAddressChange } from "#platform/identity/accounts/change-address.server.ts";
import { addPasskey, offerPasskey, removePasskey } from "#platform/identity/factors/passkeys.server.ts";
import { changePassword } from "#platform/identity/passwords/change-password.server.ts";
import { endOtherSessions, endSession } from "#platform/identity/sessions/own-sessions.server.ts";
import { lengths } from "#ticketing/limits.ts";
import { forgetBuyer } from "#ticketing/orders/forget-buyer.server.ts";
import { erasePerson } from "#ticketing/people/erase-person.server.ts";
import { readNewPassword } from "#ticketing/people/person-form.ts";
import type { Act } from "#ticketing/rights/act-rights.ts";
import { addressOf } from "#web/request/client-address.server.ts";
import { emailQuestion } from "#web/request/email-question.server.ts";
import { leavingCookies } from "#web/request/own-cookie.server.ts";
import { passwordAgain, type RouteArgs } from "#web/request/password-again.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { flashTo, seeOther } from "#web/request/responses.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import { readPasskey } from "#web/sign-in/passkey-response.ts";
import { reentryTexts } from "#web/sign-in/password-again-texts.ts";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import { accountTexts } from "./account-texts.ts";
import { deviceName } from "./device-name.ts";
import { enteredText } from "./form-answer.server.ts";
import { personProblems, personSentences } from "./person-texts.ts";
import type { DialogView } from "./security-dialogs.tsx";
import { securityTexts } from "./security-texts.ts";
import { readWaysIn } from "./ways-in-form.server.ts";

type SecurityRequest = {
  readonly site: SiteServices;
  readonly person: Visitor & { kind: "person" };
  readonly form: FormData;
  readonly request: Request;
};

type DialogChanges = Partial<Omit<DialogView, "kind">>;

/** Shows the same dialog again, with what is wrong. */
function askAgain(kind: DialogView["kind"], status: number, wrong: DialogChanges) {
  const dialog: DialogView = { kind, values: { email: "" }, errors: {}, problem: null, ...wrong };
  return data({ dialog }, { status });
}

const backWithToast = (site: SiteServices, kind: "success" | "error", text: string) =>
  flashTo(site, "/profile/security", kind, text);

async function endOneSession({ site, person, form }: SecurityRequest) {
  const sessionId = enteredText(form, "session_id");
  const ended = await endSession(site.identity, { userId: person.userId, sessionId });
  return backWithToast(
    site,
    ended ? "success" : "error",
    ended ? securityTexts.ended : securityTexts.goneAlready,
  );
}

async function answerEndOtherSessions({ site, person }: SecurityRequest) {
  const { userId, sessionHash } = person;
  const count = await endOtherSessions(site.identity, { userId, sessionHash });
  return backWithToast(site, "success", securityTexts.endedOthers(count));
}

async function changeEmail({ site, request, person, form }: SecurityRequest) {
  const typed = enteredText(form, "new_email");
  const showAgain = (status: number, sentence: string) =>
    askAgain("email", status, { values: { email: typed }, errors: { email: sentence } });
  if (typed.trim() === "") return showAgain(422, personProblems.email_required);
  const newEmail = canonicalEmail(typed);
  if (newEmail === undefined) return showAgain(422, personProblems.email_invalid);
  const question = emailQuestion(form, "new_email");
  if (question.email) return showAgain(422, question.email);
  const requested = await askAddressChange(site.identity, {
    ...person,
    newEmail,
    address: addressOf(request),
  });
  if (requested.ok) return backWithToast(site, "success", securityTexts.emailAsked);
  switch (requested.refusal) {
    case "email_invalid":
      return showAgain(422, personProblems.email_invalid);
    case "same_address":
      return showAgain(409, securityTexts.emailSame);
    case "letters_off":
      return showAgain(503, securityTexts.emailLettersOff);
    case "session_not_found":
      return seeOther("/login", { origin: site.origin });
  }
}

async function answerChangePassword({ site, person, form }: SecurityRequest) {
  const { rest, ticked, stopFactor } = readWaysIn(form);
  const showAgain = (status: number, wrong: DialogChanges) =>
    askAgain("password", status, { ticked, stopsFactor: stopFactor, ...wrong });
  const read = readNewPassword(rest);
  if (!read.ok)
    return showAgain(422, {
      errors: read.refusal.reason === "fields" ? personSentences(read.refusal.problems) : {},
    });
  const { userId, email, sessionHash } = person;
  const { password } = read.value;
  const changed = await changePassword(site.identity, {
    userId,
    email,
    sessionHash,
    password,
    remove: ticked,
    stopFactor,
  });
  if (changed.ok) return backWithToast(site, "success", securityTexts.passwordChanged);
  switch (changed.refusal) {
    case "session_not_found":
      return seeOther("/login", { origin: site.origin });
    case "busy":
      return showAgain(503, { problem: accountTexts.siteBusy });
    default:
      return showAgain(422, { errors: { password: personProblems[changed.refusal] } });
  }
}

async function answerOfferPasskey({ site, person, request }: SecurityRequest) {
  const { userId, email, fullName } = person;
  const options = await offerPasskey(site.identity, { userId, email, fullName });
  return data(
    { newKey: { options, name: deviceName(request.headers.get("user-agent") ?? "").name } },
    { status: 200 },
  );
}

async function keepPasskey({ site, person, form }: SecurityRequest) {
  const name = enteredText(form, "name").trim().slice(0, lengths.deviceName) || deviceName("").name;
  const response = readPasskey(form.get("response"));
  const added = await addPasskey(site.identity, { ...person, name, response });
  if (added.ok) return backWithToast(site, "success", securityTexts.passkeyAdded);
  const text = added.refusal === "too_many" ? securityTexts.passkeyTooMany : securityTexts.passkeyFailed;
  return backWithToast(site, "error", text);
}

async function answerRemovePasskey({ site, person, form }: SecurityRequest) {
  const passkeyId = enteredText(form, "passkey_id");
  const removed = await removePasskey(site.identity, { ...person, passkeyId });
  return backWithToast(
    site,
    removed ? "success" : "error",
    removed ? securityTexts.passkeyRemoved : securityTexts.goneAlready,
  );
}

async function erase({ site, person, form }: SecurityRequest) {
  const { userId } = person;
  if (form.get("understood") !== "1")
    return askAgain("erase", 422, { problem: securityTexts.understoodMissing });
  const erased = await erasePerson(site, { userId, forget: () => forgetBuyer(site, { userId }) });
  if (!erased.ok && erased.refusal === "order_open")
    return askAgain("erase", 409, { problem: securityTexts.eraseOrderOpen });
  if (!erased.ok && erased.refusal === "in_team")
    return askAgain("erase", 409, { problem: securityTexts.eraseInTeam });
  return seeOther("/", {
    origin: site.origin,
    flash: { kind: "success", text: securityTexts.erased },
    cookies: leavingCookies(site.origin),
  });
}

export type SecurityAnswered = {
  /** The open dialog; null without one. */
  dialog: DialogView | null;
  /** The password dialog for an act without its own dialog. */
  reentry: ReentryView | null;
  /** The browser's options for making a new passkey; null while none is being made. */
  newKey: { options: object; name: string } | null;
};

/** A redirect, or this page with new content. */
type SecurityAnswer = Response | ReturnType<typeof data<Partial<SecurityAnswered>>>;

type Intent = {
  /** The act's name in the table of acts, which says whether the password is needed again. */
  readonly act: Act;
  readonly run: (request: SecurityRequest) => Promise<SecurityAnswer>;
  /** Returns the sentence that says what will happen. */
  readonly purpose: () => string;
  /** The dialog whose form contains the password; without it the page shows its own password dialog. */
  readonly question?: DialogView["kind"];
};

/** The buttons of the page, by their intent. */
export const securityIntents: Readonly<Record<string, Intent>> = {
  "change-email": {
    act: "change-email",
    run: changeEmail,
    purpose: () => securityTexts.changeEmail,
    question: "email",
  },
  "change-password": {
    act: "change-password",
    run: answerChangePassword,
    purpose: () => securityTexts.changePassword,
    question: "password",
  },
  erase: { act: "erase-person", run: erase, purpose: () => securityTexts.erase, question: "erase" },
  "passkey-offer": {
    act: "add-passkey",
    run: answerOfferPasskey,
    purpose: () => securityTexts.addingPasskey,
  },
  "passkey-keep": { act: "add-passkey", run: keepPasskey, purpose: () => securityTexts.addingPasskey },
  "passkey-remove": {
    act: "remove-passkey",
    run: answerRemovePasskey,
    purpose: () => securityTexts.removingPasskey,
  },
  "end-session": { act: "end-session", run: endOneSession, purpose: () => securityTexts.end },
  "end-others": { act: "end-session", run: answerEndOtherSessions, purpose: () => securityTexts.endOthers },
};

/** Does what a button of the page wants, once the person has given the proof that the act needs. */
export async function actOnSecurity(
  args: RouteArgs,
  person: SecurityRequest["person"],
  form: FormData,
): Promise<SecurityAnswer> {
  const name = String(form.get("intent"));
  const intent = Object.hasOwn(securityIntents, name) ? securityIntents[name] : undefined;
  if (!intent) return data({}, { status: 400 });
  const { act, run, purpose, question } = intent;
  const proven = await passwordAgain(args, act, form, purpose());
  if (proven.ok) {
    return run({ site: args.context.get(siteContext), person, form: proven.value, request: args.request });
  }
  if (question === undefined) return proven.refusal;
  const { data: answer, init } = proven.refusal;
  const { ticked, stopFactor: stopsFactor } = readWaysIn(form);
  return askAgain(question, init?.status ?? 403, {
    ticked,
    stopsFactor,
    values: { email: String(form.get("new_email") ?? "") },
    errors: { current_password: answer.reentry.error ?? reentryTexts.required },
  });
}
