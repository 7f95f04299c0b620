import { useEffect, useState, useSyncExternalStore } from "react";
import { formatInstant } from "#kernel/time.ts";
import { durations } from "#ticketing/limits.ts";
import { decodeFiles } from "./decode-files.ts";
import { lastScan, latestScans } from "./latest-scans.ts";
import type { ShownRow } from "./own-rows.ts";
import { beatGap, type Phone } from "./phone.ts";
import { nothingTried, phoneChecks, type Tried, tryPhone } from "./phone-checks.ts";
import type { PhoneStore } from "./phone-store.ts";
import type { ScanResult } from "./scan-result.ts";
import { scannedView } from "./scanned-view.ts";
import type { NetworkView } from "./scanner-frame.tsx";
import { noActs, type ScannerActs, ScannerScreen, type ScannerView } from "./scanner-screen.tsx";
import { keepShell } from "./scanner-shell.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";
import type { CameraWish } from "./scanner-tool.tsx";
import { phoneTools } from "./scanner-tools.tsx";
import { allowSound, signalVerdict } from "./verdict-signals.ts";
import { keepAwake } from "./wake-lock.ts";

/** Milliseconds: how long a good answer stays before the camera is back; a group takes longer. */
const stays = { one: 2000, group: 8000 };
/** Each so many beats the phone fetches what changed in the list. */
const beatsPerList = 2;

type Shown =
  | "bound"
  | "prepare"
  | "camera"
  | "latest"
  | "tools"
  | { tool: string }
  | { result: ScanResult; takenAt: number };

type BoundPhoneProps = { phone: Phone; store: PhoneStore<ShownRow>; isNew: boolean };

/** A phone of a gate: gets ready, scans, and does what its tools do. */
export function BoundPhone({ phone, store, isNew }: BoundPhoneProps) {
  const state = useSyncExternalStore(phone.subscribe, phone.state, phone.state);
  const [shown, show] = useState<Shown>(isNew ? "bound" : "prepare");
  const [isOnShift, setOnShift] = useState(false);
  const [tried, setTried] = useState<Tried>(nothingTried);
  const [wish, setWish] = useState<CameraWish | null>(null);
  const now = useSync(phone);
  useEffect(keepAwake, []);
  // from the frame to the verdict on the screen: what `npm run bench -- P7` reads
  useEffect(() => {
    if (typeof shown === "object" && "result" in shown) performance.measure("scan", { start: shown.takenAt });
  }, [shown]);

  const prepare = async () => {
    show("prepare");
    await keepShell(decodeFiles).catch(() => undefined);
    const found = await tryPhone(store);
    setTried((before) => ({ ...found, sound: before.sound }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the phone is opened again
  useEffect(() => {
    if (!isNew) void prepare();
  }, []);
  const showResult = (result: ScanResult, takenAt = performance.now()) => {
    signalVerdict(scannedView(result).kind);
    show({ result, takenAt });
  };
  const scan = async (qr: string, entries: number, stamp: boolean | null, takenAt?: number) =>
    showResult(await phone.scan(qr, { entries, stamp }), takenAt);
  const read = (wished: CameraWish | null) => {
    setWish(wished);
    if (wished) show("camera");
  };
  const present = typeof shown === "object" && "result" in shown ? shown.result : null;
  const acts: ScannerActs = {
    ...noActs,
    onPrepare: () => void prepare(),
    onScan: () => {
      if (!isOnShift) void allowSound();
      setOnShift(true);
      show("camera");
    },
    onCode: (text, takenAt) => (wish ? wish.onCode(text, takenAt) : void scan(text, 1, null, takenAt)),
    onLatest: () => show("latest"),
    onTools: () => show("tools"),
    onTool: (tool) => show({ tool }),
    onReadTickets: () => read(null),
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
      case "bound": {
        const { gate, endsAt } = phone.enrolled;
        return { kind: "bound", gate: gate.name, until: formatInstant(endsAt) };
      }
      case "prepare":
        return {
          kind: "prepare",
          checks: phoneChecks(state, tried, now, {
            onSound: () => void allowSound().then((sound) => setTried((before) => ({ ...before, sound }))),
            onCamera: () => void prepare(),
          }),
        };
      case "camera":
        return { kind: "camera", last: lastScan(phone), isOld: link.kind === "old", reads: wish };
      case "latest":
        return { kind: "latest", scans: latestScans(phone, now) };
      case "tools":
        return {
          kind: "tools",
          tools: phoneTools
            .filter(({ isFor }) => isFor?.(phone) ?? true)
            .map(({ name, icon, title, hint }) => ({ name, icon, title, hint: hint(phone) })),
        };
      default:
        return "tool" in shown ? toolView(shown.tool) : resultView(shown.result);
    }
  }

  function toolView(name: string): ScannerView {
    const tool = phoneTools.find((one) => one.name === name);
    if (!tool) return { kind: "tools", tools: [] };
    const ways = { read, showResult, onTools: acts.onTools, onScan: acts.onScan };
    return { kind: "tool", screen: <tool.Screen phone={phone} {...ways} /> };
  }

  function resultView(result: ScanResult): ScannerView {
    const verdict = scannedView(result);
    const isOpen = verdict.kind === "admitted" || verdict.kind === "given";
    const stay = verdict.asks === "more" ? stays.group : stays.one;
    return { kind: "verdict", verdict, stays: isOpen ? stay : null };
  }
}

/** Talks with the server for as long as the page is open; the time of the last round. */
function useSync(phone: Phone): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let isOver = false;
    const run = async () => {
      for (let round = 0; !isOver; round++) {
        await phone.sync({ withList: round % beatsPerList === 0 }).catch(() => undefined);
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
