import { browserMemory } from "#web/ui/browser-facilities.ts";

/** Why there is no picture. */
export type CameraTrouble = "denied" | "missing" | "taken" | "silent" | "unsupported";

/** The browsers' names for the failures of a camera; any other name counts as `taken`. */
const troubles: Readonly<Record<string, CameraTrouble>> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
  TimeoutError: "silent",
  TypeError: "unsupported",
};

export type CameraSight =
  /** `isOtherLens`: the remembered or wanted lens gives no picture. */
  | { kind: "seeing"; stream: MediaStream; lenses: number; isOtherLens: boolean }
  | { kind: "blind"; trouble: CameraTrouble };

/** Asks for a lens by its id, for a back camera, or for any camera. */
type CameraRequest = { readonly lens: string } | "back" | "any";

/** Milliseconds after which a camera that neither starts nor refuses is reported; it may still start. */
const patience = 8000;
/** Milliseconds. When a picture ended sooner, only a person starts the camera again, so that it does not loop. */
const shortPicture = 2000;
const lensKey = "gate-lens";

/**
 * Keeps a picture in `video` until `stop`, and reports each time there is one or none. An ended stream is requested
 * again as soon as the page is visible. A lens is remembered once it gave a picture; when it gives none, others are
 * tried.
 */
export function watchCamera(
  video: Pick<HTMLVideoElement, "srcObject" | "play">,
  onSight: (sight: CameraSight) => void,
  devices: MediaDevices | undefined = navigator.mediaDevices,
) {
  let stream: MediaStream | undefined;
  let turn = 0;
  let isAsking = false;
  let seenAt = 0;
  /** Lenses that gave no picture. */
  const failedLenses = new Set<string>();

  const usualRequests = (): CameraRequest[] => {
    const lens = browserMemory.read(lensKey);
    return [...(lens ? [{ lens }] : []), "back", "any"];
  };
  const drop = () => {
    stopStream(stream);
    stream = undefined;
    video.srcObject = null;
  };
  const lensesLeft = async () => (await backLenses(devices)).filter((lens) => !failedLenses.has(lens));

  /** Tries one request after another until one gives a picture. */
  async function begin(requests: readonly CameraRequest[]): Promise<void> {
    turn += 1;
    const ownTurn = turn;
    let trouble: CameraTrouble = "missing";
    let isOtherLens = false;
    isAsking = true;
    drop();
    for (const request of requests) {
      try {
        const opening = openStream(devices, request);
        const showing = opening.then((made) =>
          ownTurn === turn && !stream ? show(made, request, isOtherLens) : stopStream(made),
        );
        showing.catch(() => undefined);
        await withTimeout(opening);
        await showing;
        if (ownTurn === turn) isAsking = false;
        return;
      } catch (failure) {
        if (ownTurn !== turn) return;
        // the answer to an earlier request came in the meantime
        if (stream) break;
        trouble = (failure instanceof Error ? troubles[failure.name] : undefined) ?? "taken";
        if (typeof request === "object") {
          isOtherLens = true;
          failedLenses.add(request.lens);
          if (browserMemory.read(lensKey) === request.lens) browserMemory.forget(lensKey);
        } else if (trouble === "denied") break;
      }
    }
    isAsking = false;
    if (!stream) onSight({ kind: "blind", trouble });
  }

  async function show(newStream: MediaStream, request: CameraRequest, isOtherLens: boolean): Promise<void> {
    stream = newStream;
    video.srcObject = newStream;
    try {
      await withTimeout(video.play());
    } catch {
      if (stream === newStream) drop();
      throw new DOMException("no picture", "AbortError");
    }
    if (stream !== newStream) return;
    if (typeof request === "object") browserMemory.keep(lensKey, request.lens);
    seenAt = Date.now();
    const reportSight = async () => {
      const lenses = (await lensesLeft()).length;
      if (stream === newStream) onSight({ kind: "seeing", stream: newStream, lenses, isOtherLens });
    };
    const track = newStream.getVideoTracks()[0];
    track?.addEventListener("ended", () => stream === newStream && onEnded());
    // a phone call or another app has taken the camera
    track?.addEventListener(
      "mute",
      () => stream === newStream && onSight({ kind: "blind", trouble: "taken" }),
    );
    track?.addEventListener("unmute", () => void reportSight());
    await reportSight();
  }

  function onEnded(): void {
    drop();
    if (document.visibilityState === "visible" && Date.now() - seenAt > shortPicture)
      void begin(usualRequests());
    else onSight({ kind: "blind", trouble: "taken" });
  }

  function comeBack(): void {
    if (document.visibilityState !== "visible" || isAsking) return;
    if (stream?.getVideoTracks()[0]?.readyState === "live") void video.play().catch(() => undefined);
    else void begin(usualRequests());
  }

  document.addEventListener("visibilitychange", comeBack);
  devices?.addEventListener?.("devicechange", comeBack);
  void begin(usualRequests());
  return {
    /** Changes to the next lens: some phones start with the widest one, which reads codes badly. */
    async nextLens(): Promise<void> {
      const present = stream?.getVideoTracks()[0]?.getSettings().deviceId ?? "";
      const lenses = await lensesLeft();
      const at = lenses.indexOf(present);
      const others = [...lenses.slice(at + 1), ...lenses.slice(0, at + 1)];
      await begin([...others.map((lens) => ({ lens })), ...usualRequests()]);
    },
    again(): Promise<void> {
      failedLenses.clear();
      return begin(usualRequests());
    },
    stop(): void {
      turn += 1;
      drop();
      document.removeEventListener("visibilitychange", comeBack);
      devices?.removeEventListener?.("devicechange", comeBack);
    },
  };
}

/** Tries the camera. Returns whether it has a lamp, or why there is no picture. */
export function tryCamera(): Promise<{ hasTorch: boolean } | CameraTrouble> {
  return new Promise((resolve) => {
    const video = Object.assign(document.createElement("video"), { muted: true, playsInline: true });
    const watch = watchCamera(video, (sight) => {
      resolve(sight.kind === "blind" ? sight.trouble : { hasTorch: canTorch(sight.stream) });
      watch.stop();
    });
  });
}

/** Rejects with a TypeError in a browser without cameras. */
async function openStream(devices: MediaDevices | undefined, what: CameraRequest): Promise<MediaStream> {
  if (!devices?.getUserMedia) throw new TypeError("no cameras here");
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  const lens =
    typeof what === "object" ? { deviceId: { exact: what.lens } } : { facingMode: { ideal: "environment" } };
  return devices.getUserMedia({ audio: false, video: what === "any" ? true : { ...size, ...lens } });
}

function withTimeout<Value>(work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException("too late", "TimeoutError")), patience);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function backLenses(devices: MediaDevices | undefined): Promise<string[]> {
  const found = (await devices?.enumerateDevices?.().catch(() => [])) ?? [];
  const back = found.filter(({ kind, label }) => kind === "videoinput" && !/front|față/i.test(label));
  return back.map(({ deviceId }) => deviceId);
}

function stopStream(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

export function canTorch(stream: MediaStream): boolean {
  // TypeScript's types do not have it, because only some browsers do
  return "torch" in (stream.getVideoTracks()[0]?.getCapabilities?.() ?? {});
}
