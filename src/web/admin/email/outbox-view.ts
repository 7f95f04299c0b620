import type { OutboxState } from "#ticketing/letters/outbox-queries.server.ts";

export type OutboxRowView = {
  id: string;
  state: "queued" | "again" | "inflight" | "sent" | "failed";
  to: string;
  template: string;
  code: string;
  answer: string;
  when: string;
};

export type LetterDetailsView = OutboxRowView & {
  messageId: string;
  attempts: number;
  interruptions: number;
  createdAt: string;
  sentAt: string | null;
  isFallback: boolean;
  wasInterrupted: boolean;
  /** What one press can do for it; null: nothing, or nothing any more. */
  act: "retry" | "resend" | null;
  purchaseId: string | null;
};

export type OutboxPageView = {
  rows: OutboxRowView[];
  counts: Record<OutboxState | "all", number>;
  search: { text: string; state: OutboxState | "all" };
  page: { number: number; from: number; to: number; total: number; isLast: boolean };
  paused: boolean;
  open: LetterDetailsView | null;
};
