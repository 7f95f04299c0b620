import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import type { IconName } from "#web/ui/icon.tsx";
import type { VerdictView } from "../gate-verdict.tsx";
import { CameraControls, CameraPicture, type CameraState } from "./scanner-camera.tsx";
import { type NetworkView, ScannerFrame } from "./scanner-frame.tsx";
import { type LatestScan, ScannerLatest, type UndoReasonName } from "./scanner-latest.tsx";
import { type Check, ScannerPrepare } from "./scanner-prepare.tsx";
import { scannerTexts as texts } from "./scanner-texts.ts";
import { ScannerTools } from "./scanner-tools.tsx";
import { useTypedCodes } from "./scanner-typed.tsx";
import { ScannerVerdict } from "./scanner-verdict.tsx";

export type ScannerView =
  /** A sentence and at most one button. */
  | { kind: "message"; title: string; hint: string; button: string | null; isAlert: boolean }
  /** A code was read, and the phone waits for its answer. */
  | { kind: "asking"; title: string; hint: string }
  | { kind: "bind"; name: string }
  | { kind: "bound"; gate: string; until: string }
  | { kind: "prepare"; checks: readonly Check[] }
  /** `reads`: what the camera looks for instead of tickets. */
  | {
      kind: "camera";
      last: { text: string; time: string } | null;
      isOld: boolean;
      reads?: { title: string; hint: string } | null;
    }
  | { kind: "latest"; scans: readonly LatestScan[] }
  | { kind: "tools"; tools: readonly { name: string; icon: IconName; title: string; hint: string }[] }
  | { kind: "tool"; screen: ReactNode }
  /** `stays`: milliseconds until the camera is back by itself; null when a tap is needed. */
  | { kind: "verdict"; verdict: VerdictView; stays: number | null; takenAt: number };

export type ScannerActs = {
  onButton: () => void;
  onBind: (name: string) => void;
  onPrepare: () => void;
  onScan: () => void;
  onCode: (text: string, takenAt: number) => void;
  onLatest: () => void;
  onTools: () => void;
  onTool: (name: string) => void;
  /** The camera reads tickets again. */
  onReadTickets: () => void;
  onUndo: (seq: number, reason: UndoReasonName) => void;
  onMore: (entries: number) => void;
  onStamp: (hasStamp: boolean) => void;
  /** Asks the chief about a refused person. */
  onOverride: () => void;
};

const nothing = () => {};

export const noActs: ScannerActs = {
  onButton: nothing,
  onBind: nothing,
  onPrepare: nothing,
  onScan: nothing,
  onCode: nothing,
  onLatest: nothing,
  onTools: nothing,
  onTool: nothing,
  onReadTickets: nothing,
  onUndo: nothing,
  onMore: nothing,
  onStamp: nothing,
  onOverride: nothing,
};

type ScannerScreenProps = {
  place: string;
  link: NetworkView | null;
  view: ScannerView;
  acts: ScannerActs;
  /** Whether the camera is on. */
  isOnShift?: boolean;
};

/** One screen of a phone at the door. */
export function ScannerScreen({ place, link, view, acts, isOnShift = false }: ScannerScreenProps) {
  const [camera, setCamera] = useState<CameraState>(null);
  const tone = view.kind === "verdict" ? view.verdict.kind : view.kind === "camera" ? "camera" : "ready";
  const stays = view.kind === "verdict" ? view.stays : null;
  const takenAt = view.kind === "verdict" ? view.takenAt : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new scan may start the timer again
  useEffect(() => {
    if (stays === null) return;
    const timer = setTimeout(acts.onScan, stays);
    return () => clearTimeout(timer);
  }, [stays, takenAt]);
  useTypedCodes(isOnShift && (view.kind === "camera" || stays !== null), acts.onCode);
  return (
    <ScannerFrame tone={tone} place={place} link={link}>
      {isOnShift ? (
        <CameraPicture
          isShown={view.kind === "camera"}
          // a positive answer makes room for the next ticket by itself
          isListening={view.kind === "camera" || stays !== null}
          onCode={acts.onCode}
          onCamera={setCamera}
        />
      ) : null}
      {view.kind === "camera" ? (
        <CameraControls
          camera={camera}
          onLatest={acts.onLatest}
          onType={() => acts.onTool("typed")}
          onTools={acts.onTools}
          onReadTickets={acts.onReadTickets}
          last={view.last}
          isOld={view.isOld}
          reads={view.reads ?? null}
        />
      ) : (
        <Shown view={view} acts={acts} />
      )}
    </ScannerFrame>
  );
}

function Shown({ view, acts }: { view: Exclude<ScannerView, { kind: "camera" }>; acts: ScannerActs }) {
  switch (view.kind) {
    case "message":
      return (
        <>
          <main className="gate__main scanner__page scanner__middle">
            <div role={view.isAlert ? "alert" : undefined}>
              <h1>{view.title}</h1>
              <p>{view.hint}</p>
            </div>
          </main>
          {view.button ? <Foot text={view.button} onPress={acts.onButton} /> : null}
        </>
      );
    case "asking":
      return (
        <main className="gate__main scanner__page scanner__middle">
          <div role="status">
            <span className="scanner__wait" aria-hidden="true" />
            <h1>{view.title}</h1>
            <p>{view.hint}</p>
          </div>
        </main>
      );
    case "bind":
      return <BindForm name={view.name} onBind={acts.onBind} />;
    case "bound":
      return (
        <>
          <main className="gate__main scanner__page scanner__middle">
            <h1>{texts.bound(view.gate)}</h1>
            <p>{texts.boundUntil(view.until)}</p>
          </main>
          <Foot text={texts.prepare} onPress={acts.onPrepare} />
        </>
      );
    case "prepare":
      return <ScannerPrepare checks={view.checks} onBegin={acts.onScan} />;
    case "latest":
      return <ScannerLatest scans={view.scans} onUndo={acts.onUndo} onScan={acts.onScan} />;
    case "tools":
      return <ScannerTools tools={view.tools} onTool={acts.onTool} onScan={acts.onScan} />;
    case "tool":
      return view.screen;
    case "verdict":
      return (
        <ScannerVerdict
          view={view.verdict}
          onMore={acts.onMore}
          onStamp={acts.onStamp}
          onNext={acts.onScan}
          onOverride={acts.onOverride}
        />
      );
  }
}

function Foot({ text, onPress }: { text: string; onPress: () => void }) {
  return (
    <footer className="scanner__foot">
      <button className="gate__big gate__big--main" type="button" onClick={onPress}>
        {text}
      </button>
    </footer>
  );
}

function BindForm({ name, onBind }: { name: string; onBind: (name: string) => void }) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onBind(String(new FormData(event.currentTarget).get("name") ?? "").trim());
  };
  return (
    <main className="gate__main scanner__page scanner__middle">
      <h1>{texts.bind}</h1>
      <form onSubmit={send}>
        <label htmlFor="scanner-name">{texts.whoScans}</label>
        <input id="scanner-name" name="name" defaultValue={name} maxLength={60} required autoComplete="off" />
        <button className="gate__big gate__big--main" type="submit">
          {texts.bind}
        </button>
      </form>
    </main>
  );
}
