import type pg from "pg";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { addDays, dayOf } from "#kernel/time.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import { arrived } from "#test/support/open-page.ts";
import type { SeasonBuilder } from "#test/support/season-builder.ts";
import type { TestServices } from "#test/support/services.ts";
import { markTicketTypes } from "#ticketing/events/mark-ticket-types.server.ts";
import { publishEvent } from "#ticketing/events/publish-event.server.ts";
import { showEvents } from "#ticketing/events/show-events.server.ts";
import { admitEntry } from "#ticketing/gate/admit-entry.server.ts";
import { cancelNight } from "#ticketing/orders/cancelled-nights/cancel-night.server.ts";
import { workOffCancellations } from "#ticketing/orders/cancelled-nights/work-off-cancellations.server.ts";
import type { OrderServices } from "#ticketing/orders/checkout/hold-queue.server.ts";
import { type CheckoutRequest, openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { releaseOrder } from "#ticketing/orders/checkout/release-order.server.ts";
import { sweepHolds } from "#ticketing/orders/checkout/sweep-holds.server.ts";
import { grantInvitation } from "#ticketing/orders/gifts/grant-invitation.server.ts";
import { makeTestPurchase } from "#ticketing/orders/gifts/make-test-purchase.server.ts";
import { chooseAfterMove } from "#ticketing/orders/moved-nights/choose-after-move.server.ts";
import { moveNight } from "#ticketing/orders/moved-nights/move-night.server.ts";
import { workOffMoves } from "#ticketing/orders/moved-nights/work-off-moves.server.ts";
import { linkNightsToPass } from "#ticketing/orders/passes/link-nights-to-pass.server.ts";
import { openCardPage } from "#ticketing/orders/payment/open-card-page.server.ts";
import { recheckPayment } from "#ticketing/orders/payment/recheck-payment.server.ts";
import { settleDisputes } from "#ticketing/orders/payment/settle-disputes.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { refundOrder } from "#ticketing/orders/refunds/refund-order.server.ts";
import type { RefundWish } from "#ticketing/orders/refunds/refund-plan.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import { settleRefunds } from "#ticketing/orders/refunds/settle-refunds.server.ts";
import { splitCode } from "#ticketing/orders/split-code.server.ts";
import { acceptTicket } from "#ticketing/orders/transfers/accept-ticket.server.ts";
import { declineTicket } from "#ticketing/orders/transfers/decline-ticket.server.ts";
import { takeBackTicket } from "#ticketing/orders/transfers/take-back-ticket.server.ts";

export type PairServices = { readonly keys: SigningKeys };
export type Person = { readonly userId: Uuid; readonly sessionHash: string };

/** One order, or the preparation for one, at the start of a pair. */
export type Subject = {
  readonly night: Uuid;
  readonly type: Uuid;
  readonly ana: Person;
  readonly bogdan: Person;
  readonly orderId: string;
  readonly sessionId: string;
  readonly paymentId: string;
  readonly qr: string;
  /** The seats of the order, the first of which has the QR. */
  readonly seats: readonly string[];
  /** For a pass: a night that it does not admit to yet, with places for Ana's two, and a type of that night. */
  readonly added: Uuid | null;
  readonly addedType: Uuid | null;
  /** A second type of the same night, sold in the same order. */
  readonly second: Uuid | null;
  /** The code of the first seat, and the secret of the link with which it was sent to a friend, if it was. */
  readonly purchaseId: string;
  readonly secret: string;
  /** The move of its night that the order was told of, if it was. */
  readonly moveId: string;
};

export type Scene = {
  readonly season: SeasonBuilder;
  readonly owner: pg.Pool;
  readonly provider: TestServices["provider"];
  readonly admin: { readonly userId: Uuid; readonly email: string };
  readonly gateStaff: Person & Actor;
};

export type Act = (site: OrderServices & PairServices, on: Subject, scene: Scene) => Promise<unknown>;

const wish = (who: Person, lines: readonly { ticketTypeId: Uuid; quantity: number }[]): CheckoutRequest =>
  arrived(who.sessionHash, lines);
const submit = (who: Person, type: Uuid, quantity: number) => wish(who, [{ ticketTypeId: type, quantity }]);
const one = (type: Uuid | null) => ({ ticketTypeId: type ?? "", quantity: 1 });
const asAdmin = ({ admin }: Scene) => ({ userId: admin.userId, role: "admin" }) as const;
const asUser = ({ userId }: Person) => ({ userId, role: "user" }) as const;
const runOut = ({ owner }: Scene, { orderId }: Subject) =>
  owner.query(
    "UPDATE orders SET hold_expires_at = now() - interval '1 second' WHERE id = $1 AND stake = 'held'",
    [orderId],
  );

const settle =
  (by: "notice" | "customer" | "poller"): Act =>
  (site, { sessionId }) =>
    settlePayment(site, { sessionId, by });
const refund =
  (wishOf: (on: Subject) => RefundWish): Act =>
  async (site, on, scene) => {
    const about = { orderId: on.orderId, wish: wishOf(on), why: "goodwill", note: "" } as const;
    const answer = await refundOrder(site, { ...about, actor: asAdmin(scene), stock: "sell_again" });
    await returnMoney(site, { orderId: on.orderId });
    return answer;
  };
const refundSeat = (at: number) => refund(({ seats }) => ({ kind: "seats", seats: seats.slice(at, at + 1) }));

/** The rounds of the workers after a night was cancelled or moved; a later one does what an earlier one found under way. */
export async function workOffNights(site: OrderServices): Promise<void> {
  await workOffMoves(site);
  await workOffCancellations(site);
  await returnMoney(site);
}

/** Every act on an order in any stage of its life, by any party. */
export const acts = {
  "Ana buys": (site, { ana, type }) => openCheckout(site, submit(ana, type, 2)),
  "Bogdan buys": (site, { bogdan, type }) => openCheckout(site, submit(bogdan, type, 2)),
  "Ana buys one of each type": (site, { ana, type, second }) =>
    openCheckout(site, wish(ana, [one(type), one(second)])),
  "Bogdan buys one of each, named the other way round": (site, { bogdan, type, second }) =>
    openCheckout(site, wish(bogdan, [one(second), one(type)])),
  "Bogdan buys two of the second type": (site, { bogdan, second }) =>
    openCheckout(site, submit(bogdan, second ?? "", 2)),
  "the second type is hidden": (site, { second }, scene) =>
    markTicketTypes(site, { actor: asAdmin(scene), ids: second ? [second] : [], as: "hidden" }),
  "an invitation takes them": (site, { type }, scene) =>
    grantInvitation(site, {
      actor: asAdmin(scene),
      email: scene.admin.email,
      ticketTypeId: type,
      eventId: null,
      quantity: 2,
      because: "o probă",
      requestKey: newId(),
    }),
  "a test purchase takes them": (site, { bogdan, night, type }) =>
    makeTestPurchase(site, {
      buyer: { userId: bogdan.userId, role: "user" },
      ticketTypeId: type,
      eventId: night,
      quantity: 2,
      requestKey: newId(),
    }),
  "the type is hidden": (site, { type }, scene) =>
    markTicketTypes(site, { actor: asAdmin(scene), ids: [type], as: "hidden" }),
  "the night is closed": (site, { night }, scene) =>
    showEvents(site, { actor: asAdmin(scene), ids: [night], as: "unavailable", sale: "to_end" }),
  "the card page is opened": (site, { orderId }) => openCardPage(site, orderId),
  "Ana lets go": (site, { orderId, ana }) => releaseOrder(site, { orderId, userId: ana.userId }),
  "the hold expires": async (site, on, scene) => {
    await runOut(scene, on);
    // The sweep takes every order; this releases one order as the sweep would.
    return releaseOrder(site, { orderId: on.orderId });
  },
  "the hold without a page is swept": async (site, on, scene) => {
    await runOut(scene, on);
    return sweepHolds(site);
  },
  "Ana submits again": (site, { ana, type }) => openCheckout(site, submit(ana, type, 2)),
  "Ana wants another quantity": (site, { ana, type }) => openCheckout(site, submit(ana, type, 1)),
  "Ana pays": (_site, { sessionId }, { provider }) => payWithCard(provider.pagesBase, sessionId),
  "a webhook event settles": settle("notice"),
  "the success page settles": settle("customer"),
  "the poller settles": settle("poller"),
  "an administrator checks again": (site, { orderId }, scene) =>
    recheckPayment(site, { actor: asAdmin(scene), orderId }),
  "all is refunded": refund(() => ({ kind: "whole" })),
  "one ticket is refunded": refund(() => ({ kind: "part", line: 1, tickets: 1 })),
  "the first seat is refunded": refundSeat(0),
  "the second seat is refunded": refundSeat(1),
  "the provider gives some money back": async (site, { paymentId }) => {
    await site.cards.refund({ key: newId(), paymentId, amount: 5000 });
    return settleRefunds(site, paymentId);
  },
  "Bogdan buys one": (site, { bogdan, type }) => openCheckout(site, submit(bogdan, type, 1)),
  "the gate admits one": (site, { qr, night }, { gateStaff }) =>
    admitEntry(site, {
      operator: gateStaff,
      deviceId: newId(),
      nonce: newId(),
      eventId: night,
      code: qr,
      entries: 1,
    }),
  "the gate admits both": (site, { qr, night }, { gateStaff }) =>
    admitEntry(site, {
      operator: gateStaff,
      deviceId: newId(),
      nonce: newId(),
      eventId: night,
      code: qr,
      entries: 2,
    }),
  "a night is added to the pass": (site, { type, added }, scene) =>
    linkNightsToPass(site, { actor: asAdmin(scene), id: type, nights: added ? [added] : [] }),
  "Bogdan takes that night's last places": (site, { bogdan, addedType }) =>
    openCheckout(site, submit(bogdan, addedType ?? "", 2)),
  "Ana splits the ticket": async (site, { orderId, ana }, { owner }) => {
    const { rows } = await owner.query(
      "SELECT id FROM ticket_purchases WHERE order_id = $1 ORDER BY line_no, seat_no, units DESC LIMIT 1",
      [orderId],
    );
    return splitCode(site, { actor: { userId: ana.userId, role: "user" }, purchaseId: rows[0].id });
  },
  "Bogdan accepts the ticket": (site, { bogdan, secret }) =>
    acceptTicket(site, { actor: asUser(bogdan), secret }),
  "somebody else accepts the ticket": async (site, { secret }, { season }) =>
    acceptTicket(site, { actor: await season.person(), secret }),
  "Bogdan declines the ticket": (site, { secret }) => declineTicket(site, { secret }),
  "Ana takes the ticket back": (site, { ana, purchaseId }) =>
    takeBackTicket(site, { actor: asUser(ana), purchaseId }),
  "Ana gives the moved night back": async (site, { ana, orderId, moveId }) =>
    chooseAfterMove(site, { actor: asUser(ana), orderId, moveId, withSent: false }),
  "the night is put off": (site, { night }, scene) =>
    publishEvent(site, { actor: asAdmin(scene), id: night, at: new Date(Date.now() + 3_600_000) }),
  "the night is cancelled": async (site, { night }, scene) => {
    const form = { reason: "o probă", usedTickets: "kept" } as const;
    const answer = await cancelNight(site, { actor: asAdmin(scene), id: night, form, isProven: true });
    await workOffNights(site);
    return answer;
  },
  "the night is moved": async (site, { night }, scene) => {
    const form = {
      date: addDays(dayOf(site.now()), 30),
      doors: null,
      time: "22:00",
      ends: null,
      location: "Plaja",
      address: null,
      directions: null,
      reason: "o probă",
    };
    const answer = await moveNight(site, { actor: asAdmin(scene), id: night, form, isProven: true });
    await workOffNights(site);
    return answer;
  },
  "a dispute is opened": async (site, { paymentId }, { provider }) => {
    await provider.dispute(paymentId, "needs_response");
    return settleDisputes(site, paymentId);
  },
} as const satisfies Record<string, Act>;

export type ActName = keyof typeof acts;
