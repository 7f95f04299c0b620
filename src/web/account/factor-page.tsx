import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { SendButton } from "./account-fields.tsx";
import { CopyButton } from "./copy-link.tsx";
import { ProfileTabs } from "./profile-tabs.tsx";
import { factorTexts, securityTexts } from "./security-texts.ts";

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
