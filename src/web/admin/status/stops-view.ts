import type { StopKind } from "#ticketing/events/stop.ts";

export type StopCell = { id: string; since: string; reason: string; until: string | null };

/** A night, or (without an id) the whole site. */
export type StopRowView = {
  id: string | null;
  name: string;
  date: string | null;
  sold: string;
  cells: Record<StopKind, StopCell | null>;
};

export type StopsView = { rows: StopRowView[]; on: number };

/** What the stop would affect. */
export type StopQuestionView = {
  kind: StopKind;
  eventId: string | null;
  name: string;
  held: number;
  heldUntil: string | null;
  inLine: number;
  left: number;
};

export type StopAnswer = {
  values: { cause: string; details: string; until: string };
  errors: Partial<Record<"cause" | "details" | "until", string>>;
  notice: string | null;
};
