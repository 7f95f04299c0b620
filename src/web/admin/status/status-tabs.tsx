import { NavLink } from "react-router";
import { reconciliationTexts } from "../reconciliation/reconciliation-texts.ts";
import { securityEventTexts } from "../security/security-event-texts.ts";
import { statusTexts } from "./status-texts.ts";
import { stopTexts } from "./stop-texts.ts";

/** The monitoring screens: the site's state, the stops, the reconciliation, and the security events. */
export function StatusTabs({ stops }: { stops: number }) {
  return (
    <nav className="office-tabs" aria-label={statusTexts.title}>
      <NavLink to="/admin/status" end>
        {statusTexts.title}
      </NavLink>
      <NavLink to="/admin/status/stops">
        {stopTexts.title}
        {stops > 0 ? <em className="stop-count">{stops}</em> : null}
      </NavLink>
      <NavLink to="/admin/reconciliation">{reconciliationTexts.title}</NavLink>
      <NavLink to="/admin/security">{securityEventTexts.title}</NavLink>
    </nav>
  );
}
