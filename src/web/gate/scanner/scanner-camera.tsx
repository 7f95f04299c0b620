import { useEffect, useRef, useState } from "react";
import { Icon } from "#web/ui/icon.tsx";
import { GateMessage } from "../say.tsx";
import { type Camera, openCamera } from "./camera.ts";
import type { CameraSight } from "./camera-stream.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";
import type { whyNightOff } from "./scanner-tool.tsx";
import { isPhonesCode } from "./seen-codes.ts";

/** The camera and what it sees; null before its first report. `same`: a code that was read and is still in view. */
export type CameraState = Readonly<{ camera: Camera; sight: CameraSight; same?: string | null }> | null;

type CameraPictureProps = {
  /** Whether the picture is visible. The camera stays on behind a verdict, so it is started once per shift. */
  isShown: boolean;
  /** Whether a code that is shown now is wanted. */
  isListening: boolean;
  onCode: (text: string, takenAt: number) => void;
  onCamera: (camera: CameraState) => void;
};

/** The picture of the camera, from the start of the shift to its end. */
export function CameraPicture({ isShown, isListening, onCode, onCamera }: CameraPictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  const present = useRef({ isListening, onCode });
  present.current = { isListening, onCode };

  // biome-ignore lint/correctness/useExhaustiveDependencies: one camera for as long as it is mounted
  useEffect(() => {
    if (!video.current) return;
    let last: CameraState = null;
    const camera = openCamera(video.current, {
      isListening: () => present.current.isListening,
      onCode: (text, takenAt) => present.current.onCode(text, takenAt),
      onSame: (same) => {
        if (same === (last?.same ?? null)) return;
        last = last && { ...last, same };
        onCamera(last);
      },
      onSight: (sight) => {
        last = { camera, sight };
        onCamera(last);
      },
    });
    return () => {
      onCamera(null);
      camera.close();
    };
  }, []);

  return (
    <div className={`scanner__cam ${isShown ? "" : "is-behind"}`.trim()}>
      <video ref={video} playsInline muted aria-label={texts.aim} />
    </div>
  );
}

type CameraControlsProps = {
  camera: CameraState;
  onLatest: () => void;
  onType: () => void;
  onTools: () => void;
  onReadTickets: () => void;
  /** "Intrare generală, 1 intrare" and the time; null before the first entry. */
  last: { text: string; time: string } | null;
  isOld: boolean;
  off: ReturnType<typeof whyNightOff>;
  /** What the camera looks for in place of tickets. */
  reads?: { title: string; hint: string; readsTickets?: boolean } | null;
};

export function CameraControls(props: CameraControlsProps) {
  const { camera: state, onLatest, onType, onTools, onReadTickets, last, isOld, reads, off } = props;
  const [isLit, setLit] = useState(false);
  const camera = state?.camera;
  const isSameTicket = state?.same && !isPhonesCode(state.same) && reads?.readsTickets !== false;
  const sight = state?.sight;
  const stream = sight?.kind === "seeing" ? sight.stream : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lamp of another lens is off
  useEffect(() => setLit(false), [stream]);
  const toggleLamp = async () => {
    await camera?.setTorch(!isLit);
    setLit(!isLit);
  };
  return (
    <>
      <span className="scanner__aim" aria-hidden="true" />
      <main className="gate__main scanner__low">
        <h1 className="visually-hidden">{texts.scanTitle}</h1>
        {sight?.kind === "blind" ? (
          <GateMessage
            as="phone"
            icon="camera"
            role="alert"
            title={texts.blind[sight.trouble].title}
            hint={texts.blind[sight.trouble].hint}
          >
            <button className="gate__big scanner__sand" type="button" onClick={() => void camera?.again()}>
              {texts.bindAgain}
            </button>
          </GateMessage>
        ) : sight?.isOtherLens ? (
          <p className="scanner__last" role="status">
            <Icon name="camera" /> {texts.otherLens}
          </p>
        ) : null}
        {reads ? (
          <GateMessage as="phone" icon="info" role="note" title={reads.title} hint={reads.hint}>
            <button className="gate__big scanner__sand" type="button" onClick={onReadTickets}>
              {texts.readTickets}
            </button>
          </GateMessage>
        ) : null}
        {off ? <GateMessage as="phone" icon="alert" role="note" {...off} /> : null}
        {isOld ? (
          <GateMessage as="phone" icon="clock" role="note" title={texts.oldData} hint={texts.oldDataHint} />
        ) : null}
        <p className="scanner__last" role="status">
          {isSameTicket ? (
            texts.sameTicket
          ) : last ? (
            <>
              <Icon name="check" /> {last.text} <time>{last.time}</time>
            </>
          ) : (
            texts.nobodyYet
          )}
        </p>
        <nav className="scanner__dock">
          {camera?.hasTorch() ? (
            <button type="button" aria-pressed={isLit} onClick={() => void toggleLamp()}>
              <Icon name="lamp" />
              {texts.lamp}
            </button>
          ) : null}
          {sight?.kind === "seeing" && sight.lenses > 1 ? (
            <button type="button" onClick={() => void camera?.nextLens()}>
              <Icon name="camera" />
              {texts.lens}
            </button>
          ) : null}
          <button type="button" onClick={onType}>
            <Icon name="keyboard" />
            {texts.type}
          </button>
          <button type="button" onClick={onLatest}>
            <Icon name="undo" />
            {texts.latest}
          </button>
          <button type="button" onClick={onTools}>
            <Icon name="menu" />
            {texts.tools}
          </button>
        </nav>
      </main>
    </>
  );
}
