import { expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { addDays, businessDay, instantOf, isoInBucharest } from "#kernel/time.ts";
import { arrived } from "#test/support/open-page.ts";
import { listOwnTickets } from "#ticketing/delivery/ticket-queries.server.ts";
import { searchEvents } from "#ticketing/events/event-list-queries.server.ts";
import { findEventPage, findHomePage } from "#ticketing/events/event-queries.server.ts";
import { listEvents } from "#ticketing/events/office-event-queries.server.ts";
import { listStoppable } from "#ticketing/events/stop-queries.server.ts";
import { listGateNights } from "#ticketing/gate/gate-queries.server.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { listGifts } from "#ticketing/orders/gifts/gift-queries.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { renameHolder } from "#ticketing/orders/rename-holder.server.ts";
import { splitCode } from "#ticketing/orders/split-code.server.ts";
import { sendTicket } from "#ticketing/orders/transfers/send-ticket.server.ts";
import { readDashboard } from "#ticketing/reports/dashboard-queries.server.ts";
import { listSettledNights } from "#ticketing/reports/settlement-queries.server.ts";
import { nightViews } from "#web/account/my-night-views.ts";
import { eventHead } from "#web/public/page-heads.server.ts";
import { saleEnds } from "#web/public/read-ticket-panel.server.ts";
import { dayInWords } from "#web/request/sale-texts.ts";
import { inDays } from "./support/days.ts";
import { orderRows } from "./support/order-rows.ts";
import { payLines, sellOrder } from "./support/sold-order.ts";
import { openStageWithKeys } from "./support/stage.ts";
import { writtenLetter } from "./support/written-letter.ts";

const { season, db, client, site } = await openStageWithKeys();
const admin = { userId: (await season.person("admin")).userId, role: "admin" } as const;
const reader = site.database.anonymous;

const night = await season.night({ title: "Noaptea de acum" });
const next = await season.night({ title: "Noaptea care vine", inDays: 9 });
const [{ date: dateOfNext }] = (await db`SELECT date::text AS date FROM events WHERE id = ${next}`) as [
  { date: string },
];
const type = await season.ticketType({ events: [night] });
const pass = await season.ticketType({ events: [night, next], family: "season_pass" });
const [buyer, passHolder] = [await season.person(), await season.person()];
await sellOrder(site, { sessionHash: buyer.sessionHash, ticketTypeId: type });
const passOrder = await sellOrder(site, { sessionHash: passHolder.sessionHash, ticketTypeId: pass });
const couple = await season.ticketType({ events: [night], entries: 2 });

/** Moves the night so that it begins, opens its doors an hour before, and ends so many minutes from now. */
const moveTo = (begin: number, end: number) =>
  db`UPDATE events SET date = b.at::date, time = b.at::time, doors = (b.at - interval '1 hour')::time, ends = e.at::time
     FROM (SELECT (now() + make_interval(mins => ${begin})) AT TIME ZONE 'Europe/Bucharest' AS at) AS b,
       (SELECT (now() + make_interval(mins => ${end})) AT TIME ZONE 'Europe/Bucharest' AS at) AS e WHERE id = ${night}`;

const isIn = (list: readonly { readonly id?: string; readonly eventId?: string | null }[], id: Uuid) =>
  list.some((one) => one.id === id || one.eventId === id);

/** Somebody who paid while the night was to come, and whose places were lost meanwhile. */
async function paidLate() {
  const { sessionHash } = await season.person();
  const lines = [{ ticketTypeId: type, quantity: 1 }];
  const { orderId, sessionId } = await payLines(site, { sessionHash, lines });
  await orderRows(client).losePlaces(orderId);
  return sessionId;
}

/** The owner of one code for two, who bought it while the night was to come. */
async function coupleOf() {
  const { userId, sessionHash } = await season.person();
  await sellOrder(site, { sessionHash, ticketTypeId: couple });
  const actor = { userId, role: "user" } as const;
  return { actor, purchaseId: (await listOwnTickets(site, actor))[0]?.purchaseId ?? "" };
}

/** What one reads of the night in each place once it was moved. */
async function read(move: () => PromiseLike<unknown>) {
  await moveTo(11 * 60, 17 * 60);
  const [late, pair] = [await paidLate(), await coupleOf()];
  await move();
  const own = async (person: { userId: Uuid; role: "user" }) =>
    nightViews(await listOwnTickets(site, person), [], site.now());
  const asBuyer = { userId: buyer.userId, role: "user" } as const;
  const [ticket] = await listOwnTickets(site, asBuyer);
  const home = await findHomePage(reader, { events: 6, artists: 1 });
  const list = async (period: "all" | "upcoming" | "week" | "month") =>
    (await searchEvents(reader, { text: "", period, withUnavailable: true, limit: 9, page: 1 })).events;
  const page = await findEventPage(reader, night);
  const hold = await openCheckout(
    site,
    arrived((await season.person()).sessionHash, [{ ticketTypeId: type, quantity: 1 }], { eventId: night }),
  );
  const asked = await site.database.readAs(admin, async (sql) => ({
    listed: await listEvents(sql, {
      text: "",
      when: "all",
      state: "all",
      sort: "date",
      direction: "asc",
      page: 1,
    }),
    gifts: await listGifts(sql),
    stoppable: await listStoppable(sql),
    dashboard: await readDashboard(sql, inDays(0)),
    tonight: await listGateNights(sql, [0, 0]),
    gate: await listGateNights(sql, [-1, 1]),
    settled: await listSettledNights(sql, { eventId: night }),
  }));
  const settled = await settlePayment(site, { sessionId: late, by: "notice" });
  const split = await splitCode(site, pair);
  const { facts } = page
    ? eventHead("https://x.example", { name: "Clubul", address: "" }, page)
    : { facts: null };
  const letter = await writtenLetter(db, site, { orderId: passOrder.orderId });
  const named = await renameHolder(site, {
    actor: asBuyer,
    purchaseId: ticket?.purchaseId ?? "",
    name: "Ana Pop",
  });
  const [passCard] = await own({ userId: passHolder.userId, role: "user" });
  return {
    home: home.events.findIndex(({ id }) => id === night),
    list: (await list("upcoming")).findIndex(({ id }) => id === night),
    all: (await list("all")).findIndex(({ id }) => id === night),
    page: page?.event.sale.state,
    phase: page?.now.phase,
    hold: hold.ok ? "held" : hold.refusal.reason,
    office: asked.listed.events.find(({ id }) => id === night)?.state,
    invites: isIn(asked.gifts, night),
    stops: isIn(asked.stoppable.nights, night),
    ahead: isIn(asked.dashboard.next, night),
    settled: asked.settled[0]?.isOver,
    atGate: isIn(asked.gate, night),
    ticket: ticket?.isOver ? "over" : "shown",
    pass: passCard?.date === dateOfNext ? "next" : "this",
    letter: /Noaptea de acum|Noaptea care vine/.exec(letter.text)?.[0],
    late: settled.ok ? settled.value.settlement : settled.refusal.reason,
    split: split.ok ? "split" : split.refusal.reason,
    offers: (facts?.offers as unknown[] | undefined)?.length,
    name: named.ok ? "named" : named.refusal.reason,
  };
}

const ahead = {
  home: 0,
  list: 0,
  all: 0,
  page: "on_sale",
  hold: "held",
  office: "on_sale",
  invites: true,
  stops: true,
  ahead: true,
  settled: false,
  atGate: true,
  ticket: "shown",
  pass: "this",
  name: "named",
  letter: "Noaptea de acum",
  late: "fulfil",
  split: "split",
  offers: 2,
};
const running = { ...ahead, phase: "ongoing" };
const over = {
  phase: "ended",
  home: -1,
  all: 1,
  page: "ended",
  hold: "event_past",
  office: "ended",
  invites: false,
  stops: false,
  ahead: false,
  settled: true,
  ticket: "over",
  pass: "next",
  name: "too_late",
  letter: "Noaptea care vine",
  late: "return_late",
  split: "over",
  offers: 0,
};

// more than an hour from each edge, so that no jump of the clocks moves it over one
it.each([
  ["half a day before it", 11 * 60, 17 * 60, { ...ahead, phase: "upcoming" }],
  ["before its doors", 140, 500, { ...ahead, phase: "upcoming" }],
  ["soon after its begin", -70, 290, running],
  ["after midnight, whenever that is", -150, 210, running],
  ["an hour before its end", -290, 70, running],
  ["when it began the evening before and still runs", -22 * 60, 70, running],
  ["an hour after its end", -430, -70, over],
  ["half a day after its end", -18 * 60, -12 * 60, over],
])("%s, each place says of a night what is so (96)", async (_when, begin, end, expected) => {
  expect(await read(() => moveTo(begin, end))).toMatchObject(expected);
});

const [early, afternoon] = [
  { time: "00:30", doors: "23:00", ends: "06:00" },
  { time: "16:00", ends: "22:00" },
];
const [long, endless] = [
  { time: "23:00", ends: "08:00" },
  { time: "23:00", ends: "23:00" },
];

// by days from the business day, so that what is expected is so at every hour
it.each<[string, { time?: string; doors?: string; ends?: string }, number, typeof ahead | typeof over]>([
  ["without an end", { time: "23:00" }, 0, ahead],
  ["without an end, of the evening before", { time: "23:00" }, -1, over],
  ["without hours", {}, 0, ahead],
  ["without hours, of the day before", {}, -1, over],
  ["of which the doors alone are known", { doors: "21:00" }, 0, ahead],
  ["of which the doors alone are known, of the evening before", { doors: "21:00" }, -1, over],
  ["that begins after midnight with its doors before it", early, 1, ahead],
  ["that began after midnight", early, 0, over],
  ["of an afternoon", afternoon, 1, ahead],
  ["of yesterday's afternoon", afternoon, -1, over],
  ["that lasts into the next business day", long, 0, ahead],
  ["that lasted into the business day before", long, -2, over],
  ["whose end is its begin", endless, 0, ahead],
  ["whose end is its begin, two days later", endless, -2, over],
])("each place says of a night %s what is so (96)", async (_shape, { time, doors, ends }, days, expected) => {
  const today = () => businessDay(new Date()).day;
  for (;;) {
    const day = today();
    const found = await read(
      () =>
        db`UPDATE events SET date = ${addDays(day, days)}, time = ${time ?? null}, doors = ${doors ?? null}, ends = ${ends ?? null} WHERE id = ${night}`,
    );
    // at six in the morning the day became another one under it
    if (day !== today()) continue;
    expect(found).toMatchObject(expected);
    return;
  }
});

it("a ticket goes to a friend until the doors, and not after them", async () => {
  const asBuyer = { userId: buyer.userId, role: "user" } as const;
  const [ticket] = await listOwnTickets(site, asBuyer);
  const send = () =>
    sendTicket(site, {
      actor: asBuyer,
      purchaseId: ticket?.purchaseId ?? "",
      name: "Ana",
      email: null,
    } as never);
  await moveTo(-70, 290);
  expect(await send()).toMatchObject({ refusal: { reason: "over" } });
  await moveTo(140, 500);
  expect(await send()).toMatchObject({ ok: true });
});

it("tonight is the business day: the running night at half past midnight, what ended at five until six, then the next (96)", async () => {
  await db`UPDATE events SET date = '2027-06-26', time = '23:00', doors = '22:00', ends = '05:00' WHERE id = ${night}`;
  await db`UPDATE events SET date = '2027-06-27', time = '23:00', doors = '22:00', ends = '05:00' WHERE id = ${next}`;
  const tonight = (at: string) =>
    site.database.readAs(admin, async (sql) =>
      (await listGateNights(sql, [-1, 1], new Date(`${at}+03:00`)))
        .filter(({ isTonight }) => isTonight)
        .map(({ title }) => title),
    );
  for (const at of ["2027-06-26T12:00", "2027-06-26T23:30", "2027-06-27T00:30", "2027-06-27T05:30"])
    expect([at, await tonight(at)]).toEqual([at, ["Noaptea de acum"]]);
  expect(await tonight("2027-06-27T06:00")).toEqual(["Noaptea care vine"]);
  await db`UPDATE events SET ends = '08:00' WHERE id = ${night}`;
  expect(await tonight("2027-06-27T07:00")).toEqual(["Noaptea de acum", "Noaptea care vine"]);
});

const [day, after] = [inDays(30), inDays(31)];
it.each([
  ["the night's end", {}, `${after} 05:00`, [], []],
  [
    "the night's hour of sale",
    { saleUntil: "02:00" },
    `${after} 02:00`,
    [`Vânzarea online se încheie ${dayInWords(after)}, la 02:00`],
    ["Vânzarea online se încheie la 02:00"],
  ],
  ["its own end", { ends: "18:00" }, `${day} 18:00`, [], ["Vânzarea online se încheie la 18:00"]],
  ["its last entry", { saleUntil: "02:00", enter: "00:30" }, `${after} 00:30`, [], []],
])(
  "online sale of a type goes on until %s, for search engines and in the panel, which tells no hour that nobody wrote (96)",
  async (_what, { saleUntil, ends, enter }: Record<string, string>, end, ahead, near) => {
    const id = await season.night({ inDays: 30, time: "23:00", ends: "05:00" });
    const ofNight = await season.ticketType({ events: [id] });
    await db`UPDATE events SET sale_until = ${saleUntil ?? null} WHERE id = ${id}`;
    await db`UPDATE tickets SET enter_until = ${enter ?? null}, sale_ends_at = ${ends ? instantOf(day, ends) : null} WHERE id = ${ofNight}`;
    const found = await findEventPage(reader, id);
    if (!found) throw new Error("no such night");
    const { facts } = eventHead("https://x.example", { name: "Clubul", address: "" }, found);
    expect(facts).toMatchObject({
      offers: [{ validThrough: isoInBucharest(instantOf(...(end.split(" ") as [string, string]))) }],
    });
    const told = (now: Date) => saleEnds(found.types, found, now);
    expect([told(new Date()), told(instantOf(day, "17:00"))]).toEqual([ahead, near]);
  },
);
