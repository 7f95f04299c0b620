import { useEffect, useState } from "react";
import { durations } from "#ticketing/limits.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { chiefCode } from "./chief-code.ts";
import { exitTicket } from "./phone-exit.ts";
import { QrOnScreen } from "./qr-on-screen.tsx";
import { Foot } from "./scanner-frame.tsx";
import { ScannerGuests } from "./scanner-guests.tsx";
import { handOverTool } from "./scanner-hand-over.tsx";
import { ScannerRescue } from "./scanner-rescue.tsx";
import { saleTool } from "./scanner-sale.tsx";
import { scannerTexts as texts } from "./scanner-texts.ts";
import { BackToScan, type Tool, type ToolScreenProps } from "./scanner-tool.tsx";
import { ScannerTyped } from "./scanner-typed.tsx";

/** The phone's tools besides scanning tickets, in the order of the screen. */
export const phoneTools: readonly Tool[] = [
  { name: "typed", icon: "keyboard", title: texts.type, hint: () => texts.typeHint, Screen: ScannerTyped },
  {
    name: "guests",
    icon: "clipboard",
    title: texts.guests,
    hint: () => texts.guestsHint,
    Screen: ScannerGuests,
  },
  saleTool,
  { name: "exit", icon: "door", title: texts.exit, hint: () => texts.exitHint, Screen: ScannerExit },
  {
    name: "rescue",
    icon: "phone",
    title: texts.rescue,
    Screen: ScannerRescue,
    hint: (phone) => texts.unsent(phone.state().unsent),
  },
  handOverTool,
  {
    name: "chief",
    icon: "key",
    title: texts.chiefCode,
    hint: () => texts.chiefCodeHint,
    isFor: (phone) => phone.enrolled.isChief,
    Screen: ScannerChief,
  },
];

type ScannerToolsProps = {
  tools: readonly { name: string; icon: IconName; title: string; hint: string }[];
  onTool: (name: string) => void;
  onScan: () => void;
};

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

/** The chief's code. It is renewed again and again, so that a photo of it soon stops working. */
function ScannerChief({ phone, onScan }: ToolScreenProps) {
  const [code, show] = useState<string | null>(null);
  useEffect(() => {
    const renew = async () => show(await chiefCode(phone.parts));
    void renew();
    const timer = setInterval(() => void renew(), durations.chiefCodeShown * 1000);
    return () => clearInterval(timer);
  }, [phone]);
  return <ChiefCode code={code} onScan={onScan} />;
}

export function ChiefCode({ code, onScan }: { code: string | null; onScan: () => void }) {
  return (
    <>
      <main className="gate__main scanner__page">
        <h1>{texts.chiefCode}</h1>
        {code ? <QrOnScreen text={code} label={texts.chiefCode} /> : null}
        <p>{texts.chiefCodeAbout}</p>
      </main>
      <BackToScan onScan={onScan} />
    </>
  );
}

/** Reads the tickets of people who go out. Each read code is an exit until somebody goes back to entries. */
export function ScannerExit({ phone, read, showResult, onScan }: ToolScreenProps) {
  const begin = () => {
    onScan();
    read({
      title: texts.exit,
      hint: texts.exitAim,
      onCode: async (code, takenAt) => showResult(await exitTicket(phone, code, 1), takenAt),
    });
  };
  return (
    <>
      <main className="gate__main scanner__page scanner__middle">
        <h1>{texts.exit}</h1>
        <p>{texts.exitAbout}</p>
      </main>
      <Foot text={texts.exitBegin} icon="camera" onPress={begin} />
    </>
  );
}
