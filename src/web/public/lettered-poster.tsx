import type { CSSProperties } from "react";
import { posterDate } from "#kernel/time.ts";
import type { LetteredLine } from "./poster-lettering.ts";

type LetteringProps = {
  lines: readonly LetteredLine[];
  /** A heading; a paragraph when the title also stands beside the poster. */
  as: "h2" | "h3" | "p";
  event: { date: string; time: string | null; location: string; bill: string };
};

/** The text of a poster, over a picture without letters: the day in the sky, the title in the sea. */
export function Lettering({ lines, as: Title, event }: LetteringProps) {
  const { date, month } = posterDate(event.date);
  return (
    <div className="lettering" aria-hidden={Title === "p" ? true : undefined}>
      <p className="lettering__date display" aria-hidden="true">
        <b>{date}</b>
        <span>
          <em>{month}</em>
          {event.time}
        </span>
      </p>
      <div className="lettering__sea">
        <Title className="lettering__title display">
          {lines.map((line) => (
            <span key={line.text} className={signsOf(line)} style={{ "--size": line.size } as CSSProperties}>
              {line.text}{" "}
            </span>
          ))}
        </Title>
        <p className="lettering__bill">
          <span>{event.location}</span> <span>{event.bill}</span>
        </p>
      </div>
    </div>
  );
}

function signsOf({ hasSignsAbove, hasSignsBelow }: LetteredLine): string | undefined {
  const signs = [hasSignsAbove ? "signs-above" : "", hasSignsBelow ? "signs-below" : ""].filter(Boolean);
  return signs.join(" ") || undefined;
}

/** Day and month as a poster prints them. Screen readers get the full date from the text beside the poster. */
export function PosterDate({ day }: { day: string }) {
  const { date, month } = posterDate(day);
  return (
    <p className="poster-date display" aria-hidden="true">
      <b>{date}</b>
      {month}
    </p>
  );
}
