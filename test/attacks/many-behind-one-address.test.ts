/**
 * One client behind an address that many share: a café, a carrier, a school. Whatever it sends without paying for it, the
 * others behind the same address still buy, sign in and register.
 */
import { connect } from "node:net";
import { afterAll, expect, it, vi } from "vitest";
import { requestLimits } from "#host/request-limits.ts";
import { newId } from "#kernel/id.ts";
import { addressOfRequest } from "#kernel/request-facts.server.ts";
import { loginLimits } from "#platform/identity/limits/login-limits.ts";
import { throttleKey } from "#platform/identity/limits/throttle-store.server.ts";
import { HashingBusy } from "#platform/identity/passwords/hashing.server.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { announce } from "#test/support/sale-opening.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { subscribeToNewsletter } from "#ticketing/letters/subscribe-to-newsletter.server.ts";
import { limits } from "#ticketing/limits.ts";
import { releaseOrder } from "#ticketing/orders/checkout/release-order.server.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { sendGuestCode } from "#ticketing/people/send-guest-code.server.ts";

const figures = [
  "signUpsPerAddressAndMinute",
  "guestsPerAddressAndMinute",
  "loginsPerAddressAndMinute",
  "checkoutsPerAddressAndMinute",
  "passkeyAsksPerAddressAndMinute",
  "newslettersPerAddressAndMinute",
  "lostTicketsPerAddressAndMinute",
] as const;
// read when a network is first counted: with these, each call that counts shows; other files share the figures
const small = Object.fromEntries(figures.map((figure) => [figure, 2]));
const usual = Object.fromEntries(
  (
    [
      ...figures,
      "freePerAddressAndMinute",
      "renderingsPerAddressAndMinute",
      "renderingsPerAccountAndMinute",
      "guestPlacesPerAddress",
      "roomLookupsPerAddressAndMinute",
    ] as const
  ).map((figure) => [figure, limits[figure]]),
);
Object.assign(limits, small, {
  freePerAddressAndMinute: 100,
  renderingsPerAddressAndMinute: 20,
  renderingsPerAccountAndMinute: 20,
  guestPlacesPerAddress: 4,
  roomLookupsPerAddressAndMinute: 2,
});
const usualCodes = loginLimits.guestCodesPerNetworkAndHour;
Object.assign(loginLimits, { guestCodesPerNetworkAndHour: 3 });
afterAll(() => {
  Object.assign(limits, usual);
  Object.assign(loginLimits, { guestCodesPerNetworkAndHour: usualCodes });
});

const { origin, season, site } = await openSourceSite({ TRUST_PROXY: "1" });
await season.db`INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'club', '{"guests": true}')`;
// while emails are off, asking for one costs nothing
await season.db`INSERT INTO email_settings (id, smtp_host, username, password, from_email, from_name, enabled)
  VALUES (gen_random_uuid(), 'mail.example', 'club', 'v1.x', 'salut@club.example', 'Club', true)`;

let networks = 0;
const freshNetwork = () => `10.7.${networks >> 8}.${networks++ & 255}`;

type Sent = {
  readonly method?: string;
  readonly type?: string;
  readonly body?: string;
  readonly from?: string;
  readonly bearer?: string;
  readonly cookie?: string;
};

async function send(
  path: string,
  network: string,
  { method = "POST", type, body, from = origin, bearer, cookie = "" }: Sent = {},
) {
  const answer = await fetch(origin + path, {
    method,
    redirect: "manual",
    headers: {
      "x-forwarded-for": network,
      origin: from,
      cookie,
      ...(type === undefined ? {} : { "content-type": type }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    ...(body === undefined ? {} : { body }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

const json = (value: unknown): Sent => ({ type: "application/json", body: JSON.stringify(value) });
const form = (fields: Record<string, string>): Sent => ({
  type: "application/x-www-form-urlencoded",
  body: new URLSearchParams(fields).toString(),
});

/** Nothing of it can be done, by any sender. */
const shapeless: readonly [kind: string, Sent][] = [
  ["nothing", {}],
  ["JSON that does not parse", { type: "application/json", body: "{" }],
  ["JSON without fields", json({})],
  ["another kind of body", { type: "text/plain", body: "a" }],
  ["a form without fields", form({ a: "b" })],
  ["an address that is none", form({ email: "nimic", intent: "x" })],
  ["a form of another site", { ...form({ email: "a@b.example" }), from: "https://elsewhere.example" }],
  ["another method", { method: "PUT", ...json({}) }],
];

const scarce = Object.entries(requestLimits).flatMap(([row, limit]) =>
  "address" in limit && (figures as readonly string[]).includes(limit.address)
    ? [
        row
          .replace(":provider", "google")
          .replace(":call?", "login")
          .replace(/:\w+\??/g, newId()),
      ]
    : [],
);

it.each(shapeless)(
  "%s, sent to any address that has a small limit for its network, uses up nothing of it (one kind: what costs nothing is counted against people who share an address)",
  async (_kind, sent) => {
    expect(scarce.length).toBeGreaterThan(30);
    for (const path of scarce) {
      // it asks for a passkey, without a field, and a row is written
      if (path === "/auth/session/passkey-ask") continue;
      const network = freshNetwork();
      const statuses: number[] = [];
      for (let n = 0; n < 4; n += 1) statuses.push(await send(path, network, sent));
      expect([path, statuses.filter((status) => status === 429 || status >= 500)]).toEqual([path, []]);
    }
  },
);

const guest = json({ email: "maria@exemplu.example", full_name: "Maria Fără Cont" });

it("what makes a guest, checks a password or sends an email counts, and no more than the limit gets through (control)", async () => {
  const paths: [string, Sent][] = [
    ["/functions/v1/guest-session", guest],
    [
      "/auth/v1/token?grant_type=password",
      json({ email: "om@exemplu.example", password: "o parolă greșită" }),
    ],
    ["/login", form({ email: "om@exemplu.example", password: "o parolă greșită" })],
    ["/auth/v1/recover", json({ email: "om@exemplu.example" })],
    ["/orders", form({ email: "om@exemplu.example" })],
    ["/newsletter", form({ email: "om@exemplu.example" })],
    ["/auth/session/passkey-ask", {}],
  ];
  for (const [path, sent] of paths) {
    const network = freshNetwork();
    const statuses = await Promise.all(Array.from({ length: 5 }, () => send(path, network, sent)));
    expect([path, statuses.filter((status) => status === 429).length >= 3]).toEqual([path, true]);
  }
});

it("tickets that are asked for again from a network that has had its hour's emails count as well: they are looked for", async () => {
  const [network, email, night] = [freshNetwork(), `${newId()}@exemplu.example`, await season.night()];
  const { userId } = await makeGuest(site, { email, fullName: "Maria Fără Cont", phone: null });
  const ticketTypeId = await season.ticketType({ events: [night] });
  await paidOrder(season.client, { userId, ticketTypeId, events: [night] });
  await season.db`DELETE FROM letters WHERE recipient = ${email}`;
  await season.db`INSERT INTO identity.throttle (key, count) VALUES (${throttleKey("guest-tickets-network", network)}, ${limits.guestTicketsAgain.perNetworkAndHour})`;
  await thrice("/orders", form({ email }))(network);
});

async function checkoutCall(quantity: number): Promise<Sent> {
  const night = await season.night();
  return json({
    lines: [{ ticket_id: await season.ticketType({ events: [night] }), quantity }],
    mode: "payment",
    success_url: `${origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}/events/${night}`,
  });
}

/** Somebody without an account buys, and comes from elsewhere, so that the sign-ups of the network do not count. */
async function guestBuys(network: string, quantity = 1) {
  const opened = await fetch(`${origin}/functions/v1/guest-session`, {
    method: "POST",
    headers: { "x-forwarded-for": freshNetwork(), origin, "content-type": "application/json" },
    body: guest.body ?? "",
  });
  const { access_token, user } = (await opened.json()) as { access_token: string; user: { id: string } };
  const call = await checkoutCall(quantity);
  return {
    status: await send("/functions/v1/checkout-session", network, { ...call, bearer: access_token }),
    userId: user.id,
  };
}

async function takeAndGiveBack(network: string) {
  const { status, userId } = await guestBuys(network, limits.guestPlacesPerAddress);
  expect(status).toBe(200);
  const orders = await season.db<{ id: string }>`SELECT id FROM orders WHERE user_id = ${userId}`;
  for (const { id } of orders)
    expect(await releaseOrder(site, { orderId: id, userId })).toMatchObject({ ok: true });
  expect(orders).toHaveLength(1);
}

const address = form({ email: "nimeni@exemplu.example" });
const password = form({ email: "om@exemplu.example", password: "o parolă greșită" });
const thrice = (path: string, sent: Sent) => async (network: string) => {
  for (let n = 0; n < 3; n += 1) await send(path, network, sent);
  expect(await send(path, network, sent)).toBe(429);
};
const sends = (path: string, sent: Sent) => (network: string) => send(path, network, sent);
const guestIsMade = sends("/functions/v1/guest-session", guest);
const asksForNews = sends("/newsletter", address);
const newAccount = json({
  email: "nou@exemplu.example",
  password: "nori peste mare",
  data: { full_name: "Om Nou" },
});
const signsUp = sends("/auth/v1/signup", newAccount);
const asksForTickets = sends("/orders", address);

const asksForCodes = async (network: string) => {
  let asked: Awaited<ReturnType<typeof sendGuestCode>>;
  do {
    const invented = { email: `${newId()}@exemplu.example`, fullName: "Ion Rău", phone: null };
    const { userId: guestId } = await makeGuest(site, invented);
    asked = await sendGuestCode(site.identity, { guestId, address: network });
  } while (asked.ok);
  expect(asked.refusal).toBe("too_many");
};

/** What one client does for next to nothing, and what the others do after it. */
const freeAndOthers: readonly [
  kind: string,
  one: (network: string) => Promise<void>,
  others: readonly ((network: string) => Promise<number>)[],
][] = [
  ["places that are taken and given back", takeAndGiveBack, [async (at) => (await guestBuys(at)).status]],
  [
    "passkeys that are asked for",
    thrice("/auth/session/passkey-ask", {}),
    [sends("/login", password), sends("/auth/session/login", password)],
  ],
  ["tickets that nobody lost", thrice("/orders", address), [guestIsMade, asksForNews]],
  ["newsletters that nobody reads", thrice("/newsletter", address), [guestIsMade, asksForTickets]],
  [
    "guests who buy nothing",
    thrice("/functions/v1/guest-session", guest),
    [asksForNews, asksForTickets, signsUp],
  ],
  ["accounts that nobody confirms", thrice("/auth/v1/signup", newAccount), [guestIsMade]],
  [
    "codes of guests who pay nothing",
    asksForCodes,
    [guestIsMade, signsUp, asksForNews, asksForTickets, async (at) => (await guestBuys(at)).status],
  ],
];

it.each(freeAndOthers)(
  "%s keep nobody behind the same address from anything else (one kind: what is almost free is counted with what others need)",
  async (_kind, one, others) => {
    for (const other of others) {
      const network = freshNetwork();
      await one(network);
      expect(await other(network)).not.toBe(429);
    }
  },
);

it.each<[path: string, sent: Sent, way: "hash" | "verify"]>([
  ["/login", password, "verify"],
  ["/auth/session/login", password, "verify"],
  [
    "/auth/v1/token?grant_type=password",
    json({ email: "om@exemplu.example", password: "o parolă" }),
    "verify",
  ],
  ["/auth/v1/signup", newAccount, "hash"],
  [
    "/register",
    form({
      email: "nou@exemplu.example",
      full_name: "Om Nou",
      phone: "0722 000 000",
      password: "nori peste mare",
      confirm_password: "nori peste mare",
    }),
    "hash",
  ],
])("a password sent to %s waits in the line of its request's network", async (path, sent, way) => {
  const network = freshNetwork();
  const from: string[] = [];
  const hashing = vi.spyOn(site.identity.hashing, way).mockImplementation(async () => {
    from.push(addressOfRequest());
    throw new HashingBusy();
  });
  await send(path, network, sent);
  expect(from).toEqual([network]);
  hashing.mockRestore();
});

it("newsletters for an hour's invented addresses keep none from the signed-in, for their own address", async () => {
  const [network, { token, userId }] = [freshNetwork(), await season.person()];
  const email = `${userId}@exemplu.ro`;
  for (let n = 0; n < limits.newsletterLetters.perNetworkAndHour; n += 1)
    await subscribeToNewsletter(site, { email: `nimeni-${n}@exemplu.example`, address: network });
  const ask = (of: string) =>
    send("/newsletter", network, { ...form({ email: of }), cookie: `session=${token}` });
  expect([await ask("nimeni@exemplu.example"), await ask(email)]).toEqual([429, 303]);
  expect(await season.db`SELECT kind FROM letters WHERE recipient = ${email}`).toEqual([
    { kind: "newsletter_confirm" },
  ]);
});

it("places that guests of a network hold count against the next one (control)", async () => {
  const network = freshNetwork();
  expect((await guestBuys(network, limits.guestPlacesPerAddress)).status).toBe(200);
  expect((await guestBuys(network)).status).toBe(429);
});

it("calls to pay with invented sessions count as no checkouts; those of a session do", async () => {
  const call = await checkoutCall(1);
  const pay = (bearer: string, network: string) =>
    send("/functions/v1/checkout-session", network, { ...call, bearer });
  const [network, other] = [freshNetwork(), freshNetwork()];
  for (let n = 0; n < 4; n += 1) expect(await pay(`inventat-${n}`, network)).toBe(401);
  const { token } = await season.person();
  const real = [];
  for (let n = 0; n < 4; n += 1) real.push((await pay(token, other)) === 429);
  expect(real).toEqual([false, false, true, true]);
});

it("what costs nothing has a budget of its own; beyond it, it counts with the rest", async () => {
  const network = freshNetwork();
  for (let n = 0; n < limits.freePerAddressAndMinute; n += 1)
    expect(await send("/functions/v1/guest-session", network)).not.toBe(429);
  const after = [];
  for (let n = 0; n < 3; n += 1) after.push(await send("/functions/v1/guest-session", network));
  expect(after.filter((status) => status === 429)).toHaveLength(1);
});

it.each<[path: string, sent: Sent, status: number]>([
  ["/functions/v1/guest-session", guest, 201],
  ["/functions/v1/send-ticket-confirmation", json({}), 400],
])(
  "bodies that never come hold nothing of their network's limit, nor of its turns, at %s (one kind: a slow request counts before it is one)",
  async (path, sent, status) => {
    const [network, { token }] = [freshNetwork(), await season.person()];
    const { hostname, port, host } = new URL(origin);
    const open = Array.from({ length: 5 }, () => {
      const socket = connect(Number(port), hostname);
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nAuthorization: Bearer ${token}\r\nX-Forwarded-For: ${network}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
      );
      return socket;
    });
    // answers on the same road show that the site has read their headers and waits for the bodies
    await Promise.all(open.map((socket) => new Promise((sent) => socket.once("connect", sent))));
    for (const from of [...Array.from({ length: 10 }, freshNetwork), network])
      expect(await send(path, from, { ...sent, bearer: token })).toBe(status);
    // none was given up meanwhile
    expect(open.map(({ bytesRead }) => bytesRead)).toEqual(open.map(() => 0));
    for (const socket of open) socket.destroy();
  },
);

it("a body that comes in pieces is read whole, and one that is too long is not (control)", async () => {
  const pieces = async (text: string) => {
    const { hostname, port, host } = new URL(origin);
    const socket = connect(Number(port), hostname);
    const half = Math.floor(text.length / 2);
    socket.write(
      `POST /functions/v1/guest-session HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nConnection: close\r\nX-Forwarded-For: ${freshNetwork()}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const chunk = (part: string) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`;
    socket.write(chunk(text.slice(0, half)));
    await fetch(`${origin}/healthz`);
    socket.write(`${chunk(text.slice(half))}0\r\n\r\n`);
    let said = "";
    for await (const part of socket) {
      said += part;
      if (said.includes("\r\n\r\n")) break;
    }
    socket.destroy();
    return said.slice(9, 12);
  };
  expect(await pieces(guest.body ?? "")).toBe("201");
  expect(await pieces(`"${"a".repeat(limits.jsonBytes)}"`)).toBe("413");
});

const roomNight = await season.night();
await announce(season.client, roomNight, { inMinutes: 10, roomMinutes: 30 });

it.each<[times: number, work: string, path: string, sent: Sent, done: number, perMinute: number]>([
  [10, "guests", "/functions/v1/guest-session", guest, 201, 2],
  [2, "pages", "/login", { method: "GET" }, 200, 20],
  [
    10,
    "invented places in the waiting room",
    `/events/${roomNight}/waiting/place`,
    { method: "GET", cookie: `room_place=${newId()}` },
    200,
    2,
  ],
])(
  "the networks of one IPv6 /48 have %i budgets of %s together, not 65,536 (one kind: a client with many networks has as many budgets)",
  async (times, work, path, sent, done, perMinute) => {
    const most = perMinute * times;
    const wider = `2001:db8:${work.length}8`;
    const statuses: number[] = [];
    for (let n = 0; n < most + 3; n += 1)
      statuses.push(await send(path, `${wider}:${n.toString(16)}::1`, sent));
    expect(statuses.filter((status) => status === done)).toHaveLength(most);
    expect(statuses.slice(-3)).toEqual([429, 429, 429]);
    expect(await send(path, "2001:db8:49::1", sent)).toBe(done);
  },
);

it("a form that is answered by a page counts as one, in the same budget as pages that are read; one that moves on counts nothing (one kind: work beside the limit that should count it)", async () => {
  const network = freshNetwork();
  const movesOn = form({ intent: "split" });
  for (let n = 0; n < 2 * limits.renderingsPerAddressAndMinute; n += 1)
    expect(await send("/profile", network, movesOn)).toBe(302);
  for (let n = 0; n < limits.renderingsPerAddressAndMinute; n += 1)
    expect(await send("/login", network, form({ email: "nimic" }))).toBe(422);
  for (const path of ["/login", "/profile"]) expect(await send(path, network, movesOn)).toBe(429);
  expect(await send("/login", network, { method: "GET" })).toBe(429);
  expect(await send("/login", freshNetwork(), form({ email: "nimic" }))).toBe(422);
});

it("a form of the team that is answered by a page counts as none", async () => {
  const { token } = await season.person("admin");
  const refused = { ...form({ name: "" }), cookie: `session=${token}` };
  for (let n = 0; n <= limits.renderingsPerAccountAndMinute; n += 1)
    expect(await send("/admin/artists/new", freshNetwork(), refused)).toBe(422);
});

it("the call for a person's tickets counts for the account as a page does, from any network", async () => {
  const { token } = await season.person();
  const mine = () => send("/functions/v1/my-tickets", freshNetwork(), { method: "GET", bearer: token });
  for (let n = 0; n < limits.renderingsPerAccountAndMinute; n += 1) expect(await mine()).toBe(200);
  expect(await mine()).toBe(429);
});

it.each(["ticket.pdf", "ticket%2Epdf", "TICKET.%70df"])(
  "prints spelled %s hold up no page of their account (one kind: a decision by another spelling than the router's)",
  async (file) => {
    const { token } = await season.person();
    const read = (path: string) =>
      fetch(origin + path, { headers: { cookie: `session=${token}`, "x-forwarded-for": freshNetwork() } });
    const end = Promise.withResolvers<"too_many">();
    const printing = vi.spyOn(site.printTurns, "take").mockReturnValue(end.promise);
    const prints = Array.from({ length: limits.renderingsAtOnce }, () => read(`/tickets/${newId()}/${file}`));
    await vi.waitUntil(() => printing.mock.calls.length === limits.renderingsAtOnce, { timeout: 20_000 });
    expect((await read("/profile")).status).toBe(200);
    end.resolve("too_many");
    for (const print of prints) expect((await print).status).toBe(429);
    printing.mockRestore();
  },
);
