import type { ReactNode } from "react";
import { DateText } from "#web/ui/date-text.tsx";
import { Picture, type PictureView } from "#web/ui/picture.tsx";
import { chosenTexts } from "./chosen-texts.ts";

/** A view of the sea, with a form beside it. On a phone the view is low and the form begins at once. */
export function Split({
  picture,
  words,
  when,
  children,
}: {
  picture: PictureView;
  words: string;
  /** Of the night that the form is about. */
  when?: { date: string; time: string | null } | null;
  children: ReactNode;
}) {
  return (
    <div className="split">
      <div className="split__art">
        <Picture
          picture={picture}
          seed={words}
          alt=""
          sizes="(max-width: 820px) 100vw, 50vw"
          priority="high"
        />
        <p className="display">
          {words}
          {when ? (
            <small>
              <DateText day={when.date} time={when.time} form="long" joint={`, ${chosenTexts.atTime} `} />
            </small>
          ) : null}
        </p>
      </div>
      <div className="split__form">{children}</div>
    </div>
  );
}
