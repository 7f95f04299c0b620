import type { ReactNode } from "react";
import { Icon } from "#web/ui/icon.tsx";
import { scannerTexts as texts } from "./scanner-texts.ts";

/** The phone's connection: online, offline, or with a list that is old. */
export type NetworkView =
  | { kind: "online" }
  | { kind: "offline"; unsent: number }
  | { kind: "old"; minutes: number };

export type ScannerTone = "ready" | "camera" | "admitted" | "given" | "refused" | "look";

type ScannerFrameProps = {
  tone: ScannerTone;
  /** The gate's name; the night's name while the phone has no gate. */
  place: string;
  /** Null while the phone belongs to no gate. */
  link: NetworkView | null;
  children: ReactNode;
};

/** The frame of a phone's screens. Its head shows the gate and the connection, without buttons. */
export function ScannerFrame({ tone, place, link, children }: ScannerFrameProps) {
  return (
    <div className={`gate gate--${tone === "camera" ? "ready gate--camera" : tone} scanner`}>
      <header className="scanner__head">
        <b>{place}</b>
        {link ? (
          <p className={`scanner__pill scanner__pill--${link.kind}`} role="status">
            <Icon name={link.kind === "online" ? "signal" : link.kind === "offline" ? "alert" : "clock"} />
            {linkText(link)}
          </p>
        ) : null}
      </header>
      {children}
    </div>
  );
}

function linkText(link: NetworkView): string {
  switch (link.kind) {
    case "online":
      return texts.online;
    case "offline":
      return texts.offline(link.unsent);
    case "old":
      return texts.old(link.minutes);
  }
}
