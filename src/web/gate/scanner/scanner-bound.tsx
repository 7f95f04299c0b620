import { type ComponentProps, type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { formatInstant } from "#kernel/time.ts";
import type { OverrideReason, UndoReason } from "#ticketing/gate/door-words.ts";
import type { ChiefProof } from "#ticketing/gate/gate-row-form.ts";
import { decidesAlone } from "#ticketing/gate/home-gate.ts";
import { askToKeep } from "#web/ui/browser-facilities.ts";
import { gateTexts } from "../gate-texts.ts";
import { scannedView } from "../gate-verdict-view.ts";
import { GateMessage } from "../say.tsx";
import { useTypedCodes } from "../use-typed-codes.ts";
import { decodeFiles } from "./decode-files.ts";
import { beatGap, type Phone } from "./phone.ts";
import { exitTicket } from "./phone-exit.ts";
import { noteShift } from "./phone-facts.ts";
import { askChief, overrideResult, undoAsChief } from "./phone-override.ts";
import type { PhoneStore } from "./phone-store.ts";
import { nothingKnown, type ScanResult } from "./scan-result.ts";
import { CameraControls, CameraPicture, type CameraState } from "./scanner-camera.tsx";
import {
  Foot,
  networkView,
  ScannerAsking,
  ScannerBound,
  ScannerFrame,
  ScannerMessage,
} from "./scanner-frame.tsx";
import { lastScan, latestScans, ScannerLatest } from "./scanner-latest.tsx";
import {
  noTestResults,
  phoneChecks,
  ScannerPrepare,
  type TestResults,
  tryPhone,
} from "./scanner-prepare.tsx";
import { useRescue } from "./scanner-rescue.tsx";
import { keepShell } from "./scanner-shell.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";
import { type CameraTask, whyNightOff } from "./scanner-tool.tsx";
import { phoneTools, ScannerTools } from "./scanner-tools.tsx";
import { ScannerOverride, ScannerVerdict } from "./scanner-verdict.tsx";
import { isPhonesCode } from "./seen-codes.ts";
import { tellWhenSlow } from "./tell-when-slow.ts";
import { allowSound, mayPlayWithoutTap, signalVerdict } from "./verdict-signals.ts";

/** Milliseconds that a positive answer is shown before the camera is shown again; longer for a group. */
const answerShownFor = { one: 2000, group: 8000 };
/** The phone fetches the list's changes once in so many beats. */
const beatsPerList = 2;

/** How a page begins: the phone was just bound, is opened again before a shift, or is opened again during a shift. */
export type Beginning = "bound" | "prepare" | "continue";

type ShownScreen =
  | Beginning
  | "camera"
  | "latest"
  | "tools"
  | { tool: string }
  | { override: ScanResult }
  | { result: ScanResult; takenAt: number };

type BoundPhoneProps = { phone: Phone; store: PhoneStore; begin: Beginning };

/** A phone of a gate: it prepares, scans, and runs its tools. */
export function BoundPhone({ phone, store, begin }: BoundPhoneProps) {
  const state = useSyncExternalStore(phone.subscribe, phone.state, phone.state);
  const [shown, show] = useState<ShownScreen>(begin);
  const [isOnShift, setOnShift] = useState(false);
  const [tried, setTried] = useState<TestResults>(noTestResults);
  const [isAsking, setAsking] = useState(false);
  const [wish, setWish] = useState<CameraTask | null>(null);
  const [camera, setCamera] = useState<CameraState>(null);
  const [isUnread, setUnread] = useState(false);
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
  const requestStorage = () =>
    void askToKeep().then((isStorageLasting) => setTried((before) => ({ ...before, isStorageLasting })));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the phone is opened again
  useEffect(() => {
    requestStorage();
    if (begin === "prepare") void prepare();
    if (begin === "continue") void mayPlayWithoutTap().then((sounds) => sounds && showCamera());
  }, []);
  const showCamera = () => {
    setOnShift(true);
    setUnread(false);
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
      : // of the one who is there the stamp was asked for, if anybody is outside
        scan(result.qr, entries, false);
  const undo = async (seq: number, reason: UndoReason) => {
    if (await phone.undo(seq, reason)) return;
    const use = async (proof: ChiefProof) => {
      if (await undoAsChief(phone, seq, { reason, proof })) show("latest");
      else showResult({ ...nothingKnown, answer: { verdict: "chief_used" } });
    };
    await askChief(phone, { title: texts.chiefUndo, read, use });
  };
  const letIn = (result: ScanResult, reason: OverrideReason) =>
    askChief(phone, {
      title: texts.override,
      refused: result.qr,
      read,
      use: async (proof) => showResult(await overrideResult(phone, result, { reason, proof })),
    });
  const read = (wished: CameraTask | null) => {
    setWish(wished);
    if (wished) show("camera");
  };
  const shownResult = typeof shown === "object" && "result" in shown ? shown : null;
  const onScan = () => {
    if (!isOnShift) {
      void allowSound();
      requestStorage();
      // if this fails, a page that is opened again only prepares the phone once more
      void noteShift(store, true).catch(() => undefined);
    }
    showCamera();
  };
  const onCode = (text: string, takenAt: number) => {
    const scanTicket = () => {
      setUnread(false);
      void scan(text, 1, null, takenAt);
    };
    if (rescue.take(text)) return;
    if (wish) void wish.onCode(text, takenAt, scanTicket);
    else if (!isPhonesCode(text)) scanTicket();
  };
  const onTools = () => show("tools");
  const link = networkView(state, now);
  const isWorking = !state.isStopped && !isAsking;
  const verdict = shownResult && isWorking ? scannedView(shownResult.result) : null;
  const isOpen = verdict?.kind === "admitted" || verdict?.kind === "given";
  // milliseconds until the camera is shown again; null when the screen waits for a tap
  const stay = isOpen ? (verdict.asks === "more" ? answerShownFor.group : answerShownFor.one) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time begins with each scan, and not with each beat
  useEffect(() => {
    if (stay === null) return;
    const timer = setTimeout(onScan, stay);
    return () => clearTimeout(timer);
  }, [stay, shownResult?.takenAt]);
  const isCamera = isWorking && shown === "camera";
  const isCameraOn = isOnShift && !state.isStopped;
  // while a positive answer is shown, the next ticket can already be scanned
  const isListening = isCamera || stay !== null;
  useTypedCodes((text, takenAt) => {
    if (isListening) return onCode(text, takenAt);
    if (!isCameraOn) return;
    // what is on the screen is no answer to this code: a refusal stays until somebody has seen it
    signalVerdict("refused");
    setUnread(true);
  });
  return (
    <ScannerFrame
      tone={verdict?.kind ?? (isCamera ? "camera" : "ready")}
      place={phone.enrolled.gate.name}
      link={link}
    >
      {isCameraOn ? (
        <CameraPicture isShown={isCamera} isListening={isListening} onCode={onCode} onCamera={setCamera} />
      ) : null}
      {isUnread ? (
        <GateMessage as="phone" icon="alert" role="alert" title={gateTexts.unread} hint={texts.unreadHint} />
      ) : null}
      {screen()}
    </ScannerFrame>
  );

  function screen(): ReactNode {
    if (state.isStopped) {
      const hint = state.unsent === 0 ? texts.stoppedHint : texts.stoppedUnsent(state.unsent);
      return <ScannerMessage title={texts.stopped} hint={hint} isAlert />;
    }
    if (isAsking) return askingScreen(phone);
    switch (shown) {
      case "bound": {
        const { gate, endsAt } = phone.enrolled;
        const until = formatInstant(endsAt);
        return <ScannerBound gate={gate.name} until={until} onPrepare={() => void prepare()} />;
      }
      case "continue": {
        const hint = texts.goOnHint(phone.enrolled.gate.name);
        const foot = <Foot text={texts.goOnButton} onPress={onScan} />;
        return <ScannerMessage title={texts.goOn} hint={hint} foot={foot} />;
      }
      case "prepare": {
        const checks = phoneChecks(state, tried, now, {
          helpsOnly: helpsOnly(phone),
          onSound: () => void allowSound().then((sound) => setTried((before) => ({ ...before, sound }))),
          onCamera: () => void prepare(),
        });
        return <ScannerPrepare checks={checks} onBegin={onScan} />;
      }
      case "camera":
        return (
          <CameraControls
            camera={camera}
            last={lastScan(phone)}
            isOld={link.kind === "old"}
            off={whyNightOff(phone)}
            reads={wish ?? rescue.progress}
            onLatest={() => show("latest")}
            onType={() => show({ tool: "typed" })}
            onTools={onTools}
            onReadTickets={() => {
              rescue.stop();
              read(null);
            }}
          />
        );
      case "latest": {
        const onUndo = (seq: number, reason: UndoReason) => void undo(seq, reason);
        const list: ComponentProps<typeof ScannerLatest>["list"] = (most, which) =>
          latestScans(phone, now, { most, which });
        return <ScannerLatest list={list} onUndo={onUndo} onScan={onScan} />;
      }
      case "tools": {
        const tools = phoneTools
          .filter(({ isFor }) => isFor?.(phone) ?? true)
          .map((tool) => ({ ...tool, hint: tool.hint(phone) }));
        return <ScannerTools tools={tools} onTool={(tool) => show({ tool })} onScan={onScan} />;
      }
    }
    if ("tool" in shown) {
      const tool = phoneTools.find(({ name }) => name === shown.tool);
      return (
        tool && (
          <tool.Screen phone={phone} read={read} showResult={showResult} onTools={onTools} onScan={onScan} />
        )
      );
    }
    if ("override" in shown) {
      const onLet = (reason: OverrideReason) => void letIn(shown.override, reason);
      return <ScannerOverride isChief={phone.enrolled.isChief} onLet={onLet} onKeepOut={onScan} />;
    }
    const { result } = shown;
    return (
      <ScannerVerdict
        view={scannedView(result)}
        onMore={(entries) => void more(result, entries)}
        onStamp={(hasStamp) => void scan(result.qr, 1, hasStamp)}
        onOverride={() => show({ override: result })}
        onNext={onScan}
      />
    );
  }
}

/** The screen while the answer to a read code takes longer than a moment. */
function askingScreen(phone: Phone): ReactNode {
  const isStrict = gateModeOf(phone) === "strict";
  return phone.state().isOnline ? (
    <ScannerAsking title={texts.asking} hint={texts.askingHint(isStrict)} />
  ) : (
    <ScannerAsking title={texts.decidingAlone} hint={texts.decidingAloneHint} />
  );
}

const gateModeOf = ({ enrolled, parts }: Phone) =>
  parts.list().head?.gates.find(({ id }) => id === enrolled.gate.id)?.mode;

/** Whether the gate is strict and another phone decides there without network. */
function helpsOnly(phone: Phone): boolean {
  return !decidesAlone(gateModeOf(phone) ?? "open", { decides: phone.parts.decides() });
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

/** Keeps the screen on while the page is visible; hiding it ends that each time. Returns a function that stops it. */
function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  const take = async () => {
    if (document.visibilityState !== "visible" || isOver) return;
    // a browser refuses when the battery is nearly empty; then the shift goes on, but the screen may darken
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
