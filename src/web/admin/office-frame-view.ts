import type { Role } from "#platform/database/database-roles.ts";
import type { Flash } from "#web/ui/toast-region.tsx";
import type { MailBannerView } from "./email/mail-banner-texts.ts";
import type { SideWidth } from "./side-width.ts";
import type { StopBannerView } from "./status/stop-banner.tsx";

export type OfficeFrameView = {
  clubName: string;
  /** Null for the house's own. */
  logo?: string | null;
  season: string;
  /** Null in the empty shell that the demo's flag shows: nobody is signed in as administrator. */
  person: { name: string; email: string; role: Role } | null;
  mode: "demo" | "production";
  side: SideWidth;
  flash: Flash | null;
  /** The state of the emails; null when they leave as they should. */
  mail: MailBannerView | null;
  /** What is stopped; null when everything runs. */
  stops: StopBannerView | null;
  /** The number of the person's unread notifications; null for a person who has no bell. */
  unread: number | null;
};
