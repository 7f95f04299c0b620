import { useState } from "react";
import { Icon } from "#web/ui/icon.tsx";
import { scannerTexts as texts } from "./scanner-texts.ts";

export type UndoReasonName = keyof typeof texts.reasons;

export type LatestScan = {
  seq: number;
  kind: "admitted" | "refused" | "undone";
  /** "ADMIS", "REFUZAT: Bilet deja folosit" */
  verdict: string;
  /** "Bilet Intrare generală, 1 intrare" */
  subject: string;
  /** "Ana Pop · bilet …3175"; null where nobody knows. */
  who: string | null;
  /** "ora 22:47:09, Poarta A" */
  place: string;
  entries: number;
  /** Whether this phone may still take it back, and whether the chief's code is needed for it. */
  canUndo: boolean;
  needsChief?: boolean;
};

type ScannerLatestProps = {
  scans: readonly LatestScan[];
  onUndo: (seq: number, reason: UndoReasonName) => void;
  onScan: () => void;
};

/** What this phone scanned, newest first. An entry is taken back with a reason, and stays in the log. */
export function ScannerLatest({ scans, onUndo, onScan }: ScannerLatestProps) {
  const [chosen, choose] = useState<number | null>(null);
  const scan = scans.find(({ seq }) => seq === chosen);
  return (
    <>
      <main className="gate__main scanner__page">
        <h1>{texts.latestTitle}</h1>
        {scans.length === 0 ? <p>{texts.nobodyYet}</p> : null}
        <ul className="scanner__rows">
          {scans.map(({ seq, kind, verdict, subject, who, place, canUndo }) => (
            <li key={seq}>
              <button
                type="button"
                className={`is-${kind}`}
                aria-pressed={seq === chosen}
                disabled={!canUndo}
                onClick={() => choose(seq === chosen ? null : seq)}
              >
                <Icon name={kind === "admitted" ? "check" : kind === "undone" ? "undo" : "cross"} />
                <span>
                  <b>{verdict}</b> <span>{subject}</span> {who ? <span>{who}</span> : null}{" "}
                  <small>{place}</small>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </main>
      <section className="scanner__panel">
        {scan ? (
          <>
            <h2>{texts.why(scan.entries)}</h2>
            <p>
              <b>{scan.who ?? scan.subject}</b>, {scan.place}
            </p>
            <p>{scan.needsChief ? texts.whyChiefHint : texts.whyHint}</p>
            <div className="scanner__three">
              {(Object.keys(texts.reasons) as UndoReasonName[]).map((reason) => (
                <button
                  key={reason}
                  type="button"
                  onClick={() => {
                    choose(null);
                    onUndo(scan.seq, reason);
                  }}
                >
                  {texts.reasons[reason]}
                </button>
              ))}
            </div>
          </>
        ) : null}
        <button className="gate__big gate__big--second" type="button" onClick={onScan}>
          <Icon name="camera" /> {texts.scan}
        </button>
      </section>
    </>
  );
}
