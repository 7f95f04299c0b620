import type { ReactNode } from "react";
import { Icon } from "#web/ui/icon.tsx";
import { scannerTexts as texts } from "./scanner-texts.ts";

/** What this phone knows of the others: in touch, alone, or alone for so long that its list is old. */
export type NetworkView =
  | { kind: "online" }
  | { kind: "offline"; unsent: number }
  | { kind: "old"; minutes: number };

export type ScannerTone = "ready" | "camera" | "admitted" | "given" | "refused" | "look";

type ScannerFrameProps = {
  tone: ScannerTone;
  /** The gate, or the night while the phone has none. */
  place: string;
  /** Null while it is no phone of a gate. */
  link: NetworkView | null;
  children: ReactNode;
};

/** The head says where the phone stands and what it knows; nothing there is to be touched. */
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
