import { useEffect, useState } from "react";

/** One person's place: the answer of `/events/{id}/waiting/place`. */
export type StandingView =
  /** The page was just opened, and no request was made yet. */
  | { kind: "unknown" }
  | { kind: "outside" }
  | { kind: "before_draw"; seconds: number; waiting: number }
  | { kind: "waiting"; number: number; ahead: number; seconds: number; available: number }
  | { kind: "in" };

const longestPause = 20;

/**
 * Seconds after the hour over which the requests for the drawn place spread: twenty thousand are two thousand a second.
 */
const spreadAfterHour = 10;

/**
 * Seconds until the next request, random for each browser: more often the nearer the turn is, and around the hour only
 * once, afterwards, because there is nothing new before.
 */
export function pauseBefore(standing: StandingView, asked: number, random: number): number {
  const around = 0.75 + random / 2;
  switch (standing.kind) {
    case "before_draw":
      return standing.seconds > longestPause
        ? Math.min(longestPause * around, standing.seconds)
        : standing.seconds + 1 + random * spreadAfterHour;
    case "waiting":
      return Math.min(longestPause, Math.max(2, standing.seconds / 4)) * around;
    default:
      return Math.min(longestPause, asked * 2) * around;
  }
}

/**
 * The person's present place, requested at once when the page does not know it. A request without an answer is
 * repeated; without a place, and after the turn, the requests end.
 */
export function useStanding(placeUrl: string, atFirst: StandingView): StandingView {
  const [{ standing, asked }, setNow] = useState({ standing: atFirst, asked: 0 });
  useEffect(() => {
    if (standing.kind === "in" || standing.kind === "outside") return;
    const pause = pauseBefore(standing, asked, Math.random());
    const timer = setTimeout(async () => {
      const answer = await fetch(placeUrl).catch(() => undefined);
      const found: StandingView = answer?.ok ? await answer.json() : standing;
      setNow({ standing: found, asked: asked + 1 });
    }, pause * 1000);
    return () => clearTimeout(timer);
  }, [standing, asked, placeUrl]);
  return standing;
}
