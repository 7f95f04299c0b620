import { useEffect, useState } from "react";
import { becomePhone } from "./become-phone.ts";
import { openPhone, type Phone } from "./phone.ts";
import { CallRefused, phoneCalls } from "./phone-calls.ts";
import { findPhone, isShiftUnderWay, type PhoneFacts } from "./phone-facts.ts";
import { createPhoneStore } from "./phone-store.ts";
import { type Beginning, BoundPhone } from "./scanner-bound.tsx";
import { Foot, ScannerBind, ScannerFrame, ScannerMessage } from "./scanner-frame.tsx";
import { scannerPath } from "./scanner-shell.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";
import "../gate.css";

const store = createPhoneStore();

type Stage =
  | { kind: "loading" }
  | { kind: "unbound" }
  | { kind: "elsewhere" }
  /** The browser's storage for this page cannot be opened or used. */
  | { kind: "closed" }
  | { kind: "bind"; secret: string; failure: "expired" | "lost" | null; name: string }
  | { kind: "phone"; phone: Phone; begin: Beginning };

export const meta = () => [{ title: texts.pageTitle }, { name: "robots", content: "noindex" }];

/** The page of the scanner. The server sends everybody the same page; all data is in the browser's storage. */
export default function ScannerRoute() {
  return (
    <>
      <ScannerApp />
      <noscript>{texts.needsScript}</noscript>
    </>
  );
}

/** Binds the phone to a gate, prepares it, and scans. It runs only in the browser. */
function ScannerApp() {
  const [stage, setStage] = useState<Stage>({ kind: "loading" });
  useEffect(() => {
    begin(setStage).catch(() => setStage({ kind: "closed" }));
  }, []);
  if (stage.kind === "phone") return <BoundPhone phone={stage.phone} store={store} begin={stage.begin} />;
  const bind = async (name: string) => {
    if (stage.kind !== "bind") return;
    const { secret } = stage;
    try {
      const facts = await becomePhone(store, phoneCalls, { secret, name });
      history.replaceState(null, "", scannerPath);
      setStage(await openStage(facts, "bound"));
    } catch (failure) {
      setStage({ kind: "bind", secret, name, failure: failure instanceof CallRefused ? "expired" : "lost" });
    }
  };
  return (
    <ScannerFrame place={texts.pageTitle} link={null}>
      {stageScreen()}
    </ScannerFrame>
  );

  function stageScreen() {
    switch (stage.kind) {
      case "elsewhere":
        return <ScannerMessage title={texts.elsewhere} hint={texts.elsewhereHint} isAlert />;
      case "closed": {
        const foot = <Foot text={texts.bindAgain} onPress={() => location.reload()} />;
        return (
          <ScannerMessage title={texts.storageFails} hint={texts.storageFailsHint} isAlert foot={foot} />
        );
      }
      case "unbound":
        return <ScannerMessage title={texts.unbound} hint={texts.unboundHint} />;
      case "bind": {
        if (stage.failure === "expired")
          return <ScannerMessage title={texts.expired} hint={texts.unboundHint} isAlert />;
        if (stage.failure === null)
          return <ScannerBind name={stage.name} onBind={(name) => void bind(name)} />;
        const foot = <Foot text={texts.bindAgain} onPress={() => setStage({ ...stage, failure: null })} />;
        return <ScannerMessage title={texts.bindFailed} hint={texts.bindFailedHint} isAlert foot={foot} />;
      }
      default:
        return <ScannerMessage title={texts.loading} hint="" />;
    }
  }
}

async function begin(setStage: (stage: Stage) => void): Promise<void> {
  if (!(await isOnlyScanner())) return setStage({ kind: "elsewhere" });
  const secret = location.hash.slice(1);
  if (secret) return setStage({ kind: "bind", secret, failure: null, name: "" });
  const facts = await findPhone(store, Date.now());
  if (!facts) return setStage({ kind: "unbound" });
  setStage(await openStage(facts, (await isShiftUnderWay(store)) ? "continue" : "prepare"));
}

async function openStage(facts: PhoneFacts, begin: Beginning): Promise<Stage> {
  return { kind: "phone", phone: await openPhone(store, phoneCalls, facts), begin };
}

/** Milliseconds to wait for an earlier scanner page that is still closing. */
const patience = 2000;

/** Whether this is the browser's only scanner, until the page is closed: two would write rows with the same numbers. */
function isOnlyScanner(): Promise<boolean> {
  // without locks, or when the browser refuses them, the page counts as the only one
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks
      .request("estival-gate", { signal: AbortSignal.timeout(patience) }, () => {
        resolve(true);
        return new Promise(() => undefined);
      })
      .catch((failure: Error) => resolve(failure.name !== "TimeoutError"));
  });
}
