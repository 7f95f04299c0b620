import { Icon, type IconName } from "#web/ui/icon.tsx";
import { type CameraTrouble, tryCamera } from "./camera-stream.ts";
import type { ShownRow } from "./own-rows.ts";
import type { Phone } from "./phone.ts";
import type { PhoneStore } from "./phone-store.ts";
import { isShellKept } from "./scanner-shell.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";

export type Check = {
  icon: IconName;
  isRight: boolean;
  /** Good to know, but nothing can be done about it. */
  isNote?: true;
  text: string;
  hint: string;
  /** The act that a tap on this check starts. */
  act?: { text: string; run: () => void };
};

type ScannerPrepareProps = { checks: readonly Check[]; onBegin: () => void };

/** Tests everything that a shift needs before the queue is there. Failed checks stand first. */
export function ScannerPrepare({ checks, onBegin }: ScannerPrepareProps) {
  const wrong = checks.filter(({ isRight }) => !isRight);
  return (
    <>
      <main className="gate__main scanner__page">
        <h1>{texts.prepareTitle}</h1>
        <ul className="scanner__checks">
          {[...wrong, ...checks.filter(({ isRight }) => isRight)].map((check) => (
            <li key={check.icon} className={check.isRight ? undefined : "is-wrong"}>
              <Icon name={check.icon} />
              <span>
                {check.text}
                <small>{check.hint}</small>
              </span>
              {check.isNote ? null : (
                <i role="img" aria-label={check.isRight ? texts.right : texts.wrong}>
                  <Icon name={check.isRight ? "check" : "alert"} />
                </i>
              )}
              {check.act ? (
                <button className="gate__big scanner__sand" type="button" onClick={check.act.run}>
                  {check.act.text}
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      </main>
      <footer className="scanner__foot">
        <p className={`scanner__ready ${wrong.length > 0 ? "is-wrong" : ""}`.trim()} role="status">
          <Icon name={wrong.length > 0 ? "alert" : "check"} />
          {wrong.length > 0 ? texts.notReady(wrong.length) : texts.ready}
        </p>
        <button className="gate__big gate__big--main" type="button" onClick={onBegin}>
          {texts.begin}
        </button>
      </footer>
    </>
  );
}

/** The results on this phone; null while something is not tested. */
export type Tried = {
  readonly camera: { readonly hasTorch: boolean } | CameraTrouble | null;
  readonly sound: boolean;
  readonly storage: boolean | null;
  readonly shell: boolean | null;
  /** Whether the browser has promised not to clear the page's storage. */
  readonly isKept: boolean | null;
};

export const nothingTried: Tried = { camera: null, sound: false, storage: null, shell: null, isKept: null };

/** Tests the camera, the storage and the kept page. The sound needs a tap, so it is not tested here. */
export async function tryPhone(store: PhoneStore<ShownRow>): Promise<Omit<Tried, "sound" | "isKept">> {
  const [camera, storage, shell] = await Promise.all([
    tryCamera(),
    tryStorage(store).catch(() => false),
    isShellKept().catch(() => false),
  ]);
  return { camera, storage, shell };
}

async function tryStorage(store: PhoneStore<ShownRow>): Promise<boolean> {
  const written = crypto.randomUUID();
  await store.keepFact("trial", written);
  return (await store.fact("trial")) === written;
}

/** In minutes; a larger difference of the clocks is reported. */
const clockTolerance = 1;

/**
 * Returns the lines of the page that prepares a phone. `helpsOnly`: another phone of its strict gate decides without
 * network.
 */
export function phoneChecks(
  state: ReturnType<Phone["state"]>,
  tried: Tried,
  now: number,
  { helpsOnly, onSound, onCamera }: { helpsOnly: boolean; onSound: () => void; onCamera: () => void },
): Check[] {
  const clockMinutes = Math.round(Math.abs(state.clockAhead) / 60_000);
  const isClockRight = clockMinutes < clockTolerance;
  const hasCamera = typeof tried.camera === "object" && tried.camera !== null;
  const blind = texts.blind[typeof tried.camera === "string" ? tried.camera : "denied"];
  return [
    state.listAt === null
      ? { icon: "ticket", isRight: false, text: texts.listMissing, hint: texts.listMissingHint }
      : {
          icon: "ticket",
          isRight: true,
          hint: texts.listHint,
          text: texts.list(state.tickets, Math.max(1, Math.round((now - state.listAt) / 1000))),
        },
    hasCamera
      ? {
          icon: "camera",
          isRight: true,
          text: texts.camera,
          hint: tried.camera.hasTorch ? texts.torchWorks : texts.noTorch,
        }
      : {
          icon: "camera",
          isRight: false,
          text: blind.title,
          hint: blind.hint,
          act: { text: texts.bindAgain, run: onCamera },
        },
    tried.sound
      ? { icon: "sound", isRight: true, text: texts.soundHeard, hint: texts.soundHint }
      : {
          icon: "sound",
          isRight: false,
          text: texts.soundUnheard,
          hint: texts.soundUnheardHint,
          act: { text: texts.trySound, run: onSound },
        },
    tried.storage === false
      ? { icon: "storage", isRight: false, text: texts.storageFails, hint: texts.storageFailsHint }
      : { icon: "storage", isRight: true, text: texts.storageWorks, hint: texts.storageHint },
    isClockRight
      ? { icon: "clock", isRight: true, text: texts.clockRight, hint: texts.clockHint }
      : { icon: "clock", isRight: false, text: texts.clockWrong(clockMinutes), hint: texts.clockWrongHint },
    tried.shell === true
      ? { icon: "phone", isRight: true, text: texts.kept, hint: texts.keptHint }
      : { icon: "phone", isRight: false, text: texts.notKept, hint: texts.notKeptHint },
    // nothing to repair: many browsers refuse this, and the phone still sends its rows
    ...(tried.isKept === false
      ? [{ icon: "info", isRight: true, isNote: true, text: texts.mayGo, hint: texts.mayGoHint } as const]
      : []),
    ...(helpsOnly
      ? [{ icon: "door", isRight: true, text: texts.helpsOnly, hint: texts.helpsOnlyHint } as const]
      : []),
  ];
}
