import { useEffect, useState } from "react";
import { durations } from "#ticketing/limits.ts";
import { chiefCode } from "./chief-code.ts";
import { QrOnScreen } from "./qr-on-screen.tsx";
import { scannerTexts as texts } from "./scanner-texts.ts";
import { BackToScan, type ToolScreenProps } from "./scanner-tool.tsx";

/** The code of the chief, made anew again and again: a picture of it is soon worth nothing. */
export function ScannerChief({ phone, onScan }: ToolScreenProps) {
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
