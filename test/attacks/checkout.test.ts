/** Group B of the attack catalogue: the checkout. */
import { afterAll, describe, expect, it } from "vitest";
import { webhookSignature } from "#devkit/card-provider/notice-sender.server.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { type Attack, openAttackedSite } from "./attacked-site.ts";

const target = await openAttackedSite();
const { attack, season, owner, nothingHappens, checkoutCall, site } = target;
target.checkOnce();
const night = await season.night();
const otherNight = await season.night({ inDays: 9 });
const type = await season.ticketType({ events: [night] });
const shelf = {
  hidden: await season.ticketType({ events: [night], isVisible: false }),
  closed: await season.ticketType({ events: [await season.night({ isAvailable: false })] }),
  past: await season.ticketType({ events: [await season.night({ inDays: -2 })] }),
  noPrice: await season.ticketType({ events: [night], priceId: null }),
  shared: await season.ticketType({ events: [night, otherNight] }),
  archived: await season.ticketType({ events: [night] }),
  other: await season.ticketType({ events: [night] }),
  few: await season.ticketType({ events: [night], capacity: 3 }),
  couple: await season.ticketType({ events: [night], entries: 2 }),
};
await owner.query("UPDATE tickets SET archived_at = now() WHERE id = $1", [shelf.archived]);
const [ana, dan, gateStaff] = [await season.person(), await season.person(), await season.person("gate")];

const priceOf = (id: string) => `price_${id}`;
const call = (more: Record<string, unknown> = {}) => checkoutCall({ price_id: priceOf(type), ...more });
// a different person each time, because one account may try six times a minute
const strangers = await season.people(300);
const ask = (json: unknown, more: Attack = {}) =>
  attack("/functions/v1/checkout-session", { json, as: more.as ?? strangers.pop(), ...more });
const submit = (form: [string, string][], page = night, as = strangers.pop()) =>
  attack(`/events/${page}`, { form, as });
/** The fields of a form with these lines. */
const chosen = (...wanted: (readonly [id: string, quantity: string])[]) =>
  wanted.flatMap(([id, quantity]): [string, string][] => [
    ["ticket_id", id],
    ["quantity", quantity],
  ]);
const lines = (...wanted: (readonly [id: unknown, quantity: unknown])[]) =>
  wanted.map(([ticket_id, quantity]) => ({ ticket_id, quantity }));
const basket = (wanted: unknown, more: Record<string, unknown> = {}) => {
  const { price_id: _, quantity: __, ...rest } = checkoutCall();
  return { ...rest, cancel_url: `${site.origin}/events/${night}`, lines: wanted, ...more };
};
/** A call with this JSON where its quantity is. */
const withQuantity = (json: string) =>
  JSON.stringify(call({ quantity: 0 })).replace('"quantity":0', `"quantity":${json}`);
const nineTypes: string[] = [];
for (let n = 0; n < 9; n += 1) nineTypes.push(await season.ticketType({ events: [night] }));
const { rows: slugs } = await owner.query<{ slug: string }>("SELECT slug FROM events WHERE id = $1", [
  otherNight,
]);

const tooManyPeople = "O comandă este pentru cel mult 20 de persoane.";
const own = site.origin;
const call6 = JSON.stringify(call({ quantity: 6 }));

/** Calls of one kind, each of which is refused with this status. What a call may have is in order-form.test.ts. */
const refused: readonly (readonly [what: string, status: number, calls: readonly unknown[]])[] = [
  ["a huge cancel_url", 413, [call({ cancel_url: "x".repeat(100_000) })]],
  [
    "a price that is unknown, of no type, hidden or archived",
    404,
    ["price_0", "prod_1", "'OR/**/1=1--", priceOf(shelf.hidden), priceOf(shelf.archived)].map((price) =>
      checkoutCall({ price_id: price }),
    ),
  ],
  [
    "a type that is hidden, archived, unknown, or of another price",
    404,
    [shelf.hidden, shelf.archived, newId(), shelf.other].map((id) => call({ ticket_id: id })),
  ],
  [
    "a type for a night that it is not linked to, or for one of two without naming which",
    400,
    [
      ...[otherNight, newId(), "x", [night]].map((id) => call({ event_id: id })),
      ...[otherNight, slugs[0]?.slug, "o-noapte-pe-care-nu-o-are-nimeni"].map((id) =>
        call({ event_id: night, cancel_url: `${own}/events/${id}` }),
      ),
      checkoutCall({ price_id: priceOf(shelf.shared) }),
    ],
  ],
  [
    "a quantity that is none",
    400,
    "0 -1 11 1.5 1e9 NaN 0x2 null [2] {} true 1e400 -0 01 1.0000000000000001e1".split(" ").map(withQuantity),
  ],
  [
    "two calls in one, or two quantities",
    400,
    [
      `[${call6},${call6}]`,
      `{"items":[${call6},${call6}]}`,
      // the last of two keys would win, and a check of the first would have seen another order
      call6.replace("{", '{"quantity":1,'),
      call6.replace("{", '{"\\u0071uantity":6,'),
    ],
  ],
  [
    "a key that reaches for the prototype",
    400,
    ['"__proto__":{"quantity":10}', '"constructor":{"prototype":{}}'].map((more) =>
      JSON.stringify(call()).replace("{", `{${more},`),
    ),
  ],
  [
    "an invalid body",
    400,
    ["", "null", "[]", '"x"', "{", "\u0000", "[".repeat(60_000), '{"a":1}x', "\ufeff{}"],
  ],
  ["a big body", 413, [`${JSON.stringify(call()).slice(0, -1)},"x":"${"y".repeat(1_000_000)}"}`]],
];
it.each(refused)("%s is refused: %d", (_what, status, calls) =>
  nothingHappens(async () => {
    for (const json of calls) {
      const sent = JSON.stringify(json)?.slice(0, 300);
      expect([sent, (await ask(json)).status]).toEqual([sent, status]);
    }
    expect(JSON.parse((await attack("/healthz")).text)).toMatchObject({ status: "ok" });
  }),
);

it.each([
  [22, shelf.closed, "Momentan nu se vând bilete"],
  [23, shelf.past, "Evenimentul a trecut"],
])(
  "attack %d: a type of a night that is not for sale, or is over, is refused in words: %s",
  (_, id, sentence) =>
    nothingHappens(async () => {
      const { rows } = await owner.query("SELECT event_id FROM tickets WHERE id = $1", [id]);
      const named = { price_id: priceOf(id), ticket_id: id, event_id: rows[0].event_id };
      const { status, text } = await ask(checkoutCall(named));
      expect([status, text]).toEqual([409, expect.stringContaining(sentence)]);
    }),
);

it("A17-09, A17-10, A17-11: what the form of a night refuses is said in words", () =>
  nothingHappens(async () => {
    for (const [sent, page, status, sentence] of [
      [chosen([shelf.hidden, "1"]), night, 404, "Selectie de bilet invalida"],
      [chosen([type, "1"]), otherNight, 400, "Selectie de bilet invalida"],
      [
        chosen([shelf.noPrice, "1"]),
        night,
        409,
        "Acest tip de bilet nu este configurat pentru achizitionare online.",
      ],
      [chosen([shelf.few, "4"], [type, "2"]), night, 409, "Din „Intrare generală” mai sunt 3 bilete."],
      ...[[], chosen([type, "0"])].map((none) => [none, night, 400, "Te rugam sa selectezi un tip de bilet"]),
      [chosen([shelf.couple, "10"], [type, "1"]), night, 409, tooManyPeople],
      [
        chosen(...nineTypes.map((id) => [id, "1"] as const)),
        night,
        400,
        "O comandă are cel mult 8 tipuri de bilete.",
      ],
    ] as [[string, string][], Uuid, number, string][]) {
      const answer = await submit(sent, page);
      expect([answer.status, answer.text.includes(sentence)], sentence).toEqual([status, true]);
    }
  }));

describe("several types in one order (36, 67)", () => {
  const refusal = async (wanted: unknown, more: Record<string, unknown> = {}) => {
    const { status, text } = await ask(basket(wanted, more));
    return { status, ...JSON.parse(text) };
  };

  it("is refused for 21 people, with the most that one order admits: 409", () =>
    nothingHappens(async () => {
      const refused = { status: 409, error: "too_many_people", most: 20, message: tooManyPeople };
      expect(await refusal(lines([shelf.couple, 10], [type, 1]))).toEqual(refused);
    }));
});

describe("who may call", () => {
  it("nobody with a body of another kind: 415", () =>
    nothingHappens(async () => {
      const body = JSON.stringify(call());
      for (const kind of [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/jsonx",
      ]) {
        const headers = { "content-type": kind };
        expect((await attack("/functions/v1/checkout-session", { body, as: ana, headers })).status).toBe(415);
      }
    }));
  it("nobody without a session, by cookie or by token", () =>
    nothingHappens(async () => {
      const without: Record<string, string>[] = [
        {},
        { authorization: "Bearer x" },
        { authorization: "Basic YTpi" },
        { cookie: "session=x" },
      ];
      for (const headers of without)
        expect((await attack("/functions/v1/checkout-session", { json: call(), headers })).status).toBe(401);
    }));
  it("no gate staff, whose device anybody may hold", () =>
    nothingHappens(async () => {
      expect((await ask(call(), { as: gateStaff })).status).toBe(403);
      expect((await submit(chosen([type, "1"]), night, gateStaff)).status).toBe(403);
    }));
  it("no page of another site, with the customer's cookie", () =>
    nothingHappens(async () => {
      const foreign: Record<string, string>[] = [
        { origin: "https://evil.example" },
        { origin: "null" },
        { origin: site.origin.replace("127.0.0.1", "127.0.0.1.evil.example") },
        { origin: site.origin.replace(/\d+$/, "1") },
        { origin: site.origin.replace("http:", "https:") },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
      ];
      for (const headers of foreign) {
        expect((await ask(call(), { headers })).status).toBe(403);
        const form = { ticket_id: type, quantity: "1" };
        for (const path of [`/events/${night}`, `/events/${night}.data`])
          expect((await attack(path, { form, as: ana, headers })).status).toBe(403);
      }
    }));
  it("no other method: 405, and 404 for an unknown function", () =>
    nothingHappens(async () => {
      for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE"]) {
        const body = method === "GET" || method === "HEAD" ? {} : { json: call() };
        expect([
          method,
          (await attack("/functions/v1/checkout-session", { method, as: ana, ...body })).status,
        ]).toEqual([method, 405]);
        expect([
          method,
          (await attack("/functions/v1/checkout", { method, as: ana, ...body })).status,
        ]).toEqual([method, 404]);
      }
    }));
});

describe("repeating and hoarding", () => {
  it("a key of another shape is 400", () =>
    nothingHappens(async () => {
      for (const key of ["x".repeat(300), "a b", "é"])
        expect((await ask(call(), { headers: { "idempotency-key": key } })).status).toBe(400);
    }));

  it("a key answers with its order, is refused for another, and belongs to one person", async () => {
    const [eva, ion] = [await season.person(), await season.person()];
    const headers = { "idempotency-key": "apasare-1" };
    const first = await ask(call({ quantity: 2 }), { as: eva, headers });
    const again = await ask(call({ quantity: 2 }), { as: eva, headers });
    expect([first.status, again.text]).toEqual([200, first.text]);
    expect((await ask(call({ quantity: 3 }), { as: eva, headers })).status).toBe(422);
    const foreign = await ask(call({ quantity: 3 }), { as: ion, headers });
    expect([foreign.status, foreign.text === first.text]).toEqual([200, false]);
    expect(await openOrders(eva.userId)).toEqual([2]);
    expect(await openOrders(ion.userId)).toEqual([3]);
  });

  it("200 clicks at once by one session are one open order, and six were tried", async () => {
    const hoarder = await season.person();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => ask(call({ quantity: 10 }), { as: hoarder })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBe(194);
    expect(statuses.filter((status) => ![200, 429].includes(status))).toEqual([]);
    expect(await openOrders(hoarder.userId)).toEqual([10]);
    // the card page, or the order's own page when it has to wait in the queue
    const { rows } = await owner.query("SELECT id FROM orders WHERE user_id = $1", [hoarder.userId]);
    const opened = answers.filter(({ status }) => status === 200);
    expect(opened.length).toBe(6);
    for (const { text } of opened)
      expect(JSON.parse(text).url).toMatch(new RegExp(`/_demo/pay/c/cs_|/checkout/${rows[0].id}$`));
  });

  async function openOrders(userId: string): Promise<number[]> {
    const { rows } = await owner.query(
      "SELECT quantity FROM orders WHERE user_id = $1 AND state IN ('held', 'checkout_open')",
      [userId],
    );
    return rows.map((row) => row.quantity);
  }
});

describe("webhook events of the card provider", () => {
  const secret = "whsec_estival_demo";
  const notice = (more: Record<string, unknown> = {}) =>
    JSON.stringify({
      id: `evt_${newId().replaceAll("-", "")}`,
      object: "event",
      created: Math.floor(Date.now() / 1000),
      livemode: false,
      type: "checkout.session.completed",
      data: { object: { id: "cs_test_nobody", object: "checkout.session", client_reference_id: newId() } },
      ...more,
    });
  const send = (body: string, signature: string | undefined) =>
    attack("/webhooks/stripe", {
      body,
      headers: signature === undefined ? {} : { "stripe-signature": signature },
    });
  const signed = (body: string, { secret: key = secret, at = 0 } = {}) =>
    webhookSignature(body, key, Date.now() + at * 1000);

  it("more than 256 KB are 413", () =>
    nothingHappens(async () => {
      for (const length of [256 * 1024, 5_000_000]) {
        const body = notice({ padding: "x".repeat(length) });
        expect((await send(body, signed(body))).status).toBe(413);
      }
    }));

  it.each(["GET", "HEAD", "PUT", "PATCH", "DELETE"])(
    "%s is 405, and other addresses answer nothing",
    (method) =>
      nothingHappens(async () => {
        expect((await attack("/webhooks/stripe", { method })).status).toBe(405);
        for (const path of ["/webhooks", "/webhooks/", "/webhooks/stripe/", "/webhooks/paypal"])
          expect((await attack(path, { method })).status).toBe(404);
      }),
  );
});

afterAll(async () => {
  // these people only attacked
  const { rows } = await owner.query("SELECT count(*)::int AS n FROM orders WHERE user_id = ANY($1)", [
    [ana.userId, dan.userId, gateStaff.userId],
  ]);
  expect(rows).toEqual([{ n: 0 }]);
});
