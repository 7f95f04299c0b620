import { useEffect, useState, useSyncExternalStore } from "react";
import { formatInstant } from "#kernel/time.ts";
import type { OverrideReason, UndoReason } from "#ticketing/gate/door-words.ts";
import type { ChiefProof } from "#ticketing/gate/gate-row-form.ts";
import { durations } from "#ticketing/limits.ts";
import { askToKeep } from "#web/ui/browser-facilities.ts";
import { scannedView } from "../gate-verdict-view.ts";
import { decodeFiles } from "./decode-files.ts";
import type { ShownRow } from "./own-rows.ts";
import { beatGap, type Phone } from "./phone.ts";
import { exitTicket } from "./phone-exit.ts";
import { noteShift } from "./phone-facts.ts";
import { askChief, overrideResult, undoAsChief } from "./phone-override.ts";
import type { PhoneStore } from "./phone-store.ts";
import { resultWithoutCode, type ScanResult } from "./scan-result.ts";
import type { NetworkView } from "./scanner-frame.tsx";
import { lastScan, latestScans } from "./scanner-latest.tsx";
import { nothingTried, phoneChecks, type Tried, tryPhone } from "./scanner-prepare.tsx";
import { useRescue } from "./scanner-rescue.tsx";
import { noActs, type ScannerActs, ScannerScreen, type ScannerView } from "./scanner-screen.tsx";
import { keepShell } from "./scanner-shell.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";
import type { CameraWish } from "./scanner-tool.tsx";
import { phoneTools } from "./scanner-tools.tsx";
import { ScannerOverride } from "./scanner-verdict.tsx";
import { tellWhenSlow } from "./tell-when-slow.ts";
import { allowSound, signalVerdict, soundsByItself } from "./verdict-signals.ts";

/** Milliseconds that a positive answer stays before the camera is back; longer for a group. */
const stays = { one: 2000, group: 8000 };
/** The phone fetches the list's changes once in so many beats. */
const beatsPerList = 2;

/** A phone that was just bound, one that is opened again, and one that is opened again during its shift. */
export type Beginning = "bound" | "prepare" | "continue";

type Shown =
  | Beginning
  | "camera"
  | "latest"
  | "tools"
  | { tool: string }
  | { override: ScanResult }
  | { result: ScanResult; takenAt: number };

type BoundPhoneProps = { phone: Phone; store: PhoneStore<ShownRow>; begin: Beginning };

/** A phone of a gate: it prepares, scans, and runs its tools. */
export function BoundPhone({ phone, store, begin }: BoundPhoneProps) {
  const state = useSyncExternalStore(phone.subscribe, phone.state, phone.state);
  const [shown, show] = useState<Shown>(begin);
  const [isOnShift, setOnShift] = useState(false);
  const [tried, setTried] = useState<Tried>(nothingTried);
  const [isAsking, setAsking] = useState(false);
  const [wish, setWish] = useState<CameraWish | null>(null);
  const rescue = useRescue(phone);
  const now = useSync(phone);
  useEffect(keepAwake, []);
  // measures from the frame to the verdict on the screen; `npm run bench -- P7` reads it
  useEffect(() => {
    if (typeof shown === "object" && "result" in shown) performance.measure("scan", { start: shown.takenAt });
  }, [shown]);

  const prepare = async () => {
    show("prepare");
    await keepShell(decodeFiles).catch(() => undefined);
    const found = await tryPhone(store);
    setTried((before) => ({ ...before, ...found }));
  };
  // the browser may ask the person, so nothing waits for the answer
  const keep = () => void askToKeep().then((isKept) => setTried((before) => ({ ...before, isKept })));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the phone is opened again
  useEffect(() => {
    keep();
    if (begin === "prepare") void prepare();
    if (begin === "continue") void soundsByItself().then((sounds) => sounds && goOn());
  }, []);
  const goOn = () => {
    setOnShift(true);
    show("camera");
  };
  const showResult = (result: ScanResult, takenAt = performance.now()) => {
    signalVerdict(scannedView(result).kind);
    show({ result, takenAt });
  };
  const scan = async (qr: string, entries: number, stamp: boolean | null, takenAt?: number) =>
    showResult(await tellWhenSlow(() => phone.scan(qr, { entries, stamp }), setAsking), takenAt);
  const more = async (result: ScanResult, entries: number) =>
    result.answer.verdict === "went_out"
      ? showResult(await exitTicket(phone, result.qr, entries))
      : scan(result.qr, entries, null);
  const undo = async (seq: number, reason: UndoReason) => {
    if (await phone.undo(seq, reason)) return;
    const use = async (proof: ChiefProof) => {
      if (await undoAsChief(phone, seq, { reason, proof })) show("latest");
      else showResult(resultWithoutCode({ verdict: "chief_used" }, { typeName: "" }));
    };
    await askChief(phone, { title: texts.chiefUndo, read, use });
  };
  const letIn = (result: ScanResult, reason: OverrideReason) =>
    askChief(phone, {
      title: texts.override,
      read,
      use: async (proof) => showResult(await overrideResult(phone, result, { reason, proof })),
    });
  const read = (wished: CameraWish | null) => {
    setWish(wished);
    if (wished) show("camera");
  };
  const present = typeof shown === "object" && "result" in shown ? shown.result : null;
  const acts: ScannerActs = {
    ...noActs,
    onPrepare: () => void prepare(),
    onButton: () => acts.onScan(),
    onScan: () => {
      if (!isOnShift) {
        void allowSound();
        keep();
        // without this note, a reopened page only has to prepare again
        void noteShift(store, true).catch(() => undefined);
      }
      goOn();
    },
    onCode: (text, takenAt) => {
      if (rescue.take(text)) return;
      if (wish) wish.onCode(text, takenAt);
      else void scan(text, 1, null, takenAt);
    },
    onLatest: () => show("latest"),
    onTools: () => show("tools"),
    onTool: (tool) => show({ tool }),
    onReadTickets: () => {
      rescue.stop();
      read(null);
    },
    onUndo: (seq, reason) => void undo(seq, reason),
    onMore: (entries) => present && void more(present, entries),
    onOverride: () => present && show({ override: present }),
    onStamp: (hasStamp) => present && void scan(present.qr, 1, hasStamp),
  };
  const link = networkView(state, now);
  return (
    <ScannerScreen
      place={phone.enrolled.gate.name}
      link={link}
      view={state.isStopped ? stoppedView(state.unsent) : isAsking ? askingView(phone) : viewOf()}
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
      case "continue":
        return {
          kind: "message",
          title: texts.goOn,
          hint: texts.goOnHint(phone.enrolled.gate.name),
          button: texts.goOnButton,
          isAlert: false,
        };
      case "prepare":
        return {
          kind: "prepare",
          checks: phoneChecks(state, tried, now, {
            helpsOnly: helpsOnly(phone),
            onSound: () => void allowSound().then((sound) => setTried((before) => ({ ...before, sound }))),
            onCamera: () => void prepare(),
          }),
        };
      case "camera":
        return {
          kind: "camera",
          last: lastScan(phone),
          isOld: link.kind === "old",
          reads: wish ?? rescue.said,
        };
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
        if ("tool" in shown) return toolView(shown.tool);
        return "override" in shown ? overrideView(shown.override) : resultView(shown);
    }
  }

  function toolView(name: string): ScannerView {
    const tool = phoneTools.find((one) => one.name === name);
    if (!tool) return { kind: "tools", tools: [] };
    const ways = { read, showResult, onTools: acts.onTools, onScan: acts.onScan };
    return { kind: "tool", screen: <tool.Screen phone={phone} {...ways} /> };
  }

  function overrideView(result: ScanResult): ScannerView {
    const { isChief } = phone.enrolled;
    const onLet = (reason: OverrideReason) => void letIn(result, reason);
    const screen = <ScannerOverride isChief={isChief} onLet={onLet} onKeepOut={acts.onScan} />;
    return { kind: "tool", screen };
  }

  function resultView({ result, takenAt }: { result: ScanResult; takenAt: number }): ScannerView {
    const verdict = scannedView(result);
    const isOpen = verdict.kind === "admitted" || verdict.kind === "given";
    const stay = verdict.asks === "more" ? stays.group : stays.one;
    return { kind: "verdict", verdict, stays: isOpen ? stay : null, takenAt };
  }
}

/** Shown when a code was read and the answer takes a moment. */
function askingView(phone: Phone): ScannerView {
  const isStrict = gateModeOf(phone) === "strict";
  const [title, hint] = phone.state().isOnline
    ? [texts.asking, texts.askingHint(isStrict)]
    : [texts.decidingAlone, texts.decidingAloneHint];
  return { kind: "asking", title, hint };
}

const gateModeOf = ({ enrolled, parts }: Phone) =>
  parts.list().head?.gates.find(({ id }) => id === enrolled.gate.id)?.mode;

/** Whether the gate is strict and another phone decides there without network. */
function helpsOnly(phone: Phone): boolean {
  return gateModeOf(phone) === "strict" && !phone.parts.decides();
}

/** Talks with the server while the page is open. Returns the time of the last round. */
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

/**
 * Keeps the screen on while the page is visible. The browser ends it each time the page is hidden. Returns the
 * function that stops it.
 */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  const take = async () => {
    if (document.visibilityState !== "visible" || isOver) return;
    // a browser refuses when the battery is nearly empty: the shift goes on, and the screen may darken
    lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
  };
  void take();
  document.addEventListener("visibilitychange", take);
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", take);
    void lock?.release();
  };
}
