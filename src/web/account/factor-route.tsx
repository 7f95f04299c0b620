import type { ReactNode } from "react";
import { data, Form, Link, redirect } from "react-router";
import { isUuid, type Uuid } from "#kernel/id.ts";
import type { Outcome } from "#kernel/outcome.ts";
import { findFactors } from "#platform/identity/factors/factors.server.ts";
import { linkSvg } from "#ticketing/delivery/ticket-qr.server.ts";
import { enrolFactor } from "#ticketing/people/enrol-factor.server.ts";
import { removeFactor } from "#ticketing/people/remove-factor.server.ts";
import { renewRecoveryCodes } from "#ticketing/people/renew-recovery-codes.server.ts";
import { verifyFactor } from "#ticketing/people/verify-factor.server.ts";
import { passwordAgain } from "#web/request/password-again.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { flashTo, loginPath } from "#web/request/responses.server.ts";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import type { Route } from "./+types/factor-route.ts";
import { SendButton } from "./account-fields.tsx";
import { accountTexts } from "./account-texts.ts";
import { CopyButton } from "./copy-link.tsx";
import { enteredText, personOf } from "./form-answer.server.ts";
import { ProfileTabs } from "./profile-tabs.tsx";
import { factorTexts, securityTexts } from "./security-texts.ts";
import "./account.css";

export const meta: Route.MetaFunction = () => [{ title: accountTexts.pageTitle(factorTexts.panel) }];

/** Redirects to the login when the session has ended in the meantime. */
function redirectIfSignedOut<Value, Refusal>({ request }: Route.ActionArgs, answer: Outcome<Value, Refusal>) {
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

const showBegin = (status: number, problem: string | null) =>
  data<FactorPageView>({ kind: "begin", reentry: null, problem }, { status });

export async function action(args: Route.ActionArgs) {
  const person = personOf(args);
  const site = args.context.get(siteContext);
  const form = await args.request.formData();
  const intent = String(form.get("intent"));
  if (intent === "verify") return verify(args, form);
  if (!Object.hasOwn(intents, intent)) return showBegin(400, null);
  const { act, purpose } = intents[intent as keyof typeof intents];
  const proof = await passwordAgain(args, act, form, factorTexts[purpose]);
  if (!proof.ok) {
    const { data: answer, init } = proof.refusal;
    return data<FactorPageView>({ kind: "begin", reentry: answer.reentry, problem: null }, init ?? {});
  }
  const { userId } = person;
  if (intent === "stop") {
    for (const factorId of (await findFactors(site.identity, userId)).factorIds)
      redirectIfSignedOut(args, await removeFactor(site, { ...person, factorId }));
    return flashTo(site, "/profile/security", "success", factorTexts.stopped);
  }
  if (intent === "renew") {
    const renewed = redirectIfSignedOut(args, await renewRecoveryCodes(site, person));
    return renewed.ok
      ? data<FactorPageView>({ kind: "codes", codes: renewed.value, started: "before" })
      : showBegin(409, factorTexts.codesNeedFactor);
  }
  const enrolled = redirectIfSignedOut(args, await enrolFactor(site, { ...person, friendlyName: "" }));
  if (!enrolled.ok) return showBegin(409, factorTexts.tooMany);
  return data<FactorPageView>(scanView(enrolled.value.factorId, enrolled.value.uri, null));
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
  const verified = await verifyFactor(site, { userId, sessionHash, factorId, code });
  if (verified.ok) {
    // a new factor gets new recovery codes; for an older factor the password must be entered again
    const renewed = verified.value.isNew
      ? await renewRecoveryCodes(site, { userId, sessionHash })
      : undefined;
    if (!renewed?.ok) throw redirect("/profile/security");
    return data<FactorPageView>({ kind: "codes", codes: renewed.value, started: "now" });
  }
  return verified.refusal.reason === "locked"
    ? data<FactorPageView>(
        scanView(factorId, uri, factorTexts.locked(Math.ceil(verified.refusal.retryAfter / 60))),
        { status: 429, headers: { "retry-after": String(verified.refusal.retryAfter) } },
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

export type FactorPageView =
  /** The factor is on; the security page manages it. */
  | { kind: "on" }
  | { kind: "begin"; reentry: ReentryView | null; problem: string | null }
  /** `uri` contains the secret. The form sends it back, because the server shows the secret only once. */
  | { kind: "scan"; factorId: string; uri: string; qr: string; key: string; error: string | null }
  | { kind: "codes"; codes: string[]; started: "now" | "before" };

/** Setting up the second factor in three steps: the secret for an app, one of its codes, and recovery codes. */
export function FactorPage({ view }: { view: FactorPageView }) {
  return (
    <div className="wrap below-head">
      <div className="factor-page">
        <ProfileTabs shown="security" />
        <p>
          <Link className="text-link" to="/profile/security">
            <Icon name="arrowLeft" /> {securityTexts.back}
          </Link>
        </p>
        {view.kind === "on" ? <Notice kind="ok">{factorTexts.codesOn}</Notice> : null}
        {view.kind === "begin" ? <Begin view={view} /> : null}
        {view.kind === "scan" ? <Scan view={view} /> : null}
        {view.kind === "codes" ? <Codes view={view} /> : null}
      </div>
    </div>
  );
}

function Begin({ view }: { view: Extract<FactorPageView, { kind: "begin" }> }) {
  return (
    <>
      <h1 className="display size-2">{factorTexts.title}</h1>
      <p className="lead-text muted">{factorTexts.intro}</p>
      {view.problem ? <Notice kind="bad">{view.problem}</Notice> : null}
      <Form className="actions" method="post">
        <Button type="submit" look="sun" name="intent" value="begin">
          {factorTexts.begin}
        </Button>
        <Link className={buttonClass({ look: "quiet" })} to="/profile/security">
          {securityTexts.cancel}
        </Link>
      </Form>
      {view.reentry ? <ReentryDialog view={view.reentry} /> : null}
    </>
  );
}

function Scan({ view }: { view: Extract<FactorPageView, { kind: "scan" }> }) {
  return (
    <>
      <h1 className="display size-2">{factorTexts.title}</h1>
      <ol className="factor-steps">
        <Step number={1} title={factorTexts.scan}>
          <div className="slip slip--qr">
            <img className="slip__qr" src={view.qr} alt={factorTexts.qrAlt} width={200} height={200} />
            <div>
              <p>{factorTexts.typeKey}</p>
              <p className="slip__key display">{view.key}</p>
              <CopyButton text={view.key.replaceAll(" ", "")} words={factorTexts.copyKey} />
              {view.uri.startsWith("otpauth://") ? (
                <ButtonLink look="line" width="full" href={view.uri}>
                  {factorTexts.openApplication}
                </ButtonLink>
              ) : null}
            </div>
          </div>
        </Step>
        <Step number={2} title={factorTexts.typeCode}>
          <Form className="form" method="post" noValidate>
            <input type="hidden" name="factor_id" value={view.factorId} />
            <input type="hidden" name="uri" value={view.uri} />
            <TextInput
              label={factorTexts.codeLabel}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              error={view.error ?? undefined}
            />
            <SendButton label={factorTexts.start} intent="verify" />
          </Form>
        </Step>
        <Step number={3} title={factorTexts.keepCodes} />
      </ol>
    </>
  );
}

function Step({ number, title, children }: { number: number; title: string; children?: ReactNode }) {
  return (
    <li className={children ? "factor-steps__open" : undefined}>
      <span className="factor-steps__number display" aria-hidden="true">
        {number}
      </span>
      <div>
        <h2 className="display">{title}</h2>
        {children}
      </div>
    </li>
  );
}

function Codes({ view }: { view: Extract<FactorPageView, { kind: "codes" }> }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${view.codes.join("\n")}\n`)}`;
  return (
    <>
      {view.started === "now" ? (
        <Notice kind="ok" title={factorTexts.codesOn}>
          {factorTexts.codesOnMore}
        </Notice>
      ) : null}
      <h1 className="display size-2">{factorTexts.codesTitle}</h1>
      <p className="lead-text muted">{factorTexts.codesText}</p>
      <div className="slip">
        <ol className="slip__codes" aria-label={factorTexts.codesLabel}>
          {view.codes.map((code) => (
            <li className="figures" key={code}>
              {code}
            </li>
          ))}
        </ol>
      </div>
      <div className="actions">
        <ButtonLink look="sand" size="small" href={file} download="coduri-de-rezerva.txt">
          <Icon name="download" /> {factorTexts.download}
        </ButtonLink>
        <Link className={buttonClass({ look: "sun", size: "small" })} to="/profile/security">
          {factorTexts.done}
        </Link>
      </div>
    </>
  );
}
