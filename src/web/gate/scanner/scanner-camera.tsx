import { useEffect, useRef, useState } from "react";
import { Icon } from "#web/ui/icon.tsx";
import { type Camera, openCamera } from "./camera.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";

type ScannerCameraProps = {
  onCode: (text: string, takenAt: number) => void;
  onLatest: () => void;
  /** "Intrare generală, 1 intrare" and when; null before the first. */
  last: { text: string; time: string } | null;
  isOld: boolean;
};

/** The camera fills the screen; what is touched lies at its foot. */
export function ScannerCamera({ onCode, onLatest, last, isOld }: ScannerCameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const told = useRef(onCode);
  told.current = onCode;
  const [camera, setCamera] = useState<Camera | "refused" | null>(null);
  const [isLit, setLit] = useState(false);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try opens the camera again
  useEffect(() => {
    if (!video.current) return;
    let opened: Camera | undefined;
    let isGone = false;
    openCamera(video.current, (text, takenAt) => told.current(text, takenAt)).then(
      (made) => {
        opened = made;
        if (isGone) made.close();
        else setCamera(made);
      },
      () => setCamera("refused"),
    );
    return () => {
      isGone = true;
      opened?.close();
    };
  }, [tries]);

  const light = async () => {
    if (camera === null || camera === "refused") return;
    await camera.setTorch(!isLit);
    setLit(!isLit);
  };
  return (
    <>
      <div className="scanner__cam">
        <video ref={video} playsInline muted aria-label={texts.aim} />
      </div>
      <span className="scanner__aim" aria-hidden="true" />
      <main className="gate__main scanner__low">
        <h1 className="visually-hidden">{texts.scanTitle}</h1>
        {camera === "refused" ? (
          <p className="scanner__say" role="alert">
            <Icon name="camera" />
            <span>
              <b>{texts.cameraMissing}</b>
              {texts.cameraMissingHint}
            </span>
            <button className="gate__big scanner__sand" type="button" onClick={() => setTries(tries + 1)}>
              {texts.bindAgain}
            </button>
          </p>
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
          {camera !== null && camera !== "refused" && camera.hasTorch ? (
            <button type="button" aria-pressed={isLit} onClick={() => void light()}>
              <Icon name="lamp" />
              {texts.lamp}
            </button>
          ) : null}
          {camera !== null && camera !== "refused" && camera.lenses > 1 ? (
            <button type="button" onClick={() => void camera.nextLens()}>
              <Icon name="camera" />
              {texts.lens}
            </button>
          ) : null}
          <button type="button" onClick={onLatest}>
            <Icon name="undo" />
            {texts.latest}
          </button>
        </nav>
      </main>
    </>
  );
}
