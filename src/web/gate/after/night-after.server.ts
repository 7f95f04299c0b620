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
} from "#ticketing/gate/door-board-queries.server.ts";
import {
  countNightByQuarter,
  countNightTickets,
  type DoorRow,
  listGivenAddOns,
  listNightEntries,
  listPhoneExceptions,
  listStampRows,
  listUndoRows,
} from "#ticketing/gate/door-night-queries.server.ts";
import { type DoorTill, listDoorTills } from "#ticketing/gate/door-till-queries.server.ts";
import { readNightChiefs } from "#ticketing/gate/night-chief-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import type { DataTable } from "#ticketing/reports/file-table.ts";
import { doorRowTexts, rowInWords } from "#web/request/door-row-texts.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { markText } from "../board/night-lists.tsx";
import { boardTexts, doorSaleTexts, afterTexts as texts } from "../chief-texts.ts";
import type { requireChiefAtNight } from "../gates/chief.server.ts";
import { leiInWords } from "../scanner/scanner-texts.ts";

export type NightRows = Awaited<ReturnType<typeof readNightRows>>;
type Line = Partial<Record<keyof typeof texts.columns, string | number>>;

const { corrected } = doorRowTexts;

const kinds: Partial<Record<string, CellKind>> = { time: "moment", people: "number", lei: "lei" };

/** Returns the table of a night: each entry at its doors, what was unusual there, its sales and its tills. */
export function nightAfterTable(night: NightAfter, rows: NightRows): DataTable {
  const lines: Line[] = [
    ...rows.entries.map((row) => lineOf(entryOf(row, night.chiefs.admitted))),
    ...rows.stamps.map(lineOf),
    ...night.doubles.flatMap(({ label, typeName, isAddOn, rows: shown, rowsInAll, mark }) => [
      ...shown.map((row) => ({
        ...placeOf(row),
        what: isAddOn ? texts.kinds.doubleAddOn : texts.kinds.double,
        people: row.entries,
        subject: `${label} ${typeName}`,
        how: row.mode ? doorRowTexts.modes[row.mode] : "",
        note: corrected(markText(mark, night.chiefs.markers) ?? "", row.isCorrected),
      })),
      ...(rowsInAll > shown.length
        ? [
            {
              what: isAddOn ? texts.kinds.doubleAddOn : texts.kinds.double,
              subject: `${label} ${typeName}`,
              note: boardTexts.moreEntries(rowsInAll - shown.length, isAddOn),
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
      note: corrected(
        [boardTexts.countsAs(row), markText(row.mark, night.chiefs.markers)].filter(Boolean).join(", "),
        row.isCorrected,
      ),
    })),
    ...night.unknown.map((row) => ({
      ...placeOf(row),
      what: texts.kinds.unknown,
      how: doorRowTexts.reasons[row.reason],
      note: corrected(row.times > 1 ? boardTexts.times(row.times) : "", row.isCorrected),
    })),
    ...rows.undos.map(lineOf),
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
    ...night.tills.map((till) => ({
      what: texts.kinds.till,
      ...(till.at ? { time: isoInBucharest(till.at) } : {}),
      gate: till.gateName,
      phone: till.phoneName,
      lei: till.expected,
      how:
        till.opening > 0 ? `${doorSaleTexts.expected}${doorSaleTexts.opening(leiInWords(till.opening))}` : "",
      note: tillNote(till),
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
  gate: gateName ?? doorRowTexts.byTyping,
  phone: phoneName ?? "",
});

function lineOf(row: DoorRow): Line {
  const { note, ...words } = rowInWords(row);
  const paid = row.paid ? `${doorSaleTexts.means[row.paid.means]} ${leiInWords(row.paid.bani)}` : "";
  return {
    ...placeOf(row),
    ...words,
    note: [paid, note].filter(Boolean).join(", "),
    people: row.people,
    subject: subjectOf(row),
  };
}

/** Adds to an entry what the chief's page of orders knows of it: it was let in there, by whom, and why. */
function entryOf(row: DoorRow, admitted: NightAfter["chiefs"]["admitted"]): DoorRow {
  const isTheSame = ({ label, at }: { label: string | null; at: Date }) =>
    label === row.label && at.getTime() === row.at.getTime();
  const there = row.kind === "entry" && row.mode === null ? admitted.find(isTheSame) : undefined;
  return there ? { ...row, mode: "override", reason: there.reason, chiefName: there.chiefName } : row;
}

function tillNote(till: DoorTill): string {
  const { tills, counted, short, over, isByOffice, isLate } = till;
  if (counted === null) return doorSaleTexts.open(till);
  return [
    tills > 1 && doorSaleTexts.handedOver(tills),
    isLate && doorSaleTexts.late(tills),
    (isByOffice ? texts.countedByOffice : texts.counted)(decimalLei(counted)),
    (short > 0 || over > 0) && doorSaleTexts.difference({ short, over }, decimalLei),
  ]
    .filter(Boolean)
    .join(", ");
}

function subjectOf({ by, label, typeName }: DoorRow): string {
  if (by === null) return "";
  if (by === "guest") return texts.listedGuest;
  // a ticket has its label from the start, and what is sold at the door has none
  return label === null ? texts.soldAtDoor(typeName) : `${label} ${typeName}`;
}

function overrideNote({ reason, chiefName }: Pick<DoorRow, "reason" | "chiefName">): string {
  return [reason && doorRowTexts.reasons[reason], doorRowTexts.byChief(chiefName)].filter(Boolean).join(", ");
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
