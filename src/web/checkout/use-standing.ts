import { useEffect, useState } from "react";
import type { StandingView } from "./waiting-room-view.ts";

const longestPause = 20;

/**
 * Where one stands now: asked for at once when the page does not know, then more often the nearer the hour or one's
 * turn is, at a moment of each browser's own. A question without an answer is asked again; who has no place and who is
 * in asks no more.
 */
export function useStanding(placeUrl: string, atFirst: StandingView): StandingView {
  const [{ standing, asked }, setNow] = useState({ standing: atFirst, asked: 0 });
  useEffect(() => {
    if (standing.kind === "in" || standing.kind === "outside") return;
    const wanted = standing.kind === "unknown" ? asked * 2 : Math.max(2, standing.seconds / 4);
    const pause = Math.min(longestPause, wanted) * (0.75 + Math.random() / 2);
    const timer = setTimeout(async () => {
      const answer = await fetch(placeUrl).catch(() => undefined);
      const found: StandingView = answer?.ok ? await answer.json() : standing;
      setNow({ standing: found, asked: asked + 1 });
    }, pause * 1000);
    return () => clearTimeout(timer);
  }, [standing, asked, placeUrl]);
  return standing;
}
