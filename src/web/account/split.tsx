import type { ReactNode } from "react";
import { DateText } from "#web/ui/date-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Picture, type PictureView } from "#web/ui/picture.tsx";
import { chosenTexts } from "./account-texts.ts";
import type { ChosenTicketsView } from "./chosen-tickets.server.ts";

type SplitProps = {
  picture: PictureView;
  words: string;
  /** The tickets that wait behind the form. Their picture and name then replace the sea and the words. */
  chosen?: ChosenTicketsView | null;
  children: ReactNode;
};

/** A picture of the sea with a form beside it. On a phone the picture is low, so that the form is visible at once. */
export function Split({ picture, words, chosen = null, children }: SplitProps) {
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

type FormResultProps = SplitProps & { icon: "check" | "alert"; title: string; text: string };

/** The result of a form, in the form's place, with links onward. */
export function FormResult({ icon, title, text, children, ...split }: FormResultProps) {
  return (
    <Split {...split}>
      <div className="form">
        <span className={icon === "alert" ? "done-mark done-mark--warn" : "done-mark"}>
          <Icon name={icon} />
        </span>
        <h1 className="display">{title}</h1>
        <p className="lead-text muted">{text}</p>
        {children}
      </div>
    </Split>
  );
}
