import { data } from "react-router";
import type { Uuid } from "#kernel/id.ts";
import { decimalLei } from "#kernel/money.ts";
import type { CellKind } from "#kernel/table-cell.ts";
import { isoInBucharest } from "#kernel/time.ts";
import { sumDoorSales } from "#ticketing/events/door-sum-queries.server.ts";
import {
  countInside,
  listBoardPhones,
  listDoubleEntries,
  listFoundRows,
  listOverrides,
  listUnknownCodes,
  namesOfMarkers,
} from "#ticketing/gate/door-board-queries.server.ts";
import {
  countNightByQuarter,
  countNightTickets,
  listGivenAddOns,
  listPhoneExceptions,
  listStampRows,
  listUndoRows,
  type NightEntry,
} from "#ticketing/gate/door-night-queries.server.ts";
import { listDoorTills } from "#ticketing/gate/door-sale-queries.server.ts";
import { findNightOfGates } from "#ticketing/gate/gate-queries.server.ts";
import type { DataTable } from "#ticketing/reports/file-table.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { markText, mostListed } from "../board/night-lists.tsx";
import { boardTexts, doorSaleTexts, afterTexts as texts } from "../chief-texts.ts";
import type { DoorPerson } from "../gates/chief.server.ts";
import { scannerTexts } from "../scanner/scanner-texts.ts";

type Line = Partial<Record<keyof typeof texts.columns, string | number>>;

const kinds: Partial<Record<string, CellKind>> = { time: "moment", people: "number", lei: "lei" };

/** Returns the table of a night: each entry at its doors, what was unusual there, its sales and its tills. */
export function nightAfterTable(night: NightAfter, entries: readonly NightEntry[]): DataTable {
  const lines: Line[] = [
    ...entries.map((row) => ({
      ...placeOf(row),
      what:
        row.by === "add_on" ? texts.kinds.given : row.entries < 0 ? texts.kinds.takenBack : texts.kinds.entry,
      people: row.entries,
      subject: subjectOf(row),
      how: row.mode ? boardTexts.rowMode[row.mode] : "",
      note: boardTexts.corrected(row.mode === "override" ? overrideNote(row) : "", row.isCorrected),
    })),
    ...night.stamps.map((row) => ({
      ...placeOf(row),
      what: texts.kinds[row.kind],
      people: row.people,
      subject: `${row.label} ${row.typeName}`,
      how: row.mode ? boardTexts.rowMode[row.mode] : "",
      note: boardTexts.corrected("", row.isCorrected),
    })),
    ...night.doubles.flatMap(({ label, typeName, rows, mark }) =>
      rows.map((row) => ({
        ...placeOf(row),
        what: texts.kinds.double,
        people: row.entries,
        subject: `${label} ${typeName}`,
        how: row.mode ? boardTexts.rowMode[row.mode] : "",
        note: boardTexts.corrected(markText(mark, night.markers) ?? "", row.isCorrected),
      })),
    ),
    ...night.found.map((row) => ({
      ...placeOf(row),
      what: texts.kinds.found,
      subject: row.label ?? "",
      people: row.entries,
      how: boardTexts.finding(row),
      note: boardTexts.corrected(
        [boardTexts.counts[row.counts], markText(row.mark, night.markers)].filter(Boolean).join(", "),
        row.isCorrected,
      ),
    })),
    ...night.unknown.map((row) => ({
      ...placeOf(row),
      what: texts.kinds.unknown,
      how: scannerTexts.unknownReasons[row.reason],
      note: boardTexts.corrected(row.times > 1 ? boardTexts.times(row.times) : "", row.isCorrected),
    })),
    ...night.undos.map((row) => ({
      ...placeOf(row),
      what: texts.kinds.undo,
      people: row.people,
      subject: row.by ? subjectOf({ ...row, by: row.by }) : "",
      how: scannerTexts.reasons[row.reason],
      note: boardTexts.corrected("", row.isCorrected),
    })),
    ...night.exceptions
      .filter(({ overrides }) => overrides > 0)
      .map(({ gateName: gate, phoneName: phone, overrides }) => ({
        what: texts.kinds.overrides,
        gate,
        phone,
        people: overrides,
      })),
    ...night.sums.map(({ typeName, means, tickets, people, bani }) => ({
      what: texts.kinds.sale,
      subject: typeName,
      people,
      lei: bani,
      how: doorSaleTexts.means[means],
      note: texts.tickets(tickets),
    })),
    ...night.tills.map(({ gateName: gate, phoneName: phone, at, expected, counted, isLeft }) => ({
      what: texts.kinds.till,
      ...(at ? { time: isoInBucharest(at) } : {}),
      gate,
      phone,
      lei: expected,
      note: counted === null ? doorSaleTexts.open(isLeft) : texts.counted(decimalLei(counted)),
    })),
  ];
  const columns = Object.entries(texts.columns).map(([key, head]) => ({
    key,
    head,
    kind: kinds[key] ?? "text",
  }));
  return {
    name: texts.journal,
    columns,
    rows: lines.map((line) => columns.map(({ key }) => line[key as keyof Line] ?? null)),
  };
}

type Placed = {
  readonly at: Date | string;
  readonly gateName: string | null;
  readonly phoneName: string | null;
};

const placeOf = ({ at, gateName, phoneName }: Placed) => ({
  time: isoInBucharest(new Date(at)),
  gate: gateName ?? boardTexts.byTyping,
  phone: phoneName ?? "",
});

function subjectOf({ by, label, typeName }: Pick<NightEntry, "by" | "label" | "typeName">): string {
  if (by === "guest") return texts.listedGuest;
  return by === "sale" ? texts.soldAtDoor(typeName) : `${label} ${typeName}`;
}

function overrideNote({ reason, chiefName }: NightEntry): string {
  const why = reason && boardTexts.overrideWhy[reason];
  return [why, boardTexts.overrideBy(chiefName)].filter(Boolean).join(", ");
}

/** Reads everything about the doors of a night, as of one moment. */
export async function readNightAfter(
  { database }: Pick<SiteServices, "database">,
  chief: DoorPerson,
  id: Uuid,
) {
  const markers = await database.withDuty("deliver", (sql) => namesOfMarkers(sql, id));
  return database.readMoment(chief, async (sql) => {
    const night = await findNightOfGates(sql, id);
    const inside = await countInside(sql, id);
    if (!night || !inside) throw data(null, { status: 404 });
    return {
      night,
      inside,
      markers,
      tickets: await countNightTickets(sql, id),
      given: await listGivenAddOns(sql, id),
      quarters: await countNightByQuarter(sql, id),
      phones: await listBoardPhones(sql, id),
      stamps: await listStampRows(sql, id),
      undos: await listUndoRows(sql, id),
      exceptions: await listPhoneExceptions(sql, id),
      doubles: await listDoubleEntries(sql, id),
      overrides: await listOverrides(sql, id, mostListed),
      found: await listFoundRows(sql, id, mostListed),
      unknown: await listUnknownCodes(sql, id, mostListed),
      sums: await sumDoorSales(sql, [id]),
      tills: await listDoorTills(sql, id),
    };
  });
}

export type NightAfter = Awaited<ReturnType<typeof readNightAfter>>;
