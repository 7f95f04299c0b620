import { Link } from "react-router";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { moonWide } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { FactorPanel } from "./factor-panel.tsx";
import { PasskeyPanel } from "./passkey-panel.tsx";
import { ProfileCard } from "./profile-page.tsx";
import { ProfileTabs } from "./profile-tabs.tsx";
import { SecurityDialog } from "./security-dialogs.tsx";
import { securityTexts } from "./security-texts.ts";
import type { SecurityPageView } from "./security-view.ts";
import { SessionPanel } from "./session-panel.tsx";

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
