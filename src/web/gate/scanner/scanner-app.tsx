import { useEffect, useState } from "react";
import { becomePhone } from "./become-phone.ts";
import type { ShownRow } from "./own-rows.ts";
import { openPhone, type Phone } from "./phone.ts";
import { CallRefused, phoneCalls } from "./phone-calls.ts";
import { findPhone, isShiftUnderWay, type PhoneFacts } from "./phone-facts.ts";
import { createPhoneStore } from "./phone-store.ts";
import { type Beginning, BoundPhone } from "./scanner-bound.tsx";
import { noActs, ScannerScreen, type ScannerView } from "./scanner-screen.tsx";
import { scannerPath } from "./scanner-shell.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";

const store = createPhoneStore<ShownRow>();

type Stage =
  | { kind: "loading" }
  | { kind: "unbound" }
  | { kind: "elsewhere" }
  /** The browser does not open the page's storage, or stores nothing. */
  | { kind: "closed" }
  | { kind: "bind"; secret: string; failure: "expired" | "lost" | null; name: string }
  | { kind: "phone"; phone: Phone; begin: Beginning };

/** The scanner: it binds the phone to a gate, prepares it, and scans. All of it runs in the browser. */
export function ScannerApp() {
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
      setStage(await opened(facts, "bound"));
    } catch (failure) {
      setStage({ kind: "bind", secret, name, failure: failure instanceof CallRefused ? "expired" : "lost" });
    }
  };
  const again = () => {
    if (stage.kind === "bind") setStage({ ...stage, failure: null });
    if (stage.kind === "closed") location.reload();
  };
  return (
    <ScannerScreen
      place={texts.pageTitle}
      link={null}
      view={unboundView(stage)}
      acts={{ ...noActs, onBind: (name) => void bind(name), onButton: again }}
    />
  );
}

async function begin(setStage: (stage: Stage) => void): Promise<void> {
  if (!(await isOnlyScanner())) return setStage({ kind: "elsewhere" });
  const secret = location.hash.slice(1);
  if (secret) return setStage({ kind: "bind", secret, failure: null, name: "" });
  const facts = await findPhone(store, Date.now());
  if (!facts) return setStage({ kind: "unbound" });
  setStage(await opened(facts, (await isShiftUnderWay(store)) ? "continue" : "prepare"));
}

async function opened(facts: PhoneFacts, begin: Beginning): Promise<Stage> {
  return { kind: "phone", phone: await openPhone(store, phoneCalls, facts), begin };
}

function unboundView(stage: Exclude<Stage, { kind: "phone" }>): ScannerView {
  const message = (
    title: string,
    hint: string,
    button: string | null = null,
    isAlert = false,
  ): ScannerView => ({ kind: "message", title, hint, button, isAlert });
  if (stage.kind === "loading") return message(texts.loading, "");
  if (stage.kind === "elsewhere") return message(texts.elsewhere, texts.elsewhereHint, null, true);
  if (stage.kind === "closed")
    return message(texts.storageFails, texts.storageFailsHint, texts.bindAgain, true);
  if (stage.kind === "unbound") return message(texts.unbound, texts.unboundHint);
  if (stage.failure === "expired") return message(texts.expired, texts.unboundHint, null, true);
  if (stage.failure === "lost") return message(texts.bindFailed, texts.bindFailedHint, texts.bindAgain, true);
  return { kind: "bind", name: stage.name };
}

/** Milliseconds to wait, because an earlier page may still be closing. */
const patience = 2000;

/**
 * Whether this page is the only scanner in the browser, and so until it is closed. Two scanners would write the same
 * numbers.
 */
export function isOnlyScanner(): Promise<boolean> {
  // without locks, or when the browser refuses them, nobody can tell
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
