import { browserMemory } from "#web/ui/browser-facilities.ts";

/** Why there is no picture. */
export type CameraTrouble = "denied" | "missing" | "taken" | "silent" | "unsupported";

/** What browsers call the ways in which a camera does not begin; any other is as `taken`. */
const troubles: Readonly<Record<string, CameraTrouble>> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
  TimeoutError: "silent",
  TypeError: "unsupported",
};

export type CameraSight =
  /** `isOtherLens`: the lens that was wished gives no picture. */
  | { kind: "seeing"; stream: MediaStream; lenses: number; isOtherLens: boolean }
  | { kind: "blind"; trouble: CameraTrouble };

/** A lens by its id, the one that looks away from the person with the phone, or whatever there is. */
type Ask = { readonly lens: string } | "back" | "any";

/** Milliseconds until a camera that neither begins nor refuses is told; it may still come. */
const patience = 8000;
/** Milliseconds. A picture that ended sooner is asked anew by a person, not again and again. */
const shortPicture = 2000;
const lensKey = "gate-lens";

/**
 * Keeps a picture in `video` until it is stopped, and says each time there is one or none. A stream that ended is asked anew
 * as soon as the page is seen; a lens is remembered once it gave a picture, and one that gives none leads back to another.
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
  const left = new Set<string>();

  const usual = (): Ask[] => {
    const lens = browserMemory.read(lensKey);
    return [...(lens ? [{ lens }] : []), "back", "any"];
  };
  const drop = () => {
    stopStream(stream);
    stream = undefined;
    video.srcObject = null;
  };
  const lensesLeft = async () => (await backLenses(devices)).filter((lens) => !left.has(lens));

  /** Asks for one after another until one gives a picture. */
  async function begin(asks: readonly Ask[]): Promise<void> {
    turn += 1;
    const mine = turn;
    let trouble: CameraTrouble = "missing";
    let isOtherLens = false;
    isAsking = true;
    drop();
    for (const what of asks) {
      try {
        const asked = ask(devices, what);
        const came = asked.then((made) =>
          mine === turn && !stream ? show(made, what, isOtherLens) : stopStream(made),
        );
        came.catch(() => undefined);
        await inTime(asked);
        await came;
        if (mine === turn) isAsking = false;
        return;
      } catch (failure) {
        if (mine !== turn) return;
        // the answer to a question of before came meanwhile
        if (stream) break;
        trouble = (failure instanceof Error ? troubles[failure.name] : undefined) ?? "taken";
        if (typeof what === "object") {
          isOtherLens = true;
          left.add(what.lens);
          if (browserMemory.read(lensKey) === what.lens) browserMemory.forget(lensKey);
        } else if (trouble === "denied") break;
      }
    }
    isAsking = false;
    if (!stream) onSight({ kind: "blind", trouble });
  }

  async function show(made: MediaStream, what: Ask, isOtherLens: boolean): Promise<void> {
    stream = made;
    video.srcObject = made;
    try {
      await inTime(video.play());
    } catch {
      if (stream === made) drop();
      throw new DOMException("no picture", "AbortError");
    }
    if (stream !== made) return;
    if (typeof what === "object") browserMemory.keep(lensKey, what.lens);
    seenAt = Date.now();
    const see = async () => {
      const lenses = (await lensesLeft()).length;
      if (stream === made) onSight({ kind: "seeing", stream: made, lenses, isOtherLens });
    };
    const track = made.getVideoTracks()[0];
    track?.addEventListener("ended", () => stream === made && ended());
    // a call, or another app
    track?.addEventListener("mute", () => stream === made && onSight({ kind: "blind", trouble: "taken" }));
    track?.addEventListener("unmute", () => void see());
    await see();
  }

  function ended(): void {
    drop();
    if (document.visibilityState === "visible" && Date.now() - seenAt > shortPicture) void begin(usual());
    else onSight({ kind: "blind", trouble: "taken" });
  }

  function comeBack(): void {
    if (document.visibilityState !== "visible" || isAsking) return;
    if (stream?.getVideoTracks()[0]?.readyState === "live") void video.play().catch(() => undefined);
    else void begin(usual());
  }

  document.addEventListener("visibilitychange", comeBack);
  devices?.addEventListener?.("devicechange", comeBack);
  void begin(usual());
  return {
    /** The next lens; some phones begin with the one of the widest angle, which reads badly. */
    async nextLens(): Promise<void> {
      const present = stream?.getVideoTracks()[0]?.getSettings().deviceId ?? "";
      const lenses = await lensesLeft();
      const at = lenses.indexOf(present);
      const others = [...lenses.slice(at + 1), ...lenses.slice(0, at + 1)];
      await begin([...others.map((lens) => ({ lens })), ...usual()]);
    },
    again(): Promise<void> {
      left.clear();
      return begin(usual());
    },
    stop(): void {
      turn += 1;
      drop();
      document.removeEventListener("visibilitychange", comeBack);
      devices?.removeEventListener?.("devicechange", comeBack);
    },
  };
}

/** What a shift would begin with: whether it has a lamp, or why there is no picture. */
export function tryCamera(): Promise<{ hasTorch: boolean } | CameraTrouble> {
  return new Promise((resolve) => {
    const video = Object.assign(document.createElement("video"), { muted: true, playsInline: true });
    const watch = watchCamera(video, (sight) => {
      resolve(sight.kind === "blind" ? sight.trouble : { hasTorch: canTorch(sight.stream) });
      watch.stop();
    });
  });
}

/** Rejects with a TypeError where the browser knows no cameras. */
async function ask(devices: MediaDevices | undefined, what: Ask): Promise<MediaStream> {
  if (!devices?.getUserMedia) throw new TypeError("no cameras here");
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  const wish =
    typeof what === "object" ? { deviceId: { exact: what.lens } } : { facingMode: { ideal: "environment" } };
  return devices.getUserMedia({ audio: false, video: what === "any" ? true : { ...size, ...wish } });
}

function inTime<Value>(work: Promise<Value>): Promise<Value> {
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
  // not in the types: only some browsers know it
  return "torch" in (stream.getVideoTracks()[0]?.getCapabilities?.() ?? {});
}
