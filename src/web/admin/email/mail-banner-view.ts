export type MailBannerView = {
  kind: "paused" | "off" | "failed";
  /** The mail server's answer, where it refuses us for another cause than the password. */
  refusal: string | null;
  /** Since when, as shown; only while paused. */
  since: string;
  waiting: number;
  failed: number;
};
