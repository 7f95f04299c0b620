import { expect, test } from "vitest";
import { dayOf } from "#kernel/time.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import type { OfficeEventSearch } from "#ticketing/events/office-event-queries.server.ts";
import { findCounter, listEvents } from "#ticketing/events/office-event-queries.server.ts";
import { grantInvitation } from "#ticketing/orders/gifts/grant-invitation.server.ts";
import { readDashboard } from "./dashboard-queries.server.ts";
import { foldSales } from "./fold-sales.server.ts";
import { listPurchases } from "./purchase-list-queries.server.ts";
import { everyPurchase } from "./purchase-search.ts";
import { listRecentSales } from "./recent-sales-queries.server.ts";
import { readReport } from "./report-queries.server.ts";

const { season, site, admin, sold, refund, holds } = await openMoneyStage();
const recent = () => site.database.readAs(admin, (sql) => listRecentSales(sql, 5));
const everyNight: OfficeEventSearch = {
  text: "",
  when: "all",
  state: "all",
  sort: "date",
  direction: "asc",
  page: 1,
};
const firstPage = { sort: "date", direction: "desc", size: 50, from: null } as const;

test("what is given away is not sold: not in the figures of a night, of a day or of a type, and in no list of sales", async () => {
  const { night } = await sold({ quantity: 2 });
  const free = await season.ticketType({ events: [night], entries: 2, capacity: 9, title: "De la casă" });
  const manager = { userId: (await season.person("manager")).userId, role: "manager" } as const;
  const today = dayOf(site.now());
  const dashboard = () =>
    site.database.readMoment(admin, async (sql) => {
      const { tickets, today: day } = await readDashboard(sql, today);
      return { tickets, day: [day.purchases, day.quantity] };
    });
  const figures = (actor: typeof admin | typeof manager) =>
    site.database.readMoment(actor, async (sql) => {
      const { now, types } = await readReport(sql, "7", today);
      const [listed] = (await listEvents(sql, everyNight)).events.filter(({ id }) => id === night);
      return {
        now: [now.purchases, now.quantity],
        types,
        night: listed?.sold,
        places: await findCounter(sql, night),
        units: await findCounter(sql, free),
      };
    });
  const counted = () =>
    site.database.readAs(admin, async (sql) => {
      const { rows } = await listPurchases(sql, {
        ...firstPage,
        search: { ...everyPurchase, only: "counted" },
      });
      return rows.length;
    });
  const [before, latest, list, first] = [
    await figures(admin),
    await recent(),
    await counted(),
    await dashboard(),
  ];
  const other = await season.night();
  const given = await grantInvitation(site, {
    actor: admin,
    email: "presa@exemplu.ro",
    name: "Ilinca Presă",
    ticketTypeId: free,
    eventId: night,
    quantity: 3,
    because: "Presa de vară.",
    requestKey: null,
  });
  if (!given.ok) throw new Error(given.refusal.reason);
  const unsold = await season.ticketType({ events: [other] });
  await grantInvitation(site, {
    actor: admin,
    email: "presa@exemplu.ro",
    name: "Ilinca Presă",
    ticketTypeId: unsold,
    eventId: other,
    quantity: 1,
    because: "Presa de vară.",
    requestKey: null,
  });
  const same = { ...before, places: { ...before.places, given: 6 }, units: { ...before.units, given: 3 } };
  expect(await figures(admin)).toEqual(same);
  expect(await dashboard()).toEqual(first);
  const withGuests = latest.map((sale) => ({ ...sale, places: { ...sale.places, given: 6 } }));
  expect(await recent()).toEqual(withGuests);
  expect(await counted()).toBe(list);
  // as much after the fold, and for people who see sums and no purchases
  await foldSales(site);
  expect(await dashboard()).toEqual(first);
  expect(await figures(admin)).toEqual(same);
  expect(await figures(manager)).toEqual(same);
  await holds();
  await refund(given.value.orderId, { kind: "whole" });
  expect(await figures(admin)).toEqual({ ...before, places: { ...before.places, given: 0 } });
  // ended, not refunded: nobody paid for it
  const ended = { ...everyPurchase, eventId: night, payment: "invitation", status: "cancelled" } as const;
  const { rows } = await site.database.readAs(admin, (sql) =>
    listPurchases(sql, { ...firstPage, search: ended }),
  );
  expect(rows.map(({ payment, state }) => [payment, state])).toEqual([["invitation", "cancelled"]]);
  const refunds = { ...everyPurchase, eventId: night, status: "refunded" } as const;
  const paid = await site.database.readAs(admin, (sql) =>
    listPurchases(sql, { ...firstPage, search: refunds }),
  );
  expect(paid.rows).toEqual([]);
});
