import { only, type Sql } from "#platform/database/sql.ts";
import { durations } from "#ticketing/limits.ts";
import type { OlderBuild } from "./older-build.ts";

/**
 * Which older builds run beside this one during an upgrade. A build from before order lines treats an order as one
 * line with one ticket per night; one from before phases gives nothing back to a pool; older ones also write guests
 * no email, or a wrong link. What such a build cannot handle is not sold until it has ended.
 */
export const olderBuildStatement = {
  name: "older-build",
  text: `SELECT coalesce(bool_or(NOT pulse ? 'knowsGuests'), false) AS "isBeforeGuests", coalesce(bool_or(NOT pulse ? 'knowsReceivers'), false) AS "isBeforeReceivers", CASE WHEN bool_or(NOT pulse ? 'knowsLines') THEN 'before_lines' WHEN bool_or(NOT pulse ? 'knowsPhases') THEN 'before_phases' END AS build
         FROM process_pulses WHERE at > now() - make_interval(secs => $1)`,
  values: [durations.lostProcess],
};

export async function readOlderBuild(sql: Sql): Promise<OlderBuild | null> {
  return only((await sql.query<{ build: OlderBuild | null }>(olderBuildStatement)).rows).build;
}

/** Whether a build runs that would send guests who received a ticket the link of the buyer's order. */
export async function isBeforeReceivers(sql: Sql): Promise<boolean> {
  return only((await sql.query<{ isBeforeReceivers: boolean }>(olderBuildStatement)).rows).isBeforeReceivers;
}

/** Whether a build runs that only knows orders of one line with one ticket code. */
export async function olderBuildRuns(sql: Sql): Promise<boolean> {
  return (await readOlderBuild(sql)) === "before_lines";
}
