import { useEffect } from "react";
import { toast } from "react-hot-toast/headless";
import { Form, Link, useSubmit } from "react-router";
import { groupBy } from "#kernel/group-by.ts";
import { passkeysElsewhere } from "#platform/identity/factors/passkeys.server.ts";
import { listWaysIn } from "#platform/identity/factors/ways-in.server.ts";
import { listSessions } from "#platform/identity/sessions/own-sessions.server.ts";
import { isNightToCome, seatKey } from "#ticketing/delivery/ticket-facts.ts";
import { listOwnTickets } from "#ticketing/delivery/ticket-queries.server.ts";
import { countTickets } from "#ticketing/orders/ticket-count-texts.ts";
import { findPerson } from "#ticketing/people/person-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { siteContext } from "#web/request/request-context.ts";
import { makePasskey } from "#web/sign-in/browser-passkey.ts";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { InstantText } from "#web/ui/date-text.tsx";
import { moonWide } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { StatusText } from "#web/ui/status-text.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import type { Route } from "./+types/security-route.ts";
import { accountTexts } from "./account-texts.ts";
import { deviceName } from "./device-name.ts";
import { personOf } from "./form-answer.server.ts";
import { ProfileCard, ProfileTabs } from "./profile-tabs.tsx";
import { actOnSecurity, type SecurityAnswered } from "./security-actions.server.ts";
import { type DialogView, SecurityDialog } from "./security-dialogs.tsx";
import { factorTexts, securityTexts } from "./security-texts.ts";
import { waysInView } from "./ways-in-fields.tsx";
import "./account.css";

export const meta: Route.MetaFunction = () => [{ title: accountTexts.pageTitle(securityTexts.title) }];

const questions = ["email", "password", "erase"] as const;

export async function loader(args: Route.LoaderArgs) {
  const person = personOf(args);
  const site = args.context.get(siteContext);
  const url = new URL(args.request.url);
  const question = questions.find((question) => question === url.searchParams.get("ask"));
  const [profile, sessions, ways, tickets] = await Promise.all([
    site.database.readAs(asOwner(person), (sql) => findPerson(sql, person.userId)),
    listSessions(site.identity, person),
    listWaysIn(site.identity, person.userId),
    question === "erase" ? listOwnTickets(site, asOwner(person)) : [],
  ]);
  const openDialog: DialogView | null = question
    ? { kind: question, values: { email: "" }, errors: {}, problem: null }
    : null;
  const factor: FactorView = {
    state: ways.factorIds.length > 0 ? "on" : person.needsFactor ? "required" : "off",
    codesLeft: ways.codesLeft,
  };
  const view = {
    profile: { fullName: profile?.fullName ?? "", email: person.email, phone: profile?.phone ?? "" },
    sessions: sessions.map(({ id, userAgent, network, usedAt, isThisOne }) => ({
      id,
      network,
      isThisOne,
      device: deviceName(userAgent),
      usedAt: usedAt.toISOString(),
    })),
    factor,
    passkeys: ways.passkeys.map(({ id, name, createdAt, usedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    /** The address at which passkeys work, when it is another one; null when they work here. */
    passkeysAt: passkeysElsewhere(site.identity, hostHeader(args.request)),
    ticketsAhead: countTickets(
      [...groupBy(tickets.filter(isNightToCome), seatKey).values()],
      ([code]) => code?.isAddOn ?? false,
    ),
    waysIn: question === "password" ? waysInView(ways) : null,
    isReconfirmed: person.isReconfirmed,
    dialog: openDialog,
  };
  return { view };
}

/** Returns the Host header, because on a local machine the site has several names. */
function hostHeader(request: Request): string {
  return request.headers.get("host") ?? "";
}

export async function action(args: Route.ActionArgs) {
  const person = personOf(args);
  return actOnSecurity(args, person, await args.request.formData());
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  return <SecurityPage view={{ reentry: null, newKey: null, ...loaderData.view, ...actionData }} />;
}

export type SecurityPageView = Route.ComponentProps["loaderData"]["view"] & SecurityAnswered;

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
          <PasskeyPanel {...view} />
          <SessionPanel sessions={view.sessions} />
          <div className="settings-pair">
            <section className="settings" aria-labelledby="security-email">
              <h2 className="display" id="security-email">
                {securityTexts.email}
              </h2>
              <p>
                <b>{view.profile.email}</b>
              </p>
              <DialogLink what="email" label={securityTexts.changeEmail} />
            </section>
            <section className="settings" aria-labelledby="security-password">
              <h2 className="display" id="security-password">
                {securityTexts.password}
              </h2>
              <p className="muted">{securityTexts.passwordText}</p>
              <DialogLink what="password" label={securityTexts.changePassword} />
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
      {view.dialog ? <SecurityDialog {...view} dialog={view.dialog} /> : null}
    </div>
  );
}

function DialogLink({ what, label }: { what: "email" | "password"; label: string }) {
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
function SessionPanel({ sessions }: Pick<SecurityPageView, "sessions">) {
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

/** The person's passkeys. A new one takes two steps: the server's challenge, then the device's answer to it. */
function PasskeyPanel({ passkeys, passkeysAt: elsewhere, newKey }: SecurityPageView) {
  const submit = useSubmit();
  const enhanced = useEnhanced();
  useEffect(() => {
    if (!newKey) return;
    makePasskey(newKey.options).then(
      (response) =>
        submit(
          { intent: "passkey-keep", name: newKey.name, response },
          { method: "post", action: "/profile/security", preventScrollReset: true },
        ),
      () => toast.error(securityTexts.passkeyGivenUp),
    );
  }, [newKey, submit]);
  return (
    <section className="settings" aria-labelledby="security-passkeys">
      <div className="settings__head">
        <h2 className="display" id="security-passkeys">
          {securityTexts.passkeys}
        </h2>
        {enhanced && elsewhere === null ? (
          <Form method="post" action="/profile/security" preventScrollReset>
            <Button type="submit" look="sand" size="small" name="intent" value="passkey-offer">
              <Icon name="passkey" /> {securityTexts.addPasskey}
            </Button>
          </Form>
        ) : null}
      </div>
      <p className="muted">
        {securityTexts.passkeysText} {elsewhere === null ? null : securityTexts.passkeysElsewhere(elsewhere)}
        {enhanced ? null : <noscript>{securityTexts.passkeysNeedScript}</noscript>}
      </p>
      {passkeys.length > 0 ? (
        <ul className="settings-rows">
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <span className="settings-rows__sign">
                <Icon name="passkey" />
              </span>
              <span>
                <b>{passkey.name}</b>
                <span className="muted">
                  {securityTexts.added} <InstantText at={passkey.createdAt} />,{" "}
                  {passkey.usedAt ? (
                    <>
                      {securityTexts.used} <InstantText at={passkey.usedAt} />
                    </>
                  ) : (
                    securityTexts.neverUsed
                  )}
                </span>
              </span>
              <Form method="post" action="/profile/security" preventScrollReset>
                <input type="hidden" name="passkey_id" value={passkey.id} />
                <Button
                  type="submit"
                  look="quiet"
                  size="small"
                  name="intent"
                  value="passkey-remove"
                  aria-label={securityTexts.removePasskeyNamed(passkey.name)}
                >
                  {securityTexts.removePasskey}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
