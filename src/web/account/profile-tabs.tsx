import { Form, Link } from "react-router";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { accountTexts } from "./account-texts.ts";

const tabs = [
  ["tickets", "/profile"],
  ["orders", "/profile?section=orders"],
  ["security", "/profile/security"],
] as const;

/** The sections of the profile, each with its own address. */
export function ProfileTabs({ shown }: { shown: (typeof tabs)[number][0] }) {
  return (
    <nav className="tabs" aria-label={accountTexts.sections}>
      {tabs.map(([section, to]) => (
        <Link
          className="display"
          key={section}
          to={to}
          aria-current={section === shown ? "page" : undefined}
          preventScrollReset
        >
          {accountTexts[section]}
        </Link>
      ))}
    </nav>
  );
}

type ProfileCardProps = { profile: { fullName: string; email: string; phone: string } };

export function ProfileCard({ profile }: ProfileCardProps) {
  return (
    <section className="profile-card" aria-labelledby="profile-name">
      <h1 className="profile-card__name display" id="profile-name">
        {profile.fullName}
      </h1>
      <dl>
        <div>
          <dt>{accountTexts.email}</dt>
          <dd>{profile.email}</dd>
        </div>
        <div>
          <dt>{accountTexts.phone}</dt>
          <dd className="figures">{profile.phone}</dd>
        </div>
      </dl>
      <div className="actions">
        <Link
          className={buttonClass({ look: "line", size: "small" })}
          to="/profile?edit=1"
          preventScrollReset
        >
          {accountTexts.edit}
        </Link>
        <Form method="post" action="/logout">
          <Button look="quiet" size="small" type="submit">
            {accountTexts.logout}
          </Button>
        </Form>
      </div>
    </section>
  );
}
