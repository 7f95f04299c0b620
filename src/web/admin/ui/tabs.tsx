import { NavLink } from "react-router";

/** `below`: the tab is also current on addresses below its own. */
type Tab = { to: string; label: string; match?: "exact" | "below" };
type TabsProps = { label: string; tabs: readonly Tab[] };

/** Parts of one screen, each with its own address. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav className="office-tabs" aria-label={label}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end={tab.match !== "below"}>
          {tab.label}
        </NavLink>
      ))}
    </nav>
  );
}
