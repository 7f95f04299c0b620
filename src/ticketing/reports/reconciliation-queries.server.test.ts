import { expect, it } from "vitest";
import { payLines, sellOrder } from "#test/support/sold-order.ts";
import { openStage } from "#test/support/stage.ts";
import { reconcile } from "./reconcile.server.ts";
import { findLastReconciliation, listBookedMonths } from "./reconciliation-queries.server.ts";

const { season, db, site } = await openStage();

it("a difference is stored with the key of older comparisons, and read with the payment that it is about", async () => {
  const ticketTypeId = await season.ticketType({ events: [await season.night()] });
  const [buyer] = await season.people(1);
  const sold = await sellOrder(site, { sessionHash: buyer?.sessionHash ?? "", ticketTypeId });
  // the provider has taken 11000 bani; our books say 7 more
  await db`INSERT INTO ledger_entries (source, source_id, account, order_id, amount)
     SELECT 'payment', ${sold.sessionId} || ':more', a, ${sold.orderId}, n FROM (VALUES ('clearing', 7), ('revenue', -7)) v(a, n)`;
  expect((await reconcile(site, { since: new Date(0), by: "job" })).ok).toBe(true);
  const rows = await db`SELECT differences->0 AS stored FROM reconciliations`;
  const { paymentId, orderId, sessionId: id } = sold;
  expect(rows).toEqual([{ stored: expect.objectContaining({ id, orderId, paymentIntentId: paymentId }) }]);
  expect(rows[0].stored).not.toHaveProperty("paymentId");
  const last = await site.database.withDuty("settle", findLastReconciliation);
  expect(last?.differences).toMatchObject([{ id, orderId, paymentId, title: expect.any(String) }]);
});

it("a month says what was booked after its comparison, so that the provider's sum is of that moment", async () => {
  const ticketTypeId = await season.ticketType({ events: [await season.night()] });
  const sell = async () =>
    sellOrder(site, { sessionHash: (await season.person()).sessionHash, ticketTypeId });
  const monthNow = async () => (await site.database.withDuty("settle", (sql) => listBookedMonths(sql, 1)))[0];
  await sell();
  await reconcile(site, { since: new Date(0), by: "job" });
  expect(await monthNow()).toMatchObject({ paid: 22_007, compared: { difference: 7, later: 0 } });
  const later = await sell();
  expect(await monthNow()).toMatchObject({ paid: 33_007, compared: { difference: 7, later: 11_000 } });
  // what the comparison missed was at the provider then, whenever we book it
  await db`INSERT INTO reconciliations (id, at, since, payments, refunds, ledger, provider, checks, differences)
     SELECT gen_random_uuid(), at + interval '1 microsecond', since, payments, refunds, ledger, provider, checks, differences || ${JSON.stringify([{ kind: "payment", id: later.sessionId, theirs: 11_000, at: new Date() }])}::jsonb
     FROM reconciliations ORDER BY at DESC LIMIT 1`;
  expect(await monthNow()).toMatchObject({ compared: { later: 0 } });
});

it("a payment that the provider takes while the books are compared is no difference, and is in the next comparison", async () => {
  const ticketTypeId = await season.ticketType({ events: [await season.night()] });
  const pay = async () =>
    payLines(site, {
      sessionHash: (await season.person()).sessionHash,
      lines: [{ ticketTypeId, quantity: 1 }],
    });
  const before = await reconcile(site, { since: new Date(0), by: "job" });
  if (!before.ok) throw new Error(before.refusal.reason);
  // its notice is lost, so that both sides are read twice; the other one is paid between the two readings
  await pay();
  let readings = 0;
  const cards: typeof site.cards = {
    ...site.cards,
    async listSessionsSince(since) {
      readings += 1;
      if (readings === 2) await pay();
      return site.cards.listSessionsSince(since);
    },
  };
  const meanwhile = await reconcile({ ...site, cards }, { since: new Date(0), by: "job" });
  expect(readings).toBe(2);
  const { differences, ledger, provider } = before.value;
  expect(meanwhile).toMatchObject({
    ok: true,
    value: { differences, ledger: ledger + 11_000, provider: provider + 11_000 },
  });
  expect(await reconcile(site, { since: new Date(0), by: "job" })).toMatchObject({
    ok: true,
    value: { differences, ledger: ledger + 22_000, provider: provider + 22_000 },
  });
});

it("a month that is over counts as compared only when the comparison reached its end (one kind: half a month as a whole)", async () => {
  const ticketTypeId = await season.ticketType({ events: [await season.night()] });
  const { orderId } = await sellOrder(site, {
    sessionHash: (await season.person()).sessionHash,
    ticketTypeId,
  });
  await db`TRUNCATE reconciliations`;
  await db`INSERT INTO ledger_entries (source, source_id, account, order_id, amount, at)
     SELECT 'payment', 'long ago', a, ${orderId}::uuid, n, begins + interval '9 days'
     FROM (VALUES ('clearing', 501), ('revenue', -501)) v(a, n), date_trunc('month', now() - interval '3 months') AS begins`;
  const compare = (until: string) =>
    db`INSERT INTO reconciliations (id, at, since, payments, refunds, ledger, provider, differences)
       SELECT gen_random_uuid(), begins + ${until}::interval, begins - interval '5 days', 0, 0, 0, 0, '[]'
       FROM date_trunc('month', now() - interval '3 months') AS begins`;
  const month = async () =>
    (await site.database.withDuty("settle", (sql) => listBookedMonths(sql, 12))).find(
      ({ paid }) => paid === 501,
    );
  await compare("14 days");
  expect(await month()).toMatchObject({ compared: null });
  await compare("1 month 5 days");
  expect(await month()).toMatchObject({ compared: { difference: 0, later: 0 } });
});
