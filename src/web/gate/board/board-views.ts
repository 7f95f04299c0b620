import { wallTimeOf } from "#kernel/time.ts";
import type { DoubleEntry, FoundRow } from "#ticketing/gate/door-board-queries.server.ts";
import { boardTexts as texts } from "./board-texts.ts";

export type DoubleView = {
  id: string;
  label: string;
  type: string;
  excess: number;
  /** People who came in on it. */
  entered: number;
  /** By whom, when and how it was cleared up. */
  mark: string | null;
  rows: readonly { id: string; time: string; where: string; how: string }[];
};

export type FoundView = { id: string; what: string; where: string; time: string; note: string };

/** A ticket with too many people, with each of its entries. */
export function doubleView(double: DoubleEntry, names: ReadonlyMap<string, string>): DoubleView {
  return {
    ...{ id: double.purchaseId, label: double.label, type: double.typeName },
    ...{ excess: double.entered - double.entriesTotal, entered: double.entered },
    mark: markText(double.mark, names),
    rows: double.rows.map((row, at) => ({
      id: String(at),
      time: wallTimeOf(new Date(row.at)),
      where: row.gateName && row.phoneName ? texts.row(row.gateName, row.phoneName) : texts.byTyping,
      how: texts.corrected(row.mode ? texts.rowMode[row.mode] : "", row.isCorrected),
    })),
  };
}

/** "lămurit de Anca V., 23:40: e aceeași persoană"; null while it is not. */
export function markText(mark: DoubleEntry["mark"], names: ReadonlyMap<string, string>): string | null {
  return mark && texts.marked(names.get(mark.by) ?? "", wallTimeOf(new Date(mark.at)), mark.word);
}

/** A row about which the server knew what the phone did not. */
export function foundView(row: FoundRow): FoundView {
  return {
    id: `${row.phoneName} ${row.seq}`,
    what: [texts.findings[row.finding], row.label].filter(Boolean).join(", "),
    where: texts.row(row.gateName, row.phoneName),
    time: wallTimeOf(row.at),
    note: texts.corrected(row.isCounted ? texts.counted : texts.notCounted, row.isCorrected),
  };
}
