import { browserMemory } from "#web/ui/browser-facilities.ts";
import DecodeWorker from "./decode-worker.ts?worker";
import { createSeenCodes } from "./seen-codes.ts";

/** The longest side of what the readers get, in pixels; fewer frames a second than this keep a cheap phone cool. */
const frameSide = 720;
const frameGap = 1000 / 15;

export type Camera = {
  /** Whether this camera has a lamp. */
  readonly hasTorch: boolean;
  /** How many lenses look away from the person who holds the phone. */
  readonly lenses: number;
  setTorch(isOn: boolean): Promise<void>;
  /** The next lens; some phones begin with the one of the widest angle, which reads badly. */
  nextLens(): Promise<void>;
  close(): void;
};

type CameraListener = {
  readonly isListening: () => boolean;
  readonly onCode: (text: string, takenAt: number) => void;
};

/**
 * Shows the camera in `video` and calls `onCode` for each code that is shown anew while it is listened to, with when its
 * frame was taken (milliseconds of `performance.now()`). Rejects where there is no camera or it is not allowed.
 */
export async function openCamera(
  video: HTMLVideoElement,
  { isListening, onCode }: CameraListener,
): Promise<Camera> {
  let stream = await startStream(video, rememberedLens());
  const worker = new DecodeWorker();
  const seen = createSeenCodes();
  const canvas = document.createElement("canvas");
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  let takenAt = 0;
  let isBusy = false;
  let isClosed = false;

  worker.onmessage = ({ data: text }: MessageEvent<string | null>) => {
    isBusy = false;
    if (text === null || isClosed) return;
    if (!isListening()) seen.stays(text, performance.now());
    else if (seen.isNew(text, performance.now())) onCode(text, takenAt);
  };
  const look = () => {
    if (isClosed || isBusy || !brush || video.readyState < video.HAVE_CURRENT_DATA) return;
    const frame = drawFrame(video, canvas, brush);
    isBusy = true;
    takenAt = performance.now();
    worker.postMessage(frame, [frame.data.buffer]);
  };
  const timer = setInterval(look, frameGap);
  const lenses = await backLenses();

  return {
    hasTorch: canTorch(stream),
    lenses: lenses.length,
    async setTorch(isOn) {
      await stream
        .getVideoTracks()[0]
        ?.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] });
    },
    async nextLens() {
      const present = stream.getVideoTracks()[0]?.getSettings().deviceId;
      const next = lenses[(lenses.findIndex(({ deviceId }) => deviceId === present) + 1) % lenses.length];
      if (!next) return;
      stopStream(stream);
      browserMemory.keep(lensKey, next.deviceId);
      stream = await startStream(video, next.deviceId);
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      worker.terminate();
      stopStream(stream);
      video.srcObject = null;
    },
  };
}

const lensKey = "gate-lens";

const rememberedLens = () => browserMemory.read(lensKey) ?? null;

async function startStream(video: HTMLVideoElement, lens: string | null): Promise<MediaStream> {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: lens ? { ...size, deviceId: { ideal: lens } } : { ...size, facingMode: { ideal: "environment" } },
  });
  video.srcObject = stream;
  await video.play();
  return stream;
}

function stopStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function canTorch(stream: MediaStream): boolean {
  // not in the types: only some browsers know it
  return "torch" in (stream.getVideoTracks()[0]?.getCapabilities?.() ?? {});
}

async function backLenses(): Promise<MediaDeviceInfo[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter(({ kind, label }) => kind === "videoinput" && !/front|față/i.test(label));
}

/** The middle of the picture, as large as the readers need it. */
function drawFrame(
  video: HTMLVideoElement,
  canvas: HTMLCanvasElement,
  brush: CanvasRenderingContext2D,
): { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number } {
  const side = Math.min(video.videoWidth, video.videoHeight);
  const drawn = Math.min(side, frameSide);
  canvas.width = drawn;
  canvas.height = drawn;
  const [left, top] = [(video.videoWidth - side) / 2, (video.videoHeight - side) / 2];
  brush.drawImage(video, left, top, side, side, 0, 0, drawn, drawn);
  const { data } = brush.getImageData(0, 0, drawn, drawn);
  return { data: data as Uint8ClampedArray<ArrayBuffer>, width: drawn, height: drawn };
}
