import type pg from "pg";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { arrived } from "#test/support/open-page.ts";
import type { SeasonBuilder } from "#test/support/season-builder.ts";
import { deliverNotice } from "#test/support/signed-notices.ts";
import type { OrderServices } from "#ticketing/orders/checkout/hold-queue.server.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { releaseOrder } from "#ticketing/orders/checkout/release-order.server.ts";
import { sweepHolds } from "#ticketing/orders/checkout/sweep-holds.server.ts";
import { pollPayments } from "#ticketing/orders/payment/poll-payments.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { refundOrder } from "#ticketing/orders/refunds/refund-order.server.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import { settleRefunds } from "#ticketing/orders/refunds/settle-refunds.server.ts";
import { servePageQueue } from "#ticketing/orders/waiting/serve-page-queue.server.ts";
import { type Random, seededRandom } from "./seeded-random.ts";

export type SaleRun = {
  readonly seed: number;
  readonly buyers: number;
  /** The processes that sell; each buyer uses one of them. */
  readonly sites: readonly OrderServices[];
  /** A pool of the owner, for changes that only time or the provider makes in reality. */
  readonly owner: pg.Pool;
  readonly pagesBase: string;
  readonly season: SeasonBuilder;
};

/** `night` is null for a pass, which is bought alone. */
type Offer = { readonly id: Uuid; readonly night: Uuid | null };
type Line = { readonly offer: Offer; readonly quantity: number };

/**
 * A small season with little stock, and many buyers at once: each buys one to three types of a night, or a pass, at
 * random and then pays, pays and gets a refund, releases the order, leaves until the hold expires, changes the selection, or clicks twice; webhook events,
 * success page and poller settle at the same time. Resolves when all of them are done and no order is open.
 */
export async function runSale({
  seed,
  buyers,
  sites,
  pagesBase,
  season,
  owner,
}: SaleRun): Promise<{ counters: Uuid[]; held: number }> {
  const random = seededRandom(seed);
  const { offers, counters } = await makeOffers(season, random);
  const people = await season.people(buyers);
  const admin = await season.person("admin");
  const tallies = await Promise.all(
    people.map((person, i) => {
      const script = seededRandom(seed * 1000 + i);
      const site = sites[i % sites.length] as OrderServices;
      return live({ site, offers, person, random: script, pagesBase, owner, admin: admin.userId });
    }),
  );
  await closeEverything(sites, owner);
  return { counters, held: tallies.reduce((sum, n) => sum + n, 0) };
}

async function makeOffers(
  season: SeasonBuilder,
  random: Random,
): Promise<{ offers: Offer[]; counters: Uuid[] }> {
  const nights: Uuid[] = [];
  for (let i = 0; i < 3; i++)
    nights.push(await season.night({ capacity: random.between(8, 40), inDays: 3 + i }));
  const offers: Offer[] = [];
  const offer = async (night: Uuid | null, [least, most]: [number, number], about = {}) => {
    const events = night === null ? nights : [night];
    offers.push({
      id: await season.ticketType({ events, capacity: random.between(least, most), ...about }),
      night,
    });
  };
  for (const night of nights) {
    await offer(night, [3, 30]);
    await offer(night, [2, 12], { entries: 2, title: "Cuplu" });
  }
  await offer(nights[0] ?? null, [1, 5], { entries: 5, title: "Grup de 5" });
  await offer(null, [2, 12], { family: "season_pass", title: "All Season Pass" });
  await season.client.query("UPDATE tickets SET code_per = 'person' WHERE id = ANY($1)", [
    offers.filter(() => random.next() < 0.5).map(({ id }) => id),
  ]);
  return { offers, counters: [...nights, ...offers.map((offer) => offer.id)] };
}

type Life = {
  readonly site: OrderServices;
  readonly offers: readonly Offer[];
  readonly person: { userId: Uuid; sessionHash: string };
  readonly random: Random;
  readonly pagesBase: string;
  readonly owner: pg.Pool;
  readonly admin: Uuid;
};

async function live(life: Life): Promise<number> {
  const { site, random, person } = life;
  let held = 0;
  for (let round = random.between(1, 2); round > 0; round--) {
    const opened = await buy(life, chooseLines(life, 3));
    if (!opened) continue;
    held += 1;
    const { orderId, sessionId } = opened;
    const settle = () => settlePayment(site, { sessionId, by: "customer" });
    switch (random.between(0, 7)) {
      case 0:
      case 1:
        await payWithCard(life.pagesBase, sessionId);
        await Promise.all([settle(), tell(site, sessionId), settle()]);
        break;
      case 2:
        await payWithCard(life.pagesBase, sessionId);
        await Promise.all([tell(site, sessionId), tell(site, sessionId)]);
        await (random.next() < 0.5 ? refund(life, orderId) : refundUnit(life, orderId));
        break;
      case 3:
        await Promise.all([releaseOrder(site, { orderId, userId: person.userId }), settle()]);
        break;
      case 4:
        // The hold expires while the customer pays.
        await runOut(life.owner, orderId);
        await Promise.all([sweepHolds(site), payWithCard(life.pagesBase, sessionId)]);
        await settle();
        break;
      case 5:
        await Promise.all([buy(life, chooseLines(life, 4)), settle()]);
        break;
      case 6:
        await Promise.all([
          payWithCard(life.pagesBase, sessionId),
          releaseOrder(site, { orderId, userId: person.userId }),
        ]);
        await settle();
        break;
      default:
        break; // leaves
    }
  }
  return held;
}

/** A pass alone, or one type and perhaps others of its night, in any order: the locks must not depend on it. */
function chooseLines({ offers, random }: Life, most: number): Line[] {
  const first = random.pick(offers);
  const beside = offers.filter(
    (offer) => offer.night !== null && offer.night === first.night && offer !== first && random.next() < 0.4,
  );
  const chosen = random.next() < 0.5 ? [first, ...beside] : [...beside, first];
  return chosen.map((offer) => ({ offer, quantity: random.between(1, most) }));
}

async function buy(
  { site, person }: Life,
  lines: readonly Line[],
): Promise<{ orderId: string; sessionId: string } | undefined> {
  const opened = await openCheckout(
    site,
    arrived(
      person.sessionHash,
      lines.map(({ offer, quantity }) => ({ ticketTypeId: offer.id, quantity })),
      { origin: lines.some(({ offer }) => offer.night === null) ? "season-pass" : "event" },
    ),
  );
  const sessionId = opened.ok ? opened.value.url?.split("/").at(-1) : undefined;
  return opened.ok && sessionId ? { orderId: opened.value.orderId, sessionId } : undefined;
}

/** The provider's webhook event, and another one with the same content. */
async function tell(site: OrderServices, sessionId: string): Promise<void> {
  const object = { id: sessionId, object: "checkout.session" };
  await deliverNotice(site, { id: `evt_${newId()}`, type: "checkout.session.completed", object });
}

async function refund({ site, owner }: Life, orderId: string): Promise<void> {
  const { rows } = await owner.query("SELECT payment_intent_id FROM payments WHERE order_id = $1", [orderId]);
  const paymentId: string | undefined = rows[0]?.payment_intent_id;
  if (!paymentId) return;
  await site.cards.refund({ key: `refund ${orderId}`, paymentId });
  await Promise.all([settleRefunds(site, paymentId), settleRefunds(site, paymentId)]);
}

/** One unit of the order goes back twice at once, if each of its people has a code. */
async function refundUnit({ site, owner, admin }: Life, orderId: string): Promise<void> {
  const { rows } = await owner.query(
    `SELECT array_agg(DISTINCT bundle_id) AS seats FROM ticket_purchases WHERE order_id = $1 AND unit_no = 1 AND status = 'paid'
     GROUP BY line_no ORDER BY line_no LIMIT 1`,
    [orderId],
  );
  if (!rows[0]) return;
  const once = () =>
    refundOrder(site, {
      actor: { userId: admin, role: "admin" },
      orderId,
      wish: { kind: "seats", seats: rows[0].seats },
      why: "goodwill",
      note: "",
      stock: "sell_again",
    });
  await Promise.all([once(), once()]);
}

async function runOut(owner: pg.Pool, orderId: string): Promise<void> {
  await owner.query("UPDATE orders SET hold_expires_at = now() - interval '1 second' WHERE id = $1", [
    orderId,
  ]);
}

async function closeEverything(sites: readonly OrderServices[], owner: pg.Pool): Promise<void> {
  // An order in the queue keeps its places while it waits, so every order gets a card page first.
  await Promise.all(sites.map((site) => servePageQueue(site, AbortSignal.timeout(10_000))));
  await owner.query("UPDATE orders SET hold_expires_at = now() - interval '1 second' WHERE stake = 'held'");
  // Several at once, as several processes would.
  for (let round = 0; round < 3; round++) {
    await Promise.all(sites.map((site) => sweepHolds(site)));
    await owner.query(
      "UPDATE checkout_attempts SET created_at = created_at - interval '2 minutes', polled_at = NULL WHERE state = 'opened'",
    );
    await Promise.all(sites.map((site) => pollPayments(site)));
    await Promise.all(sites.map((site) => returnMoney(site)));
  }
}
