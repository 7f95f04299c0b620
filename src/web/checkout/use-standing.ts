import { useEffect, useState } from "react";
import type { StandingView } from "./waiting-room-view.ts";

const longestPause = 20;

/** Seconds after the hour within which everybody asks for the drawn place: twenty thousand are two thousand a second. */
const spreadAfterHour = 10;

/**
 * Seconds until the next question, at a moment of each browser's own: more often the nearer one's turn is, and around
 * the hour only once, afterwards, because nobody has anything to hear before.
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
 * Where one stands now, asked for at once when the page does not know. A question without an answer is asked again;
 * who has no place and who is in asks no more.
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
