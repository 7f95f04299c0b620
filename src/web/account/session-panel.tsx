import { Form } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { InstantText } from "#web/ui/date-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { securityTexts } from "./security-texts.ts";
import type { SessionView } from "./security-view.ts";

/** The sessions of a person; every device except this one can be signed out here. */
export function SessionPanel({ sessions }: { sessions: SessionView[] }) {
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
