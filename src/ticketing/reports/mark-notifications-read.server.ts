import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";

type Request = {
  readonly actor: Actor;
  /** The moment of the latest that was shown, as an ISO instant: what came meanwhile stays unread. */
  readonly until: string;
};

/** What was shown to this administrator counts as read; never what is yet to come, and nothing becomes unread again. */
export async function markNotificationsRead(
  { database }: Pick<Services, "database">,
  { actor, until }: Request,
): Promise<Outcome<"done", { readonly reason: "not_permitted" }>> {
  return database.withActor(actor, async ({ $client }) => {
    if (!(await mayStillDo($client, actor, "mark-notifications-read")))
      return refused({ reason: "not_permitted" });
    await $client.query(
      `INSERT INTO notification_reads AS r (user_id, read_until) VALUES ($1, least($2::timestamptz, now()))
       ON CONFLICT (user_id) DO UPDATE SET read_until = greatest(r.read_until, excluded.read_until)`,
      [actor.userId, until],
    );
    return done("done");
  });
}
