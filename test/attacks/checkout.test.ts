/** Group B of the attack catalogue: the checkout. */
import { afterAll, describe, expect, it } from "vitest";
import { webhookSignature } from "#devkit/card-provider/notice-sender.server.ts";
import { newId } from "#kernel/id.ts";
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
/** The fields of a form with these lines, each with a price where it was shown one. */
const chosen = (...wanted: (readonly [id: string, quantity: string, price?: string])[]) =>
  wanted.flatMap(([id, quantity, price]): [string, string][] => [
    ["ticket_id", id],
    ...(price === undefined ? [] : ([["price", price]] as [string, string][])),
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

const own = site.origin;
const success = `${own}/tickets/success?session_id={CHECKOUT_SESSION_ID}`;
const elsewhere = [
  ...[
    "https://evil.example",
    "//evil",
    "javascript:alert(1)",
    "\\\\evil",
    "/\\evil",
    "/tickets",
    "",
    "data:text/html,x",
  ],
  ...[
    "@evil.example/tickets",
    ".evil.example/tickets",
    "\\@evil.example/tickets",
    "//evil.example/tickets",
  ].map((more) => own + more),
  ...["/tickets/../../evil", "/tickets\t", "/tickets#@evil", `/events/${night}/../${otherNight}`].map(
    (more) => own + more,
  ),
  ...[
    `${own.replace("://", "://evil@")}/tickets`,
    `${own.toUpperCase()}/tickets`,
    `${own}/tickets?next=//evil`,
  ],
];
const words = "0 -1 11 1.5 1e9 NaN 2147483648 0x2".split(" ");
const call6 = JSON.stringify(call({ quantity: 6 }));

/** Calls of one kind, each of which is refused with this status. */
const refused: readonly (readonly [what: string, status: number, calls: readonly unknown[]])[] = [
  ["attack 19: a cancel_url elsewhere", 400, elsewhere.map((address) => call({ cancel_url: address }))],
  ["attack 19: a huge cancel_url", 413, [call({ cancel_url: "x".repeat(100_000) })]],
  [
    "attack 19: a success_url elsewhere",
    400,
    [
      ...elsewhere,
      ...[`${own}/tickets/success`, `${success}&next=//evil`, `${success}#x`, success.replace("?", "/?")],
    ].map((address) => call({ success_url: address })),
  ],
  [
    "attack 20: a price that is unknown, of no type, hidden or archived",
    404,
    [
      "price_0",
      "acct_1/price_1",
      "prod_1",
      "%",
      "'OR/**/1=1--",
      priceOf(shelf.hidden),
      priceOf(shelf.archived),
    ].map((price) => checkoutCall({ price_id: price })),
  ],
  [
    "attack 20: a type that is hidden, archived, unknown, or of another price",
    404,
    [shelf.hidden, shelf.archived, newId(), shelf.other].map((id) => call({ ticket_id: id })),
  ],
  [
    "attack 20: a price of another shape",
    400,
    ["", " ", "a b", "price_\u0000", "preț", "p".repeat(256), null, 7, {}, [priceOf(type)]].map((price) =>
      checkoutCall({ price_id: price }),
    ),
  ],
  [
    "attack 20: a type of another shape",
    400,
    ["", "1", "' OR 1=1", `${type}\u0000`, type.toUpperCase(), null, [type]].map((id) =>
      call({ ticket_id: id }),
    ),
  ],
  [
    "attack 25: a type for a night that it is not linked to, or for one of two without naming which",
    400,
    [
      ...[otherNight, newId(), "", "x", null, [night]].map((id) => call({ event_id: id })),
      ...[otherNight, slugs[0]?.slug, "o-noapte-pe-care-nu-o-are-nimeni"].map((id) =>
        call({ event_id: night, cancel_url: `${own}/events/${id}` }),
      ),
      checkoutCall({ price_id: priceOf(shelf.shared) }),
    ],
  ],
  [
    "attack 26: a quantity that is none",
    400,
    [
      ...words,
      ...[
        '"2"',
        '"10; DROP TABLE orders"',
        "null",
        "[]",
        "[2]",
        "{}",
        "true",
        '"１"',
        "1e400",
        "-0",
        '""',
        "01",
      ],
      "1.0000000000000001e1",
    ].map(withQuantity),
  ],
  [
    "attack 27: two calls in one, or two quantities",
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
    "an order without lines, with nine, with a type twice, and with lines of another shape (36, 67)",
    400,
    [
      ...[[], null, {}, "x", 7, [null], [[]], [{}], lines(...nineTypes.map((id) => [id, 1] as const))],
      ...[lines([type, 1], [type, 1]), lines([type, 1], [type.toUpperCase(), 1]), lines(["x", 1])],
      ...[0, -1, 11, 1.5, "1", null, 1e9].map((quantity) => lines([type, 1], [shelf.other, quantity])),
      ...[[{ ticket_id: type, quantity: 1, price: 1 }], [{ ticket_id: type }]],
    ].map((wanted) => basket(wanted)),
  ],
  [
    "an order of lines with the price or the quantity of a single type, or an invented total",
    400,
    [
      ...[{ price_id: priceOf(type) }, { quantity: 1 }],
      ...[-1, 1.5, "33000", null, 1e300, {}].map((total) => ({ total })),
    ].map((more) => basket(lines([type, 1]), more)),
  ],
  [
    "attack 29: another mode",
    400,
    ["subscription", "setup", "", "PAYMENT", null, ["payment"], undefined].map((mode) => call({ mode })),
  ],
  [
    "attack 30: a field that is not its own",
    400,
    [
      ...[
        { currency: "usd" },
        { amount: 1 },
        { unit_amount: 1 },
        { discounts: [{ coupon: "x" }] },
        { Quantity: 1 },
      ],
      ...[{ line_items: [{ price: "price_1", quantity: 1 }] }, { metadata: { order_id: newId() } }],
      ...[{ customer: "cus_1" }, { customer_email: "x@exemplu.ro" }, { user_id: "x" }, { constructor: {} }],
    ].map((more) => call(more as Record<string, unknown>)),
  ],
  [
    "attack 30: a key that reaches for the prototype",
    400,
    ['"__proto__":{"quantity":10}', '"__proto__":{}', '"constructor":{"prototype":{}}'].map((more) =>
      JSON.stringify(call()).replace("{", `{${more},`),
    ),
  ],
  [
    "an invalid body",
    400,
    ["", "null", "[]", '"x"', "7", "{", '{"a":', "\u0000", "[".repeat(60_000), '{"a":1}x', "\ufeff{}"],
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

describe("attack 21 to 28: items that cannot be bought", () => {
  it.each([
    [21, "a hidden type", shelf.hidden, 404, "Selectie de bilet invalida"],
    [22, "a type of a night that is not for sale", shelf.closed, 409, "Momentan nu se vând bilete"],
    [23, "a type of a night that is over", shelf.past, 409, "Evenimentul a trecut"],
    [
      24,
      "a type without a price",
      shelf.noPrice,
      409,
      "Acest tip de bilet nu este configurat pentru achizitionare online.",
    ],
  ])("A17-10, A17-11, attack %d: %s, by its id: %s", (_, _what, id, status, sentence) =>
    nothingHappens(async () => {
      const { rows } = await owner.query("SELECT event_id, stripe_price_id FROM tickets WHERE id = $1", [id]);
      const answer = await submit(chosen([id, "1"]), rows[0].event_id);
      // a page shows its own state instead of the sentence where the type is not among its offers
      expect(answer.status).toBe(status);
      const asked = await ask(
        checkoutCall({
          price_id: rows[0].stripe_price_id ?? "price_none",
          ticket_id: id,
          event_id: rows[0].event_id,
        }),
      );
      // without a price the call cannot name it, so there it is an unknown selection
      const { stripe_price_id: priceId } = rows[0];
      expect(asked.status).toBe(priceId ? status : 404);
      expect((priceId ? asked : answer).text).toContain(sentence);
    }),
  );

  it("attack 25: by form, a type for a night that it is not linked to", () =>
    nothingHappens(async () => {
      expect(await submit(chosen([type, "1"]), otherNight)).toMatchObject({
        status: 400,
        text: expect.stringContaining("Selectie de bilet invalida"),
      });
    }));

  it("attack 28: more than is left", () =>
    nothingHappens(async () => {
      const answer = await ask(checkoutCall({ price_id: priceOf(shelf.few), quantity: 4 }));
      expect(answer.status).toBe(409);
      expect(JSON.parse(answer.text)).toEqual({ error: "Nu exista suficiente bilete disponibile" });
    }));

  it("attack 26: a quantity in a form that is none", () =>
    nothingHappens(async () => {
      for (const quantity of [
        ...words,
        ...["2 ", " 2", "+2", "02", "1e1", "10; DROP TABLE orders", "", "true", "１", "٢", "2\u0000", "1,0"],
        ...["9".repeat(400), "\u20282"],
      ])
        expect([quantity, (await submit(chosen([type, quantity]))).status]).toEqual([quantity, 400]);
    }));

  it("attack 27: 6 and 6 of one type, or of one and an unknown one, in one form", () =>
    nothingHappens(async () => {
      for (const [second, status] of [
        [type, 400],
        [newId(), 404],
      ] as const)
        expect((await submit(chosen([type, "6"], [second, "6"]))).status).toBe(status);
    }));
});

describe("several types in one order (36, 67)", () => {
  const refusal = async (wanted: unknown, more: Record<string, unknown> = {}) => {
    const { status, text } = await ask(basket(wanted, more));
    return { status, ...JSON.parse(text) };
  };

  it("is refused for 21 people, with the most that one order admits: 409", async () => {
    const couple = await season.ticketType({ events: [night], entries: 2 });
    await nothingHappens(async () => {
      expect(await refusal(lines([couple, 10], [type, 1]))).toEqual({
        ...{ status: 409, error: "too_many_people", most: 20 },
        message: "O comandă este pentru cel mult 20 de persoane.",
      });
    });
  });

  it("is refused with a line of another night, or one that cannot be bought, and nothing of it is held", async () => {
    const elsewhere = await season.ticketType({ events: [otherNight] });
    const early = await season.ticketType({ events: [night], family: "early_bird" });
    await nothingHappens(async () => {
      for (const [id, status] of [
        [elsewhere, 400],
        [early, 400],
        [shelf.hidden, 404],
        [shelf.archived, 404],
        [newId(), 404],
        [shelf.noPrice, 409],
      ] as const)
        expect([id, (await ask(basket(lines([type, 1], [id, 1])))).status]).toEqual([id, status]);
      expect(await refusal(lines([type, 2], [shelf.few, 4]))).toEqual({
        ...{ status: 409, error: "not_enough", ticket_id: shelf.few, available: 3 },
        message: "Nu exista suficiente bilete disponibile",
      });
    });
  });

  it("costs what it costs: an invented total is answered with the right one: 409", () =>
    nothingHappens(async () => {
      for (const total of [0, 1, 32_999])
        expect(await refusal(lines([type, 2], [shelf.other, 1]), { total })).toEqual({
          ...{ status: 409, error: "price_changed", total: 33_000 },
          message: "Prețul s-a schimbat: acum 330 LEI. Continui?",
        });
    }));

  it("whose price rose meanwhile is asked about on the page, with the choice, and bought at the second press", async () => {
    const rising = await season.ticketType({ events: [night], price: 8000, title: "Se Scumpește" });
    const buyer = await season.person();
    const form = (price: string) =>
      chosen([rising, "2", price], [type, "1", "11000"], [shelf.few, "0", "11000"]);
    await owner.query("UPDATE tickets SET price = 10000 WHERE id = $1", [rising]);
    await nothingHappens(async () => {
      const asked = await submit(form("8000"), night, buyer);
      expect(asked.status).toBe(409);
      expect(asked.text).toContain("Prețul s-a schimbat: acum 100 LEI. Continui?");
      expect(asked.text).toMatch(
        new RegExp(
          `value="${rising}"/><input[^>]*name="price" value="10000"/>.{0,200}<option>0</option><option>1</option><option selected="">2<`,
          "s",
        ),
      );
      expect(asked.text).toMatch(/Total de plată<\/dt><dd[^>]*>310 LEI</);
      // an order cheaper than what was shown is sold, but never this one
      expect((await submit(form("0"), night, buyer)).status).toBe(409);
    });
    expect((await submit(form("10000"), night, buyer)).status).toBe(303);
    const { rows } = await owner.query(
      "SELECT l.quantity, l.list_price::int AS price FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.user_id = $1 ORDER BY l.no",
      [buyer.userId],
    );
    expect(rows).toEqual([
      { quantity: 2, price: 10_000 },
      { quantity: 1, price: 11_000 },
    ]);
  });

  it("of which there are not enough is told which, on the page, with the choice", () =>
    nothingHappens(async () => {
      const answer = await submit(chosen([shelf.few, "4"], [type, "2"]));
      expect(answer.status).toBe(409);
      expect(answer.text).toContain(
        "Nu exista suficiente bilete disponibile. Din „Intrare generală” mai sunt 3 bilete.",
      );
      expect(answer.text).toContain('<option selected="">2<');
    }));

  it("A17-09: nothing chosen, 21 people and nine types are each said in a sentence on the page", async () => {
    const couple = await season.ticketType({ events: [night], entries: 2 });
    await nothingHappens(async () => {
      for (const [sent, status, sentence] of [
        [[], 400, "Te rugam sa selectezi un tip de bilet"],
        [chosen([type, "0"], [couple, "0"]), 400, "Te rugam sa selectezi un tip de bilet"],
        [chosen([couple, "10"], [type, "1"]), 409, "O comandă este pentru cel mult 20 de persoane."],
        [
          chosen(...nineTypes.map((id) => [id, "1"] as const)),
          400,
          "O comandă are cel mult 8 tipuri de bilete.",
        ],
      ] as const) {
        const answer = await submit([...sent]);
        expect([answer.status, answer.text.includes(sentence)]).toEqual([status, true]);
      }
    });
  });

  it("is one order: a person who presses twice with the lines the other way round gets the same page", async () => {
    const eva = await season.person();
    const first = await ask(basket(lines([type, 2], [shelf.other, 1]), { total: 33_000 }), { as: eva });
    const again = await ask(basket(lines([shelf.other, 1], [type, 2])), { as: eva });
    expect([first.status, again.text]).toEqual([200, first.text]);
    const { rows } = await owner.query(
      "SELECT o.total::int, count(l)::int AS lines FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.user_id = $1 GROUP BY o.id",
      [eva.userId],
    );
    expect(rows).toEqual([{ total: 33_000, lines: 2 }]);
  });
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
  it("no gate staff, whose device anybody may hold (decision 25)", () =>
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

describe("attack 31 to 33: repeating and hoarding", () => {
  it("attack 31: a key of another shape is 400", () =>
    nothingHappens(async () => {
      for (const key of ["x".repeat(300), "a b", "é"])
        expect((await ask(call(), { headers: { "idempotency-key": key } })).status).toBe(400);
    }));

  it("attack 31: a key answers with its order, is refused for another, and belongs to one person", async () => {
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

  it("attack 32: 200 clicks at once by one session are one open order, and six were tried", async () => {
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

  it("attack 33: three accounts of one mailbox cannot hold more places than one may", async () => {
    const hoarders = await season.people(3);
    for (const [n, { userId }] of hoarders.entries())
      await owner.query("UPDATE profiles SET email = $2 WHERE id = $1", [
        userId,
        `pastrator+${n}@exemplu.example`,
      ]);
    const answers = [];
    for (const hoarder of hoarders) answers.push(await ask(call({ quantity: 10 }), { as: hoarder }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(await openOrders(hoarders[2]?.userId ?? "")).toEqual([]);
  });

  it("attack 33: nobody holds sixty places in six requests, and nobody who releases four times is locked out", async () => {
    const hoarder = await season.person();
    const asked: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const elsewhere = await season.night();
      const one = await season.ticketType({ events: [elsewhere] });
      const body = checkoutCall({
        ...{ price_id: priceOf(one), quantity: 10 },
        cancel_url: `${site.origin}/events/${elsewhere}`,
      });
      asked.push((await ask(body, { as: hoarder })).status);
    }
    expect(asked).toEqual([200, 200, 429, 429, 429, 429]);
    expect(await openOrders(hoarder.userId)).toEqual([10, 10]);

    const undecided = await season.person();
    for (let round = 1; round <= 4; round += 1) {
      expect((await ask(call({ quantity: 10 }), { as: undecided })).status).toBe(200);
      const { rows } = await owner.query(
        "SELECT id FROM orders WHERE user_id = $1 AND state IN ('held', 'checkout_open')",
        [undecided.userId],
      );
      await attack(`/checkout/${rows[0].id}`, { form: { intent: "release" }, as: undecided });
    }
    expect(await openOrders(undecided.userId)).toEqual([]);
  });

  async function openOrders(userId: string): Promise<number[]> {
    const { rows } = await owner.query(
      "SELECT quantity FROM orders WHERE user_id = $1 AND state IN ('held', 'checkout_open')",
      [userId],
    );
    return rows.map((row) => row.quantity);
  }
});

describe("attack 34: the page after paying", () => {
  it("shows a stranger nothing about a session, for any request", async () => {
    const eva = await season.person();
    const opened = JSON.parse((await ask(call(), { as: eva })).text);
    const sessionId = opened.url.split("/").at(-1);
    const generic = await attack("/tickets/success", { as: dan });
    await nothingHappens(async () => {
      const asked = [
        sessionId,
        "'",
        "x".repeat(5000),
        "{CHECKOUT_SESSION_ID}",
        "cs_test_1",
        "cs_'",
        "%00",
        "../profile",
        "",
      ];
      for (const as of [undefined, dan, gateStaff])
        for (const id of asked) {
          const answer = await attack(`/tickets/success?session_id=${encodeURIComponent(id)}`, { as });
          expect(answer.status).toBe(200);
          expect(answer.text).not.toMatch(/FSC-|Comanda nr|\/qr\.svg/);
          expect(answer.text).not.toContain(eva.userId);
        }
      expect(generic.status).toBe(200);
    });
    const own = await attack(`/tickets/success?session_id=${sessionId}`, { as: eva });
    const { rows: ordered } = await owner.query("SELECT state FROM orders WHERE user_id = $1", [eva.userId]);
    expect(ordered).toEqual([{ state: "checkout_open" }]);
    expect({ status: own.status, showsTheOrder: own.text.includes("Comanda") }).toEqual({
      status: 200,
      showsTheOrder: true,
    });
    expect(generic.text).not.toContain("Comanda");
    for (const path of [
      `/checkout/${await orderOf(eva.userId)}`,
      `/checkout/${await orderOf(eva.userId)}/pay`,
    ]) {
      const foreign = await attack(path, { as: dan });
      expect(foreign.status).toBe(404);
      expect((await attack(path, { as: dan, form: { intent: "release" } })).status).toBeGreaterThanOrEqual(
        404,
      );
    }
    const { rows } = await owner.query("SELECT state FROM orders WHERE user_id = $1", [eva.userId]);
    expect(rows).toEqual([{ state: "checkout_open" }]);
  });

  async function orderOf(userId: string): Promise<string> {
    return (await owner.query("SELECT id FROM orders WHERE user_id = $1", [userId])).rows[0].id;
  }
});

describe("attack 35 to 40: webhook events of the card provider", () => {
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

  it("attack 35: unsigned, of another secret, changed by a byte, too old or serialised again: 400, nothing stored", () =>
    nothingHappens(async () => {
      const body = notice();
      for (const [sent, signature] of [
        [body, undefined],
        [body, ""],
        [body, "t=1,v1=x"],
        [body, signed(body, { secret: "whsec_other" })],
        [`${body} `, signed(body)],
        [body.replace("completed", "complete"), signed(body)],
        [body, signed(body, { at: -301 })],
        [JSON.stringify(JSON.parse(body), null, 1), signed(body)],
        ["", signed("")],
        ["{", signed("{")],
        ["null", signed("null")],
        ["{}", signed("{}")],
      ] as const)
        expect((await send(sent, signature)).status).toBe(400);
    }));

  it("attack 36: signed in the future", () =>
    nothingHappens(async () => {
      const body = notice();
      expect((await send(body, signed(body, { at: 600 }))).status).toBe(400);
    }));

  it("attack 37: a webhook event of the other mode is answered, set aside, and shown to administrators", async () => {
    const body = notice({ livemode: true });
    expect((await send(body, signed(body))).status).toBe(200);
    const { rows } = await owner.query("SELECT state, attempts FROM payment_notices WHERE event_id = $1", [
      JSON.parse(body).id,
    ]);
    expect(rows).toEqual([{ state: "ignored", attempts: 0 }]);
    await expect
      .poll(site.output, { timeout: 60_000 })
      .toContain("a webhook event of the other mode was ignored");
  });

  it("attack 38: a valid webhook event about an unknown order is retried for a day, then set aside for a person", async () => {
    const ids: string[] = [];
    for (const more of [{}, { account: "acct_other" }]) {
      const body = notice(more);
      expect((await send(body, signed(body))).status).toBe(200);
      ids.push(JSON.parse(body).id);
    }
    const states = async () =>
      (
        await owner.query(
          "SELECT state, attempts > 0 AS tried FROM payment_notices WHERE event_id = ANY($1)",
          [ids],
        )
      ).rows;
    await expect
      .poll(states, { timeout: 60_000 })
      .toEqual(ids.map(() => ({ state: "received", tried: true })));
    await owner.query(
      "UPDATE payment_notices SET received_at = now() - interval '25 hours', next_at = now() WHERE event_id = ANY($1)",
      [ids],
    );
    await expect
      .poll(states, { timeout: 60_000 })
      .toEqual(ids.map(() => ({ state: "quarantined", tried: true })));
  });

  it("F13: a webhook event that comes fifty times at once is stored once and answered each time", async () => {
    const body = notice({ type: "payment_intent.created" });
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(body, signed(body))));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { rows } = await owner.query("SELECT count(*)::int AS n FROM payment_notices WHERE event_id = $1", [
      JSON.parse(body).id,
    ]);
    expect(rows).toEqual([{ n: 1 }]);
  });

  it("attack 39: more than 256 KB are 413", () =>
    nothingHappens(async () => {
      for (const length of [256 * 1024, 5_000_000]) {
        const body = notice({ padding: "x".repeat(length) });
        expect((await send(body, signed(body))).status).toBe(413);
      }
    }));

  it.each(["GET", "HEAD", "PUT", "PATCH", "DELETE"])(
    "attack 40: %s is 405, and other addresses answer nothing",
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
