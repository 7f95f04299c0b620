import { wallTimeOf } from "#kernel/time.ts";
import type {
  ChiefMark,
  DoubleEntry,
  FoundRow,
  OverrideRow,
  UnknownCode,
} from "#ticketing/gate/door-board-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import { scannerTexts } from "../scanner/scanner-texts.ts";
import { boardTexts as texts } from "./board-texts.ts";

/** One line of a list of the night. */
export type DoorLine = {
  id: string;
  /** When, or which ticket or name. */
  lead: string;
  what: string;
  note?: string;
  /** Of a double: how many too many, how many came in, and each of them. */
  excess?: string;
  entered?: number;
  rows?: readonly { id: string; time: string; where: string; how: string }[];
  /** By whom, when and how it was cleared up; null while it is not, and left out of what needs no clearing. */
  mark?: string | null;
};

/** `forgedLately`: words of alarm; null while there are few. */
type UnknownView = { inAll: number; forgedLately: string | null; lines: readonly DoorLine[] };

export type NightListsView = {
  doubles: readonly DoorLine[];
  overrides: readonly DoorLine[];
  found: readonly DoorLine[];
  unknown: UnknownView;
};

type NightRows = {
  readonly doubles: readonly DoubleEntry[];
  readonly overrides: readonly OverrideRow[];
  readonly found: readonly FoundRow[];
  readonly unknown: readonly UnknownCode[];
};

export function nightLists(
  { doubles, overrides, found, unknown }: NightRows,
  names: ReadonlyMap<string, string>,
): NightListsView {
  return {
    doubles: doubles.map((one) => doubleView(one, names)),
    overrides: overrides.map(overrideView),
    found: found.map((row) => ({
      ...{ id: row.digest, lead: wallTimeOf(row.at), mark: markText(row.mark, names) },
      what: [texts.findings[row.finding], row.label].filter(Boolean).join(", "),
      note: `${texts.row(row.gateName, row.phoneName)} · ${texts.corrected(row.isCounted ? texts.counted : texts.notCounted, row.isCorrected)}`,
    })),
    unknown: unknownView(unknown),
  };
}

function doubleView(double: DoubleEntry, names: ReadonlyMap<string, string>): DoorLine {
  return {
    ...{ id: double.purchaseId ?? double.guestId ?? "", lead: double.label, what: double.typeName },
    ...{ excess: texts.excess(double.entered - double.entriesTotal), entered: double.entered },
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
export function markText(mark: ChiefMark | null, names: ReadonlyMap<string, string>): string | null {
  return mark && texts.marked(names.get(mark.by) ?? "", wallTimeOf(new Date(mark.at)), mark.word);
}

function overrideView(row: OverrideRow): DoorLine {
  const { kind, label, typeName, reason } = row;
  const what = kind === "undo" ? texts.overrideUndo : kind === "sale" ? texts.freeEntry(typeName) : label;
  return {
    ...{ id: `${row.phoneName} ${row.seq}`, lead: wallTimeOf(row.at) },
    what: [what, reason && texts.overrideWhy[reason]].filter(Boolean).join(", "),
    note: `${texts.overrideBy(row.chiefName)} · ${texts.row(row.gateName, row.phoneName)}`,
  };
}

function unknownView(codes: readonly UnknownCode[]): UnknownView {
  const { inAll = 0, forgedLately = 0 } = codes[0] ?? {};
  return {
    inAll,
    forgedLately: forgedLately >= limits.forgedCodes ? texts.forgedLately(forgedLately) : null,
    lines: codes.map((row) => ({
      ...{ id: `${row.phoneName} ${row.seq}`, lead: wallTimeOf(row.at) },
      what: scannerTexts.unknownReasons[row.reason],
      note: texts.corrected(
        texts.row(row.gateName, row.phoneName) + (row.times > 1 ? ` · ${texts.times(row.times)}` : ""),
        row.isCorrected,
      ),
    })),
  };
}
