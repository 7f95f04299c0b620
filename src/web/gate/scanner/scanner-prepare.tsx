import { Icon, type IconName } from "#web/ui/icon.tsx";
import { scannerTexts as texts } from "./scanner-texts.ts";

export type Check = {
  icon: IconName;
  isRight: boolean;
  /** Good to know, and nothing to do about. */
  isNote?: true;
  text: string;
  hint: string;
  /** What a tap on the check does about it. */
  act?: { text: string; run: () => void };
};

type ScannerPrepareProps = { checks: readonly Check[]; onBegin: () => void };

/** Everything that a shift needs, tried before the queue is there. What is wrong stands first. */
export function ScannerPrepare({ checks, onBegin }: ScannerPrepareProps) {
  const wrong = checks.filter(({ isRight }) => !isRight);
  return (
    <>
      <main className="gate__main scanner__page">
        <h1>{texts.prepareTitle}</h1>
        <ul className="scanner__checks">
          {[...wrong, ...checks.filter(({ isRight }) => isRight)].map((check) => (
            <li key={check.icon} className={check.isRight ? undefined : "is-wrong"}>
              <Icon name={check.icon} />
              <span>
                {check.text}
                <small>{check.hint}</small>
              </span>
              {check.isNote ? null : (
                <i role="img" aria-label={check.isRight ? texts.right : texts.wrong}>
                  <Icon name={check.isRight ? "check" : "alert"} />
                </i>
              )}
              {check.act ? (
                <button className="gate__big scanner__sand" type="button" onClick={check.act.run}>
                  {check.act.text}
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      </main>
      <footer className="scanner__foot">
        <p className={`scanner__ready ${wrong.length > 0 ? "is-wrong" : ""}`.trim()} role="status">
          <Icon name={wrong.length > 0 ? "alert" : "check"} />
          {wrong.length > 0 ? texts.notReady(wrong.length) : texts.ready}
        </p>
        <button className="gate__big gate__big--main" type="button" onClick={onBegin}>
          {texts.begin}
        </button>
      </footer>
    </>
  );
}
