import { afterAll, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openDatabase } from "#platform/database/database.server.ts";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

const own = await testDatabase();
const database = openDatabase({ urls: own.urls, rolePrefix: "app" });
const season = await openSeasonBuilder(own.ownerUrl);
afterAll(() => database.close());

/** What a build from before there were lines writes for a hold: the header of an order, and what it takes. */
const headerOfOlderBuild = `WITH made AS (
    INSERT INTO orders (id, user_id, quantity, origin, scope_id, ticket_type_id, event_ids, entries, unit_price, total, family, title, stripe_price_id, state, stake, hold_expires_at)
    VALUES ($1, $2, 3, 'event', $4, $3, ARRAY[$4::uuid, $5::uuid], 2, 11000, 33000, 'season_pass', 'Tot sezonul', 'price_old', 'held', 'held', now() + interval '30 minutes')
    RETURNING id, user_id),
  told AS (INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) SELECT user_id, 'user', 'order', id, 'held' FROM made)
  UPDATE stock_counters SET held = held + CASE id WHEN $3 THEN 3 ELSE 6 END WHERE id = ANY (ARRAY[$3::uuid, $4, $5])`;

it("an order that an older build holds beside this one has its line and its takes, and every invariant holds (L1, L2, I2)", async () => {
  const nights = [await season.night(), await season.night()];
  const type = await season.ticketType({
    events: nights,
    entries: 2,
    family: "season_pass",
    title: "Tot sezonul",
  });
  const { userId } = await season.person();
  const order = newId();
  await database.withDuty("sell", (sql) => sql.query(headerOfOlderBuild, [order, userId, type, ...nights]));
  const { rows } = await season.client.query(
    `SELECT o.take_ids, o.take_ns, l.no, l.quantity, l.entries, l.list_price::int, l.total::int, l.event_ids, l.title, l.code_per
     FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.id = $1`,
    [order],
  );
  expect(rows).toEqual([
    {
      ...{ take_ids: [type, ...nights], take_ns: [3, 6, 6], no: 1, quantity: 3, entries: 2 },
      ...{ list_price: 11_000, total: 33_000, event_ids: nights, title: "Tot sezonul", code_per: "order" },
    },
  ]);
  expect(await findViolations(season.client, dataInvariants)).toEqual([]);
});
