import "./account.css";
import { data, redirect } from "react-router";
import { isUuid, type Uuid } from "#kernel/id.ts";
import type { Outcome } from "#kernel/outcome.ts";
import { findFactors } from "#platform/identity/factors/factors.server.ts";
import { linkSvg } from "#ticketing/delivery/ticket-qr.server.ts";
import { enrolFactor } from "#ticketing/people/enrol-factor.server.ts";
import { removeFactor } from "#ticketing/people/remove-factor.server.ts";
import { renewRecoveryCodes } from "#ticketing/people/renew-recovery-codes.server.ts";
import { verifyFactor } from "#ticketing/people/verify-factor.server.ts";
import { passwordAgain } from "#web/request/password-again.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { loginPath, seeOther } from "#web/request/responses.server.ts";
import type { Route } from "./+types/factor-route.ts";
import { accountTexts } from "./account-texts.ts";
import { FactorPage, type FactorPageView } from "./factor-page.tsx";
import { enteredText } from "./form-answer.server.ts";
import { factorTexts } from "./security-texts.ts";

export const meta: Route.MetaFunction = () => [{ title: accountTexts.pageTitle(factorTexts.panel) }];

function personOf({ context, request }: Route.LoaderArgs | Route.ActionArgs) {
  const visitor = context.get(visitorContext);
  if (visitor.kind !== "person") throw redirect(loginPath(request));
  return visitor;
}

/** Redirects to the login when the session has ended in the meantime. */
function orLogIn<Value, Refusal>({ request }: Route.ActionArgs, answer: Outcome<Value, Refusal>) {
  if (!answer.ok && answer.refusal === "session_not_found") throw redirect(loginPath(request));
  return answer;
}

export async function loader(args: Route.LoaderArgs) {
  const { userId } = personOf(args);
  const { factorIds } = await findFactors(args.context.get(siteContext).identity, userId);
  return { isOn: factorIds.length > 0 };
}

const intents = {
  begin: { act: "enrol-factor", purpose: "starting" },
  renew: { act: "renew-recovery-codes", purpose: "renewing" },
  stop: { act: "remove-factor", purpose: "stopping" },
} as const;

export async function action(args: Route.ActionArgs) {
  const person = personOf(args);
  const site = args.context.get(siteContext);
  const form = await args.request.formData();
  const intent = String(form.get("intent"));
  if (intent === "verify") return verify(args, form);
  if (!Object.hasOwn(intents, intent))
    return data<FactorPageView>({ kind: "begin", reentry: null, problem: null }, { status: 400 });
  const { act, purpose } = intents[intent as keyof typeof intents];
  const again = await passwordAgain(args, act, form, factorTexts[purpose]);
  if (!again.ok) {
    const { data: asked, init } = again.refusal;
    return data<FactorPageView>({ kind: "begin", reentry: asked.reentry, problem: null }, init ?? {});
  }
  const { userId } = person;
  if (intent === "stop") {
    for (const factorId of (await findFactors(site.identity, userId)).factorIds)
      orLogIn(args, await removeFactor(site, { ...person, factorId }));
    return seeOther("/profile/security", {
      origin: site.origin,
      flash: { kind: "success", text: factorTexts.stopped },
    });
  }
  if (intent === "renew") {
    const renewed = orLogIn(args, await renewRecoveryCodes(site, person));
    return renewed.ok
      ? data<FactorPageView>({ kind: "codes", codes: renewed.value, started: "before" })
      : data<FactorPageView>(
          { kind: "begin", reentry: null, problem: factorTexts.codesNeedFactor },
          { status: 409 },
        );
  }
  const made = orLogIn(args, await enrolFactor(site, { ...person, friendlyName: "" }));
  if (!made.ok)
    return data<FactorPageView>(
      { kind: "begin", reentry: null, problem: factorTexts.tooMany },
      { status: 409 },
    );
  return data<FactorPageView>(scanView(made.value.factorId, made.value.uri, null));
}

/** Checks the first code of a new factor. This activates it and shows the recovery codes once. */
async function verify(args: Route.ActionArgs, form: FormData) {
  const { userId, sessionHash } = personOf(args);
  const site = args.context.get(siteContext);
  const factorId = enteredText(form, "factor_id");
  const uri = enteredText(form, "uri");
  if (!isUuid(factorId) || !/^otpauth:\/\/totp\/[\x21-\x7e]{1,400}$/.test(uri))
    throw redirect("/profile/security");
  const code = enteredText(form, "code").replaceAll(/\s/g, "");
  const shown = await verifyFactor(site, { userId, sessionHash, factorId, code });
  if (shown.ok) {
    // a new factor gets new recovery codes; for an older factor the password must be entered again
    const renewed = shown.value.isNew ? await renewRecoveryCodes(site, { userId, sessionHash }) : undefined;
    if (!renewed?.ok) throw redirect("/profile/security");
    return data<FactorPageView>({ kind: "codes", codes: renewed.value, started: "now" });
  }
  return shown.refusal.reason === "locked"
    ? data<FactorPageView>(
        scanView(factorId, uri, factorTexts.locked(Math.ceil(shown.refusal.retryAfter / 60))),
        { status: 429, headers: { "retry-after": String(shown.refusal.retryAfter) } },
      )
    : data<FactorPageView>(scanView(factorId, uri, factorTexts.codeWrong), { status: 422 });
}

function scanView(factorId: Uuid, uri: string, error: string | null): FactorPageView {
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  const qr = `data:image/svg+xml,${encodeURIComponent(linkSvg(uri))}`;
  return { kind: "scan", factorId, uri, qr, key: secret.replaceAll(/(....)(?=.)/g, "$1 "), error };
}

export default function Factor({ loaderData, actionData }: Route.ComponentProps) {
  // the action's answer comes first, because the codes are shown when the factor is already on
  const untouched: FactorPageView = loaderData.isOn
    ? { kind: "on" }
    : { kind: "begin", reentry: null, problem: null };
  return <FactorPage view={actionData ?? untouched} />;
}
