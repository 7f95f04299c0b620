import { useEffect, useRef, useState } from "react";
import { Icon } from "#web/ui/icon.tsx";
import { type Camera, openCamera } from "./camera.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";

export type CameraState = Camera | "refused" | null;

type CameraPictureProps = {
  /** Whether the picture is on the screen; the camera goes on behind a verdict, and is asked for once a shift. */
  isShown: boolean;
  /** Whether a code that is shown now is wanted. */
  isListening: boolean;
  onCode: (text: string, takenAt: number) => void;
  onCamera: (camera: CameraState) => void;
};

/** What the camera sees, from the beginning of the shift to its end. */
export function CameraPicture({ isShown, isListening, onCode, onCamera }: CameraPictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  const present = useRef({ isListening, onCode });
  present.current = { isListening, onCode };

  // biome-ignore lint/correctness/useExhaustiveDependencies: one camera for as long as it is mounted
  useEffect(() => {
    if (!video.current) return;
    let opened: Camera | undefined;
    let isGone = false;
    openCamera(video.current, {
      isListening: () => present.current.isListening,
      onCode: (text, takenAt) => present.current.onCode(text, takenAt),
    }).then(
      (made) => {
        opened = made;
        if (isGone) made.close();
        else onCamera(made);
      },
      () => onCamera("refused"),
    );
    return () => {
      isGone = true;
      opened?.close();
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
  onAgain: () => void;
  onLatest: () => void;
  onTools: () => void;
  onReadTickets: () => void;
  /** "Intrare generală, 1 intrare" and when; null before the first. */
  last: { text: string; time: string } | null;
  isOld: boolean;
  /** What the camera looks for in place of tickets. */
  reads: { title: string; hint: string } | null;
};

/** What is touched lies at the foot of the picture. */
export function CameraControls(props: CameraControlsProps) {
  const { camera, onAgain, onLatest, onTools, onReadTickets, last, isOld, reads } = props;
  const [isLit, setLit] = useState(false);
  const open = camera === "refused" ? null : camera;
  const light = async () => {
    await open?.setTorch(!isLit);
    setLit(!isLit);
  };
  return (
    <>
      <span className="scanner__aim" aria-hidden="true" />
      <main className="gate__main scanner__low">
        <h1 className="visually-hidden">{texts.scanTitle}</h1>
        {camera === "refused" ? (
          <div className="scanner__say" role="alert">
            <Icon name="camera" />
            <span>
              <b>{texts.cameraMissing}</b>
              {texts.cameraMissingHint}
            </span>
            <button className="gate__big scanner__sand" type="button" onClick={onAgain}>
              {texts.bindAgain}
            </button>
          </div>
        ) : null}
        {reads ? (
          <div className="scanner__say" role="note">
            <Icon name="info" />
            <span>
              <b>{reads.title}</b>
              {reads.hint}
            </span>
            <button className="gate__big scanner__sand" type="button" onClick={onReadTickets}>
              {texts.readTickets}
            </button>
          </div>
        ) : null}
        {isOld ? (
          <p className="scanner__say" role="note">
            <Icon name="clock" />
            <span>
              <b>{texts.oldData}</b>
              {texts.oldDataHint}
            </span>
          </p>
        ) : null}
        <p className="scanner__last">
          {last ? (
            <>
              <Icon name="check" /> {last.text} <time>{last.time}</time>
            </>
          ) : (
            texts.nobodyYet
          )}
        </p>
        <nav className="scanner__dock">
          {open?.hasTorch ? (
            <button type="button" aria-pressed={isLit} onClick={() => void light()}>
              <Icon name="lamp" />
              {texts.lamp}
            </button>
          ) : null}
          {open && open.lenses > 1 ? (
            <button type="button" onClick={() => void open.nextLens()}>
              <Icon name="camera" />
              {texts.lens}
            </button>
          ) : null}
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
