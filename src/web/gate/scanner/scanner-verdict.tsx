import { type ReactNode, useState } from "react";
import { type OverrideReason, overrideReasons } from "#ticketing/gate/door-words.ts";
import { Icon } from "#web/ui/icon.tsx";
import { guestChoices } from "../gate-texts.ts";
import { VerdictDetails, VerdictHead, type VerdictView } from "../gate-verdict.tsx";
import { GateMessage } from "../say.tsx";
import { scannerTexts as texts } from "./scanner-texts.ts";

type ScannerVerdictProps = {
  view: VerdictView;
  onMore: (entries: number) => void;
  onStamp: (hasStamp: boolean) => void;
  onNext: () => void;
  onOverride: () => void;
};

/**
 * Shows a verdict on the whole screen. Word, icon, colour and shape say the same. The safe answer is near the thumb.
 */
export function ScannerVerdict({ view, onMore, onStamp, onNext, onOverride }: ScannerVerdictProps) {
  const left = view.entries?.left ?? view.more ?? 0;
  const isOpen = view.kind === "admitted" || view.kind === "given";
  return (
    <>
      <main className="gate__main">
        <VerdictHead verdict={view}>
          {view.isAdult ? (
            <p className="scanner__adult">
              <b>{texts.adult}</b> <span>{texts.adultHint}</span>
            </p>
          ) : null}
        </VerdictHead>
        <VerdictDetails verdict={view} />
      </main>
      <footer className="scanner__foot">
        {view.asks === "more" ? (
          <div className="scanner__plus">
            {guestChoices(left).map(({ n }) => (
              <button key={n} type="button" onClick={() => onMore(n)}>
                {n > 1 && n === left ? texts.all : texts.more} <b>{n}</b>
              </button>
            ))}
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
            {view.closes ?? (view.kind === "look" ? texts.keepOut : texts.next)}
          </button>
        )}
      </footer>
    </>
  );
}

type RadiosProps<One> = {
  name: string;
  options: readonly One[];
  chosen: One;
  onChoose: (one: One) => void;
  children: (one: One) => ReactNode;
};

/** A choice between a few options, each as large as a thumb. */
export function Radios<One>({ name, options, chosen, onChoose, children }: RadiosProps<One>) {
  return options.map((one, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the options do not change while the screen is shown
    <label key={at}>
      <input type="radio" name={name} checked={one === chosen} onChange={() => onChoose(one)} />
      {children(one)}
    </label>
  ));
}

type ScannerOverrideProps = {
  /** True on the chief's own phone, where no chief's code has to be read. */
  isChief: boolean;
  onLet: (reason: OverrideReason) => void;
  onKeepOut: () => void;
};

/** The chief lets in a person whom the phone refuses: first the reason, then the chief's code. */
export function ScannerOverride({ isChief, onLet, onKeepOut }: ScannerOverrideProps) {
  const [reason, choose] = useState<OverrideReason>(overrideReasons[0]);
  return (
    <>
      <main className="gate__main scanner__page">
        <h1>{texts.override}</h1>
        <p>
          <b>{texts.overrideOne}</b> {texts.overrideHint}
        </p>
        <fieldset className="scanner__reasons">
          <legend className="visually-hidden">{texts.overrideWhy}</legend>
          <Radios name="reason" options={overrideReasons} chosen={reason} onChoose={choose}>
            {(one) => texts.reasons[one]}
          </Radios>
        </fieldset>
        <GateMessage
          as="phone"
          icon="key"
          title={isChief ? texts.chiefHere : texts.chiefShows}
          hint={isChief ? texts.chiefHereHint : texts.chiefShowsHint}
        />
      </main>
      <footer className="scanner__foot till__foot">
        <button className="gate__big gate__big--second" type="button" onClick={onKeepOut}>
          {texts.keepOut}
        </button>
        <button className="gate__big gate__big--main" type="button" onClick={() => onLet(reason)}>
          <Icon name={isChief ? "check" : "camera"} /> {isChief ? texts.chiefLet : texts.chiefRead}
        </button>
      </footer>
    </>
  );
}
