import { useLocation, useNavigate } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { forgetSecretFlag } from "#web/ui/secret-flag.ts";
import { adminTexts } from "./admin-texts.ts";
import { OfficeFrame } from "./office-frame.tsx";
import { sideEntries } from "./side-entries.ts";
import { ActLink } from "./ui/act-buttons.tsx";
import { OfficeIcon } from "./ui/office-icon.tsx";
import { PageHead } from "./ui/page-head.tsx";

const view = {
  clubName: adminTexts.barTitle,
  season: adminTexts.shell.sub,
  person: null,
  mode: "demo",
  side: "wide",
  flash: null,
  mail: null,
  stops: null,
  unread: null,
} as const;

/** The empty back-office that the secret flag of demo mode shows. */
export function EmptyShell() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const screen = sideEntries.find(({ to }) => to === pathname)?.label ?? adminTexts.barTitle;
  const texts = adminTexts.shell;
  const leave = () => {
    forgetSecretFlag();
    void navigate("/");
  };
  return (
    <OfficeFrame view={view}>
      <PageHead title={screen} sub={texts.sub} />
      <div className="empty-shell">
        <section className="empty-shell__card">
          <OfficeIcon name="eyeOff" />
          <div>
            <h2>{texts.title}</h2>
            <p>{texts.text}</p>
            <p className="actions">
              <ActLink look="sun" to="/login?next=/admin" label={texts.login} />
              <Button onClick={leave}>{texts.leave}</Button>
            </p>
          </div>
        </section>
        <section className="office-card">
          <h2 className="office-card__title">{texts.can}</h2>
          <ul className="empty-shell__rights">
            <li>
              <OfficeIcon name="check" /> {texts.does}
            </li>
            {texts.doesNot.map((sentence) => (
              <li key={sentence} className="is-not">
                <OfficeIcon name="close" /> {sentence}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </OfficeFrame>
  );
}
