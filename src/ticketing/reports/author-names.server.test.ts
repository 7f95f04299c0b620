import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openStage } from "#test/support/stage.ts";
import { listContentChanges } from "#ticketing/content/content-queries.server.ts";
import { listStoppable } from "#ticketing/events/stop-queries.server.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import { findCustomer } from "./customer-queries.server.ts";
import { findOrderOverview } from "./order-overview-queries.server.ts";

const { client, season, site } = await openStage();
const { db } = season;

it("a member with a colleague's name does not pass for the colleague (one kind: an act under another's name)", async () => {
  const admin = await season.person("admin");
  const pair = [await season.person("box_office"), await season.person("box_office")];
  const ids = pair.map(({ userId }) => userId);
  for (const id of ids) await db`UPDATE profiles SET full_name = 'Ana Pop' WHERE id = ${id}`;
  const { userId } = await season.person();
  const events = [await season.night()];
  const { orderId } = await paidOrder(client, {
    userId,
    ticketTypeId: await season.ticketType({ events }),
    events,
  });
  await db`INSERT INTO site_content (id, key, content) VALUES (${newId()}, 'hero', '{}') ON CONFLICT (key) DO NOTHING`;
  const [content] = await db`SELECT id FROM site_content WHERE key = 'hero'`;
  for (const id of ids) {
    await db`INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what, after)
      VALUES (${id}, 'box_office', 'order', ${orderId}, 'tickets_resent', '{}'), (${id}, 'box_office', 'content', ${content.id}, 'edited', '{}')`;
    await db`INSERT INTO person_notes (id, person_id, author_id, note) VALUES (${newId()}, ${userId}, ${id}, 'x')`;
  }
  const [first, second] = ids;
  await db`INSERT INTO stops (id, event_id, kind, reason, started_by) VALUES (${newId()}, NULL, 'sale', 'x', ${first}), (${newId()}, ${events[0]}, 'sale', 'x', ${second})`;
  const shown = await site.database.readAs(admin, async (sql) => [
    (await listHistory(sql, "order", orderId, { limit: 9 })).map(({ who }) => who),
    (await listContentChanges(sql, 9)).map(({ by }) => by),
    (await findCustomer(sql, userId, 1))?.notes.map(({ author }) => author),
    (await findOrderOverview(sql, orderId))?.steps.flatMap(({ actorName }) => actorName ?? []),
    (await listStoppable(sql)).stops.map(({ startedBy }) => startedBy),
  ]);
  const names = ids.map((id) => `Ana Pop, ${id}@exemplu.ro`);
  for (const list of shown) expect(list).toEqual(expect.arrayContaining(names));
});
