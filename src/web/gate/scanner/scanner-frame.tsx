import type { FormEvent, ReactNode } from "react";
import { durations } from "#ticketing/limits.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import type { VerdictView } from "../gate-verdict.tsx";
import type { PhoneState } from "./phone-parts.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";

/** The phone's connection, with the words for it. `old`: its list is old, with or without network. */
export type NetworkView = { kind: "online" | "offline" | "old"; text: string };

/** An old list does not hide that there is no network, nor how many rows are unsent. */
export function networkView(
  { isOnline, unsent, listAt }: Pick<PhoneState, "isOnline" | "unsent" | "listAt">,
  now: number,
): NetworkView {
  const age = listAt === null ? 0 : (now - listAt) / 1000;
  const link = isOnline ? null : texts.offline(unsent);
  if (age <= durations.oldGateNews) return { kind: link ? "offline" : "online", text: link ?? texts.online };
  return { kind: "old", text: [link, texts.old(age)].filter(Boolean).join(" · ") };
}

type ScannerFrameProps = {
  tone?: "ready" | "camera" | VerdictView["kind"];
  /** The gate's name, or the page's title while the phone belongs to no gate. */
  place: string;
  /** Null while the phone belongs to no gate. */
  link: NetworkView | null;
  children: ReactNode;
};

/** One screen of a phone at the door. Its head shows the gate and the connection, and has no buttons. */
export function ScannerFrame({ tone = "ready", place, link, children }: ScannerFrameProps) {
  return (
    <div className={`gate gate--${tone === "camera" ? "ready gate--camera" : tone} scanner`}>
      <header className="scanner__head">
        <b>{place}</b>
        {link ? (
          <p className={`scanner__pill scanner__pill--${link.kind}`} role="status">
            <Icon name={link.kind === "online" ? "signal" : link.kind === "offline" ? "alert" : "clock"} />
            {link.text}
          </p>
        ) : null}
      </header>
      {children}
    </div>
  );
}

type FootProps = { text: string; icon?: IconName; look?: "main" | "second"; onPress: () => void };

/** The one button of a screen, at the bottom, within reach of the thumb. */
export function Foot({ text, icon, look = "main", onPress }: FootProps) {
  return (
    <footer className="scanner__foot">
      <button className={`gate__big gate__big--${look}`} type="button" onClick={onPress}>
        {icon ? (
          <>
            <Icon name={icon} />{" "}
          </>
        ) : null}
        {text}
      </button>
    </footer>
  );
}

type ScannerMessageProps = { title: string; hint: string; isAlert?: boolean; foot?: ReactNode };

/** A sentence, and at most one button. */
export function ScannerMessage({ title, hint, isAlert, foot }: ScannerMessageProps) {
  return (
    <>
      <main className="gate__main scanner__page scanner__middle">
        <div role={isAlert ? "alert" : undefined}>
          <h1>{title}</h1>
          <p>{hint}</p>
        </div>
      </main>
      {foot}
    </>
  );
}

/** The screen between reading a code and its answer. */
export function ScannerAsking({ title, hint }: { title: string; hint: string }) {
  return (
    <main className="gate__main scanner__page scanner__middle">
      <div role="status">
        <span className="scanner__wait" aria-hidden="true" />
        <h1>{title}</h1>
        <p>{hint}</p>
      </div>
    </main>
  );
}

export function ScannerBind({ name, onBind }: { name: string; onBind: (name: string) => void }) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onBind(String(new FormData(event.currentTarget).get("name") ?? "").trim());
  };
  return (
    <main className="gate__main scanner__page scanner__middle">
      <h1>{texts.bind}</h1>
      <form onSubmit={send}>
        <label htmlFor="scanner-name">{texts.whoScans}</label>
        <input id="scanner-name" name="name" defaultValue={name} maxLength={60} required autoComplete="off" />
        <button className="gate__big gate__big--main" type="submit">
          {texts.bind}
        </button>
      </form>
    </main>
  );
}

type ScannerBoundProps = { gate: string; until: string; onPrepare: () => void };

export function ScannerBound({ gate, until, onPrepare }: ScannerBoundProps) {
  return (
    <>
      <main className="gate__main scanner__page scanner__middle">
        <h1>{texts.bound(gate)}</h1>
        <p>{texts.boundUntil(until)}</p>
      </main>
      <Foot text={texts.prepare} onPress={onPrepare} />
    </>
  );
}
