/** What a new club does before its first sale, in this order. */
export const firstSteps = ["names", "seller", "hero", "sender", "payments", "night"] as const;
export type FirstStep = (typeof firstSteps)[number];

/** What the team answered about the steps. Whether a step is done is read from the club's own data. */
export type FirstStepsContent = {
  readonly skipped: readonly FirstStep[];
  /** Whether the list was closed for good. */
  readonly closed: boolean;
};

export function isFirstStep(text: unknown): text is FirstStep {
  return (firstSteps as readonly unknown[]).includes(text);
}

/** The stored answer, without anything that cannot be read. */
export function firstStepsOf(content: unknown): FirstStepsContent {
  const { skipped, closed } = (content ?? {}) as { skipped?: unknown; closed?: unknown };
  return { skipped: Array.isArray(skipped) ? skipped.filter(isFirstStep) : [], closed: closed === true };
}

export type StepState = "done" | "skipped" | "open";

/** The state of each step; null when the list is not shown: all steps are done or skipped, or it was closed. */
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
