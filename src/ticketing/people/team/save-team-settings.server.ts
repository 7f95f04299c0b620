import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { readTeamSettings, type TeamSettings } from "./team-settings-queries.server.ts";
import { teamSettings } from "./team-tables.server.ts";

/** What the history of the team's settings is about. */
const settingsOfTeam = "00000000-0000-4000-8000-00000000007e";

/**
 * Saves what is demanded of the team and what it may give back, for every session and refund from now on. The caller has
 * asked for the administrator's password again.
 */
export async function saveTeamSettings(
  { database }: Pick<Services, "database">,
  { actor, settings }: { readonly actor: Actor; readonly settings: TeamSettings },
): Promise<Outcome<null, NotAllowed>> {
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "save-team-settings"))) return refused(notAllowed);
    const before = await readTeamSettings(sql);
    await builder(sql)
      .insert(teamSettings)
      .values(settings)
      .onConflictDoUpdate({ target: teamSettings.oneRow, set: settings });
    await recordChange(sql, actor, {
      ...{ subjectKind: "team", subjectId: settingsOfTeam, what: "team_settings_saved" },
      ...{ before, after: settings },
    });
    return done(null);
  });
}
