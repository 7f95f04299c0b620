/**
 * A process whose own clock is wrong, with a database and a card provider whose clocks are right: the database's clock
 * decides what can be bought, how long it is held and who may enter.
 */
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { dayOf, wallTimeOf } from "#kernel/time.ts";
import { openSigningKeys } from "#platform/signing/signing-keys.server.ts";
import { testDatabase } from "#test/support/database.ts";
import { inDays, onOneDay } from "#test/support/days.ts";
import { arrived, openPage } from "#test/support/open-page.ts";
import { orderRows } from "#test/support/order-rows.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { processServices, testServices } from "#test/support/services.ts";
import { ticketsOfOrder } from "#ticketing/delivery/ticket-queries.server.ts";
import { admitEntry } from "#ticketing/gate/admit-entry.server.ts";
import { sweepHolds } from "#ticketing/orders/checkout/sweep-holds.server.ts";
import { grantInvitation } from "#ticketing/orders/gifts/grant-invitation.server.ts";
import { makeTestPurchase } from "#ticketing/orders/gifts/make-test-purchase.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
const site = await testServices(database);
const rows = orderRows(season.client);
const minutes = 60_000;

describe.each([
  ["three days ahead", 3 * 24 * 60],
  ["ten minutes ahead", 10],
  ["ten minutes behind", -10],
  ["three days behind", -3 * 24 * 60],
])("a process whose clock is %s", async (_, wrong) => {
  beforeEach(() => onOneDay());
  const there = await processServices(
    database,
    site.provider,
    {},
    afterAll,
    () => new Date(Date.now() + wrong * minutes),
  );
  const admin = { userId: (await season.person("admin")).userId, role: "admin" } as const;
  const nights = async (): Promise<[over: Uuid, tonight: Uuid, tomorrow: Uuid]> => [
    await season.night({ inDays: -2, time: null }),
    await season.night({ inDays: 0, time: null }),
    await season.night({ inDays: 1, time: null }),
  ];
  const submit = async (type: Uuid) =>
    there.holds.takeHold(arrived((await season.person()).sessionHash, [{ ticketTypeId: type, quantity: 1 }]));

  it("sells tonight and tomorrow, and not last night (I36, I28)", async () => {
    const kinds = [];
    for (const night of await nights()) {
      const type = await season.ticketType({ events: [night] });
      const buyer = { userId: (await season.person()).userId, role: "user" } as const;
      const answer = await submit(type);
      const tried = await makeTestPurchase(there, {
        buyer,
        ticketTypeId: type,
        eventId: night,
        quantity: 1,
        requestKey: newId(),
      });
      kinds.push([
        answer.kind === "refused" ? answer.refusal.reason : answer.kind,
        tried.ok || tried.refusal.reason,
      ]);
    }
    expect(kinds).toEqual([
      ["event_past", "event_past"],
      ["new", true],
      ["new", true],
    ]);
  });

  it("admits with a pass, and gives away, coming nights only (I36)", async () => {
    const [over, tonight, tomorrow] = await nights();
    const pass = await season.ticketType({ events: [over, tonight, tomorrow], family: "season_pass" });
    const answer = await submit(pass);
    expect(answer.kind === "new" && [...answer.order.eventIds].sort()).toEqual([tonight, tomorrow].sort());
    const give = async (night: Uuid) => {
      const { userId } = await season.person();
      const given = await grantInvitation(there, {
        actor: admin,
        email: `${userId}@exemplu.ro`,
        ticketTypeId: await season.ticketType({ events: [night] }),
        eventId: null,
        quantity: 1,
        because: "de probă",
        requestKey: null,
      });
      return given.ok || given.refusal.reason;
    };
    expect([await give(over), await give(tonight)]).toEqual(["past", true]);
  });

  it("holds places as long as the database's clock says, and releases them by it (I36, F34)", async () => {
    const answer = await submit(await season.ticketType({ events: [await season.night()] }));
    if (answer.kind !== "new") throw new Error(answer.kind);
    const { id } = answer.order;
    const { rows: kept } = await season.client.query(
      "SELECT hold_expires_at - created_at = interval '30 minutes' AS exact FROM orders WHERE id = $1",
      [id],
    );
    expect(kept).toEqual([{ exact: true }]);
    await sweepHolds(there);
    expect(await rows.state(id)).toBe("held/held");
    await rows.holdRunsOut(id);
    await sweepHolds(there);
    expect(await rows.state(id)).toBe("expired/none");
  });

  it("opens card pages with the right lifetime, before and after it learns the provider's clock (F34)", async () => {
    const fresh = await processServices(database, site.provider, {}, afterAll, there.now);
    const type = await season.ticketType({ events: [await season.night()] });
    for (const heard of [false, true]) {
      expect(fresh.cards.clockSkewSeconds() !== null).toBe(heard);
      const begun = Date.now();
      const { sessionId } = await openPage(fresh, (await season.person()).sessionHash, type);
      const read = await site.cards.readSession(sessionId);
      const ends = read.kind === "found" ? read.session.expiresAt.getTime() : 0;
      expect(ends).toBeGreaterThan(begun + 30 * minutes);
      expect(ends).toBeLessThanOrEqual(Date.now() + 32 * minutes);
    }
  });

  it("admits at the gate on the day, and on no other (I36)", async () => {
    const keys = await openSigningKeys({
      database: there.database,
      appSecret: "a secret of the test, long enough",
    });
    const operator = await season.person("gate");
    const verdicts = [];
    for (const days of [-2, 0, 4]) {
      const night = await season.night({ inDays: 1, time: null });
      const type = await season.ticketType({ events: [night] });
      const page = await openPage(site, (await season.person()).sessionHash, type);
      await payWithCard(site.provider.pagesBase, page.sessionId);
      await settlePayment(site, { sessionId: page.sessionId, by: "notice" });
      await season.client.query("UPDATE events SET date = $2 WHERE id = $1", [night, inDays(days)]);
      const [ticket] = await there.database.withDuty("deliver", (sql) =>
        ticketsOfOrder(sql, keys, page.orderId),
      );
      const answer = await admitEntry(
        { ...there, keys },
        {
          operator,
          deviceId: newId(),
          nonce: newId(),
          eventId: night,
          entries: 1,
          code: ticket?.code.qr ?? "",
        },
      );
      verdicts.push(answer.ok ? answer.value.verdict : answer.refusal.reason);
    }
    expect(verdicts).toEqual(["late", "admitted", "early"]);
  });
});

describe("the nights when the clock changes", () => {
  it.each([
    ["in March", "2027-03-27T12:00:00Z"],
    ["in October", "2027-10-30T12:00:00Z"],
  ])(
    "%s have the same days and times in the database and on screen, each quarter of an hour (I36, F35)",
    async (_, from) => {
      const { rows: there } = await season.client.query<{ at: Date; day: string; time: string }>(
        `SELECT at, to_char(at AT TIME ZONE 'Europe/Bucharest', 'YYYY-MM-DD') AS day, to_char(at AT TIME ZONE 'Europe/Bucharest', 'HH24:MI') AS time
       FROM generate_series($1::timestamptz, $1::timestamptz + interval '36 hours', interval '15 minutes') AS at`,
        [from],
      );
      expect(there.map(({ at }) => [dayOf(at), wallTimeOf(at)])).toEqual(
        there.map(({ day, time }) => [day, time]),
      );
      expect(there).toHaveLength(145);
    },
  );
});
