import type { ReactNode } from "react";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import type { Phone } from "./phone.ts";
import { ScannerChief } from "./scanner-chief.tsx";
import { ScannerExit } from "./scanner-exit.tsx";
import { ScannerGuests } from "./scanner-guests.tsx";
import { ScannerRescue } from "./scanner-rescue.tsx";
import { scannerTexts as texts } from "./scanner-texts.ts";
import { BackToScan, type ToolScreenProps } from "./scanner-tool.tsx";
import { ScannerTyped } from "./scanner-typed.tsx";

export type Tool = {
  readonly name: string;
  readonly icon: IconName;
  readonly title: string;
  readonly hint: (phone: Phone) => string;
  /** Whether this phone has it; without it, every phone. */
  readonly isFor?: (phone: Phone) => boolean;
  readonly Screen: (props: ToolScreenProps) => ReactNode;
};

/** What a phone does beside scanning tickets, in the order in which the screen has it. */
export const phoneTools: readonly Tool[] = [
  {
    ...{ name: "typed", icon: "keyboard", title: texts.type },
    ...{ hint: () => texts.typeHint, Screen: ScannerTyped },
  },
  {
    ...{ name: "guests", icon: "clipboard", title: texts.guests },
    ...{ hint: () => texts.guestsHint, Screen: ScannerGuests },
  },
  { ...{ name: "exit", icon: "door", title: texts.exit }, hint: () => texts.exitHint, Screen: ScannerExit },
  {
    ...{ name: "rescue", icon: "phone", title: texts.rescue, Screen: ScannerRescue },
    ...{ hint: (phone) => texts.unsent(phone.state().unsent) },
  },
  {
    ...{ name: "chief", icon: "key", title: texts.chiefCode, hint: () => texts.chiefCodeHint },
    ...{ isFor: (phone) => phone.enrolled.isChief, Screen: ScannerChief },
  },
];

type ScannerToolsProps = {
  tools: readonly { name: string; icon: IconName; title: string; hint: string }[];
  onTool: (name: string) => void;
  onScan: () => void;
};

/** The list of what a phone does beside scanning tickets. */
export function ScannerTools({ tools, onTool, onScan }: ScannerToolsProps) {
  return (
    <>
      <main className="gate__main scanner__page">
        <h1>{texts.tools}</h1>
        <nav aria-label={texts.toolsLabel}>
          <ul className="scanner__rows">
            {tools.map(({ name, icon, title, hint }) => (
              <li key={name}>
                <button type="button" onClick={() => onTool(name)}>
                  <Icon name={icon} />
                  <span>
                    <b>{title}</b>
                    <small>{hint}</small>
                  </span>
                  <Icon name="chevronRight" />
                </button>
              </li>
            ))}
          </ul>
        </nav>
      </main>
      <BackToScan onScan={onScan} />
    </>
  );
}
