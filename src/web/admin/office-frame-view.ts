import type { Role } from "#platform/database/database-roles.ts";
import type { Flash } from "#web/ui/toast-region.tsx";
import type { MailBannerView } from "./email/mail-banner-texts.ts";
import type { SideWidth } from "./side-width.ts";
import type { StopBannerView } from "./status/stop-banner.tsx";

export type OfficeFrameView = {
  clubName: string;
  /** Null for Estival's own logo. */
  logo?: string | null;
  season: string;
  /** Null in the empty shell of the secret flag, where nobody is signed in. */
  person: { name: string; email: string; role: Role } | null;
  mode: "demo" | "production";
  side: SideWidth;
  flash: Flash | null;
  /** The state of the emails; null when they leave as they should. */
  mail: MailBannerView | null;
  /** The active stops; null when nothing is stopped. */
  stops: StopBannerView | null;
  /** The number of the person's unread notifications; null for a person without a bell. */
  unread: number | null;
};
