import { Icon, type IconName } from "#web/ui/icon.tsx";
import { type CameraTrouble, tryCamera } from "./camera-stream.ts";
import type { Phone } from "./phone.ts";
import type { PhoneStore } from "./phone-store.ts";
import { isPageSaved } from "./scanner-shell.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";

export type Check = {
  icon: IconName;
  isRight: boolean;
  /** True for a fact that nobody can change. */
  isNote?: true;
  text: string;
  hint: string;
  /** The act that a tap on this check starts. */
  act?: { text: string; run: () => void };
};

type ScannerPrepareProps = { checks: readonly Check[]; onBegin: () => void };

/** Tests everything that a shift needs before the queue is there. Failed checks stand first. */
export function ScannerPrepare({ checks, onBegin }: ScannerPrepareProps) {
  const failedChecks = checks.filter(({ isRight }) => !isRight);
  return (
    <>
      <main className="gate__main scanner__page">
        <h1>{texts.prepareTitle}</h1>
        <ul className="scanner__checks">
          {[...failedChecks, ...checks.filter(({ isRight }) => isRight)].map((check) => (
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
        <p className={`scanner__ready ${failedChecks.length > 0 ? "is-wrong" : ""}`.trim()} role="status">
          <Icon name={failedChecks.length > 0 ? "alert" : "check"} />
          {failedChecks.length > 0 ? texts.notReady(failedChecks.length) : texts.ready}
        </p>
        <button className="gate__big gate__big--main" type="button" onClick={onBegin}>
          {texts.begin}
        </button>
      </footer>
    </>
  );
}

type CheckText = readonly [text: string, hint: string];

/** The results of the tests on this phone; null for a test that was not made yet. */
export type TestResults = {
  readonly camera: { readonly hasTorch: boolean } | CameraTrouble | null;
  readonly sound: boolean;
  readonly storage: boolean | null;
  /** Whether the page is saved for use without network. */
  readonly shell: boolean | null;
  /** Whether the browser has promised not to clear the page's storage. */
  readonly isStorageLasting: boolean | null;
};

export const noTestResults: TestResults = {
  camera: null,
  sound: false,
  storage: null,
  shell: null,
  isStorageLasting: null,
};

/** Tries the camera, the storage, and whether the page is saved for use without network. The sound needs a tap. */
export async function tryPhone(store: PhoneStore): Promise<Omit<TestResults, "sound" | "isStorageLasting">> {
  const [camera, storage, shell] = await Promise.all([
    tryCamera(),
    tryStorage(store).catch(() => false),
    isPageSaved().catch(() => false),
  ]);
  return { camera, storage, shell };
}

async function tryStorage(store: PhoneStore): Promise<boolean> {
  const trialValue = crypto.randomUUID();
  await store.keepFact("trial", trialValue);
  return (await store.fact("trial")) === trialValue;
}

/** In minutes; a larger difference of the clocks is reported. */
const clockTolerance = 1;

/**
 * Returns the lines of the page that prepares a phone. `helpsOnly`: without network this phone decides nothing, since
 * another phone of its strict gate does.
 */
export function phoneChecks(
  state: ReturnType<Phone["state"]>,
  tried: TestResults,
  now: number,
  { helpsOnly, onSound, onCamera }: { helpsOnly: boolean; onSound: () => void; onCamera: () => void },
): Check[] {
  const clockMinutes = Math.round(Math.abs(state.clockAhead) / 60_000);
  const hasCamera = typeof tried.camera === "object" && tried.camera !== null;
  const blind =
    typeof tried.camera === "string"
      ? texts.blind[tried.camera]
      : { title: texts.cameraOpens, hint: texts.cameraOpensHint };
  const check = (
    icon: IconName,
    isRight: boolean,
    right: CheckText,
    wrong: CheckText,
    act?: Check["act"],
  ): Check => {
    const [text, hint] = isRight ? right : wrong;
    return act && !isRight ? { icon, isRight, text, hint, act } : { icon, isRight, text, hint };
  };
  const list = texts.list(state.tickets, Math.max(1, Math.round((now - (state.listAt ?? now)) / 1000)));
  const torch = hasCamera && tried.camera.hasTorch ? texts.torchWorks : texts.noTorch;
  const tryCameraAgain = { text: texts.bindAgain, run: onCamera };
  const listen = { text: texts.trySound, run: onSound };
  return [
    check(
      "ticket",
      state.listAt !== null,
      [list, texts.listHint],
      [texts.listMissing, texts.listMissingHint],
    ),
    check(
      "camera",
      hasCamera,
      [texts.camera, torch],
      [blind.title, blind.hint],
      tried.camera === null ? undefined : tryCameraAgain,
    ),
    check(
      "sound",
      tried.sound,
      [texts.soundHeard, texts.soundHint],
      [texts.soundUnheard, texts.soundUnheardHint],
      listen,
    ),
    check(
      "storage",
      tried.storage !== false,
      [texts.storageWorks, texts.storageHint],
      [texts.storageFails, texts.storageFailsHint],
    ),
    check(
      "clock",
      clockMinutes < clockTolerance,
      [texts.clockRight, texts.clockHint],
      [texts.clockWrong(clockMinutes), texts.clockWrongHint],
    ),
    check("phone", tried.shell === true, [texts.kept, texts.keptHint], [texts.notKept, texts.notKeptHint]),
    // nobody can mend this: many browsers refuse, but unsent rows are sent all the same
    ...(tried.isStorageLasting === false
      ? [{ icon: "info", isRight: true, isNote: true, text: texts.mayGo, hint: texts.mayGoHint } as const]
      : []),
    ...(helpsOnly
      ? [{ icon: "door", isRight: true, text: texts.helpsOnly, hint: texts.helpsOnlyHint } as const]
      : []),
  ];
}
