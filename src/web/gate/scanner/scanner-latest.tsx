import { useState } from "react";
import { counted } from "#kernel/romanian.ts";
import { isoInBucharest, wallTimeOf } from "#kernel/time.ts";
import { type UndoReason, undoReasons } from "#ticketing/gate/door-words.ts";
import { Icon } from "#web/ui/icon.tsx";
import { gateTexts } from "../gate-texts.ts";
import { whoseTicket, wordsOfVerdict } from "../gate-verdict-view.ts";
import { type ShownRow, undoOf } from "./own-rows.ts";
import type { Phone } from "./phone.ts";
import { rowTime } from "./phone-clock.ts";
import { isUndoable, mayPhoneUndo } from "./scan-result.ts";
import { latestTexts, leiInWords, scannerTexts as texts, tillTexts } from "./scanner-texts.ts";

type ScannerLatestProps = {
  /** Returns so many of this phone's rows, the newest first. */
  list: (most: number, which: "all" | "sales") => ReturnType<typeof latestScans>;
  onUndo: (seq: number, reason: UndoReason) => void;
  onScan: () => void;
};

/** The scans of this phone, the newest first. Undoing an entry needs a reason, and the entry stays in the log. */
export function ScannerLatest({ list, onUndo, onScan }: ScannerLatestProps) {
  const [chosen, choose] = useState<number | null>(null);
  const [most, setMost] = useState(latestShown);
  const [which, show] = useState<"all" | "sales">("all");
  const found = list(most + 1, which);
  const scans = found.slice(0, most);
  const scan = scans.find(({ seq }) => seq === chosen);
  return (
    <>
      <main className="gate__main scanner__page">
        <h1>{texts.latestTitle}</h1>
        {scans.length === 0 ? <p>{texts.nobodyYet}</p> : null}
        {list(1, "sales").length > 0 ? (
          <button
            className="gate__big gate__big--second"
            type="button"
            aria-pressed={which === "sales"}
            onClick={() => show(which === "all" ? "sales" : "all")}
          >
            {which === "all" ? texts.onlySales : texts.allScans}
          </button>
        ) : null}
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
        {found.length > most ? (
          <button
            className="gate__big gate__big--second"
            type="button"
            onClick={() => setMost(most + moreShown)}
          >
            {texts.moreScans}
          </button>
        ) : null}
      </main>
      <section className="scanner__panel">
        {scan ? (
          <>
            <h2>{texts.why(scan.what)}</h2>
            <p>
              <b>{scan.who ?? scan.subject}</b>, {scan.place}
            </p>
            {scan.giveBack ? <p>{scan.giveBack}</p> : null}
            <p>{scan.needsChief ? texts.whyChiefHint : texts.whyHint}</p>
            <div className="scanner__three">
              {scan.reasons.map((reason) => (
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

/** How many rows are shown at first, and how many more by each press. */
const [latestShown, moreShown] = [20, 60];

/** Returns this phone's last entry that was not undone, for the bottom of the camera's picture. */
export function lastScan(phone: Phone): { text: string; time: string } | null {
  const rows = phone.rows();
  const last = rows.findLast(
    ({ seq, shown }) => ["admit", "guest", "sale"].includes(shown.kind) && !undoOf(rows, seq),
  );
  if (!last) return null;
  const { typeName } = last.shown;
  const time = wallTimeOf(rowTime(phone.parts, last.shown));
  return { text: `${typeName ?? texts.ticket}, ${whatOf(last.shown)}`, time };
}

/**
 * Returns the last rows of this phone, or its last sales, the newest first: the verdict in words, its subject, the time and
 * the gate.
 */
export function latestScans(
  phone: Phone,
  now: number,
  { most = latestShown, which = "all" }: { readonly most?: number; readonly which?: "all" | "sales" } = {},
) {
  const rows = phone.rows();
  return rows
    .filter(({ shown: { kind } }) =>
      which === "sales" ? kind === "sale" : kind !== "undo" && kind !== "shift",
    )
    .slice(-most)
    .reverse()
    .map(({ seq, shown }) => {
      const undone = undoOf(rows, seq);
      return {
        seq,
        what: whatOf(shown),
        subject: subjectOf(shown),
        // what to do with the money of a sale that is undone
        giveBack: shown.sale && shown.sale.bani > 0 ? texts.giveBack(shown.sale) : null,
        /** "Ana Pop · bilet …3175"; null when the holder is not known. */
        who: whoseTicket(phone.parts.holders.get(shown.key)),
        kind: kindOf(shown, undone),
        verdict: undone?.reason ? latestTexts.undone(texts.undoReason(undone.reason)) : verdictOf(shown),
        // with seconds, because several people come in within one minute
        place: latestTexts.place(
          isoInBucharest(rowTime(phone.parts, shown)).slice(11, 19),
          phone.enrolled.gate.name,
        ),
        // whether the row can still be undone, and whether that needs the chief's code
        canUndo: isUndoable(rows, seq),
        needsChief: !mayPhoneUndo(rows, seq, now),
        reasons: undoReasons.filter((reason) => !shown.isAddOn || reason !== "not_entered"),
      };
    });
}

function kindOf({ kind }: ShownRow, undone: ShownRow | undefined): "admitted" | "refused" | "undone" {
  if (undone) return "undone";
  return kind === "refuse" ? "refused" : "admitted";
}

function verdictOf({ kind, mode, verdict, reason, isAddOn }: ShownRow): string {
  if (kind !== "refuse")
    return mode === "override"
      ? latestTexts.byChief
      : isAddOn && kind !== "sale"
        ? latestTexts.given
        : latestTexts.did[kind];
  if (isAddOn && verdict === "used") return latestTexts.refused(gateTexts.alreadyGiven);
  if (reason === "foreign") return latestTexts.refused(texts.foreign);
  // an older page may have written a verdict that no longer exists
  const words = wordsOfVerdict[isVerdict(verdict) ? verdict : "invalid"];
  return words.kind === "look" ? latestTexts.look(words.what) : latestTexts.refused(words.what);
}

const isVerdict = (word: string | null): word is keyof typeof wordsOfVerdict =>
  word !== null && Object.hasOwn(wordsOfVerdict, word);

/** Returns "2 intrări", "1 ieșire" or "1 supliment": an add-on lets nobody in. */
const whatOf = ({ kind, entries, isAddOn, sale }: ShownRow) =>
  isAddOn
    ? counted(sale?.quantity ?? entries, "addOn")
    : counted(entries, kind === "exit" ? "exit" : "entry");

function subjectOf(shown: ShownRow): string {
  const { kind, typeName, sale, reason, isAddOn } = shown;
  const isTicket = !isAddOn && typeName !== texts.guest;
  const type = isTicket || typeName === null ? latestTexts.ticket(typeName) : typeName;
  if (kind === "refuse") {
    if (reason === "forged" || reason === "foreign") return texts.reasons[reason];
    return typeName === null ? "" : type;
  }
  if (kind === "guest") return latestTexts.guest(whatOf(shown));
  const how = sale ? ` · ${tillTexts.sold(leiInWords(sale.bani), tillTexts.means[sale.means])}` : "";
  return `${type}, ${whatOf(shown)}${how}`;
}
