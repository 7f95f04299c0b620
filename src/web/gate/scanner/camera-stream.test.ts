import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type CameraSight, watchCamera } from "./camera-stream.ts";
import { scannerTexts } from "./scanner-texts.ts";

/** What a lens does when it is asked: gives a picture, fails by this name, gives no picture, or never answers. */
type Lens = "picture" | "dark" | "never" | string;

class Track extends EventTarget {
  readyState = "live";
  readonly deviceId: string;
  constructor(deviceId: string) {
    super();
    this.deviceId = deviceId;
  }
  stop = () => {
    this.readyState = "ended";
  };
  getSettings = () => ({ deviceId: this.deviceId });
  tell(what: "ended" | "mute" | "unmute"): void {
    if (what === "ended") this.readyState = "ended";
    this.dispatchEvent(new Event(what));
  }
}

/** A phone with these lenses, the first of which looks away; `mediaDevices` is a double. */
function phoneWith(lenses: Record<string, Lens>) {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const kept = new Map<string, string>();
  vi.stubGlobal("document", page);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  const tracks: Track[] = [];
  const asked: string[] = [];
  let answerLate: ((stream: MediaStream) => void) | undefined;
  const streamOf = (lens: string) => {
    const track = new Track(lens);
    tracks.push(track);
    return { lens, getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream;
  };
  const devices = Object.assign(new EventTarget(), {
    enumerateDevices: async () =>
      Object.keys(lenses).map((deviceId) => ({ deviceId, kind: "videoinput", label: deviceId })),
    getUserMedia: ({ video }: { video: true | { deviceId?: { exact: string } } }) => {
      const lens = (video === true ? undefined : video.deviceId?.exact) ?? Object.keys(lenses)[0] ?? "";
      const does = lenses[lens] ?? "OverconstrainedError";
      asked.push(lens);
      if (does === "never")
        return new Promise<MediaStream>((resolve) => {
          answerLate ??= resolve;
        });
      if (does !== "picture" && does !== "dark") return Promise.reject(new DOMException("", does));
      return Promise.resolve(streamOf(lens));
    },
  });
  const video = {
    srcObject: null as MediaProvider | null,
    play() {
      const { lens } = video.srcObject as unknown as { lens: string };
      return lenses[lens] === "dark" ? new Promise<void>(() => {}) : Promise.resolve();
    },
  };
  const seen: CameraSight[] = [];
  const begin = (found: unknown = devices) =>
    watchCamera(video, (sight) => seen.push(sight), found as MediaDevices);
  const said = () => {
    const last = seen.at(-1);
    return last?.kind === "blind" ? last.trouble : last && (last.stream as unknown as { lens: string }).lens;
  };
  return {
    page,
    kept,
    lenses,
    tracks,
    asked,
    devices,
    seen,
    begin,
    said,
    live: () => tracks.filter(({ readyState }) => readyState === "live").map(({ deviceId }) => deviceId),
    answerLate: () => answerLate?.(streamOf("first")),
    become(visibilityState: "hidden" | "visible") {
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event("visibilitychange"));
    },
  };
}

const soon = () => vi.advanceTimersByTimeAsync(0);
const later = () => vi.advanceTimersByTimeAsync(60_000);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ["NotAllowedError", "denied"] as const,
  ["SecurityError", "denied"] as const,
  ["NotFoundError", "missing"] as const,
  ["OverconstrainedError", "missing"] as const,
  ["NotReadableError", "taken"] as const,
  ["AbortError", "taken"] as const,
  ["InvalidStateError", "taken"] as const,
  ["of a browser to come", "taken"] as const,
  ["never", "silent"] as const,
  ["dark", "taken"] as const,
  ["TypeError", "unsupported"] as const,
])("no camera stays black without a word, nor without a way on: %s", async (does, trouble) => {
  const phone = phoneWith({ first: does });
  const watch = phone.begin();
  await later();
  expect(phone.said()).toBe(trouble);
  expect(scannerTexts.blind[trouble].title).toMatch(/camer/i);
  expect(phone.live()).toEqual([]);
  phone.lenses.first = "picture";
  void watch.again();
  await soon();
  expect(phone.said()).toBe("first");
});

it.each([
  ["no mediaDevices", null],
  ["no getUserMedia", {}],
])("says that the page cannot reach a camera: %s", async (_, devices) => {
  const phone = phoneWith({});
  phone.begin(devices);
  await soon();
  expect(phone.said()).toBe("unsupported");
});

it("takes the camera that comes after its time, once the person has answered, and no second one", async () => {
  const phone = phoneWith({ first: "never" });
  phone.begin();
  await later();
  phone.answerLate();
  await soon();
  expect([phone.said(), phone.live()]).toEqual(["first", ["first"]]);
});

it.each(["NotReadableError", "OverconstrainedError", "NotAllowedError", "AbortError", "dark", "never"])(
  "another lens never ends a phone's evening: %s",
  async (does) => {
    const phone = phoneWith({ first: "picture", broken: does, third: "picture" });
    const watch = phone.begin();
    await soon();
    void watch.nextLens();
    await soon();
    expect(phone.kept.get("gate-lens")).not.toBe("broken");
    await later();
    expect([phone.said(), phone.live(), phone.kept.get("gate-lens")]).toEqual(["third", ["third"], "third"]);
    expect(phone.seen.at(-1)).toMatchObject({ isOtherLens: true, lenses: 2 });

    // the only other one is broken: back to the one of before
    phone.lenses.first = does;
    void watch.nextLens();
    await later();
    expect([phone.said(), phone.live()]).toEqual(["third", ["third"]]);
    void watch.again();
    await later();
    expect(phone.seen.at(-1)).toMatchObject({ isOtherLens: false, lenses: 3 });
  },
);

it.each(["NotReadableError", "OverconstrainedError", "dark", "never"])(
  "a lens that was remembered and fails is forgotten, and the first is tried: %s",
  async (does) => {
    const phone = phoneWith({ first: "picture", broken: does });
    phone.kept.set("gate-lens", "broken");
    phone.begin();
    await later();
    expect([phone.said(), phone.live(), phone.kept.size]).toEqual(["first", ["first"], 0]);
  },
);

it.each<[string, (phone: ReturnType<typeof phoneWith>) => void]>([
  ["while the page is seen", ({ tracks }) => tracks[0]?.tell("ended")],
  [
    "while it is hidden",
    (phone) => {
      phone.become("hidden");
      phone.tracks[0]?.tell("ended");
      phone.become("visible");
    },
  ],
  [
    "without a word, while it is hidden",
    (phone) => {
      phone.become("hidden");
      phone.tracks[0]?.stop();
      phone.become("visible");
    },
  ],
])("a stream that ended is asked anew, not left black: %s", async (_, ends) => {
  const phone = phoneWith({ first: "picture" });
  phone.begin();
  await later();
  ends(phone);
  await soon();
  expect([phone.said(), phone.live(), phone.asked.length]).toEqual(["first", ["first"], 2]);
});

it("a camera that ends at once is not asked for ever: a sentence, until a person or a device comes", async () => {
  const phone = phoneWith({ first: "picture" });
  phone.begin();
  await soon();
  phone.tracks[0]?.tell("ended");
  await soon();
  expect([phone.said(), phone.asked.length]).toEqual(["taken", 1]);
  phone.devices.dispatchEvent(new Event("devicechange"));
  await soon();
  expect([phone.said(), phone.live()]).toEqual(["first", ["first"]]);
});

it("a camera that was taken away by a call says so, and is back with the picture, without being asked for again", async () => {
  const phone = phoneWith({ first: "picture" });
  phone.begin();
  await soon();
  phone.tracks[0]?.tell("mute");
  expect(phone.said()).toBe("taken");
  phone.become("hidden");
  phone.become("visible");
  phone.tracks[0]?.tell("unmute");
  await soon();
  expect([phone.said(), phone.asked.length]).toEqual(["first", 1]);
});

it("a permission given in the settings is seen on the way back", async () => {
  const phone = phoneWith({ first: "NotAllowedError" });
  phone.begin();
  await soon();
  phone.become("hidden");
  phone.lenses.first = "picture";
  phone.become("visible");
  await soon();
  expect(phone.said()).toBe("first");
});

it("no camera stays on when it is stopped, not even one that comes later", async () => {
  const phone = phoneWith({ first: "never" });
  const watch = phone.begin();
  await later();
  watch.stop();
  phone.answerLate();
  await soon();
  phone.become("visible");
  await soon();
  expect([phone.live(), phone.asked.length]).toEqual([[], 2]);
});
