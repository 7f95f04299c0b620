import { useEffect, useRef, useState } from "react";
import { GateMessage } from "../say.tsx";
import type { Phone } from "./phone.ts";
import { QrOnScreen } from "./qr-on-screen.tsx";
import { isRescueFrame, joinedFrames, type ReadChain, rescueFrames, withFrame } from "./rescue-frames.ts";
import { carryUploads, readUploads, sendCarried, unsentBytes } from "./rescue-rows.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";
import type { ToolScreenProps } from "./scanner-tool.tsx";

/** Milliseconds that a code is shown, enough for a slow camera. */
const shownFor = 1000;

/** Shows this phone's unsent rows as codes, one after another, for another phone that reads and sends them. */
export function ScannerRescue({ phone, onScan }: ToolScreenProps) {
  const [frames, setFrames] = useState<readonly string[]>([]);
  const [at, setAt] = useState(0);
  const { unsent } = phone.state();
  useEffect(() => {
    void unsentBytes(phone.parts).then(rescueFrames).then(setFrames);
  }, [phone]);
  // each code is shown for the same time, also after a tap on "next"
  useEffect(() => {
    const timer = setTimeout(() => setAt(at + 1), shownFor);
    return () => clearTimeout(timer);
  }, [at]);
  return <RescueCodes unsent={unsent} frames={frames} at={at} onNext={() => setAt(at + 1)} onScan={onScan} />;
}

type RescueCodesProps = {
  unsent: number;
  frames: readonly string[];
  /** The index of the shown code; after the last code the first is shown again. */
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
            <GateMessage
              as="phone"
              icon="alert"
              role="note"
              title={texts.sentByItself}
              hint={texts.keepUntilThen}
            />
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

type ProgressText = { readonly title: string; readonly hint: string };

/** Reads another phone's rows from the codes it shows, and sends them. `take`: whether the text was such a code. */
export function useRescue(phone: Phone): {
  readonly progress: ProgressText | null;
  take(text: string): boolean;
  stop(): void;
} {
  const [progress, showProgress] = useState<ProgressText | null>(null);
  const read = useRef<ReadChain | null>(null);
  const joined = useRef<string | null>(null);

  const join = async (chain: ReadChain) => {
    const bytes = await joinedFrames(chain);
    const uploads = bytes ? await readUploads(bytes) : [];
    if (uploads.length === 0) return showProgress({ title: texts.rescueReading, hint: texts.rescueBroken });
    joined.current = chain.chain;
    await carryUploads(phone.parts, uploads);
    const count = uploads.reduce((sum, { rows }) => sum + rows.length, 0);
    showProgress({ title: texts.rescueRead(count), hint: texts.rescueReadHint });
    await sendCarried(phone.parts);
  };

  return {
    progress,
    take(text) {
      if (!isRescueFrame(text)) return false;
      const chain = withFrame(read.current, text);
      read.current = chain;
      if (!chain || chain.chain === joined.current) return true;
      showProgress({ title: texts.rescueReading, hint: texts.rescueProgress(chain.parts.size, chain.count) });
      if (chain.parts.size === chain.count)
        join(chain).catch(() => showProgress({ title: texts.notWritten, hint: texts.storageFailsHint }));
      return true;
    },
    stop: () => showProgress(null),
  };
}
