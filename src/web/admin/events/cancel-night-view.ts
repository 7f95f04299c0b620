export type CostRow = { type: string; tickets: number; amount: number; how: string };

/** A night that can be cancelled, or how far its cancelling is. */
export type CancelNightView =
  | {
      kind: "ask";
      id: string;
      name: string;
      day: string;
      countedAt: string;
      tickets: number;
      orders: number;
      people: number;
      receivers: number;
      entered: number;
      held: number;
      /** Bani. */
      amount: number;
      types: CostRow[];
    }
  | {
      kind: "progress";
      id: string;
      name: string;
      day: string;
      at: string;
      reason: string;
      letters: { sent: number; waiting: number; failed: number };
      refunds: Record<"done" | "waiting" | "failed", { n: number; amount: number }>;
      ordersLeft: { orderId: string; number: number }[];
    };

export type CancelNightAnswer = {
  values: { reason: string; used: string };
  errors: { reason?: string; code?: string };
  notice: string | null;
  /** A code was sent to the mailbox, and a field asks for it. */
  asksCode: boolean;
};
