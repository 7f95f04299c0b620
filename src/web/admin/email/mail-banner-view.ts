export type MailBannerView = {
  kind: "paused" | "off" | "failed";
  /** Since when, as shown; only while paused. */
  since: string;
  waiting: number;
  failed: number;
};
