import { useEffect, useState, useSyncExternalStore } from "react";
import { formatInstant, wallTimeOf } from "#kernel/time.ts";
import { durations } from "#ticketing/limits.ts";
import { becomePhone } from "./become-phone.ts";
import { decodeFiles } from "./decode-files.ts";
import { isOnlyScanner } from "./only-tab.ts";
import type { ShownRow } from "./own-rows.ts";
import { beatGap, openPhone, type Phone } from "./phone.ts";
import { CallRefused, phoneCalls } from "./phone-calls.ts";
import { nothingTried, phoneChecks, type Tried, tryPhone } from "./phone-checks.ts";
import { findPhone, type PhoneFacts } from "./phone-facts.ts";
import { createPhoneStore } from "./phone-store.ts";
import { mayUndo, type ScanResult } from "./scan-result.ts";
import { scannedView } from "./scanned-view.ts";
import type { NetworkView } from "./scanner-frame.tsx";
import type { LatestScan } from "./scanner-latest.tsx";
import { type ScannerActs, ScannerScreen, type ScannerView } from "./scanner-screen.tsx";
import { keepShell, scannerPath } from "./scanner-shell.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";
import { allowSound, signalVerdict } from "./verdict-signals.ts";
import { keepAwake } from "./wake-lock.ts";

const store = createPhoneStore<ShownRow>();

/** Milliseconds: how long a good answer stays before the camera is back; a group takes longer. */
const stays = { one: 2000, group: 8000 };
/** Each so many beats the phone fetches what changed in the list. */
const beatsPerList = 2;
const latestShown = 20;

type Stage =
  | { kind: "loading" }
  | { kind: "unbound" }
  | { kind: "elsewhere" }
  | { kind: "bind"; secret: string; failure: "expired" | "lost" | null; name: string }
  | { kind: "phone"; phone: Phone; isNew: boolean };

/** The scanner: makes the phone a phone of a gate, gets it ready, and scans. All of it is in the browser. */
export function ScannerApp() {
  const [stage, setStage] = useState<Stage>({ kind: "loading" });
  useEffect(() => {
    void begin(setStage);
  }, []);
  if (stage.kind === "phone") return <BoundPhone phone={stage.phone} isNew={stage.isNew} />;
  const bind = async (name: string) => {
    if (stage.kind !== "bind") return;
    const { secret } = stage;
    try {
      const facts = await becomePhone(store, phoneCalls, { secret, name });
      history.replaceState(null, "", scannerPath);
      setStage(await opened(facts, true));
    } catch (failure) {
      setStage({ kind: "bind", secret, name, failure: failure instanceof CallRefused ? "expired" : "lost" });
    }
  };
  const again = () => stage.kind === "bind" && setStage({ ...stage, failure: null });
  return (
    <ScannerScreen
      place={texts.pageTitle}
      link={{ kind: "online" }}
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
  setStage(facts ? await opened(facts, false) : { kind: "unbound" });
}

async function opened(facts: PhoneFacts, isNew: boolean): Promise<Stage> {
  return { kind: "phone", phone: await openPhone(store, phoneCalls, facts), isNew };
}

function unboundView(stage: Exclude<Stage, { kind: "phone" }>): ScannerView {
  const message = (
    title: string,
    hint: string,
    button: string | null = null,
    isAlert = false,
  ): ScannerView => ({
    ...{ kind: "message", title, hint, button, isAlert },
  });
  if (stage.kind === "loading") return message(texts.loading, "");
  if (stage.kind === "elsewhere") return message(texts.elsewhere, texts.elsewhereHint, null, true);
  if (stage.kind === "unbound") return message(texts.unbound, texts.unboundHint);
  if (stage.failure === "expired") return message(texts.expired, texts.unboundHint, null, true);
  if (stage.failure === "lost") return message(texts.bindFailed, texts.bindFailedHint, texts.bindAgain, true);
  return { kind: "bind", name: stage.name };
}

const nothing = () => {};
const noActs: ScannerActs = {
  ...{ onButton: nothing, onBind: nothing, onPrepare: nothing, onScan: nothing, onCode: nothing },
  ...{ onLatest: nothing, onUndo: nothing, onMore: nothing, onStamp: nothing },
};

type Shown = "bound" | "prepare" | "camera" | "latest" | { result: ScanResult; takenAt: number };

function BoundPhone({ phone, isNew }: { phone: Phone; isNew: boolean }) {
  const state = useSyncExternalStore(phone.subscribe, phone.state, phone.state);
  const [shown, show] = useState<Shown>(isNew ? "bound" : "prepare");
  const [isOnShift, setOnShift] = useState(false);
  const [tried, setTried] = useState<Tried>(nothingTried);
  const now = useSync(phone);
  useEffect(keepAwake, []);
  // from the frame to the verdict on the screen: what `npm run bench -- P7` reads
  useEffect(() => {
    if (typeof shown === "object") performance.measure("scan", { start: shown.takenAt });
  }, [shown]);

  const prepare = async () => {
    show("prepare");
    await keepShell(decodeFiles).catch(nothing);
    const found = await tryPhone(store);
    setTried((before) => ({ ...found, sound: before.sound }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the phone is opened again
  useEffect(() => {
    if (!isNew) void prepare();
  }, []);
  const scan = async (qr: string, entries: number, stamp: boolean | null, takenAt = performance.now()) => {
    const result = await phone.scan(qr, { entries, stamp });
    signalVerdict(scannedView(result).kind);
    show({ result, takenAt });
  };
  const present = typeof shown === "object" ? shown.result : null;
  const acts: ScannerActs = {
    ...noActs,
    onPrepare: () => void prepare(),
    onScan: () => {
      if (!isOnShift) void allowSound();
      setOnShift(true);
      show("camera");
    },
    onCode: (text, takenAt) => void scan(text, 1, null, takenAt),
    onLatest: () => show("latest"),
    onUndo: (seq, reason) => void phone.undo(seq, reason),
    onMore: (entries) => present && void scan(present.qr, entries, null),
    onStamp: (hasStamp) => present && void scan(present.qr, 1, hasStamp),
  };
  const link = networkView(state, now);
  return (
    <ScannerScreen
      place={phone.enrolled.gate.name}
      link={link}
      view={state.isStopped ? stoppedView(state.unsent) : viewOf()}
      acts={acts}
      isOnShift={isOnShift && !state.isStopped}
    />
  );

  function viewOf(): ScannerView {
    switch (shown) {
      case "bound":
        return {
          kind: "bound",
          gate: phone.enrolled.gate.name,
          until: formatInstant(phone.enrolled.endsAt),
        };
      case "prepare":
        return {
          kind: "prepare",
          checks: phoneChecks(state, tried, now, {
            onSound: () => void allowSound().then((sound) => setTried((before) => ({ ...before, sound }))),
            onCamera: () => void prepare(),
          }),
        };
      case "camera":
        return { kind: "camera", last: lastScan(phone), isOld: link.kind === "old" };
      case "latest":
        return { kind: "latest", scans: latestScans(phone, now) };
      default: {
        const verdict = scannedView(shown.result);
        const isOpen = verdict.kind === "admitted" || verdict.kind === "given";
        return {
          kind: "verdict",
          verdict,
          stays: isOpen ? (verdict.asks === "more" ? stays.group : stays.one) : null,
        };
      }
    }
  }
}

/** Talks with the server for as long as the page is open; the time of the last round. */
function useSync(phone: Phone): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let isOver = false;
    const run = async () => {
      for (let round = 0; !isOver; round++) {
        await phone.sync({ withList: round % beatsPerList === 0 }).catch(nothing);
        setNow(Date.now());
        await new Promise((resume) => setTimeout(resume, beatGap));
      }
    };
    void run();
    return () => {
      isOver = true;
    };
  }, [phone]);
  return now;
}

function networkView(state: ReturnType<Phone["state"]>, now: number): NetworkView {
  const age = state.listAt === null ? 0 : (now - state.listAt) / 1000;
  if (age > durations.oldGateNews) return { kind: "old", minutes: Math.floor(age / 60) };
  return state.isOnline ? { kind: "online" } : { kind: "offline", unsent: state.unsent };
}

function stoppedView(unsent: number): ScannerView {
  const hint = unsent === 0 ? texts.stoppedHint : texts.stoppedUnsent(unsent);
  return { kind: "message", title: texts.stopped, hint, button: null, isAlert: true };
}

function lastScan(phone: Phone): { text: string; time: string } | null {
  const last = phone.rows().findLast(({ shown }) => shown.kind === "admit");
  if (!last) return null;
  const { typeName, entries, at } = last.shown;
  return { text: `${typeName ?? texts.ticket}, ${texts.entries(entries)}`, time: wallTimeOf(new Date(at)) };
}

function latestScans(phone: Phone, now: number): LatestScan[] {
  const rows = phone.rows();
  return rows
    .filter(({ shown }) => shown.kind !== "undo")
    .slice(-latestShown)
    .toReversed()
    .map(({ seq, shown }) => {
      const undone = rows.find((row) => row.shown.undoes === seq)?.shown;
      const name = shown.typeName ?? texts.ticket;
      const isEntry = shown.kind !== "refuse";
      return {
        ...{ seq, entries: shown.entries, time: wallTimeOf(new Date(shown.at)) },
        kind: undone ? "undone" : isEntry ? "admitted" : "refused",
        text: isEntry ? `${name}, ${texts.entries(shown.entries)}` : texts.refused(shown.verdict),
        note: undone?.reason ? texts.undone(texts.reasons[undone.reason]) : isEntry ? "" : name,
        canUndo: mayUndo(rows, seq, now),
      };
    });
}
