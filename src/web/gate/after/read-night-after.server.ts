import { data } from "react-router";
import type { Uuid } from "#kernel/id.ts";
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
  listPhoneExceptions,
} from "#ticketing/gate/door-night-queries.server.ts";
import { listDoorTills, sumDoorSales } from "#ticketing/gate/door-sale-queries.server.ts";
import { findNightOfGates } from "#ticketing/gate/gate-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Chief } from "../gates/chief.server.ts";

/** Rows of one list of a night that the page and its file have, at most. */
const mostFound = 2000;

/** What is known of a night at its doors, at one moment. */
export async function readNightAfter({ database }: Pick<SiteServices, "database">, chief: Chief, id: Uuid) {
  const markers = await database.withDuty("deliver", (sql) => namesOfMarkers(sql, id));
  return database.readMoment(chief, async (sql) => {
    const night = await findNightOfGates(sql, id);
    const inside = await countInside(sql, id);
    if (!night || !inside) throw data(null, { status: 404 });
    return {
      ...{ night, inside, markers, tickets: await countNightTickets(sql, id) },
      quarters: await countNightByQuarter(sql, id),
      phones: await listBoardPhones(sql, id),
      exceptions: await listPhoneExceptions(sql, id),
      doubles: await listDoubleEntries(sql, id),
      overrides: await listOverrides(sql, id, mostFound),
      found: await listFoundRows(sql, id, mostFound),
      unknown: await listUnknownCodes(sql, id, mostFound),
      sums: await sumDoorSales(sql, [id]),
      tills: await listDoorTills(sql, id),
    };
  });
}

export type NightAfter = Awaited<ReturnType<typeof readNightAfter>>;
