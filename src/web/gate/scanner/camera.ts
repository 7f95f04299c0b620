import { type CameraSight, canTorch, watchCamera } from "./camera-stream.ts";
import DecodeWorker from "./decode-worker.ts?worker";
import { createSeenCodes } from "./seen-codes.ts";

/** The longest side of a frame for the readers, in pixels. Few frames per second keep a cheap phone cool. */
const frameSide = 720;
const frameGap = 1000 / 15;

export type Camera = ReturnType<typeof openCamera>;

type CameraListener = {
  readonly isListening: () => boolean;
  readonly onCode: (text: string, takenAt: number) => void;
  /** Called with a code that was read and is still in view, and with null when it no longer is. */
  readonly onSame: (text: string | null) => void;
  readonly onSight: (sight: CameraSight) => void;
};

/**
 * Shows the camera in `video` and, while it listens, calls `onCode` for each code that is newly shown. `takenAt` is
 * the time of its frame, in milliseconds of `performance.now()`.
 */
export function openCamera(
  video: HTMLVideoElement,
  { isListening, onCode, onSame, onSight }: CameraListener,
) {
  let stream: MediaStream | undefined;
  const watch = watchCamera(video, (sight) => {
    stream = sight.kind === "seeing" ? sight.stream : undefined;
    onSight(sight);
  });
  const worker = new DecodeWorker();
  const seen = createSeenCodes();
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  let takenAt = 0;
  let isBusy = false;
  let isClosed = false;

  worker.onmessage = ({ data: text }: MessageEvent<string | null>) => {
    isBusy = false;
    if (isClosed) return;
    if (text === null) return onSame(null);
    if (!isListening()) return seen.noteStillInView(text, performance.now());
    const isNew = seen.isNew(text, performance.now());
    onSame(isNew ? null : text);
    if (isNew) onCode(text, takenAt);
  };
  const sendFrame = () => {
    if (isClosed || isBusy || !context || !stream || video.readyState < video.HAVE_CURRENT_DATA) return;
    const frame = drawFrame(video, canvas, context);
    isBusy = true;
    takenAt = performance.now();
    worker.postMessage(frame, [frame.data.buffer]);
  };
  const timer = setInterval(sendFrame, frameGap);

  return {
    hasTorch: () => stream !== undefined && canTorch(stream),
    async setTorch(isOn: boolean): Promise<void> {
      const track = stream?.getVideoTracks()[0];
      await track?.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] });
    },
    nextLens: watch.nextLens,
    again: watch.again,
    close() {
      isClosed = true;
      clearInterval(timer);
      worker.terminate();
      watch.stop();
    },
  };
}

/** Draws the middle of the picture, as large as the readers need it. */
function drawFrame(
  video: HTMLVideoElement,
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
): { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number } {
  const side = Math.min(video.videoWidth, video.videoHeight);
  const drawn = Math.min(side, frameSide);
  canvas.width = drawn;
  canvas.height = drawn;
  const [left, top] = [(video.videoWidth - side) / 2, (video.videoHeight - side) / 2];
  context.drawImage(video, left, top, side, side, 0, 0, drawn, drawn);
  const { data } = context.getImageData(0, 0, drawn, drawn);
  return { data: data as Uint8ClampedArray<ArrayBuffer>, width: drawn, height: drawn };
}
