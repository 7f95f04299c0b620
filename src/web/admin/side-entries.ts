import type { Role } from "#platform/database/database-roles.ts";
import { adminTexts } from "./admin-texts.ts";
import { mayEnter } from "./office-rights.ts";
import type { OfficeIconName } from "./ui/office-icon.tsx";

export type SideEntry = { readonly to: string; readonly label: string; readonly icon: OfficeIconName };

/** The sidebar's entries, in the order of the specification (B1). */
export const sideEntries: readonly SideEntry[] = [
  { to: "/admin", label: adminTexts.dashboard, icon: "dashboard" },
  { to: "/admin/events", label: adminTexts.events, icon: "calendar" },
  { to: "/admin/tickets", label: adminTexts.tickets, icon: "ticket" },
  { to: "/admin/abonamente", label: adminTexts.specialTickets, icon: "pass" },
  { to: "/admin/codes", label: adminTexts.codes, icon: "tag" },
  { to: "/admin/purchases", label: adminTexts.purchases, icon: "receipt" },
  { to: "/admin/guests", label: adminTexts.guests, icon: "user" },
  { to: "/admin/artists", label: adminTexts.artists, icon: "microphone" },
  { to: "/admin/reports", label: adminTexts.reports, icon: "chart" },
  { to: "/admin/content", label: adminTexts.content, icon: "layout" },
  { to: "/admin/email", label: adminTexts.email, icon: "mail" },
  { to: "/admin/team", label: adminTexts.team, icon: "user" },
  { to: "/admin/brand", label: adminTexts.brand, icon: "palette" },
];

/** Returns the first screen of the menu that a role may open; undefined for a role without the back-office. */
export function firstScreen(role: Role): string | undefined {
  return sideEntries.find(({ to }) => mayEnter({ role }, to.slice(1), "look"))?.to;
}
