import { expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { instantOf, isoInBucharest } from "#kernel/time.ts";
import { listOwnTickets } from "#ticketing/delivery/ticket-queries.server.ts";
import { searchEvents } from "#ticketing/events/event-list-queries.server.ts";
import { findEventPage, findHomePage } from "#ticketing/events/event-queries.server.ts";
import { listEvents } from "#ticketing/events/office-event-queries.server.ts";
import { listStoppable } from "#ticketing/events/stop-queries.server.ts";
import { listGateNights } from "#ticketing/gate/gate-queries.server.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { listGifts } from "#ticketing/orders/gifts/gift-queries.server.ts";
import { renameHolder } from "#ticketing/orders/rename-holder.server.ts";
import { sendTicket } from "#ticketing/orders/transfers/send-ticket.server.ts";
import { readDashboard } from "#ticketing/reports/dashboard-queries.server.ts";
import { listSettledNights } from "#ticketing/reports/settlement-queries.server.ts";
import { nightViews } from "#web/account/my-night-views.ts";
import { eventHead } from "#web/public/page-heads.server.ts";
import { saleEnds } from "#web/public/panel-notes.ts";
import { dayInWords } from "#web/request/moved-night-texts.ts";
import { inDays } from "./support/days.ts";
import { sellOrder } from "./support/sold-order.ts";
import { openStageWithKeys } from "./support/stage.ts";

const { season, db, site } = await openStageWithKeys();
const admin = { userId: (await season.person("admin")).userId, role: "admin" } as const;
const reader = site.database.anonymous;

const night = await season.night({ title: "Noaptea de acum" });
const next = await season.night({ title: "Noaptea care vine", inDays: 9 });
const type = await season.ticketType({ events: [night] });
const pass = await season.ticketType({ events: [night, next], family: "season_pass" });
const [buyer, passHolder] = [await season.person(), await season.person()];
await sellOrder(site, { sessionHash: buyer.sessionHash, ticketTypeId: type });
await sellOrder(site, { sessionHash: passHolder.sessionHash, ticketTypeId: pass });

/** Moves the night so that it begins, opens its doors an hour before, and ends so many minutes from now. */
const moveTo = (begin: number, end: number) =>
  db`UPDATE events SET date = b.at::date, time = b.at::time, doors = (b.at - interval '1 hour')::time, ends = e.at::time
     FROM (SELECT (now() + make_interval(mins => ${begin})) AT TIME ZONE 'Europe/Bucharest' AS at) AS b,
       (SELECT (now() + make_interval(mins => ${end})) AT TIME ZONE 'Europe/Bucharest' AS at) AS e WHERE id = ${night}`;

const isIn = (list: readonly { readonly id?: string; readonly eventId?: string | null }[], id: Uuid) =>
  list.some((one) => one.id === id || one.eventId === id);

/** What one reads of the night in each place now. */
async function read() {
  const own = async (person: { userId: Uuid; role: "user" }) =>
    nightViews(await listOwnTickets(site, person), []);
  const asBuyer = { userId: buyer.userId, role: "user" } as const;
  const [ticket] = await listOwnTickets(site, asBuyer);
  const home = await findHomePage(reader, { events: 6, artists: 1 });
  const list = async (period: "all" | "upcoming" | "week" | "month") =>
    (await searchEvents(reader, { text: "", period, withUnavailable: true, limit: 9, page: 1 })).events;
  const page = await findEventPage(reader, night);
  const hold = await openCheckout(site, {
    ...{
      sessionHash: (await season.person()).sessionHash,
      lines: [{ ticketTypeId: type, quantity: 1 }],
      eventId: night,
    },
    ...({ total: null, priceId: null, origin: "event", requestKey: null } as const),
  });
  const asked = await site.database.readAs(admin, async (sql) => ({
    listed: await listEvents(sql, {
      ...{ text: "", when: "all", state: "all", sort: "date", direction: "asc", page: 1 },
    }),
    gifts: await listGifts(sql),
    stoppable: await listStoppable(sql),
    dashboard: await readDashboard(sql, inDays(0)),
    tonight: await listGateNights(sql, [0, 0]),
    gate: await listGateNights(sql, [-1, 1]),
    settled: await listSettledNights(sql, { eventId: night }),
  }));
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
    pass: passCard?.date === inDays(9) ? "next" : "this",
    name: named.ok ? "named" : named.refusal.reason,
  };
}

const running = {
  phase: "ongoing",
  ...{
    home: 0,
    list: 0,
    all: 0,
    page: "on_sale",
    hold: "held",
    office: "on_sale",
    invites: true,
    stops: true,
    ahead: true,
  },
  ...{ settled: false, atGate: true, ticket: "shown", pass: "this", name: "named" },
};
const over = {
  phase: "ended",
  ...{
    home: -1,
    all: 1,
    page: "ended",
    hold: "event_past",
    office: "ended",
    invites: false,
    stops: false,
    ahead: false,
  },
  ...{ settled: true, ticket: "over", pass: "next", name: "too_late" },
};

// more than an hour from each edge, so that no jump of the clocks moves it over one
it.each([
  ["half a day before it", 11 * 60, 17 * 60, { ...running, phase: "upcoming" }],
  ["before its doors", 140, 500, { ...running, phase: "upcoming" }],
  ["soon after its begin", -70, 290, running],
  ["after midnight, whenever that is", -150, 210, running],
  ["an hour before its end", -290, 70, running],
  ["when it began the evening before and still runs", -22 * 60, 70, running],
  ["an hour after its end", -430, -70, over],
  ["half a day after its end", -18 * 60, -12 * 60, over],
])("%s, each place says of a night what is so (96)", async (_when, begin, end, expected) => {
  await moveTo(begin, end);
  expect(await read()).toMatchObject(expected);
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
