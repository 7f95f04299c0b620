import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { hasFactor } from "#platform/identity/factors/factors.server.ts";
import type { Services } from "#platform/services.ts";
import { mergeSaved } from "#ticketing/journal/merge-saved.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { readTeamSettings, type TeamSettings } from "./team-settings-queries.server.ts";
import { teamSettings } from "./team-tables.server.ts";

/** The journal's subject id for the team's settings. */
const settingsOfTeam = "00000000-0000-4000-8000-00000000007e";

type Request = {
  readonly actor: Actor;
  readonly settings: TeamSettings;
  /** The values that the form showed when it was opened, if it sends them. */
  readonly opened?: TeamSettings | null;
};

/**
 * Saves whether the team needs a second factor, and its daily refund limit, for every session and refund from now on.
 * Fields that others saved meanwhile are kept (`mergeSaved`). The caller has asked for the administrator's password
 * again. A person without a second factor cannot demand one, because the next page would be closed to that person.
 */
export async function saveTeamSettings(
  { database }: Pick<Services, "database">,
  { actor, settings: typed, opened }: Request,
): Promise<Outcome<null, NotAllowed | { readonly reason: "changed_meanwhile" | "no_own_factor" }>> {
  const hasOwn = await database.withDuty("identity", (sql) => hasFactor(sql, actor.userId));
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "save-team-settings"))) return refused(notAllowed);
    if (typed.demandsFactor && !hasOwn) return refused({ reason: "no_own_factor" });
    await sql.query("SELECT pg_advisory_xact_lock(hashtextextended('team_settings', 1))");
    const before = await readTeamSettings(sql);
    const settings = mergeSaved(opened, typed, before);
    if (!settings) return refused({ reason: "changed_meanwhile" });
    await builder(sql)
      .insert(teamSettings)
      .values(settings)
      .onConflictDoUpdate({ target: teamSettings.oneRow, set: settings });
    await recordChange(sql, actor, {
      subjectKind: "team",
      subjectId: settingsOfTeam,
      what: "team_settings_saved",
      before,
      after: settings,
    });
    return done(null);
  });
}
