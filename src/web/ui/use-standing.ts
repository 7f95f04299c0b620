import { useEffect, useState } from "react";

/** One person's place in the waiting room: the answer of `/events/{id}/waiting/place`. */
export type StandingView =
  /** The page was just opened; no request was made yet. */
  | { kind: "unknown" }
  | { kind: "outside" }
  | { kind: "before_draw"; seconds: number; waiting: number }
  | { kind: "waiting"; number: number; ahead: number; seconds: number; available: number }
  | { kind: "in" };

const longestPause = 20;

/** Seconds over which browsers spread their requests after the begin: of twenty thousand, two thousand a second. */
const spreadAfterHour = 10;

/**
 * Returns the seconds until the next request, random for each browser. Requests come more often as the turn gets
 * nearer. Shortly before the draw the next request waits until after the draw, because nothing changes before.
 */
export function pauseBefore(standing: StandingView, requestCount: number, random: number): number {
  const jitter = 0.75 + random / 2;
  switch (standing.kind) {
    case "before_draw":
      return standing.seconds > longestPause
        ? Math.min(longestPause * jitter, standing.seconds)
        : standing.seconds + 1 + random * spreadAfterHour;
    case "waiting":
      return Math.min(longestPause, Math.max(2, standing.seconds / 4)) * jitter;
    default:
      return Math.min(longestPause, requestCount * 2) * jitter;
  }
}

/**
 * Returns the person's present place. It requests it at once when the page does not know it, and repeats requests
 * without an answer. Requests end when the person is outside or let in.
 */
export function useStanding(placeUrl: string, atFirst: StandingView): StandingView {
  const [{ standing, requestCount }, setState] = useState({ standing: atFirst, requestCount: 0 });
  useEffect(() => {
    if (standing.kind === "in" || standing.kind === "outside") return;
    const pause = pauseBefore(standing, requestCount, Math.random());
    const timer = setTimeout(async () => {
      const answer = await fetch(placeUrl).catch(() => undefined);
      const found: StandingView = answer?.ok ? await answer.json() : standing;
      setState({ standing: found, requestCount: requestCount + 1 });
    }, pause * 1000);
    return () => clearTimeout(timer);
  }, [standing, requestCount, placeUrl]);
  return standing;
}
