import { wallTimeOf } from "#kernel/time.ts";
import type { ShownRow } from "./own-rows.ts";
import type { Phone } from "./phone.ts";
import { isUndoable, mayUndo } from "./scan-result.ts";
import type { LatestScan } from "./scanner-latest.tsx";
import { scannerTexts as texts } from "./scanner-texts.ts";
import { leiInWords, tillTexts } from "./till-texts.ts";

const latestShown = 20;

/** The last entry of this phone, for the foot of the camera's picture. */
export function lastScan(phone: Phone): { text: string; time: string } | null {
  const last = phone.rows().findLast(({ shown }) => shown.kind === "admit" || shown.kind === "sale");
  if (!last) return null;
  const { typeName, entries, at } = last.shown;
  return { text: `${typeName ?? texts.ticket}, ${texts.entries(entries)}`, time: wallTimeOf(new Date(at)) };
}

/** What this phone wrote last, the newest first. */
export function latestScans(phone: Phone, now: number): LatestScan[] {
  const rows = phone.rows();
  return rows
    .filter(({ shown }) => shown.kind !== "undo" && shown.kind !== "shift")
    .slice(-latestShown)
    .toReversed()
    .map(({ seq, shown }) => {
      const undone = rows.find((row) => row.shown.undoes === seq)?.shown;
      const name = shown.typeName ?? texts.ticket;
      const isEntry = shown.kind !== "refuse";
      return {
        ...{ seq, entries: shown.entries, time: wallTimeOf(new Date(shown.at)) },
        kind: undone ? "undone" : isEntry ? "admitted" : "refused",
        text: isEntry ? `${name}, ${texts.entries(shown.entries)}` : texts.refused(shown.verdict),
        note: undone?.reason
          ? texts.undone(texts.undoReason(undone.reason))
          : isEntry
            ? soldHow(shown)
            : name,
        canUndo: isUndoable(rows, seq),
        needsChief: !mayUndo(rows, seq, now),
      };
    });
}

function soldHow({ sale }: ShownRow): string {
  return sale ? tillTexts.sold(leiInWords(sale.bani), tillTexts.means[sale.means]) : "";
}
