/** What a new club does before its first sale, in this order. */
export const firstSteps = ["names", "seller", "hero", "sender", "payments", "night"] as const;
export type FirstStep = (typeof firstSteps)[number];

/** What an administrator said about the steps; whether one is done is read from the club's own data. */
export type FirstStepsContent = {
  readonly skipped: readonly FirstStep[];
  /** Not to be shown again. */
  readonly closed: boolean;
};

export function isFirstStep(text: unknown): text is FirstStep {
  return (firstSteps as readonly unknown[]).includes(text);
}

/** The stored answer; whatever in it cannot be understood is left out. */
export function firstStepsOf(content: unknown): FirstStepsContent {
  const { skipped, closed } = (content ?? {}) as { skipped?: unknown; closed?: unknown };
  return { skipped: Array.isArray(skipped) ? skipped.filter(isFirstStep) : [], closed: closed === true };
}

export type StepState = "done" | "skipped" | "open";

/** The state of each step; null when nothing is left to show: all are done or skipped, or the list was closed. */
export function stepStates(
  { skipped, closed }: FirstStepsContent,
  isDone: Readonly<Record<FirstStep, boolean>>,
): Readonly<Record<FirstStep, StepState>> | null {
  const stateOf = (step: FirstStep): StepState =>
    isDone[step] ? "done" : skipped.includes(step) ? "skipped" : "open";
  const states = Object.fromEntries(firstSteps.map((step) => [step, stateOf(step)]));
  const isOver = closed || firstSteps.every((step) => states[step] !== "open");
  return isOver ? null : (states as Record<FirstStep, StepState>);
}
