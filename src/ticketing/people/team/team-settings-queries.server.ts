import { bani, type Money } from "#kernel/money.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { teamSettings } from "./team-tables.server.ts";

export type TeamSettings = {
  /** Whether everybody in the office must have a second factor. */
  readonly demandsFactor: boolean;
  /** The bani that one person of the box office may refund per day. */
  readonly refundLimit: Money;
};

export async function readTeamSettings(sql: Sql): Promise<TeamSettings> {
  const [settings] = await builder(sql)
    .select({ demandsFactor: teamSettings.demandsFactor, refundLimit: teamSettings.refundLimit })
    .from(teamSettings);
  return settings ?? { demandsFactor: false, refundLimit: bani(0) };
}
