import type { Sql } from "#platform/database/sql.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import { isOver } from "./night-time.ts";
import { nightWasOrdered } from "./office-event-queries.server.ts";

export type LockedPublishing = {
  readonly publishAt: Date | null;
  readonly endsAt: Date;
  readonly isOver: boolean;
  readonly isPublished: boolean;
  readonly wasOrdered: boolean;
};

/** When a night becomes public, locked after its counter: no hold begins meanwhile. By the database's clock. */
export async function lockPublishing(client: Sql, id: string): Promise<LockedPublishing | undefined> {
  if (!(await lockCounters(client, [id])).has(id)) return undefined;
  const { rows } = await client.query<LockedPublishing>(
    `SELECT publish_at AS "publishAt", ends_at AS "endsAt", ${isOver("e")} AS "isOver", is_published(publish_at) AS "isPublished", ${nightWasOrdered} AS "wasOrdered"
     FROM events e WHERE e.id = $1 FOR NO KEY UPDATE`,
    [id],
  );
  return rows[0];
}

/** Sets when a night becomes public: null for a draft, "now" for this moment. False if the hour has passed. */
export async function writePublishAt(client: Sql, id: string, at: Date | "now" | null): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE events SET publish_at = CASE WHEN $3 THEN now() ELSE $2::timestamptz END, updated_at = now()
     WHERE id = $1 AND coalesce($2::timestamptz > now(), true)`,
    [id, at === "now" ? null : at, at === "now"],
  );
  return rowCount === 1;
}
