import type { ReadSession } from "./card-answers.ts";

/** Sessions whose end is remembered; a rush has some thousands, and each is a few hundred bytes. */
const mostRemembered = 5000;

/**
 * Reads of card sessions that spare the provider, whose limit is per kind of call: reads of one session at the
 * same time share one answer. A paid or expired session never changes, so it is not read again.
 */
export function createSessionReads(read: (sessionId: string) => Promise<ReadSession>) {
  const ended = new Map<string, ReadSession>();
  const underWay = new Map<string, Promise<ReadSession>>();

  async function ask(sessionId: string): Promise<ReadSession> {
    const answer = await read(sessionId);
    if (isFinal(answer)) {
      ended.set(sessionId, answer);
      if (ended.size > mostRemembered) ended.delete(ended.keys().next().value as string);
    }
    return answer;
  }

  return (sessionId: string): Promise<ReadSession> => {
    const known = ended.get(sessionId);
    if (known) return Promise.resolve(known);
    const asked = underWay.get(sessionId) ?? ask(sessionId).finally(() => underWay.delete(sessionId));
    underWay.set(sessionId, asked);
    return asked;
  };
}

/** Money that came, or a page that ended without: nothing at the provider changes that any more. */
function isFinal(answer: ReadSession): boolean {
  if (answer.kind !== "found") return false;
  const { status, paymentStatus } = answer.session;
  return status === "expired" || (status === "complete" && paymentStatus === "paid");
}
