import type { OutboxState } from "#ticketing/letters/outbox-queries.server.ts";
import type { TimelineStep } from "../ui/timeline.tsx";

export type OutboxRowView = {
  id: string;
  state: "queued" | "again" | "inflight" | "sent" | "failed" | "void";
  to: string;
  template: string;
  code: string;
  answer: string;
  when: string;
};

export type LetterDetailsView = OutboxRowView & {
  messageId: string;
  /** Its steps so far, the latest first. */
  steps: TimelineStep[];
  isTicket: boolean;
  isFallback: boolean;
  wasInterrupted: boolean;
  /** What one click can do for it; null: nothing, or nothing any more. */
  act: "retry" | "resend" | null;
  purchaseId: string | null;
  /** Whether its text contains no secret and can be shown. */
  mayBeShown: boolean;
};

/** The text of the open email, when requested; undefined text: why there is none. */
export type LetterWordsView = { subject: string; html: string } | { problem: string };

/** What was wrong with the sent form, beside the entered text. */
export type OutboxAnswer = { otherAddress: string; error: string };

export type OutboxPageView = {
  rows: OutboxRowView[];
  counts: Record<OutboxState | "all", number>;
  search: { text: string; state: OutboxState | "all" };
  page: { number: number; from: number; to: number; total: number; isLast: boolean };
  paused: boolean;
  open: LetterDetailsView | null;
  words: LetterWordsView | null;
};
