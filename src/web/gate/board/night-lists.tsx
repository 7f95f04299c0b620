import type { ReactNode } from "react";
import { wallTimeOf } from "#kernel/time.ts";
import type {
  ChiefMark,
  DoubleEntry,
  FoundRow,
  OverrideRow,
  UnknownCode,
} from "#ticketing/gate/door-board-queries.server.ts";
import type { Quarter } from "#ticketing/gate/entries-by-quarter.ts";
import type { NightChiefs } from "#ticketing/gate/night-chief-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import { doorRowTexts } from "#web/request/door-row-texts.ts";
import { Icon } from "#web/ui/icon.tsx";
import { doorOrdersTexts, boardTexts as texts } from "../chief-texts.ts";

/** How many of these doubles or findings nobody has cleared up. */
export const countOpen = (listed: readonly { readonly mark?: unknown }[]) =>
  listed.filter(({ mark }) => mark === null).length;

type NightListsProps = {
  lists: ReturnType<typeof nightLists>;
  /** Returns the link or form that clears up an open line. */
  clearUp: (line: DoorLine) => ReactNode;
};

/** What a chief checks: too many people on one ticket, people let in by chiefs, findings, and unknown codes. */
export function NightLists({ lists: { doubles, overrides, found, unknown }, clearUp }: NightListsProps) {
  const parts = [
    {
      title: texts.doubles(doubles.length),
      hint: doubles.length === 0 ? texts.noDoubles : texts.doublesHint,
      lines: doubles,
    },
    overrides.length > 0 && { title: texts.overrides(overrides.length), hint: null, lines: overrides },
    {
      title: texts.found(countOpen(found)),
      hint: found.length === 0 ? texts.noneFound : texts.foundHint,
      lines: found,
    },
    unknown.inAll > 0 && {
      title: texts.unknown(unknown.inAll),
      hint: texts.unknownHint,
      lines: unknown.lines,
    },
  ].filter((part) => part !== false);
  return (
    <div className="board__pair">
      {parts.map((part) => (
        <Lines key={part.title} {...part} clearUp={clearUp} />
      ))}
    </div>
  );
}

type LinesProps = { title: string; hint: string | null; lines: readonly DoorLine[] } & Pick<
  NightListsProps,
  "clearUp"
>;

function Lines({ title, hint, lines, clearUp }: LinesProps) {
  return (
    <section className="gates__card">
      <h2>{title}</h2>
      {hint ? <p>{hint}</p> : null}
      <ul className="board__doubles">
        {lines.map((line) => (
          <li key={line.id}>
            <p>
              <b>{line.lead}</b> {line.what} {line.excess ? <em>{line.excess}</em> : null}
            </p>
            {line.rows ? (
              <ol>
                {line.rows.map((row) => (
                  <li key={row.id}>
                    <b>{row.time}</b> {row.where} <small>{row.how}</small>
                  </li>
                ))}
              </ol>
            ) : (
              <small>{line.note} </small>
            )}
            {line.mark ? (
              <p className="board__mark">
                <Icon name="check" /> {line.mark}
              </p>
            ) : null}
            {line.mark === null ? clearUp(line) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

const { corrected } = doorRowTexts;

export type DoorLine = {
  id: string;
  /** The time, the ticket or the name. */
  lead: string;
  what: string;
  note?: string;
  /** For a double entry: how many too many, how many ever came in, and each entry. */
  excess?: string;
  entered?: number;
  rows?: readonly { id: string; time: string; where: string; how: string }[];
  /** The chief's note that cleared it up; null while it is open; undefined when nothing needs clearing up. */
  mark?: string | null;
};

type NightRows = {
  readonly doubles: readonly DoubleEntry[];
  readonly overrides: readonly OverrideRow[];
  readonly found: readonly FoundRow[];
  readonly unknown: readonly UnknownCode[];
};

export function nightLists(
  { doubles, overrides, found, unknown }: NightRows,
  { markers: names, admitted }: NightChiefs,
) {
  return {
    doubles: doubles.map((one) => doubleView(one, names)),
    overrides: [...overrides, ...admitted].sort((a, b) => b.at.getTime() - a.at.getTime()).map(overrideView),
    found: found.map(
      (row): DoorLine => ({
        id: row.digest,
        lead: wallTimeOf(row.at),
        mark: markText(row.mark, names),
        what: [texts.finding(row), row.label].filter(Boolean).join(", "),
        note: `${texts.row(row.gateName, row.phoneName)} · ${corrected(texts.countsAs(row), row.isCorrected)}`,
      }),
    ),
    unknown: unknownView(unknown),
  };
}

function doubleView(double: DoubleEntry, names: ReadonlyMap<string, string>): DoorLine {
  const rows = double.rows.map((row, at) => ({
    id: String(at),
    time: wallTimeOf(new Date(row.at)),
    where: row.gateName && row.phoneName ? texts.row(row.gateName, row.phoneName) : doorRowTexts.byTyping,
    how: corrected(
      [texts.entries(row.entries, double.isAddOn), row.mode && doorRowTexts.modes[row.mode]]
        .filter(Boolean)
        .join(", "),
      row.isCorrected,
    ),
  }));
  const unshown = double.rowsInAll - rows.length;
  if (unshown > 0)
    rows.splice(rows.length / 2, 0, {
      id: "more",
      time: "…",
      where: texts.moreEntries(unshown, double.isAddOn),
      how: "",
    });
  return {
    id: double.purchaseId ?? double.guestId ?? "",
    lead: double.label,
    what: double.typeName,
    excess: texts.excess(double.entered - double.entriesTotal),
    entered: double.everEntered,
    mark: markText(double.mark, names),
    rows,
  };
}

/** Returns "lămurit de Anca V., 23:40: e aceeași persoană"; null while it is open. */
export function markText(mark: ChiefMark | null, names: ReadonlyMap<string, string>): string | null {
  return (
    mark &&
    texts.marked(names.get(mark.by) ?? "", wallTimeOf(new Date(mark.at)), mark.word ?? texts.phoneAccepted)
  );
}

function overrideView(row: OverrideRow): DoorLine {
  const { kind, label, typeName, reason, gateName, phoneName } = row;
  const what =
    kind === "undo"
      ? texts.overrideUndo(label ?? typeName)
      : kind === "sale"
        ? texts.freeEntry(typeName)
        : label;
  const where = gateName && phoneName ? texts.row(gateName, phoneName) : doorOrdersTexts.title;
  return {
    id: `${phoneName ?? ""} ${row.seq}`,
    lead: wallTimeOf(row.at),
    what: [what, reason && doorRowTexts.reasons[reason]].filter(Boolean).join(", "),
    note: [doorRowTexts.byChief(row.chiefName), where, texts.letIn(row)].filter(Boolean).join(" · "),
  };
}

function unknownView(codes: readonly UnknownCode[]) {
  const { inAll = 0, forgedLately = 0 } = codes[0] ?? {};
  return {
    inAll,
    /** The alarm about forged codes; null while there are few. */
    forgedLately: forgedLately >= limits.forgedCodes ? texts.forgedLately(forgedLately) : null,
    lines: codes.map(
      (row): DoorLine => ({
        id: `${row.phoneName} ${row.seq}`,
        lead: wallTimeOf(row.at),
        what: doorRowTexts.reasons[row.reason],
        note: corrected(
          texts.row(row.gateName, row.phoneName) + (row.times > 1 ? ` · ${texts.times(row.times)}` : ""),
          row.isCorrected,
        ),
      }),
    ),
  };
}

const quarter = 15 * 60_000;

/** Undone entries are subtracted in the quarter in which they were undone. A quarter below zero is shown as zero. */
export function quarterViews(quarters: readonly Quarter[]) {
  return quarters.map(({ from, entered }) => ({
    from: wallTimeOf(from),
    until: wallTimeOf(new Date(from.getTime() + quarter)),
    people: Math.max(0, entered),
  }));
}

/** How many people came in, in each quarter of an hour. */
export function NightCurve({ quarters }: { quarters: ReturnType<typeof quarterViews> }) {
  if (quarters.length === 0) return null;
  const most = Math.max(1, ...quarters.map(({ people }) => people));
  return (
    <section className="gates__card board__curve">
      <h2>{texts.curve}</h2>
      <ol>
        {quarters.map(({ from, until, people }) => (
          <li key={from} title={texts.quarter(from, until, people)}>
            <b>{people}</b>
            <i style={{ "--part": people / most }} aria-hidden="true" />
            <span>{from}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
