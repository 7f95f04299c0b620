import { useEffect, useState } from "react";
import { Say } from "../say.tsx";
import { QrOnScreen } from "./qr-on-screen.tsx";
import { rescueFrames } from "./rescue-frames.ts";
import { unsentBytes } from "./rescue-rows.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";
import type { ToolScreenProps } from "./scanner-tool.tsx";

/** Milliseconds that a code is shown: long enough for a slow camera. */
const shownFor = 1000;

/** Shows what this phone has not sent as codes, one after another, which another phone reads and sends. */
export function ScannerRescue({ phone, onScan }: ToolScreenProps) {
  const [frames, setFrames] = useState<readonly string[]>([]);
  const [at, setAt] = useState(0);
  const { unsent } = phone.state();
  useEffect(() => {
    void unsentBytes(phone.parts).then(rescueFrames).then(setFrames);
  }, [phone]);
  // each code has its time, also one that was asked for
  useEffect(() => {
    const timer = setTimeout(() => setAt(at + 1), shownFor);
    return () => clearTimeout(timer);
  }, [at]);
  return <RescueCodes unsent={unsent} frames={frames} at={at} onNext={() => setAt(at + 1)} onScan={onScan} />;
}

type RescueCodesProps = {
  unsent: number;
  frames: readonly string[];
  /** Which of them is shown; they begin anew after the last. */
  at: number;
  onNext: () => void;
  onScan: () => void;
};

export function RescueCodes({ unsent, frames, at, onNext, onScan }: RescueCodesProps) {
  const place = frames.length === 0 ? 0 : at % frames.length;
  const frame = frames[place];
  return (
    <>
      <main className="gate__main scanner__page">
        <h1>{unsent === 0 ? texts.allSent : texts.stillUnsent(unsent)}</h1>
        {unsent > 0 && frame ? (
          <>
            <QrOnScreen text={frame} label={texts.rescueCode(place + 1, frames.length)} />
            <p>
              <b>{texts.rescuePlace(place + 1, frames.length)}</b> {texts.rescueHint}
            </p>
            <Say as="phone" icon="alert" role="note" title={texts.sentByItself} hint={texts.keepUntilThen} />
          </>
        ) : null}
      </main>
      <footer className="scanner__foot">
        <div className="scanner__duo">
          <button className="gate__big gate__big--second" type="button" onClick={onScan}>
            {texts.scan}
          </button>
          <button className="gate__big gate__big--main" type="button" onClick={onNext} disabled={!frame}>
            {texts.rescueNext}
          </button>
        </div>
      </footer>
    </>
  );
}
