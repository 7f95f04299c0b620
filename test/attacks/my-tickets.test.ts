/** `GET /functions/v1/my-tickets`, the pages of an order with several codes, and splitting one, over HTTP. */
import { expect, it } from "vitest";
import { paidLines } from "#test/support/paid-lines.ts";
import { limits } from "#ticketing/limits.ts";
import { type Attacker, openAttackedSite } from "./attacked-site.ts";

const { site, owner, season, attack } = await openAttackedSite();
const night = await season.night({ title: "Noaptea a trei", inDays: 3 });
const general = await season.ticketType({ events: [night], title: "Intrare generală" });
const group = await season.ticketType({ events: [night], title: "Grup de 4", entries: 4 });
const [ana, dan] = [await season.person(), await season.person()];
await owner.query("UPDATE profiles SET full_name = 'Ana Pop' WHERE id = $1", [ana.userId]);

async function bought(who: Attacker, sessionId?: string) {
  const order = await paidLines(owner, {
    userId: who.userId,
    events: [night],
    lines: [
      { ticketTypeId: general, quantity: 2, price: 8_000, title: "Intrare generală" },
      { ticketTypeId: group, quantity: 1, entries: 4, price: 40_000, title: "Grup de 4", codePer: "order" },
    ],
  });
  if (sessionId)
    await owner.query(
      "INSERT INTO checkout_attempts (order_id, no, expires_at, state, request, session_id) VALUES ($1, 1, now(), 'closed', '{}', $2)",
      [order.orderId, sessionId],
    );
  return order;
}

type Row = Record<string, unknown>;
const mine = async (as?: Attacker, headers: Record<string, string> = {}) => {
  const { status, text } = await attack("/functions/v1/my-tickets", { as, headers });
  return { status, rows: JSON.parse(text) as Row[] };
};

it("answers a ticket whose payment is disputed or on its way back as suspended, without what admits (F25)", async () => {
  const eva = await season.person();
  const { purchaseIds } = await bought(eva);
  const suspend = (because: string | null, at: number) =>
    owner.query("UPDATE ticket_purchases SET suspended = $2 WHERE id = $1", [purchaseIds[at], because]);
  await suspend("dispute", 0);
  await suspend("refund", 1);
  const shown = async () =>
    (await mine(eva)).rows.map(({ status, check_group, qr }) => [status, check_group !== null, qr !== null]);
  const suspended = ["suspended", false, false];
  expect(await shown()).toEqual([suspended, suspended, ["paid", true, true]]);
  await suspend(null, 0);
  expect(await shown()).toEqual([["paid", true, true], suspended, ["paid", true, true]]);
});

it.each([
  ["refund", "Banii biletului sunt pe drum înapoi, așa că nu intră nimeni cu el."],
  ["dispute", "Plata biletului e contestată la bancă, așa că nu intră nimeni cu el până se lămurește."],
])(
  "says of a ticket suspended by a %s why nobody enters with it, and shows no QR and no file of it",
  async (because, why) => {
    const who = await season.person();
    const session = `cs_test_suspended${because}`;
    const { purchaseIds, orderId } = await bought(who, session);
    await owner.query("UPDATE ticket_purchases SET suspended = $2 WHERE id = $1", [purchaseIds[0], because]);
    const pages = ["/profile", `/tickets/success?session_id=${session}`];
    const shown = (path: string) =>
      attack(path, { as: who }).then(({ text }) => text.replace(/<script[\s\S]*?<\/script>/g, ""));
    for (const page of pages) {
      const text = await shown(page);
      expect(text.split(why)).toHaveLength(2);
      expect(text).not.toContain(`/tickets/${purchaseIds[0]}/`);
      expect(text).toContain(`src="/tickets/${purchaseIds[1]}/qr.svg"`);
      expect(text).toContain(`href="/tickets/${purchaseIds[1]}/order.pdf"`);
    }
    for (const file of ["qr.svg", "qr.png", "ticket.pdf", "ticket.ics"])
      expect((await attack(`/tickets/${purchaseIds[0]}/${file}`, { as: who })).status).toBe(404);
    await owner.query("UPDATE ticket_purchases SET suspended = $2 WHERE order_id = $1", [orderId, because]);
    for (const page of pages) {
      const text = await shown(page);
      expect(text.split(why)).toHaveLength(4);
      expect(text).not.toMatch(/qr\.svg|\.pdf|La poartă, dă/);
    }
  },
);

it("answers the caller's codes, one row each, to a cookie and to a bearer token", async () => {
  const { orderId, purchaseIds } = await bought(ana);
  await owner.query("UPDATE ticket_purchases SET status = 'refunded' WHERE id = $1", [purchaseIds[1]]);
  const { rows: known } = await owner.query(
    "SELECT o.number, e.date::text, p.ticket_code AS code FROM ticket_purchases p JOIN orders o ON o.id = p.order_id JOIN events e ON e.id = p.event_id WHERE o.id = $1 ORDER BY line_no, seat_no",
    [orderId],
  );
  const { status, rows } = await mine(ana);
  expect(status).toBe(200);
  const common = {
    order_id: orderId,
    order_number: Number(known[0].number),
    event_id: night,
    event: "Noaptea a trei",
    date: known[0].date,
    holder_name: "Ana Pop",
  };
  const one = {
    ...common,
    ticket_type: "Intrare generală",
    entries_total: 1,
    entries_remaining: 1,
    price: 8_000,
  };
  const admits = {
    check_group: expect.stringMatching(/^[0-9A-Z]{8}$/),
    qr: expect.stringMatching(/^FSC1:/),
  };
  expect(rows).toEqual([
    { ...one, ...admits, seat: 1, ticket_code: known[0].code, status: "paid" },
    { ...one, seat: 2, ticket_code: known[1].code, check_group: null, qr: null, status: "refunded" },
    {
      ...common,
      ...admits,
      seat: 3,
      ticket_code: known[2].code,
      ticket_type: "Grup de 4",
      status: "paid",
      entries_total: 4,
      entries_remaining: 4,
      price: 40_000,
    },
  ]);
  expect(await mine(undefined, { authorization: `Bearer ${ana.token}` })).toEqual({ status, rows });
  const { headers } = await fetch(`${site.origin}/functions/v1/my-tickets`, {
    headers: { cookie: `session=${ana.token}` },
  });
  expect(headers.get("cache-control")).toBe("private, no-store");
});

it("answers nobody and an unknown token with 401, another person with their own, and other methods with 405", async () => {
  expect((await mine()).status).toBe(401);
  expect((await mine(undefined, { authorization: "Bearer nothing" })).status).toBe(401);
  expect(await mine(dan)).toEqual({ status: 200, rows: [] });
  expect((await attack("/functions/v1/my-tickets", { as: ana, json: {} })).status).toBe(405);
});

it("is counted like a change: each answer signs every ticket of a person", async () => {
  const answers: number[] = [];
  const who = await season.person();
  for (let n = 0; n <= limits.changesPerSessionAndMinute; n++)
    answers.push((await mine(who).catch(() => ({ status: 429 }))).status);
  expect(answers.at(0)).toBe(200);
  expect(answers.at(-1)).toBe(429);
});

it("a buyer splits a group's ticket in the profile, without a script; nobody else does", async () => {
  const who = await season.person();
  const { purchaseIds } = await bought(who);
  const ticket = purchaseIds[2] ?? "";
  expect((await attack("/profile", { as: who })).text).toContain('value="split"');
  const form = { intent: "split", purchase_id: ticket };
  expect((await attack("/profile", { form })).location).toMatch(/^\/login/);
  await attack("/profile", { as: dan, form });
  expect((await mine(who)).rows).toHaveLength(3);
  const answer = await attack("/profile", { as: who, form });
  expect([answer.status, answer.location]).toEqual([303, "/profile"]);
  const { rows } = await mine(who);
  expect(rows.map(({ seat, entries_total, price }) => [seat, entries_total, price])).toEqual([
    [1, 1, 8_000],
    [2, 1, 8_000],
    ...[3, 4, 5, 6].map((seat) => [seat, 1, 10_000]),
  ]);
  expect((await attack("/profile", { as: who })).text).not.toContain('value="split"');
});
