import { beforeAll, describe, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { openBarrier, overlap } from "#test/support/barrier.ts";
import { raceServices } from "#test/support/changed-statements.ts";
import { testDatabase } from "#test/support/database.ts";
import { openPage } from "#test/support/open-page.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { testServices } from "#test/support/services.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";

/**
 * Two mechanisms make sure that an order is fulfilled once: the lock on its row, and the keys of the tables. The same
 * eight calls at once, of which one is held when it has read that nothing is paid, run with both, with either, and with
 * neither. Only with neither do they fulfil twice, so this test can fail.
 */
const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
const site = await testServices(database);
const calls = 8;

async function settledAtOnce(lock: "locked" | "unlocked") {
  const night = await season.night();
  const type = await season.ticketType({ events: [night] });
  const ana = await season.person();
  const { orderId, sessionId } = await openPage(site, ana.sessionHash, type);
  // Others hold places too, so that the counter alone would not notice.
  for (const other of await season.people(calls)) await openPage(site, other.sessionHash, type);
  await payWithCard(site.provider.pagesBase, sessionId);
  const barrier = openBarrier();
  const settle = (hold?: () => unknown) => {
    const services = raceServices(site, lock, (name) => (name === "payments-of" ? hold?.() : undefined));
    return settlePayment(services, { sessionId, by: "notice" });
  };
  const { ends } = await overlap(season.client, {
    barrier,
    first: () => settle(barrier.hold),
    second: () => Promise.allSettled(Array.from({ length: calls - 1 }, () => settle())),
  });
  const [first, others] = ends;
  const answers = [first, ...(others.status === "fulfilled" ? others.value : [])];
  const { rows } = await season.client.query(
    `SELECT (SELECT count(*)::int FROM ticket_purchases WHERE order_id = $1) AS tickets,
       (SELECT count(*)::int FROM payments WHERE order_id = $1) AS payments,
       (SELECT sold FROM stock_counters WHERE id = $2) AS sold`,
    [orderId, type],
  );
  return {
    ...rows[0],
    fulfilled: answers.filter(
      (answer) =>
        answer.status === "fulfilled" && answer.value.ok && answer.value.value.settlement === "fulfil",
    ).length,
    thrown: answers.filter((answer) => answer.status === "rejected").length,
  };
}

const once = { tickets: 1, payments: 1, sold: 1, fulfilled: 1 };

describe("eight calls at once for one paid session (I6)", () => {
  it("fulfil once", async () => {
    expect(await settledAtOnce("locked")).toEqual({ ...once, thrown: 0 });
  });

  it("fulfil once without the lock, because the keys refuse the others", async () => {
    expect(await settledAtOnce("unlocked")).toMatchObject({
      ...once,
      thrown: expect.toSatisfy((n) => n > 0),
    });
  });

  describe("without the keys", () => {
    beforeAll(async () => {
      await season.client.query(`
        ALTER TABLE payments DROP CONSTRAINT payments_pkey CASCADE, DROP CONSTRAINT payments_payment_intent_id_unique;
        ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_source_source_id_account_pk;
        DROP INDEX ticket_purchases_once_per_seat`);
    });

    it("fulfil once under the lock", async () => {
      expect(await settledAtOnce("locked")).toEqual({ ...once, thrown: 0 });
    });

    it("fulfil more than once without it (negative control)", async () => {
      const seen = await settledAtOnce("unlocked");
      expect(seen.tickets).toBeGreaterThan(1);
      expect(seen.sold).toBeGreaterThan(1);
    });
  });
});
