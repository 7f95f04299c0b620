/** What somebody without an account can do over HTTP, and what not. */
import { expect, it, vi } from "vitest";
import { newId } from "#kernel/id.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { type Attack, openAttackedSite } from "./attacked-site.ts";

const { owner, season, attack } = await openAttackedSite();
const night = await season.night({ title: "Noaptea fără cont", inDays: 3 });
const type = await season.ticketType({ events: [night], title: "Intrare generală", price: 0 });
const person = { email: "maria@exemplu.example", full_name: "Maria Fără Cont" };

const allow = (guests: boolean) =>
  owner.query(
    "UPDATE site_content SET content = content || jsonb_build_object('guests', $1::boolean) WHERE key = 'club'",
    [guests],
  );

async function opened(more: Attack = {}) {
  const answer = await attack("/functions/v1/guest-session", { json: person, ...more });
  return { status: answer.status, body: JSON.parse(answer.text) as Record<string, unknown> };
}

async function guest() {
  const { status, body } = await opened();
  expect(status).toBe(201);
  const { id } = body.user as { id: string };
  return { userId: id, token: String(body.access_token) };
}

/** A guest with two paid tickets, and the tickets. */
async function buyer() {
  const one = await guest();
  const order = await paidOrder(owner, {
    userId: one.userId,
    ticketTypeId: type,
    events: [night],
    quantity: 2,
  });
  return { ...one, ...order };
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
it("is not there while guests may not buy: neither the call, nor the page, nor the way on /login", async () => {
  await allow(false);
  expect((await opened()).status).toBe(404);
  const next = `/events/${night}?ticket_id=${type}&quantity=1`;
  const page = await attack(`/guest?next=${encodeURIComponent(next)}`);
  expect([page.status, page.location]).toEqual([302, `/login?next=${encodeURIComponent(next)}`]);
  expect((await attack(`/login?next=${encodeURIComponent(next)}`)).text).not.toContain("Continuă fără cont");
  const sent = await attack("/guest", { form: { ...person, total: "0", return_to: next } });
  expect([sent.status, sent.location]).toEqual([302, "/login"]);
  await allow(true);
  expect((await attack(`/login?next=${encodeURIComponent(next)}`)).text).toContain("Continuă fără cont");
});

it("answers as the contract says, takes known fields alone, and says the same of an address that has an account", async () => {
  const { status, body } = await opened();
  expect(status).toBe(201);
  expect(body).toMatchObject({
    access_token: expect.stringMatching(/^[\w-]{43}$/),
    refresh_token: expect.any(String),
    expires_in: expect.any(Number),
    user: { email: person.email, is_anonymous: true },
  });
  expect(body.expires_in).toBeGreaterThan(29 * 86_400);
  const known = await opened({ json: { ...person, email: "ioana@exemplu.example" } });
  expect(known.status).toBe(201);
  expect(Object.keys(known.body).sort()).toEqual(Object.keys(body).sort());
  for (const wrong of [
    {},
    { ...person, role: "admin" },
    { ...person, email: 1 },
    [],
    null,
    { email: person.email },
  ])
    expect([400, 422]).toContain((await opened({ json: wrong })).status);
  expect((await opened({ json: { ...person, email: "fara" } })).body).toMatchObject({
    fields: { email: "email_invalid" },
  });
  expect((await attack("/functions/v1/guest-session")).status).toBe(405);
});

it("opens its own tickets as cookie and as bearer, and nobody else's", async () => {
  const [one, other] = [await buyer(), await buyer()];
  const mine = await attack("/functions/v1/my-tickets", bearer(one.token));
  expect(new Set((JSON.parse(mine.text) as { order_id: string }[]).map((row) => row.order_id))).toEqual(
    new Set([one.orderId]),
  );
  expect((await attack(`/tickets/${one.purchaseIds[0]}/qr.svg`, { as: one })).status).toBe(200);
  expect((await attack(`/tickets/${other.purchaseIds[0]}/qr.svg`, { as: one })).status).toBe(404);
  expect((await attack(`/orders/${one.orderId}`, { as: one })).status).toBe(200);
  expect((await attack(`/orders/${other.orderId}`, { as: one })).status).toBe(404);
  expect((await attack(`/checkout/${other.orderId}`, { as: one })).status).toBe(404);
});

it("is no account: no page and no call of an account takes it", async () => {
  const one = await buyer();
  for (const path of ["/profile", "/profile/security", "/admin", "/gate", `/purchase/${night}`])
    expect((await attack(path, { as: one })).location, path).toMatch(/^\/login/);
  expect((await attack("/profile/data/json", { as: one })).status).not.toBe(200);
  for (const path of ["/auth/v1/user", "/auth/v1/reauthenticate"])
    expect((await attack(path, bearer(one.token))).status, path).toBe(403);
  expect(JSON.parse((await attack("/auth/session", { as: one })).text)).toEqual({
    user: null,
    expires_at: null,
  });
  const home = await attack("/", { as: one });
  expect(home.text).toContain("Conectare");
});

it("cannot be claimed, corrected or read by a stranger, signed in or not, nor by a guessed link", async () => {
  const [victim, stranger] = [await buyer(), await guest()];
  const account = await season.person();
  await owner.query("UPDATE profiles SET email = $2 WHERE id = $1", [account.userId, person.email]);
  await owner.query('UPDATE identity."user" SET email = $2 WHERE id = $1', [account.userId, person.email]);
  const before = await owner.query("SELECT user_id FROM orders WHERE id = $1", [victim.orderId]);
  const forms: Record<string, string>[] = [
    { intent: "send-code" },
    { intent: "keep", code: "123456" },
    { intent: "correct", email: "hot@exemplu.example" },
    { intent: "split", purchase_id: victim.purchaseIds[0] ?? "" },
  ];
  for (const as of [undefined, stranger, account])
    for (const form of forms)
      for (const query of ["", "?token=", `?token=${"A".repeat(43)}`, `?token=${victim.token}`])
        expect((await attack(`/orders/${victim.orderId}${query}`, { as, form })).status).toBe(404);
  for (const path of [`/orders/${newId()}`, "/orders/x", `/orders/${victim.orderId}`])
    expect((await attack(path, { as: account })).status).toBe(404);
  const foreignLinks = [
    [`?order=${victim.orderId}&token=${"A".repeat(43)}`, 401],
    ["?order=x&token=y", 401],
    // no token, so the account is asked, whose ticket it is not
    ["?token=", 404],
  ] as const;
  for (const [query, status] of foreignLinks)
    for (const file of ["qr.svg", "ticket.pdf", "order.pdf", "ticket.ics"])
      expect(
        (await attack(`/tickets/${victim.purchaseIds[0]}/${file}${query}`, { as: account })).status,
      ).toBe(status);
  expect((await owner.query("SELECT user_id FROM orders WHERE id = $1", [victim.orderId])).rows).toEqual(
    before.rows,
  );
  const { rows } = await owner.query("SELECT contact_email AS email FROM profiles WHERE id = $1", [
    victim.userId,
  ]);
  expect(rows).toEqual([{ email: person.email }]);
});

it("the menu leads a buyer without an account to the own tickets, and shows nobody else's there", async () => {
  await allow(false);
  expect((await attack("/termeni")).text).not.toContain("Biletele mele");
  await allow(true);
  await vi.waitFor(async () => expect((await attack("/termeni")).text).toContain("Biletele mele"), {
    timeout: 5000,
  });
  const [one, other] = [await buyer(), await buyer()];
  const own = await attack("/orders", { as: one });
  expect(own.text).toContain(`href="/orders/${one.orderId}"`);
  expect(own.text).toContain("Noaptea fără cont");
  expect(own.text).not.toContain(other.orderId);
  const account = await season.person();
  for (const as of [undefined, account])
    expect((await attack("/orders", { as })).text).not.toContain("Cumpărate în acest browser");
  expect(own.text).toContain('href="/login?next=%2Fprofile"');
});
