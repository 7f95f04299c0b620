import type { Outcome } from "#kernel/outcome.ts";

/** What an act gave that a test needs to succeed. */
export function succeeded<Value>(outcome: Outcome<Value, unknown>): Value {
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.refusal)}`);
  return outcome.value;
}

/** Why an act refused, "done" where it did not. */
export async function whyNot(
  answer: Promise<Outcome<unknown, { readonly reason: string }>>,
): Promise<string> {
  const outcome = await answer;
  return outcome.ok ? "done" : outcome.refusal.reason;
}
