import { type ReactNode, useEffect, useState } from "react";

type CountdownProps = { text: string; secondsLeft: number; secondsInAll: number };

/** The time that is left: a text, minutes and seconds, and a ring that empties. Without JavaScript it stands still. */
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

/** Returns the seconds left, from the server's value by the browser's monotonic clock: a wrong clock does no harm. */
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
  // a new start value counts from the next tick
  return from === atStart ? left : atStart;
}

type HeldProps = CountdownProps & {
  /** The text once nothing is held any more. */
  over: { title: string; text: string };
  /** The actions while the places are held. */
  children?: ReactNode;
};

/** A countdown with its actions. When the time is over, it shows `over` and removes the actions. */
export function HoldCountdown({ over, children, text, secondsLeft, secondsInAll }: HeldProps) {
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
