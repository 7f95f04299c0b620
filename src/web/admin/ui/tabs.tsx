import { NavLink } from "react-router";

type TabsProps = { label: string; tabs: readonly { to: string; label: string }[] };

/** Parts of one screen, each with its own address. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav className="office-tabs" aria-label={label}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end>
          {tab.label}
        </NavLink>
      ))}
    </nav>
  );
}
