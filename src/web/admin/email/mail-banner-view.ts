export type MailBannerView = {
  kind: "paused" | "off" | "failed";
  /** Since when, as it is shown; only while paused. */
  since: string;
  waiting: number;
  failed: number;
};
