import { NavLink } from "react-router";
import { reconciliationTexts } from "../reconciliation/reconciliation-texts.ts";
import { securityEventTexts } from "../security/security-event-texts.ts";
import { useMayOpen } from "../shown-rights.ts";
import { readyTexts } from "./ready-texts.ts";
import { statusTexts } from "./status-texts.ts";
import { stopTexts } from "./stop-texts.ts";

export const statusTabs = [
  { to: "/admin/status", label: statusTexts.title },
  { to: "/admin/status/ready", label: readyTexts.title },
  { to: "/admin/status/stops", label: stopTexts.title },
  { to: "/admin/reconciliation", label: reconciliationTexts.title },
  { to: "/admin/security", label: securityEventTexts.title },
] as const;

export function StatusTabs({ stops }: { stops: number }) {
  const mayOpen = useMayOpen();
  return (
    <nav className="office-tabs" aria-label={statusTexts.title}>
      {statusTabs
        .filter(({ to }) => mayOpen(to))
        .map(({ to, label }) => (
          <NavLink key={to} to={to} end={to === "/admin/status"}>
            {label}
            {to === "/admin/status/stops" && stops > 0 ? <em className="stop-count">{stops}</em> : null}
          </NavLink>
        ))}
    </nav>
  );
}
