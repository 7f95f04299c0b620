import { data, type RouterContextProvider, redirect } from "react-router";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { listPasskeys, reconfirmWithPasskey } from "#platform/identity/factors/passkeys.server.ts";
import { reconfirmPassword } from "#platform/identity/passwords/reconfirm-password.server.ts";
import { recordSecurityEvent } from "#ticketing/journal/record-security-event.server.ts";
import { type Act, mayDo } from "#ticketing/rights/act-rights.ts";
import { readPasskey } from "#web/sign-in/passkey-response.ts";
import { reentryTexts } from "#web/sign-in/password-again-texts.ts";
import { type ReentryView, reentryField, reentryKeyField } from "#web/sign-in/password-again-view.ts";
import { siteContext, visitorContext } from "./request-context.ts";
import { loginPath } from "./responses.server.ts";

export type RouteArgs = { readonly context: Readonly<RouterContextProvider>; readonly request: Request };
export type ReentryAnswer = ReturnType<typeof data<{ reentry: ReentryView }>>;

/**
 * Lets an action go on when this person may do `act`. When the table of acts demands a fresh proof, the password must
 * have been entered in this session within `durations.freshProof`, or come in the field `current_password`, or a
 * passkey instead of it. Otherwise it refuses: the page shows `ReentryDialog`, which sends all fields again with the
 * password. Returns the form without that field. `purpose` says what will happen, such as "Rambursezi 105,00 LEI
 * către Ana Pop.".
 *
 *     const again = await passwordAgain(args, "refund-order", form, texts.refunding(...));
 *     if (!again.ok) return again.refusal;
 *
 * Call it before anything is changed. A form with other secrets (a new password) shows `ReentryInput` from the start,
 * because secrets are never sent back to a page.
 */
export async function passwordAgain(
  { context, request }: RouteArgs,
  act: Act,
  form: FormData,
  purpose: string,
): Promise<Outcome<FormData, ReentryAnswer>> {
  const visitor = context.get(visitorContext);
  if (visitor.kind !== "person") throw redirect(loginPath(request), 303);
  const may = mayDo(visitor, act, visitor);
  if (may === false) throw data(null, { status: 403 });
  const password = form.get(reentryField);
  const otherFields = new FormData();
  for (const [name, value] of form)
    if (name !== reentryField && name !== reentryKeyField) otherFields.append(name, value);
  if (may === true) return done(otherFields);

  const site = context.get(siteContext);
  const { userId, email, sessionHash } = visitor;
  const hasKey = (await listPasskeys(site.identity, userId)).length > 0;
  const ask = (status: number, error: string | null, retryAfter?: number) => {
    const { pathname, search } = new URL(request.url);
    const reentry: ReentryView = {
      action: pathname.replace(/\.data$/, "") + search,
      purpose,
      fullName: visitor.fullName ?? "",
      email,
      typed: fieldsToRepeat(otherFields),
      passkey: hasKey ? "offer" : "none",
      error,
    };
    const headers = retryAfter ? { "retry-after": String(retryAfter) } : undefined;
    return refused(data({ reentry }, { status, ...(headers ? { headers } : {}) }));
  };
  const noteFailure = () =>
    recordSecurityEvent(site.database.identity, {
      kind: "step_up_failed",
      personId: userId,
      actorId: userId,
      detail: act,
    });
  const passkeyAnswer = form.get(reentryKeyField);
  if (typeof passkeyAnswer === "string" && passkeyAnswer !== "") {
    const response = readPasskey(passkeyAnswer);
    if (await reconfirmWithPasskey(site.identity, { userId, sessionHash, response }))
      return done(otherFields);
    await noteFailure();
    return ask(403, reentryTexts.passkeyWrong);
  }
  if (typeof password !== "string") return ask(403, null);
  if (password === "") return ask(422, reentryTexts.required);
  const entered = await reconfirmPassword(site.identity, { userId, email, sessionHash, password });
  if (entered.ok) return done(otherFields);
  switch (entered.refusal.reason) {
    case "invalid":
      await noteFailure();
      return ask(403, reentryTexts.wrong);
    case "locked":
      return ask(
        429,
        reentryTexts.locked(Math.ceil(entered.refusal.retryAfter / 60)),
        entered.refusal.retryAfter,
      );
    case "busy":
      return ask(503, reentryTexts.busy, entered.refusal.retryAfter);
    case "no_session":
      throw redirect(loginPath(request), 303);
  }
}

/** Returns the fields that go back to the page, without files and secrets. */
function fieldsToRepeat(form: FormData): [string, string][] {
  return [...form].filter(
    (field): field is [string, string] =>
      typeof field[1] === "string" && !/password|secret|token/.test(field[0]),
  );
}
