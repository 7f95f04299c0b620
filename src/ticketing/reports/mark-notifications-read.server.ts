import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";

type Request = {
  readonly actor: Actor;
  /** The time of the newest notification shown, as an ISO instant. Later ones stay unread. */
  readonly until: string;
};

/** Marks the shown notifications of this administrator as read; never future ones, and none becomes unread again. */
export async function markNotificationsRead(
  { database }: Pick<Services, "database">,
  { actor, until }: Request,
): Promise<Outcome<"done", NotAllowed>> {
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "mark-notifications-read"))) return refused(notAllowed);
    await sql.query(
      `INSERT INTO notification_reads AS r (user_id, read_until) VALUES ($1, least($2::timestamptz, now()))
       ON CONFLICT (user_id) DO UPDATE SET read_until = greatest(r.read_until, excluded.read_until)`,
      [actor.userId, until],
    );
    return done("done");
  });
}
