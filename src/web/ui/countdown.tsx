import { useEffect, useState } from "react";

type CountdownProps = { text: string; secondsLeft: number; secondsInAll: number };

/**
 * How long something still lasts: words, minutes and seconds, and a ring that empties. Does not move without a script.
 */
export function Countdown({ text, secondsLeft, secondsInAll }: CountdownProps) {
  const left = useSecondsLeft(secondsLeft);
  const share = Math.min(100, (left / secondsInAll) * 100);
  return (
    <div className="countdown" role="timer">
      <span className="countdown__ring" style={{ "--share": `${share.toFixed(1)}%` }} />
      <p>
        {text}
        <b className="display figures">{minutesAndSeconds(left)}</b>
      </p>
    </div>
  );
}

/** Counts down from the server's value, by the browser's monotonic clock, so that a wrong wall clock does no harm. */
export function useSecondsLeft(atStart: number): number {
  const [left, setLeft] = useState(atStart);
  useEffect(() => {
    const end = performance.now() + atStart * 1000;
    const tick = () => setLeft(Math.max(0, Math.round((end - performance.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [atStart]);
  return left;
}

export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
