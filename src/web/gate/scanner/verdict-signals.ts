import type { VerdictView } from "../gate-verdict.tsx";

type Kind = VerdictView["kind"];

/** The tones in hertz and seconds: rising means yes, falling means no, the same twice means a question. */
const tones: Record<Kind, readonly (readonly [hertz: number, seconds: number])[]> = {
  admitted: [
    [660, 0.09],
    [990, 0.16],
  ],
  given: [
    [660, 0.09],
    [660, 0.09],
    [990, 0.12],
  ],
  refused: [
    [220, 0.22],
    [160, 0.3],
  ],
  look: [
    [440, 0.12],
    [440, 0.12],
  ],
};

/** Milliseconds of vibration and rest, where the phone can vibrate. */
const shakes: Record<Kind, number[]> = {
  admitted: [60],
  given: [60, 60, 60],
  refused: [250, 80, 250],
  look: [120, 80, 120],
};

let sound: AudioContext | undefined;

/** Lets the page make sounds; call it from a tap. Resolves to whether the phone now makes sounds. */
export async function allowSound(): Promise<boolean> {
  sound ??= new AudioContext();
  await sound.resume();
  play("admitted");
  return sound.state === "running";
}

/** Milliseconds to wait for a browser that allows sound without a tap. */
const soundPatience = 300;

/** Whether the page may sound without a tap, as some browsers allow for a page that was opened again. */
export async function mayPlayWithoutTap(): Promise<boolean> {
  sound ??= new AudioContext();
  // without a tap it may never resolve
  await Promise.race([sound.resume(), new Promise((resume) => setTimeout(resume, soundPatience))]);
  return sound.state === "running";
}

/** Signals the verdict by sound and vibration. */
export function signalVerdict(kind: Kind): void {
  navigator.vibrate?.(shakes[kind]);
  play(kind);
}

function play(kind: Kind): void {
  if (sound?.state !== "running") return;
  let at = sound.currentTime;
  for (const [hertz, seconds] of tones[kind]) {
    const tone = new OscillatorNode(sound, {
      type: kind === "refused" ? "square" : "sine",
      frequency: hertz,
    });
    const volume = new GainNode(sound, { gain: 0.5 });
    tone.connect(volume).connect(sound.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds + 0.03;
  }
}
