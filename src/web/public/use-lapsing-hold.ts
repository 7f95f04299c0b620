import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { HoldView } from "#web/request/hold-view.ts";
import { useSecondsLeft } from "#web/ui/countdown.tsx";
import { quantitiesOf } from "./use-choice.ts";

/**
 * The open order for every part of the page: from one moment on it is over for all of them. What lapsed goes into the
 * history beside the choice, so that a page that is loaded again still says it, until something else is chosen.
 */
export function useLapsingHold(hold: HoldView | null): HoldView | null {
  const { state } = useLocation();
  const [lapsed, setLapsed] = useState<HoldView | null>(null);
  const isOver = useSecondsLeft(hold?.secondsLeft ?? 0) === 0;
  useEffect(() => {
    if (!hold) return setLapsed(state?.lapsed ?? null);
    if (!isOver) return;
    const usr = { chosen: quantitiesOf(hold.lines), lapsed: { ...hold, secondsLeft: 0 } };
    history.replaceState({ ...history.state, usr }, "");
  }, [hold, isOver, state]);
  return hold && isOver ? { ...hold, secondsLeft: 0 } : (hold ?? lapsed);
}
