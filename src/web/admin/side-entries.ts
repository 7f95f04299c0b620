import { adminTexts } from "./admin-texts.ts";
import type { OfficeIconName } from "./ui/office-icon.tsx";

export type SideEntry = { readonly to: string; readonly label: string; readonly icon: OfficeIconName };

/** The sidebar, in the order of the specification (B1). */
export const sideEntries: readonly SideEntry[] = [
  { to: "/admin", label: adminTexts.dashboard, icon: "dashboard" },
  { to: "/admin/events", label: adminTexts.events, icon: "calendar" },
  { to: "/admin/tickets", label: adminTexts.tickets, icon: "ticket" },
  { to: "/admin/abonamente", label: adminTexts.specialTickets, icon: "pass" },
  { to: "/admin/codes", label: adminTexts.codes, icon: "tag" },
  { to: "/admin/purchases", label: adminTexts.purchases, icon: "receipt" },
  { to: "/admin/artists", label: adminTexts.artists, icon: "microphone" },
  { to: "/admin/reports", label: adminTexts.reports, icon: "chart" },
  { to: "/admin/content", label: adminTexts.content, icon: "layout" },
  { to: "/admin/email", label: adminTexts.email, icon: "mail" },
];
