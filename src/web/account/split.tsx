import type { ReactNode } from "react";
import { DateText } from "#web/ui/date-text.tsx";
import { Picture, type PictureView } from "#web/ui/picture.tsx";
import { chosenTexts } from "./account-texts.ts";
import type { ChosenTicketsView } from "./chosen-tickets.tsx";

/** A picture of the sea with a form beside it. On a phone the picture is low, so that the form is visible at once. */
export function Split({
  picture,
  words,
  chosen = null,
  children,
}: {
  picture: PictureView;
  words: string;
  /** The tickets that wait behind the form. Their picture and name then replace the sea and the words. */
  chosen?: ChosenTicketsView | null;
  children: ReactNode;
}) {
  const art = chosen?.art ?? { picture, seed: words };
  return (
    <div className={chosen ? "split split--chosen" : "split"}>
      <div className="split__art">
        <Picture
          picture={art.picture}
          seed={art.seed}
          alt=""
          sizes="(max-width: 820px) 100vw, 50vw"
          priority="high"
        />
        <p className="display">
          {chosen?.title ?? words}
          {chosen?.when ? (
            <small>
              <DateText
                day={chosen.when.date}
                time={chosen.when.time}
                form="long"
                joint={`, ${chosenTexts.atTime} `}
              />
            </small>
          ) : null}
        </p>
      </div>
      <div className="split__form">{children}</div>
    </div>
  );
}
