import { isoInBucharest, wallTimeOf } from "#kernel/time.ts";
import { gateTexts } from "../gate-texts.ts";
import { saidOf, whoseTicket } from "../gate-verdict-view.ts";
import type { ShownRow } from "./own-rows.ts";
import type { Phone } from "./phone.ts";
import { isUndoable, mayUndo } from "./scan-result.ts";
import type { LatestScan } from "./scanner-latest.tsx";
import { latestTexts as texts } from "./scanner-latest-texts.ts";
import { scannerTexts } from "./scanner-texts.ts";
import { leiInWords, tillTexts } from "./till-texts.ts";

const latestShown = 20;

/** The last entry of this phone, for the foot of the camera's picture. */
export function lastScan(phone: Phone): { text: string; time: string } | null {
  const last = phone.rows().findLast(({ shown }) => ["admit", "guest", "sale"].includes(shown.kind));
  if (!last) return null;
  const { typeName, entries, at } = last.shown;
  return {
    text: `${typeName ?? scannerTexts.ticket}, ${scannerTexts.entries(entries)}`,
    time: wallTimeOf(new Date(at)),
  };
}

/** What this phone wrote last, the newest first: the verdict in words, what it was about, when and at which gate. */
export function latestScans(phone: Phone, now: number): LatestScan[] {
  const rows = phone.rows();
  return rows
    .filter(({ shown }) => shown.kind !== "undo" && shown.kind !== "shift")
    .slice(-latestShown)
    .reverse()
    .map(({ seq, shown }) => {
      const undone = rows.find((row) => row.shown.undoes === seq)?.shown;
      return {
        ...{ seq, entries: shown.entries, subject: subjectOf(shown) },
        who: whoseTicket(phone.parts.holders.get(shown.key)),
        kind: undone ? "undone" : shown.kind === "refuse" ? "refused" : "admitted",
        verdict: undone?.reason ? texts.undone(scannerTexts.undoReason(undone.reason)) : verdictOf(shown),
        // with seconds: some come in within one minute
        place: texts.place(isoInBucharest(new Date(shown.at)).slice(11, 19), phone.enrolled.gate.name),
        canUndo: isUndoable(rows, seq),
        needsChief: !mayUndo(rows, seq, now),
      };
    });
}

function verdictOf({ kind, mode, verdict, reason, isAddOn }: ShownRow): string {
  if (kind !== "refuse") return mode === "override" ? texts.byChief : isAddOn ? texts.given : texts.did[kind];
  if (isAddOn && verdict === "used") return texts.refused(gateTexts.alreadyGiven);
  if (reason === "foreign") return texts.refused(scannerTexts.foreign);
  // an older page may have written a word that is none any more
  const said = saidOf[isVerdict(verdict) ? verdict : "invalid"];
  return said.kind === "look" ? texts.look(said.what) : texts.refused(said.what);
}

const isVerdict = (word: string | null): word is keyof typeof saidOf =>
  word !== null && Object.hasOwn(saidOf, word);

function subjectOf({ kind, typeName, entries, sale, reason }: ShownRow): string {
  if (kind === "refuse" && (reason === "forged" || reason === "foreign"))
    return scannerTexts.unknownReasons[reason];
  const people = entries > 0 ? scannerTexts.entries(entries) : null;
  if (kind === "guest") return texts.guest(people ?? "");
  const how = sale ? tillTexts.sold(leiInWords(sale.bani), tillTexts.means[sale.means]) : null;
  return texts.ticket(typeName, [people, how].filter((part) => part !== null).join(" · "));
}
