import { Form, Link, NavLink } from "react-router";
import { ClubMark } from "#web/ui/brand-mark.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { adminTexts } from "./admin-texts.ts";
import type { OfficeFrameView } from "./office-frame-view.ts";
import { useMay, useMayOpen } from "./shown-rights.ts";
import { sideEntries } from "./side-entries.ts";
import type { SideWidth } from "./side-width.ts";
import { OfficeIcon } from "./ui/office-icon.tsx";

type OfficeSideProps = { view: OfficeFrameView; width: SideWidth; onFold: () => void };

/** The sidebar on a laptop. When it is folded, an entry keeps its name for screen readers and as a tooltip. */
export function OfficeSide({ view, width, onFold }: OfficeSideProps) {
  const enhanced = useEnhanced();
  const foldLabel = width === "wide" ? adminTexts.foldMenu : adminTexts.unfoldMenu;
  return (
    <nav className="office-side" aria-label={adminTexts.menu}>
      <ClubPlate view={view} markId="side-mark" />
      <SideLinks />
      <ul className="office-side__end">
        <SideEndLinks />
        <li>
          <LogoutForm />
        </li>
        {enhanced ? (
          <li>
            <button type="button" aria-expanded={width === "wide"} title={foldLabel} onClick={onFold}>
              <OfficeIcon name="panel" />
              <span>{foldLabel}</span>
            </button>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}

export function ClubPlate({ view, markId }: { view: OfficeFrameView; markId: string }) {
  return (
    <Link className="office-club" to="/admin" title={view.clubName}>
      <ClubMark id={markId} logo={view.logo} />
      <span>
        <b>{view.clubName}</b>
        <small>{view.season}</small>
      </span>
    </Link>
  );
}

export function SideLinks() {
  const mayOpen = useMayOpen();
  return (
    <ul>
      {sideEntries
        .filter(({ to }) => mayOpen(to))
        .map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink to={to} end={to === "/admin"} title={label}>
              <OfficeIcon name={icon} />
              <span>{label}</span>
            </NavLink>
          </li>
        ))}
    </ul>
  );
}

export function SideEndLinks() {
  const may = useMay();
  const leadsNoGates = may("door_sales.lead") && !may("gates.lead");
  const links = [
    ...(may("entries.admit") ? [{ to: "/gate", icon: "scan", label: adminTexts.gate } as const] : []),
    ...(leadsNoGates ? [{ to: "/gate/sales", icon: "scan", label: adminTexts.doorSale } as const] : []),
    { to: "/", icon: "arrowOut", label: adminTexts.seeSite } as const,
  ];
  return links.map(({ to, icon, label }) => (
    <li key={to}>
      <Link to={to} title={label}>
        <OfficeIcon name={icon} />
        <span>{label}</span>
      </Link>
    </li>
  ));
}

export function LogoutForm() {
  return (
    <Form method="post" action="/logout?to=login">
      <button type="submit" title={adminTexts.logout}>
        <OfficeIcon name="logout" />
        <span>{adminTexts.logout}</span>
      </button>
    </Form>
  );
}
