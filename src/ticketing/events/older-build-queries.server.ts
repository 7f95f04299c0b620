import { only, type Sql } from "#platform/database/sql.ts";
import { durations } from "#ticketing/limits.ts";
import type { OlderBuild } from "./older-build.ts";

/**
 * The oldest build that runs beside this one. One from before orders had lines settles and refunds an order by its header,
 * as one line with one code for each night; one from before there were phases and pools gives nothing back to a pool. So
 * until it has ended nobody is given more than it knows. One from before guests knows no address of theirs,
 * and one from before they could receive tickets would send them the link of the buyer's order.
 */
export const findOlderBuild = {
  name: "older-build",
  text: `SELECT coalesce(bool_or(NOT pulse ? 'knowsGuests'), false) AS "isBeforeGuests", coalesce(bool_or(NOT pulse ? 'knowsReceivers'), false) AS "isBeforeReceivers", CASE WHEN bool_or(NOT pulse ? 'knowsLines') THEN 'before_lines' WHEN bool_or(NOT pulse ? 'knowsPhases') THEN 'before_phases' END AS build
         FROM process_pulses WHERE at > now() - make_interval(secs => $1)`,
  values: [durations.lostProcess],
};

export async function readOlderBuild(sql: Sql): Promise<OlderBuild | null> {
  return only((await sql.query<{ build: OlderBuild | null }>(findOlderBuild)).rows).build;
}

/** Whether one runs that would tell guests of tickets which they received by the link of the buyer's order. */
export async function isBeforeReceivers(sql: Sql): Promise<boolean> {
  return only((await sql.query<{ isBeforeReceivers: boolean }>(findOlderBuild)).rows).isBeforeReceivers;
}

/** Whether one runs that knows orders of one line and one code alone. */
export async function olderBuildRuns(sql: Sql): Promise<boolean> {
  return (await readOlderBuild(sql)) === "before_lines";
}
