import { randomBytes } from "node:crypto";
import { expect, onTestFinished } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { testServices } from "#test/support/services.ts";
import { deliverNotice } from "#test/support/signed-notices.ts";
import type { HoardingLimit } from "#ticketing/orders/checkout/hoarding.ts";
import { openHoldQueue } from "#ticketing/orders/checkout/hold-queue.server.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { releaseOrder } from "#ticketing/orders/checkout/release-order.server.ts";
import { sweepHolds } from "#ticketing/orders/checkout/sweep-holds.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { refundOrder } from "#ticketing/orders/refunds/refund-order.server.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import { settleRefunds } from "#ticketing/orders/refunds/settle-refunds.server.ts";
import { splitCode } from "#ticketing/orders/split-code.server.ts";
import type { SaleSystem } from "./sale-commands.ts";
import type { ModelPart, SaleModel } from "./sale-nouns.ts";
import { counted, validTickets } from "./sale-stock.ts";

/** A database, its services and a season to fill it. */
export async function openRealSale(limit: HoardingLimit) {
  const database = await testDatabase(onTestFinished);
  const season = await openSeasonBuilder(database.ownerUrl, onTestFinished);
  const site = await testServices(database, {}, onTestFinished);
  const holds = openHoldQueue(site, limit);
  onTestFinished(() => holds.close());
  return { season, site: { ...site, holds } };
}

type Ground = Awaited<ReturnType<typeof openRealSale>>;

/** The real sale with what the model offers. */
export async function realSystem(model: SaleModel, { season, site }: Ground): Promise<SaleSystem> {
  const { rows, types, codes, phaseIds } = await fillSeason(model, season);
  const actor = { userId: (await season.person("admin")).userId, role: "admin" } as const;
  const people = await season.people(model.mailboxes.length);
  for (const [i, { userId }] of people.entries())
    await season.client.query("UPDATE profiles SET email = $2 WHERE id = $1", [
      userId,
      `c${people[model.mailboxes.indexOf(model.mailboxes[i] ?? 0)]?.userId}+${i}@exemplu.ro`,
    ]);
  const orders: { orderId: string; sessionId: string; userId: Uuid }[] = [];
  const at = (index: number) => {
    const order = orders[index];
    if (!order) throw new Error(`no order ${index}`);
    return order;
  };
  async function partsOf(orderId: string): Promise<ModelPart[]> {
    const lines = await season.client.query(
      "SELECT ticket_type_id, quantity, list_price::int AS price, discount::int AS discount, phase_id, voucher_id FROM order_lines WHERE order_id = $1 ORDER BY no",
      [orderId],
    );
    return lines.rows.map((line) => {
      const offer = types.indexOf(line.ticket_type_id);
      const indexOf = (ids: readonly string[], id: string | null) => (id === null ? null : ids.indexOf(id));
      return {
        offer,
        quantity: line.quantity,
        price: line.price,
        off: line.discount / line.quantity,
        phase: indexOf(phaseIds[offer] ?? [], line.phase_id),
        code: indexOf(
          codes.map(({ id }) => id),
          line.voucher_id,
        ),
      };
    });
  }
  return {
    async buy(customer, wish, shown) {
      const person = people[customer];
      if (!person) throw new Error("nobody");
      const opened = await openCheckout(site, {
        sessionHash: person.sessionHash,
        lines: wish.lines.map(({ offer, quantity }) => ({ ticketTypeId: types[offer] as Uuid, quantity })),
        code: wish.code === null ? null : (codes[wish.code]?.code ?? null),
        total: shown,
        eventId: null,
        priceId: null,
        origin: "event",
        requestKey: null,
      });
      if (!opened.ok) {
        const { reason, ...more } = opened.refusal;
        return {
          kind: "refused",
          reason,
          ...("total" in more ? { total: more.total } : {}),
          ...("left" in more ? { left: more.left } : {}),
        };
      }
      const { orderId, url } = opened.value;
      const parts = await partsOf(orderId);
      const known = orders.findIndex((order) => order.orderId === orderId);
      if (known >= 0) return { kind: "order", index: known, parts };
      orders.push({ orderId, sessionId: url?.split("/").at(-1) ?? "", userId: person.userId });
      return { kind: "order", index: orders.length - 1, parts };
    },
    async pay(index) {
      if (at(index).sessionId) await payWithCard(site.provider.pagesBase, at(index).sessionId);
    },
    async settle(index, copies) {
      const { orderId, sessionId } = at(index);
      if (!sessionId) return;
      const callers = [
        () =>
          deliverNotice(site, {
            id: `evt_${newId()}`,
            type: "checkout.session.completed",
            object: { id: sessionId, object: "checkout.session" },
          }),
        () => settlePayment(site, { sessionId, by: "customer" }),
        () => settlePayment(site, { sessionId, by: "poller" }),
      ];
      await Promise.all(callers.slice(0, copies).map((call) => call()));
      await returnMoney(site, { orderId });
    },
    async letGo(index) {
      await releaseOrder(site, { orderId: at(index).orderId, userId: at(index).userId });
    },
    async runOut(index) {
      await season.client.query(
        "UPDATE orders SET hold_expires_at = now() - interval '1 second' WHERE id = $1 AND stake = 'held'",
        [at(index).orderId],
      );
      await sweepHolds(site);
    },
    async runOutUnseen(index) {
      await season.client.query(
        `WITH ended AS (UPDATE orders SET state = 'expired', stake = 'none', ended_at = now() WHERE id = $1 AND stake = 'held' RETURNING id, take_ids, take_ns),
           freed AS (UPDATE stock_counters c SET held = held - t.n FROM ended o CROSS JOIN unnest(o.take_ids, o.take_ns) AS t(id, n) WHERE c.id = t.id)
         INSERT INTO journal (actor_kind, subject_kind, subject_id, what, before) SELECT 'sweeper', 'order', id, 'expired', '"checkout_open"' FROM ended`,
        [at(index).orderId],
      );
    },
    async movePhase(offer, no, isOver) {
      await season.client.query("UPDATE price_phases SET ends_at = now() + $2::interval WHERE id = $1", [
        phaseIds[offer]?.[no],
        isOver ? "0 seconds" : "1 hour",
      ]);
    },
    async refundAll(index) {
      const { rows } = await season.client.query(
        "SELECT payment_intent_id FROM payments WHERE order_id = $1",
        [at(index).orderId],
      );
      const paymentId: string | undefined = rows[0]?.payment_intent_id;
      if (!paymentId) return;
      await site.cards.refund({ key: `all of ${at(index).orderId}`, paymentId });
      await settleRefunds(site, paymentId);
    },
    async split(index, line) {
      const { rows } = await season.client.query(
        "SELECT id FROM ticket_purchases WHERE order_id = $1 AND line_no = $2 AND status = 'paid' AND unit_no IS NULL LIMIT 1",
        [at(index).orderId, line + 1],
      );
      if (rows[0]) await splitCode(site, { actor, purchaseId: rows[0].id });
    },
    async giveBackUnit(index, line) {
      const { orderId } = at(index);
      const { rows } = await season.client.query(
        `SELECT array_agg(DISTINCT bundle_id) AS seats FROM ticket_purchases WHERE order_id = $1 AND line_no = $2 AND status = 'paid'
         GROUP BY unit_no HAVING unit_no IS NOT NULL ORDER BY unit_no LIMIT 1`,
        [orderId, line + 1],
      );
      if (!rows[0]) return;
      const wish = { kind: "seats", seats: rows[0].seats } as const;
      await refundOrder(site, { actor, orderId, wish, why: "goodwill", note: "", stock: "sell_again" });
    },
    async compare(expected) {
      const stored = await season.client.query("SELECT id, state FROM orders WHERE id = ANY($1)", [
        orders.map((order) => order.orderId),
      ]);
      const states = new Map(stored.rows.map((row) => [row.id, row.state]));
      expect(orders.map((order) => states.get(order.orderId))).toEqual(
        expected.orders.map((order) => order.state),
      );
      const valid = await season.client.query(
        `SELECT order_id, line_no, bool_or(unit_no IS NOT NULL) AS "isByPerson", sum(units)::int AS units, sum(total_price)::int AS price
         FROM ticket_purchases WHERE order_id = ANY($1) AND status = 'paid' GROUP BY 1, 2 ORDER BY 1, 2`,
        [orders.map((order) => order.orderId)],
      );
      const tickets = orders.map(({ orderId }) =>
        valid.rows.filter(({ order_id }) => order_id === orderId).map(({ order_id: _, ...line }) => line),
      );
      expect(tickets).toEqual(expected.orders.map(validTickets));
      const counters = await season.client.query<{ id: string; held: number; sold: number }>(
        "SELECT id, held, sold FROM stock_counters WHERE id = ANY($1)",
        [[...rows.values()]],
      );
      const found = new Map(counters.rows.map(({ id, held, sold }) => [id, `${held} held, ${sold} sold`]));
      const predicted = [...counted(expected)].map(([key, { held, sold }]) => [
        key,
        `${held} held, ${sold} sold`,
      ]);
      expect(Object.fromEntries([...rows].map(([key, id]) => [key, found.get(id)]))).toEqual(
        Object.fromEntries(predicted),
      );
    },
  };
}

/** Makes what the model offers. `rows` has the counter's row of each name in `sale-stock.ts`. */
async function fillSeason(model: SaleModel, season: Ground["season"]) {
  const rows = new Map<string, Uuid>();
  const nights: Uuid[] = [];
  for (const capacity of model.nights) nights.push(await season.night({ capacity }));
  const types: Uuid[] = [];
  const phaseIds: Uuid[][] = [];
  for (const [i, { isPass, isHidden, codePer, phases, ...offer }] of model.offers.entries()) {
    const type = await season.ticketType({
      capacity: offer.capacity,
      entries: offer.entries,
      price: offer.price,
      events: offer.nights.map((night) => nights[night] as Uuid),
      family: isPass ? "season_pass" : "ordinary",
    });
    await season.client.query("UPDATE tickets SET code_per = $2, requires_code = $3 WHERE id = $1", [
      type,
      codePer,
      isHidden,
    ]);
    phaseIds.push(phases.length > 0 ? await season.phases(type, phases) : []);
    for (const [no, id] of (phaseIds[i] ?? []).entries()) rows.set(`phase ${i}.${no}`, id);
    types.push(type);
  }
  for (const [i, capacity] of model.pools.entries()) {
    const own = types.filter((_, type) => model.offers[type]?.pool === i);
    const night = model.offers.find(({ pool }) => pool === i)?.nights[0] ?? 0;
    rows.set(`pool ${i}`, await season.pool({ event: nights[night] as Uuid, types: own, capacity }));
  }
  const codes: { id: Uuid; code: string }[] = [];
  for (const { kind, value, offers, capacity, perPerson, returnsUses } of model.codes) {
    const code = randomBytes(8).toString("hex").toUpperCase();
    const named = offers ? { types: offers.map((offer) => types[offer] as Uuid) } : {};
    const effect = {
      ...{ percent: { percent: value }, fixed: { amount: value }, unlock: { opens: named.types ?? [] } }[
        kind
      ],
    };
    const id = await season.voucher({ code, capacity, perPerson, ...named, ...effect });
    await season.client.query("UPDATE vouchers SET returns_uses = $2 WHERE id = $1", [id, returnsUses]);
    codes.push({ id, code });
  }
  for (const [i, id] of nights.entries()) rows.set(`night ${i}`, id);
  for (const [i, id] of types.entries()) rows.set(`units ${i}`, id);
  for (const [i, { id }] of codes.entries()) rows.set(`code ${i}`, id);
  return { rows, types, codes, phaseIds };
}
