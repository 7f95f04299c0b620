import { Icon } from "#web/ui/icon.tsx";
import { exitTicket } from "./phone-exit.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";
import type { ToolScreenProps } from "./scanner-tool.tsx";

/** Turns the scanner to people who go out: each code that is read then is an exit, until somebody goes back to tickets. */
export function ScannerExit({ phone, read, showResult, onScan }: ToolScreenProps) {
  const begin = () => {
    onScan();
    read({
      ...{ title: texts.exit, hint: texts.exitAim },
      onCode: async (code, takenAt) => showResult(await exitTicket(phone, code, 1), takenAt),
    });
  };
  return <ExitIntro onBegin={begin} />;
}

export function ExitIntro({ onBegin }: { onBegin: () => void }) {
  return (
    <>
      <main className="gate__main scanner__page scanner__middle">
        <h1>{texts.exit}</h1>
        <p>{texts.exitAbout}</p>
      </main>
      <footer className="scanner__foot">
        <button className="gate__big gate__big--main" type="button" onClick={onBegin}>
          <Icon name="camera" /> {texts.exitBegin}
        </button>
      </footer>
    </>
  );
}
