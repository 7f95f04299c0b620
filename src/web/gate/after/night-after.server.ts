import { data } from "react-router";
import { decimalLei } from "#kernel/money.ts";
import type { CellKind } from "#kernel/table-cell.ts";
import { isoInBucharest } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { sumDoorSales } from "#ticketing/events/door-sum-queries.server.ts";
import {
  countInside,
  listBoardPhones,
  listDoubleEntries,
  listFoundRows,
  listOverrides,
  listUnknownCodes,
  readNightChiefs,
} from "#ticketing/gate/door-board-queries.server.ts";
import {
  countNightByQuarter,
  countNightTickets,
  listGivenAddOns,
  listNightEntries,
  listPhoneExceptions,
  listStampRows,
  listUndoRows,
  type NightEntry,
} from "#ticketing/gate/door-night-queries.server.ts";
import { listDoorTills } from "#ticketing/gate/door-sale-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import type { DataTable } from "#ticketing/reports/file-table.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { markText } from "../board/night-lists.tsx";
import { boardTexts, doorSaleTexts, afterTexts as texts } from "../chief-texts.ts";
import type { requireChiefAtNight } from "../gates/chief.server.ts";
import { scannerTexts } from "../scanner/scanner-texts.ts";

export type NightRows = Awaited<ReturnType<typeof readNightRows>>;
type Line = Partial<Record<keyof typeof texts.columns, string | number>>;

const kinds: Partial<Record<string, CellKind>> = { time: "moment", people: "number", lei: "lei" };

/** Returns the table of a night: each entry at its doors, what was unusual there, its sales and its tills. */
export function nightAfterTable(night: NightAfter, rows: NightRows): DataTable {
  const lines: Line[] = [
    ...rows.entries.map((row) => ({
      ...placeOf(row),
      what:
        row.by === "add_on" ? texts.kinds.given : row.entries < 0 ? texts.kinds.takenBack : texts.kinds.entry,
      people: row.entries,
      subject: subjectOf(row),
      how: row.mode ? boardTexts.rowMode[row.mode] : "",
      note: boardTexts.corrected(row.mode === "override" ? overrideNote(row) : "", row.isCorrected),
    })),
    ...rows.stamps.map((row) => ({
      ...placeOf(row),
      what: texts.kinds[row.kind],
      people: row.people,
      subject: subjectOf({ ...row, by: "ticket" }),
      how: row.mode ? boardTexts.rowMode[row.mode] : "",
      note: boardTexts.corrected("", row.isCorrected),
    })),
    ...night.doubles.flatMap(({ label, typeName, rows: shown, rowsInAll, mark }) => [
      ...shown.map((row) => ({
        ...placeOf(row),
        what: texts.kinds.double,
        people: row.entries,
        subject: `${label} ${typeName}`,
        how: row.mode ? boardTexts.rowMode[row.mode] : "",
        note: boardTexts.corrected(markText(mark, night.chiefs.markers) ?? "", row.isCorrected),
      })),
      ...(rowsInAll > shown.length
        ? [
            {
              what: texts.kinds.double,
              subject: `${label} ${typeName}`,
              note: boardTexts.moreEntries(rowsInAll - shown.length),
            },
          ]
        : []),
    ]),
    ...night.found.map((row) => ({
      ...placeOf(row),
      what: texts.kinds.found,
      subject: row.label ?? "",
      people: row.entries,
      how: boardTexts.finding(row),
      note: boardTexts.corrected(
        [boardTexts.counts[row.counts], markText(row.mark, night.chiefs.markers)].filter(Boolean).join(", "),
        row.isCorrected,
      ),
    })),
    ...night.unknown.map((row) => ({
      ...placeOf(row),
      what: texts.kinds.unknown,
      how: scannerTexts.unknownReasons[row.reason],
      note: boardTexts.corrected(row.times > 1 ? boardTexts.times(row.times) : "", row.isCorrected),
    })),
    ...rows.undos.map((row) => ({
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
    ...night.chiefs.admitted.map((row) => ({
      ...placeOf(row),
      what: texts.kinds.overrides,
      people: row.entries,
      subject: row.label ?? "",
      note: overrideNote(row),
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
  // a ticket has its label from the start, and what is sold at the door has none
  return label === null ? texts.soldAtDoor(typeName) : `${label} ${typeName}`;
}

function overrideNote({ reason, chiefName }: Pick<NightEntry, "reason" | "chiefName">): string {
  const why = reason && boardTexts.overrideWhy[reason];
  return [why, boardTexts.overrideBy(chiefName)].filter(Boolean).join(", ");
}

/** Reads every row of a night that only its file shows. */
export const readNightRows = async (sql: Sql, eventId: string) => ({
  entries: await listNightEntries(sql, eventId),
  stamps: await listStampRows(sql, eventId),
  undos: await listUndoRows(sql, eventId),
});

/** Reads everything about the doors of a night that its page shows, as of one moment. */
export async function readNightAfter(
  { database }: Pick<SiteServices, "database">,
  { chief, id, night }: Awaited<ReturnType<typeof requireChiefAtNight>>,
) {
  const chiefs = await database.withDuty("deliver", (sql) => readNightChiefs(sql, id));
  return database.readMoment(chief, async (sql) => {
    const inside = await countInside(sql, id);
    if (!inside) throw data(null, { status: 404 });
    return {
      night,
      inside,
      chiefs,
      tickets: await countNightTickets(sql, id),
      given: await listGivenAddOns(sql, id),
      quarters: await countNightByQuarter(sql, id),
      phones: await listBoardPhones(sql, id),
      exceptions: await listPhoneExceptions(sql, id),
      doubles: await listDoubleEntries(sql, id),
      overrides: await listOverrides(sql, id, limits.rowsOfDoorList),
      found: await listFoundRows(sql, id, limits.rowsOfDoorList),
      unknown: await listUnknownCodes(sql, id, limits.rowsOfDoorList),
      sums: await sumDoorSales(sql, [id]),
      tills: await listDoorTills(sql, id),
    };
  });
}

export type NightAfter = Awaited<ReturnType<typeof readNightAfter>>;
