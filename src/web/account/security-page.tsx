import { Form, Link } from "react-router";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { InstantText } from "#web/ui/date-text.tsx";
import { moonWide } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { StatusText } from "#web/ui/status-text.tsx";
import type { DeviceName } from "./device-name.ts";
import { PasskeyPanel, type PasskeyPanelProps } from "./passkey-panel.tsx";
import { ProfileCard } from "./profile-page.tsx";
import { ProfileTabs } from "./profile-tabs.tsx";
import { type AskedView, SecurityDialog, type SecurityDialogProps } from "./security-dialogs.tsx";
import { factorTexts, securityTexts } from "./security-texts.ts";

export type SecurityPageView = Omit<SecurityDialogProps, "asked"> & {
  profile: { fullName: string; email: string; phone: string };
  sessions: SessionView[];
  factor: FactorView;
  passkeys: PasskeyPanelProps["passkeys"];
  passkeysAt: PasskeyPanelProps["elsewhere"];
  newKey: PasskeyPanelProps["newKey"];
  /** The open dialog; null without one. */
  asked: AskedView | null;
  /** The password dialog for an act without its own dialog. */
  reentry: ReentryView | null;
};

type SessionView = {
  id: string;
  device: DeviceName;
  network: string;
  /** ISO instants. */
  usedAt: string;
  isThisOne: boolean;
};

/** `required`: an administrator without a second factor, where the installation demands one. */
type FactorView = { state: "on" | "off" | "required"; codesLeft: number };

export function SecurityPage({ view }: { view: SecurityPageView }) {
  return (
    <div className="wrap below-head">
      <div className="profile">
        <aside>
          <ProfileCard profile={view.profile} />
        </aside>
        <div>
          <ProfileTabs shown="security" />
          <section className="strip" aria-labelledby="security-title">
            <Picture picture={moonWide} seed="moon" alt="" sizes="(max-width: 820px) 100vw, 60vw" />
            <div className="strip__b">
              <h2 className="display" id="security-title">
                {securityTexts.strip}
              </h2>
              <p>{securityTexts.summary(view.sessions.length, view.passkeys.length)}</p>
            </div>
          </section>
          <FactorPanel factor={view.factor} />
          <PasskeyPanel passkeys={view.passkeys} elsewhere={view.passkeysAt} newKey={view.newKey} />
          <SessionPanel sessions={view.sessions} />
          <div className="settings-pair">
            <section className="settings" aria-labelledby="security-email">
              <h2 className="display" id="security-email">
                {securityTexts.email}
              </h2>
              <p>
                <b>{view.profile.email}</b>
              </p>
              <Asking what="email" label={securityTexts.changeEmail} />
            </section>
            <section className="settings" aria-labelledby="security-password">
              <h2 className="display" id="security-password">
                {securityTexts.password}
              </h2>
              <p className="muted">{securityTexts.passwordText}</p>
              <Asking what="password" label={securityTexts.changePassword} />
            </section>
          </div>
          <section className="settings settings--apart" aria-labelledby="security-data">
            <h2 className="display" id="security-data">
              {securityTexts.data}
            </h2>
            <p className="muted">{securityTexts.dataText}</p>
            <div className="actions">
              {(["xlsx", "csv", "json"] as const).map((form) => (
                <ButtonLink key={form} look="line" size="small" href={`/profile/data/${form}`} download>
                  <Icon name="download" /> {securityTexts.files[form]}
                </ButtonLink>
              ))}
            </div>
          </section>
          <section className="settings settings--risk" aria-labelledby="security-erase">
            <h2 className="display" id="security-erase">
              {securityTexts.erase}
            </h2>
            <p className="muted">{securityTexts.eraseText}</p>
            <div className="actions">
              <Link
                className={buttonClass({ look: "risk", size: "small" })}
                to="/profile/security?ask=erase"
                preventScrollReset
              >
                <Icon name="trash" /> {securityTexts.erase}
              </Link>
            </div>
          </section>
        </div>
      </div>
      {view.reentry ? <ReentryDialog view={view.reentry} /> : null}
      {view.asked ? (
        <SecurityDialog
          asked={view.asked}
          isReconfirmed={view.isReconfirmed}
          ticketsAhead={view.ticketsAhead}
          waysIn={view.waysIn}
        />
      ) : null}
    </div>
  );
}

function Asking({ what, label }: { what: "email" | "password"; label: string }) {
  return (
    <Link
      className={buttonClass({ look: "line", size: "small" })}
      to={`/profile/security?ask=${what}`}
      preventScrollReset
    >
      {label}
    </Link>
  );
}

/** Whether a sign-in needs a code beside the password. */
function FactorPanel({ factor }: { factor: FactorView }) {
  return (
    <section className="settings" aria-labelledby="security-factor">
      <div className="settings__head">
        <h2 className="display" id="security-factor">
          {factorTexts.panel}
        </h2>
        <StatusText kind={factor.state === "on" ? "good" : "off"}>
          {factor.state === "on" ? factorTexts.on : factorTexts.off}
        </StatusText>
      </div>
      {factor.state === "required" ? <Notice kind="warn">{factorTexts.panelRequired}</Notice> : null}
      {factor.state === "on" ? (
        <>
          <p className="muted">
            {factorTexts.panelOn} {factorTexts.codesLeft(factor.codesLeft)}
          </p>
          <Form className="actions" method="post" action="/profile/security/factor" preventScrollReset>
            <Button type="submit" look="line" size="small" name="intent" value="renew">
              {factorTexts.newCodes}
            </Button>
            <Button type="submit" look="quiet" size="small" name="intent" value="stop">
              {factorTexts.stop}
            </Button>
          </Form>
        </>
      ) : (
        <>
          <p className="muted">{factorTexts.panelOff}</p>
          <div className="actions">
            <Link className={buttonClass({ look: "sand", size: "small" })} to="/profile/security/factor">
              {factorTexts.start}
            </Link>
          </div>
        </>
      )}
    </section>
  );
}

/** The person's sessions. Every session except the present one can be ended here. */
function SessionPanel({ sessions }: { sessions: SessionView[] }) {
  return (
    <section className="settings" aria-labelledby="security-sessions">
      <div className="settings__head">
        <h2 className="display" id="security-sessions">
          {securityTexts.sessions}
        </h2>
        {sessions.length > 1 ? (
          <Form method="post" action="/profile/security" preventScrollReset>
            <Button type="submit" look="line" size="small" name="intent" value="end-others">
              {securityTexts.endOthers}
            </Button>
          </Form>
        ) : null}
      </div>
      <ul className="settings-rows">
        {sessions.map((session) => (
          <li key={session.id}>
            <span className="settings-rows__sign">
              <Icon name={session.device.kind} />
            </span>
            <span>
              <b>{session.device.name}</b>
              <span className="muted">
                {session.isThisOne ? (
                  <>
                    <span className="settings-here">{securityTexts.thisDevice}</span>,{" "}
                  </>
                ) : null}
                {session.network ? `${securityTexts.network(session.network)}, ` : null}
                <InstantText at={session.usedAt} />
              </span>
            </span>
            {session.isThisOne ? null : (
              <Form method="post" action="/profile/security" preventScrollReset>
                <input type="hidden" name="session_id" value={session.id} />
                <Button
                  type="submit"
                  look="quiet"
                  size="small"
                  name="intent"
                  value="end-session"
                  aria-label={securityTexts.endNamed(session.device.name)}
                >
                  {securityTexts.end}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
