import { type ReactNode, useEffect, useState } from "react";

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
  const [{ from, left }, setLeft] = useState({ from: atStart, left: atStart });
  useEffect(() => {
    const end = performance.now() + atStart * 1000;
    const tick = () =>
      setLeft({ from: atStart, left: Math.max(0, Math.round((end - performance.now()) / 1000)) });
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [atStart]);
  // of another beginning nothing is counted yet
  return from === atStart ? left : atStart;
}

type HeldProps = CountdownProps & {
  /** What is said from the moment on when nothing is held any more. */
  over: { title: string; text: string };
  /** What can be done while it is held. */
  children?: ReactNode;
};

/** What is held for a while; once that is over, the page says so at that moment and offers nothing of it. */
export function Held({ over, children, text, secondsLeft, secondsInAll }: HeldProps) {
  if (useSecondsLeft(secondsLeft) > 0)
    return (
      <>
        <Countdown text={text} secondsLeft={secondsLeft} secondsInAll={secondsInAll} />
        {children}
      </>
    );
  return (
    <div className="countdown countdown--over" role="status">
      <span className="countdown__ring countdown__ring--over" />
      <p>
        <b className="display">{over.title}</b>
        {over.text}
      </p>
    </div>
  );
}

export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
