import { only, type Sql } from "#platform/database/sql.ts";
import { durations } from "#ticketing/limits.ts";

/**
 * Whether a build from before orders had lines runs beside this one. It settles and refunds an order by its header, as
 * one line with one code for each night, so until it has ended nobody is given more than that.
 */
export const findOlderBuild = {
  name: "older-build",
  text: `SELECT EXISTS (SELECT FROM process_pulses WHERE at > now() - make_interval(secs => $1) AND NOT pulse ? 'knowsLines') AS runs`,
  values: [durations.lostProcess],
};

export async function olderBuildRuns(sql: Sql): Promise<boolean> {
  return only((await sql.query<{ runs: boolean }>(findOlderBuild)).rows).runs;
}
