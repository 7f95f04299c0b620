import { useState } from "react";
import { type OverrideReason, overrideReasons } from "#ticketing/gate/door-words.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Say } from "../say.tsx";
import { scannerTexts as texts } from "./scanner-texts.ts";

type ScannerOverrideProps = {
  /** This is the chief's own phone: no other code is needed. */
  isChief: boolean;
  onLet: (reason: OverrideReason) => void;
  onKeepOut: () => void;
};

/** The chief lets somebody in whom the phone keeps out: first the reason, then the chief's code. */
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
          {overrideReasons.map((one) => (
            <label key={one}>
              <input type="radio" name="reason" checked={one === reason} onChange={() => choose(one)} />
              {texts.overrideReasons[one]}
            </label>
          ))}
        </fieldset>
        <Say
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
