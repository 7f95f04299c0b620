import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterContextProvider, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { dayOf, formatDayAndMonth, wallTimeOf } from "#kernel/time.ts";
import { arrived } from "#test/support/open-page.ts";
import { openStage } from "#test/support/stage.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import {
  pageFactsContext,
  siteContext,
  viewerContext,
  visitorContext,
} from "#web/request/request-context.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { type Visitor, viewerOf } from "#web/request/visitor.server.ts";
import { EventPage, loader } from "./event-route.tsx";

const { season, db, site } = await openStage();
type Person = Awaited<ReturnType<typeof season.person>>;

/** What this browser reads in the panel of a night's tickets, with the code that it carries. */
async function read(night: Uuid, code?: string, person?: Person) {
  const visitor: Visitor = person
    ? {
        kind: "person",
        fullName: "Ana",
        email: "ana@exemplu.ro",
        expiresAt: new Date(),
        isReconfirmed: false,
        needsFactor: false,
        hasOpenOrder: true,
        ...person,
      }
    : { kind: "anonymous" };
  const context = new RouterContextProvider();
  context.set(siteContext, site as unknown as SiteServices);
  context.set(visitorContext, visitor);
  context.set(viewerContext, viewerOf(visitor));
  context.set(pageFactsContext, { failure: undefined, nonce: "nonce" });
  const headers = code ? { cookie: `code=${code}` } : undefined;
  const request = new Request(`http://127.0.0.1:3000/events/${night}`, headers && { headers });
  const args = { context, request, params: { id: night } };
  const { view, hold } = (await loader(args as unknown as Parameters<typeof loader>[0])).data;
  const element = createElement(EventPage, { view, hold });
  const router = createMemoryRouter([{ path: "*", element }]);
  const [, html = ""] = renderToStaticMarkup(createElement(RouterProvider, { router })).split('id="bilete"');
  const box = /id="cod" class="code-box.*?<small>/.exec(html)?.[0];
  const { panel } = view;
  return {
    panel: panel.kind === "closed" ? panel.state : panel.types.map(({ name }) => name).sort(),
    asks: /<details id="cod"[^>]*>/.exec(html)?.[0].includes("open") ?? null,
    code:
      box &&
      (box.includes("code-box--on")
        ? "on"
        : box
            .replace(/<[^>]*>/g, "|")
            .split("|")
            .at(-2)),
    words: html.replace(/<[^>]*>/g, "|").replaceAll(night, ""),
  };
}

type Made = { night: Uuid; open: Uuid; coded: Uuid; code: string };

async function made(isCoded = true): Promise<Made> {
  const night = await season.night({ when: "running" });
  const open = await season.ticketType({ events: [night], title: "Public" });
  const coded = await season.ticketType({ events: [night], title: "Prieteni", isVisible: isCoded });
  await db`UPDATE tickets SET requires_code = true WHERE id = ${coded}`;
  const code = `PRIETENI-${night.slice(-12).toUpperCase()}`;
  await season.voucher({ code, opens: [coded] });
  return { night, open, coded, code };
}

const inAnHour = new Date(Date.now() + 3_600_000);
const taken = (id: Uuid) => db`UPDATE stock_counters SET sold = capacity WHERE id = ${id}`;
const ended = (id: Uuid) => db`UPDATE tickets SET sale_ends_at = now() WHERE id = ${id}`;
const waits = (id: Uuid) => db`UPDATE tickets SET sale_starts_at = ${inAnHour} WHERE id = ${id}`;
const unpriced = (id: Uuid) => db`UPDATE tickets SET price_agreed_at = NULL WHERE id = ${id}`;
const cutOff = (id: Uuid) =>
  db`UPDATE tickets SET enter_until = (now() AT TIME ZONE 'Europe/Bucharest' - interval '1 hour')::time WHERE id = ${id}`;
type Row = [what: string, state: string, change: (made: Made) => PromiseLike<unknown>];

const closedTypes: Row[] = [
  ["sold out", "sold_out", ({ open }) => taken(open)],
  ["not on sale yet", "not_yet", ({ open }) => waits(open)],
  ["no longer on sale", "sale_ended", ({ open }) => ended(open)],
  ["past their last hour of entry", "sale_ended", ({ open }) => cutOff(open)],
  ["without an agreed price", "price_pending", ({ open }) => unpriced(open)],
];

it.each(closedTypes)(
  "types of everybody that are %s close no type that a code opens: the page asks for the code, sells with it as the hold does, and tells nobody else of it (41)",
  async (_what, state, change) => {
    const one = await made();
    await change(one);
    const without = await read(one.night);
    expect(without).toMatchObject({ panel: state, asks: false });
    const plain = await made(false);
    await change(plain);
    expect((await read(plain.night)).words).toBe(without.words);
    await season.voucher({ code: `ALT-${one.code}`, events: [plain.night] });
    expect(await read(one.night, `ALT-${one.code}`)).toMatchObject({
      panel: state,
      code: "Codul nu e pentru biletele acestei nopți.",
    });
    const { panel, code } = await read(one.night, one.code);
    expect([panel, code]).toEqual([state === "price_pending" ? ["Prieteni", "Public"] : ["Prieteni"], "on"]);
    expect(await held(one)).toBe("held");
  },
);

async function held({ night, coded, code }: Made, person?: Person) {
  const { sessionHash } = person ?? (await season.person());
  const lines = [{ ticketTypeId: coded, quantity: 1 }];
  const opened = await openCheckout(site, arrived(sessionHash, lines, { code, eventId: night }));
  return opened.ok ? "held" : opened.refusal.reason;
}

const closedNights: Row[] = [
  ["cancelled", "cancelled", ({ night }) => db`UPDATE events SET cancelled_at = now() WHERE id = ${night}`],
  ["over", "ended", ({ night }) => db`UPDATE events SET date = date - 20 WHERE id = ${night}`],
  [
    "unavailable",
    "unavailable",
    ({ night }) => db`UPDATE events SET is_available = false WHERE id = ${night}`,
  ],
  [
    "stopped",
    "stopped",
    async ({ night }) =>
      db`INSERT INTO stops (id, event_id, kind, reason, started_by) VALUES (${newId()}, ${night}, 'sale', 'r', ${(await season.person("admin")).userId})`,
  ],
  [
    "announced",
    "announced",
    ({ night }) => db`INSERT INTO openings (event_id, opens_at) VALUES (${night}, ${inAnHour})`,
  ],
  [
    "past its hour of sale",
    "sale_ended",
    ({ night }) =>
      db`UPDATE events SET sale_until = (now() AT TIME ZONE 'Europe/Bucharest' - interval '1 hour')::time WHERE id = ${night}`,
  ],
];

it.each(closedNights)(
  "a night that is %s sells nothing and asks for no code, also where its types' sale has ended too",
  async (_what, state, change) => {
    const one = await made();
    await change(one);
    const off = { panel: state, asks: null, code: undefined };
    expect([await read(one.night), await read(one.night, one.code)]).toMatchObject([off, off]);
    await ended(one.open);
    expect(await read(one.night, one.code)).toMatchObject(off);
    expect(await held(one)).not.toBe("held");
  },
);

it("a night with nothing but hidden types asks for no code; one with nothing but types behind a code asks at once", async () => {
  const one = await made();
  await db`UPDATE tickets SET is_visible = false WHERE id = ${one.open}`;
  expect(await read(one.night)).toMatchObject({ panel: "code_only", asks: true });
  await db`UPDATE tickets SET is_visible = false WHERE id = ${one.coded}`;
  expect(await read(one.night)).toMatchObject({ panel: "no_types", asks: null });
});

const opens = "Biletele pe care le deschide codul tău";
const idle: [what: string, said: string, change: (coded: Uuid) => PromiseLike<unknown>][] = [
  ["is sold out", "sunt epuizate acum.", taken],
  [
    "is held by others",
    "sunt epuizate acum.",
    (coded) => db`UPDATE stock_counters SET held = capacity WHERE id = ${coded}`,
  ],
  ["is no longer on sale", "nu se mai vând online.", ended],
  [
    "is not on sale yet",
    `se vând din ${formatDayAndMonth(dayOf(inAnHour))}, ${wallTimeOf(inAnHour)}.`,
    waits,
  ],
  ["has no agreed price", "nu se pot cumpăra acum.", unpriced],
];

it.each(idle)(
  "a code whose only type %s says so, beside types of everybody and without them; so does a discount",
  async (_what, said, change) => {
    const one = await made();
    expect(await read(one.night, one.code)).toMatchObject({ panel: ["Prieteni", "Public"], code: "on" });
    await change(one.coded);
    const sentence = `${opens} ${said}`;
    expect(await read(one.night, one.code)).toMatchObject({ panel: ["Public"], code: sentence });
    await db`UPDATE tickets SET is_visible = false WHERE id = ${one.open}`;
    expect(await read(one.night, one.code)).toMatchObject({ panel: "code_only", code: sentence });

    const students = await made();
    await season.voucher({ code: `STUD-${students.code}`, percent: 20, types: [students.open] });
    const other = await season.ticketType({ events: [students.night], title: "Întreg" });
    expect(await read(students.night, `STUD-${students.code}`)).toMatchObject({ code: "on" });
    await change(students.open);
    expect(await read(students.night, `STUD-${students.code}`)).toMatchObject({
      code: `Biletele pentru care e codul tău ${said}`,
    });
    await db`UPDATE vouchers SET ticket_type_ids = ${[students.open, other]} WHERE code = ${`STUD-${students.code}`}`;
    expect(await read(students.night, `STUD-${students.code}`)).toMatchObject({ code: "on" });
  },
);

it("a code that opens only an add-on says that it cannot be bought while no ticket can", async () => {
  const one = await made();
  await db`UPDATE tickets SET admits = false WHERE id = ${one.coded}`;
  expect(await read(one.night, one.code)).toMatchObject({ panel: ["Prieteni", "Public"], code: "on" });
  await taken(one.open);
  expect(await read(one.night, one.code)).toMatchObject({
    panel: "sold_out",
    code: `${opens} nu se pot cumpăra acum.`,
  });
});

it("a code works for who holds the last of its tickets, and is idle for others", async () => {
  const one = await made();
  const ana = await season.person();
  await db`UPDATE stock_counters SET capacity = 1 WHERE id = ${one.coded}`;
  expect(await held(one, ana)).toBe("held");
  expect(await read(one.night, one.code, ana)).toMatchObject({ panel: ["Prieteni", "Public"], code: "on" });
  expect(await read(one.night, one.code)).toMatchObject({ code: `${opens} sunt epuizate acum.` });
});
