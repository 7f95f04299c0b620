import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openStage } from "#test/support/stage.ts";
import { markNotificationsRead } from "./mark-notifications-read.server.ts";
import { noteLowStock } from "./note-low-stock.server.ts";
import { listNotifications, readOfficeNews } from "./notification-queries.server.ts";

const { season, client, db, site: services } = await openStage();
const buyer = await season.person();

async function administrator() {
  const { userId } = await season.person("admin");
  await db`UPDATE profiles SET created_at = now() WHERE id = ${userId}`;
  return { userId, role: "admin" } as const;
}
type Administrator = Awaited<ReturnType<typeof administrator>>;

const unread = (who: Administrator) =>
  services.database.withActor(who, async (sql) => (await readOfficeNews(sql, who.userId)).unread);
const list = (who: Administrator) =>
  services.database.withActor(who, (sql) => listNotifications(sql, who.userId));
const read = (who: Administrator, until: string) => markNotificationsRead(services, { actor: who, until });

const sale = async () => {
  const night = await season.night({ title: "Vinil și Valuri" });
  const type = await season.ticketType({ events: [night], title: "Intrare" });
  return {
    night,
    type,
    ...(await paidOrder(client, { userId: buyer.userId, ticketTypeId: type, events: [night] })),
  };
};

async function failedLetter(state: "dead" | "bounced" | "queued" = "dead"): Promise<string> {
  const id = newId();
  await db`INSERT INTO letters (id, kind, dedupe_key, recipient, message_id, state, last_error) VALUES (${id}, 'welcome_email', ${id}, 'luana@exemplu.ro', ${id}, ${state}, 'căsuță plină')`;
  return id;
}

describe("the bell", () => {
  it("counts events since the person became administrator: a sale, a failed email, a payment in review, few left (B1-31, B15-15)", async () => {
    const one = await administrator();
    expect(await unread(one)).toBe(0);
    const { type, purchaseIds } = await sale();
    expect(await unread(one)).toBe(1);
    const letter = await failedLetter();
    await failedLetter("queued");
    expect(await unread(one)).toBe(2);
    const second = await sale();
    await client.query(
      `SET session_replication_role = replica; UPDATE orders SET state = 'manual_review', stake = 'none' WHERE id = '${second.orderId}'; SET session_replication_role = origin`,
    );
    await db`INSERT INTO journal (actor_kind, subject_kind, subject_id, what) VALUES ('provider', 'order', ${second.orderId}, 'manual_review')`;
    expect(await unread(one)).toBe(4);
    await db`UPDATE stock_counters SET sold = capacity - 8 WHERE id = ${type}`;
    expect(await noteLowStock(services)).toBe(1);
    expect(await unread(one)).toBe(5);
    const { notifications } = await list(one);
    expect(notifications.map(({ kind, id }) => [kind, id])).toEqual([
      ["low_stock", type],
      ["review", second.orderId],
      ["sale", second.purchaseIds[0]],
      ["letter", letter],
      ["sale", purchaseIds[0]],
    ]);
    await db`UPDATE stock_counters SET sold = capacity - 3 WHERE id = (SELECT event_id FROM event_tickets WHERE ticket_id = ${type})`;
    expect((await list(one)).notifications[0]).toMatchObject({ left: 3 });
    expect(notifications[0]).toMatchObject({
      night: "Vinil și Valuri",
      type: "Intrare",
      left: 8,
      capacity: 1000,
      unread: true,
    });
    await db`INSERT INTO event_tickets (event_id, ticket_id) VALUES (${second.night}, ${type})`;
    expect((await list(one)).notifications[0]).toMatchObject({ night: null, type: "Intrare" });
    expect(notifications[3]).toMatchObject({ recipient: "luana@exemplu.ro", problem: "căsuță plină" });
    expect(notifications[4]).toMatchObject({ night: "Vinil și Valuri", type: "Intrare generală × 1" });
  });

  it("is separate for each administrator, and notifications that came in between stay unread", async () => {
    const [one, other] = [await administrator(), await administrator()];
    await sale();
    const { until } = await list(one);
    await sale();
    expect(await read(one, until ?? "")).toMatchObject({ ok: true });
    expect(await unread(one)).toBe(1);
    expect(await unread(other)).toBe(2);
    expect((await list(one)).notifications.slice(0, 2).map((each) => each.unread)).toEqual([true, false]);
    expect((await list(one)).unread).toBe(1);
  });

  it("never becomes unread again, and future notifications cannot be read", async () => {
    const one = await administrator();
    await sale();
    await read(one, "2099-01-01T00:00:00.000000Z");
    expect(await unread(one)).toBe(0);
    await read(one, "2020-01-01T00:00:00.000000Z");
    expect(await unread(one)).toBe(0);
    await sale();
    expect(await unread(one)).toBe(1);
  });

  it("stops counting at a hundred", async () => {
    const one = await administrator();
    await db`INSERT INTO letters (id, kind, dedupe_key, recipient, message_id, state)
       SELECT gen_random_uuid(), 'welcome_email', 'many ' || n, 'x@exemplu.ro', 'many ' || n, 'bounced' FROM generate_series(1, 300) n`;
    expect(await unread(one)).toBe(100);
  });

  it("reports once that few are left, of the type or of its night, and again after there were enough", async () => {
    await noteLowStock(services);
    const { type } = await sale();
    const few = (sold: number) =>
      client.query("UPDATE stock_counters SET sold = $2 WHERE id = $1", [type, sold]);
    await few(991);
    expect(await noteLowStock(services)).toBe(1);
    expect(await noteLowStock(services)).toBe(0);
    await few(10);
    expect(await noteLowStock(services)).toBe(0);
    await few(1000);
    expect(await noteLowStock(services)).toBe(1);
    await few(10);
    expect(await noteLowStock(services)).toBe(0);
    await db`UPDATE stock_counters SET sold = capacity - 9 WHERE id = (SELECT event_id FROM event_tickets WHERE ticket_id = ${type})`;
    expect(await noteLowStock(services)).toBe(1);
  });
});

it("names no night of a pass's sale and of its payment in review (one kind: a part told for the whole)", async () => {
  const one = await administrator();
  const events = [await season.night({ title: "Prima" }), await season.night({ inDays: 2, title: "Ultima" })];
  const pass = await season.ticketType({ events, family: "season_pass", title: "Abonament" });
  const { orderId } = await paidOrder(client, {
    userId: buyer.userId,
    ticketTypeId: pass,
    events,
    family: "season_pass",
    title: "Abonament",
  });
  await client.query(
    `SET session_replication_role = replica; UPDATE orders SET state = 'manual_review', stake = 'none' WHERE id = '${orderId}'; SET session_replication_role = origin`,
  );
  await db`INSERT INTO journal (actor_kind, subject_kind, subject_id, what) VALUES ('provider', 'order', ${orderId}, 'manual_review')`;
  const about = { night: null, type: "Abonament × 1" };
  expect((await list(one)).notifications.slice(0, 2)).toMatchObject([
    { kind: "review", ...about },
    { kind: "sale", ...about },
  ]);
});
