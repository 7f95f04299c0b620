import type { NightConfirmation } from "./confirm-night-dialog.tsx";
import type { MailedCodeAnswer } from "./mailed-code.tsx";
import type { NightCostView } from "./night-cost.tsx";

/** A night that can be cancelled, or how far its cancelling is. */
export type CancelNightView =
  | (NightCostView & {
      kind: "ask";
      id: string;
      name: string;
      day: string;
    })
  | {
      kind: "progress";
      id: string;
      name: string;
      day: string;
      at: string;
      reason: string;
      letters: { sent: number; waiting: number; failed: number };
      refunds: Record<"done" | "waiting" | "short" | "failed" | "failedShort", { n: number; amount: number }>;
      ordersLeft: { orderId: string; number: number }[];
    };

export type CancelNightAnswer = MailedCodeAnswer & {
  values: { reason: string; used: string };
  errors: { reason?: string };
  notice: string | null;
  /** The last step is asked before anything happens. */
  last: NightConfirmation | null;
};
