import { Link } from "react-router";
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
