/** What the door's forms and screens answer: asked of the site's source, over HTTP. */
import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { onOneDay } from "#test/support/days.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { ticketsOfOrder } from "#ticketing/delivery/ticket-queries.server.ts";
import { isTonight } from "#ticketing/events/night-time.ts";
import { saveGate } from "#ticketing/gate/save-gate.server.ts";
import { addGuests } from "#ticketing/guest-lists/add-guests.server.ts";
import { saveGuestList } from "#ticketing/guest-lists/save-guest-list.server.ts";
import { doorOrdersTexts } from "./chief-texts.ts";

const { season, site, ask, fresh } = await openSourceSite();
const { client } = season;
await onOneDay();
const chief = await fresh(await season.person("door_chief"));
const buyer = await season.person();
const night = await season.night({ inDays: 0, time: null });
const type = await season.ticketType({ events: [night], entries: 4 });
const { orderId } = await paidOrder(client, {
  userId: buyer.userId,
  ticketTypeId: type,
  events: [night],
  entries: 4,
});
const [ticket] = await site.database.withDuty("deliver", (sql) => ticketsOfOrder(sql, site.keys, orderId));
if (!ticket) throw new Error("no ticket");
const saved = await saveGate(site, {
  actor: chief,
  eventId: night,
  gateId: null,
  form: { name: "Dig", typeIds: [] },
});
if (!saved.ok) throw new Error(saved.refusal.reason);
const gate = saved.value;

const [gates, orders] = [`/gate/nights/${night}/gates`, `/gate/nights/${night}/orders`];
const left = async () =>
  (await client.query("SELECT entries_remaining AS n FROM ticket_purchases WHERE order_id = $1", [orderId]))
    .rows[0].n;
const nonce = () => newId();

const admit = {
  intent: "admit",
  ticket: ticket.purchaseId,
  reason: "other",
  entries: "1",
  nonce: "12345678",
};

it("the page for typed codes names the guests of a night until it is cancelled", async () => {
  const actor = await fresh(await season.person("admin"));
  const eventId = await season.night({ inDays: 0, time: null });
  const form = { name: "Casa", quota: null };
  const listId = succeeded(await saveGuestList(site, { actor, eventId, listId: null, form }));
  await addGuests(site, { actor, eventId, listId, guests: [{ name: "Vera Stan", places: 1, note: null }] });
  const page = async () => (await ask(`/gate?event=${eventId}&guests=on`, { as: chief })).text;
  expect(await page()).toContain("Vera Stan");
  await season.db`UPDATE events SET cancelled_at = now() WHERE id = ${eventId}`;
  expect(await page()).not.toContain("Vera Stan");
});

describe("the screens of a night at the door", () => {
  it.each(["", "/orders", "/gates", "/sale", "/after"])(
    "of an unknown night%s there is none",
    async (screen) => {
      expect((await ask(`/gate/nights/${night}${screen}`, { as: chief })).status).toBe(200);
      expect((await ask(`/gate/nights/${newId()}${screen}`, { as: chief })).status).toBe(404);
      expect((await ask(`/gate/nights/luna${screen}`, { as: chief })).status).toBe(404);
    },
  );

  it("are open where they name people from the day before the night to the day after, and never of a draft", async () => {
    const others = {
      past: await season.night({ inDays: -4 }),
      coming: await season.night({ inDays: 4 }),
      draft: await season.night({ inDays: 0, time: null }),
    };
    await season.db`UPDATE events SET publish_at = NULL WHERE id = ${others.draft}`;
    const form = { ...admit, nonce: nonce() };
    for (const [which, id] of Object.entries(others)) {
      const page = `/gate/nights/${id}`;
      for (const screen of ["", "/orders?q=an", "/after", "/after/csv"])
        expect([which, screen, (await ask(page + screen, { as: chief })).status]).toEqual([
          which,
          screen,
          404,
        ]);
      for (const screen of ["/orders", "/after"])
        expect([which, screen, (await ask(page + screen, { as: chief, form })).status]).toEqual([
          which,
          screen,
          404,
        ]);
      // the gates and the sale are prepared before, and name nobody; their page leads to none of the others
      const gatesPage = await ask(`${page}/gates`, { as: chief });
      const sale = await ask(`${page}/sale`, { as: chief });
      const status = which === "draft" ? 404 : 200;
      expect([which, gatesPage.status, sale.status]).toEqual([which, status, status]);
      expect(gatesPage.text).not.toMatch(new RegExp(`${page}(/orders|/after)?"`));
    }
  });

  it("stay open after the evening for an administrator, who reads all purchases anyway", async () => {
    const past = await season.night({ inDays: -4 });
    const admin = await season.person("admin");
    for (const screen of ["", "/after", "/after/csv"])
      expect([screen, (await ask(`/gate/nights/${past}${screen}`, { as: admin })).status]).toEqual([
        screen,
        200,
      ]);
  });

  it("of the gates bind no phone to a cancelled night, which lets in nobody", async () => {
    const eventId = await season.night({ inDays: 4 });
    const made = await saveGate(site, {
      actor: chief,
      eventId,
      gateId: null,
      form: { name: "A", typeIds: [] },
    });
    expect(made.ok).toBe(true);
    const shown = async () => (await ask(`/gate/nights/${eventId}/gates`, { as: chief })).text;
    expect(await shown()).toContain('value="invite-chief"');
    await season.db`UPDATE events SET cancelled_at = now() WHERE id = ${eventId}`;
    const text = await shown();
    expect(text).toContain("Noapte de probă");
    expect(text).not.toContain('value="invite');
  });

  it("of the orders offer to let in only whom a ticket still admits", async () => {
    const find = async () => (await ask(`${orders}?q=${ticket.label}`, { as: chief })).text;
    expect(await find()).toContain("Lasă să intre: ");
    await client.query("UPDATE ticket_purchases SET entries_remaining = 0 WHERE order_id = $1", [orderId]);
    const used = await find();
    expect(used).toContain("4 din 4 intrări folosite");
    expect(used).not.toContain("Lasă să intre: ");
    await client.query("UPDATE ticket_purchases SET entries_remaining = 4 WHERE order_id = $1", [orderId]);
  });

  it.each(["/gate", orders])("%s knows a browser again by a cookie that it gives once", async (path) => {
    const first = await ask(path, { as: chief });
    const [device = ""] = first.cookies.map((line) => line.split(";")[0] ?? "");
    expect(device).toMatch(/=./);
    const again = await ask(path, { headers: { cookie: `session=${chief.token}; ${device}` } });
    expect([again.status, again.cookies]).toEqual([200, []]);
  });

  it("an order is found by its buyer, and its number stands above its tickets", async () => {
    const rows =
      await season.db`SELECT number, email FROM orders o JOIN profiles p ON p.id = o.user_id WHERE o.id = ${orderId}`;
    const found = await ask(`${orders}?q=${rows[0].email}`, { as: chief });
    expect(found.text).toContain(doorOrdersTexts.order(rows[0].number));
    expect(found.text).toContain(ticket.label);
    const nobody = await ask(`${orders}?q=nimeni`, { as: chief });
    expect(nobody.text).toContain(doorOrdersTexts.none);
    // a letter is too little, but an order's number may have one digit
    for (const [text, isShort] of [
      ["a", true],
      ["7", false],
    ] as const)
      expect((await ask(`${orders}?q=${text}`, { as: chief })).text.includes(doorOrdersTexts.short)).toBe(
        isShort,
      );
  });
});

it("no screen of the door or dashboard leaves out that a night is over or cancelled, or calls it begun at its doors; the one that runs is proposed", async () => {
  const titles = { ended: "Seara de ieri", running: "Seara de acum", cancelled: "Seara anulată" };
  const ended = await season.night({ when: "ended", title: titles.ended });
  const cancelled = await season.night({ when: "running", title: titles.cancelled });
  await season.db`UPDATE events SET cancelled_at = now(), (date, time) = (SELECT (date + time - interval '1 hour')::date, time - interval '1 hour') WHERE id = ${cancelled}`;
  const running = await season.night({ when: "running", title: titles.running });
  const { text } = await ask("/gate", { as: chief });
  const noteOf = (title: string) => new RegExp(`<b>${title}</b><small>([^<]*)`).exec(text)?.[1];
  expect(noteOf(titles.running)).toMatch(/^acum, de la \d\d:\d\d$/);
  expect(noteOf(titles.ended)).toMatch(/^(azi|ieri), ora \d\d:\d\d · Încheiată$/);
  expect(noteOf(titles.cancelled)).toMatch(/ · Anulată$/);
  const isProposed = (id: string) => new RegExp(`<input(?=[^>]*value="${id}")(?=[^>]*checked)`).test(text);
  expect([ended, cancelled, running].map(isProposed)).toEqual([false, false, true]);
  for (const path of [`/gate?event=${cancelled}`, `/gate/nights/${cancelled}`])
    expect((await ask(path, { as: chief })).text, path).toMatch(/ · Anulată</);
  const office = (await ask("/admin", { as: await fresh(await season.person("admin")) })).text;
  // after midnight the day of a night that began before stands beside its hour
  expect(office).toMatch(new RegExp(`${titles.cancelled}</a> <small>(?:[\\d.]+, )?\\d\\d:\\d\\d · Anulată<`));
  const [, said] = /Azi, până la 06:00: (\d+) n/.exec(office) ?? [];
  const goes = "cancelled_at IS NULL AND is_published(publish_at)";
  const { rows } = await client.query(
    `SELECT count(*)::int AS n FROM events e WHERE ${isTonight("e")} AND ${goes}`,
  );
  expect(Number(said)).toBe(rows[0].n);
  await season.db`UPDATE events SET (date, doors, time) = (SELECT (b + interval '1 hour')::date, (b - interval '1 hour')::time, (b + interval '1 hour')::time FROM (SELECT now() AT TIME ZONE 'Europe/Bucharest' AS b) n) WHERE id = ${running}`;
  const early = new RegExp(`<b>${titles.running}</b><small>([^<]*)`).exec(
    (await ask("/gate", { as: chief })).text,
  );
  expect(early?.[1]).toMatch(/^(azi|mâine), ora \d\d:\d\d$/);
  await season.db`UPDATE events SET publish_at = NULL WHERE id IN (${ended}, ${cancelled}, ${running})`;
});

it("a QR that a scanner typed into the field with the keys of a Romanian keyboard, or with Caps Lock, is the ticket's", async () => {
  const { qr } = ticket.code;
  for (const code of [qr.replaceAll(":", "Ș"), qr.toLowerCase()]) {
    const form = { event: night, nonce: nonce(), code };
    expect((await ask("/gate", { as: chief, form })).text).toContain("ADMIS");
  }
  expect(await left()).toBe(2);
  await client.query("UPDATE ticket_purchases SET entries_remaining = 4 WHERE order_id = $1", [orderId]);
});

describe("a form that is not as we made it, or names what is not there, does nothing", () => {
  it.each([
    ["letting in for no reason", orders, { ...admit, reason: "" }, 400],
    ["letting in nobody", orders, { ...admit, entries: "0" }, 400],
    ["letting in 101 people", orders, { ...admit, entries: "101" }, 400],
    ["letting in without a number of its own", orders, { ...admit, nonce: "1" }, 400],
    ["letting in on an unknown ticket", orders, { ...admit, ticket: newId() }, 404],
    ["another code for an unknown ticket", orders, { intent: "reissue", ticket: newId() }, 404],
    ["no button of the orders", orders, { intent: "" }, 400],
    ["an unknown mode", gates, { intent: "mode", gate, mode: "half" }, 400],
    ["the mode of an unknown gate", gates, { intent: "mode", gate: newId(), mode: "open" }, 404],
    ["an unknown phone to stop", gates, { intent: "stop", gate, phone: newId() }, 404],
    ["the rows of an unknown phone", gates, { intent: "accept", phone: newId() }, 404],
    ["a phone for an unknown gate", gates, { intent: "invite", gate: newId() }, 404],
    ["a gate without a name", gates, { intent: "save", name: "" }, 422],
    ["an unknown gate to save", gates, { intent: "save", gate: newId(), name: "Plaja" }, 404],
    ["no button of the gates", gates, { intent: "" }, 400],
    ["places for no phone", `/gate/nights/${night}/sale`, { intent: "aside", quantity: "1", type }, 409],
    ["an unknown share given back", `/gate/nights/${night}/sale`, { intent: "back", share: newId() }, 409],
    [
      "a till of no phone",
      `/gate/nights/${night}/sale`,
      { intent: "close", phone: newId(), cash: "10" },
      409,
    ],
    [
      "a till without a sum",
      `/gate/nights/${night}/sale`,
      { intent: "close", phone: newId(), cash: "x" },
      409,
    ],
    ["no button of the sale", `/gate/nights/${night}/sale`, { intent: "" }, 400],
    ["a code without a night", "/gate", { nonce: "12345678", code: ticket.code.qr }, 400],
    ["a code without a number of its own", "/gate", { event: night, nonce: "1", code: ticket.code.qr }, 400],
    ["a code of an unknown night", "/gate", { event: newId(), nonce: "12345678", code: ticket.code.qr }, 404],
    ["no code", "/gate", { event: night, nonce: "12345678", code: "" }, 422],
  ])("%s", async (_, path, form, status) => {
    expect((await ask(path, { as: chief, form })).status).toBe(status);
    expect(await left()).toBe(4);
  });
});

it("as many people come in as were typed, one where nothing or nonsense was", async () => {
  const code = ticket.code.qr;
  for (const [entries, stay] of [
    ["2", 2],
    ["", 1],
    ["o grămadă", 0],
  ] as const) {
    const answer = await ask("/gate", { as: chief, form: { event: night, nonce: nonce(), code, entries } });
    expect([answer.status, await left()]).toEqual([200, stay]);
  }
});
