export type MailBannerView = {
  kind: "paused" | "away" | "off" | "failed";
  /** The mail server's answer, while it takes nothing for another cause than the password. */
  refusal: string | null;
  /** Since when, as shown; only while paused. */
  since: string;
  waiting: number;
  failed: number;
};
