import { Icon, type IconName } from "#web/ui/icon.tsx";
import { unbroken } from "#web/ui/unbroken.tsx";
import { guestChoices } from "../gate-guests.tsx";
import { gateTexts } from "../gate-texts.ts";
import { EntriesLeft, verdictSigns } from "../gate-verdict.tsx";
import { scannerTexts as texts } from "./scanner-texts.ts";

export type ScannedView = {
  kind: "admitted" | "given" | "refused" | "look";
  /** In place of the usual word, and of the usual sign. */
  word: string | null;
  sign?: IconName;
  /** "Intrare generală, 1 intrare", or why not. */
  what: string;
  /** Whose ticket it is, as far as it is known. */
  who?: string | null;
  entries: { left: number; inAll: number; justTaken: number } | null;
  advice: string | null;
  /** The night is for adults. */
  isAdult: boolean;
  /** Answers that this verdict may have: more of a group, a stamp. */
  asks: "more" | "stamp" | null;
  /** How many more may follow, where `entries` does not say it. */
  more?: number;
  /** The chief may let them in all the same. */
  canOverride?: boolean;
};

type ScannerVerdictProps = {
  view: ScannedView;
  onMore: (entries: number) => void;
  onStamp: (hasStamp: boolean) => void;
  onNext: () => void;
  onOverride: () => void;
};

/** The whole screen is the verdict: word, sign, colour and shape say the same. The thumb's place has the safe answer. */
export function ScannerVerdict({ view, onMore, onStamp, onNext, onOverride }: ScannerVerdictProps) {
  const left = view.entries?.left ?? view.more ?? 0;
  const isOpen = view.kind === "admitted" || view.kind === "given";
  return (
    <>
      <main className="gate__main">
        <div className="gate__verdict" role="alert">
          <span className="gate__sign">
            <Icon name={view.sign ?? verdictSigns[view.kind]} />
          </span>
          <h1>{unbroken(view.word ?? wordOf(view))}</h1>
          <p className="gate__what">{view.what}</p>
          {view.who ? <p className="gate__which">{view.who}</p> : null}
          {view.isAdult && view.kind === "admitted" ? (
            <p className="scanner__adult">
              <b>{texts.adult}</b> <span>{texts.adultHint}</span>
            </p>
          ) : null}
        </div>
        {view.entries || view.advice ? (
          <section className="gate__left">
            {view.entries ? (
              <EntriesLeft
                entries={view.entries}
                words={view.kind === "given" ? gateTexts.givenLeft : gateTexts.entriesLeft}
              />
            ) : null}
            {view.advice ? <p className="gate__advice">{view.advice}</p> : null}
          </section>
        ) : null}
      </main>
      <footer className="scanner__foot">
        {view.asks === "more" ? (
          <div className="scanner__plus">
            {guestChoices(left).map((n) => {
              const [word, figure] = n === left && n > 1 ? texts.all(n) : texts.more(n);
              return (
                <button key={n} type="button" onClick={() => onMore(n)}>
                  {word} <b>{figure}</b>
                </button>
              );
            })}
          </div>
        ) : null}
        {view.asks === "stamp" ? (
          <div className="scanner__duo">
            <button className="gate__big gate__next" type="button" onClick={() => onStamp(true)}>
              {texts.stampYes}
            </button>
            <button className="gate__big gate__next" type="button" onClick={() => onStamp(false)}>
              {texts.stampNo}
            </button>
          </div>
        ) : null}
        {view.canOverride ? (
          <button className="gate__big gate__big--second" type="button" onClick={onOverride}>
            <Icon name="key" /> {texts.override}
          </button>
        ) : null}
        {isOpen ? (
          <button className="scanner__auto" type="button" onClick={onNext}>
            {view.asks === "more" ? texts.doneShowNext : texts.nextByItself}
            <span aria-hidden="true" />
          </button>
        ) : view.asks === "stamp" ? null : (
          <button className="gate__big gate__next" type="button" onClick={onNext}>
            {view.kind === "look" ? texts.keepOut : texts.next}
          </button>
        )}
      </footer>
    </>
  );
}

function wordOf({ kind, entries }: ScannedView): string {
  return kind === "given" ? gateTexts.given(entries?.justTaken ?? 1) : gateTexts.verdicts[kind];
}
