import type pg from "pg";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import type { SeasonBuilder } from "#test/support/season-builder.ts";
import type { TestServices } from "#test/support/services.ts";
import { markTicketTypes } from "#ticketing/events/mark-ticket-types.server.ts";
import { showEvents } from "#ticketing/events/show-events.server.ts";
import { admitEntry } from "#ticketing/gate/admit-entry.server.ts";
import { grantInvitation } from "#ticketing/orders/grant-invitation.server.ts";
import type { OrderServices } from "#ticketing/orders/hold-desk.server.ts";
import { linkNightsToPass } from "#ticketing/orders/link-nights-to-pass.server.ts";
import { makeTestPurchase } from "#ticketing/orders/make-test-purchase.server.ts";
import { openCardPage } from "#ticketing/orders/open-card-page.server.ts";
import { openCheckout } from "#ticketing/orders/open-checkout.server.ts";
import { recheckPayment } from "#ticketing/orders/recheck-payment.server.ts";
import { refundOrder } from "#ticketing/orders/refund-order.server.ts";
import { releaseOrder } from "#ticketing/orders/release-order.server.ts";
import { returnMoney } from "#ticketing/orders/return-money.server.ts";
import { settleDisputes } from "#ticketing/orders/settle-disputes.server.ts";
import { settlePayment } from "#ticketing/orders/settle-payment.server.ts";
import { sweepHolds } from "#ticketing/orders/sweep-holds.server.ts";

export type GateServices = { readonly keys: SigningKeys };
export type Person = { readonly userId: Uuid; readonly sessionHash: string };

/** One order, or the place for one, as far as a pair begins. */
export type Subject = {
  readonly night: Uuid;
  readonly type: Uuid;
  readonly ana: Person;
  readonly bogdan: Person;
  readonly orderId: string;
  readonly sessionId: string;
  readonly paymentIntentId: string;
  readonly qr: string;
  /** Of a pass: a night that it does not admit to yet, with places for Ana's two, and a type of that night. */
  readonly added: Uuid | null;
  readonly addedType: Uuid | null;
};

export type Scene = {
  readonly season: SeasonBuilder;
  readonly owner: pg.Pool;
  readonly provider: TestServices["provider"];
  readonly admin: { readonly userId: Uuid; readonly email: string };
  readonly door: Person;
};

export type Act = (site: OrderServices & GateServices, on: Subject, scene: Scene) => Promise<unknown>;

const press = (who: Person, type: Uuid, quantity: number) => ({
  ...{ sessionHash: who.sessionHash, ticketTypeId: type, quantity },
  ...({ eventId: null, priceId: null, origin: "event", requestKey: null } as const),
});
const asAdmin = ({ admin }: Scene) => ({ userId: admin.userId, role: "admin" }) as const;
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
  (wish: { kind: "whole" } | { kind: "part"; tickets: number }): Act =>
  (site, { orderId }, scene) =>
    refundOrder(site, {
      ...{ actor: asAdmin(scene), orderId, wish, why: "goodwill", note: "", stock: "sell_again" },
    }).then(() => returnMoney(site));

/** Everything that can happen to an order in each stage of its life, by whoever does it. */
export const acts = {
  "Ana buys": (site, { ana, type }) => openCheckout(site, press(ana, type, 2)),
  "Bogdan buys": (site, { bogdan, type }) => openCheckout(site, press(bogdan, type, 2)),
  "an invitation takes them": (site, { type }, scene) =>
    grantInvitation(site, {
      ...{ actor: asAdmin(scene), email: scene.admin.email, ticketTypeId: type, eventId: null },
      ...{ quantity: 2, because: "o probă", requestKey: newId() },
    }),
  "a test purchase takes them": (site, { bogdan, night, type }) =>
    makeTestPurchase(site, {
      buyer: { userId: bogdan.userId, role: "user" },
      ...{ ticketTypeId: type, eventId: night, quantity: 2, requestKey: newId() },
    }),
  "the type is hidden": (site, { type }, scene) =>
    markTicketTypes(site, { actor: asAdmin(scene), ids: [type], as: "hidden" }),
  "the night is closed": (site, { night }, scene) =>
    showEvents(site, { actor: asAdmin(scene), ids: [night], as: "unavailable" }),
  "the card page is opened": (site, { orderId }) => openCardPage(site, orderId),
  "Ana lets go": (site, { orderId, ana }) => releaseOrder(site, { orderId, userId: ana.userId }),
  "the hold runs out": async (site, on, scene) => {
    await runOut(scene, on);
    // the sweep looks at every order there is; this one is released as it would
    return releaseOrder(site, { orderId: on.orderId });
  },
  "the bare hold is swept": async (site, on, scene) => {
    await runOut(scene, on);
    return sweepHolds(site);
  },
  "Ana presses again": (site, { ana, type }) => openCheckout(site, press(ana, type, 2)),
  "Ana wants another quantity": (site, { ana, type }) => openCheckout(site, press(ana, type, 1)),
  "Ana pays": (_site, { sessionId }, { provider }) => payWithCard(provider.pagesBase, sessionId),
  "a notice settles": settle("notice"),
  "the success page settles": settle("customer"),
  "the poller settles": settle("poller"),
  "an administrator checks again": (site, { orderId }, scene) =>
    recheckPayment(site, { actor: asAdmin(scene), orderId }),
  "all is refunded": refund({ kind: "whole" }),
  "one ticket is refunded": refund({ kind: "part", tickets: 1 }),
  "the gate admits one": (site, { qr, night }, { door }) =>
    admitEntry(site, {
      ...{ operatorId: door.userId, deviceId: newId(), nonce: newId(), eventId: night, code: qr, entries: 1 },
    }),
  "the gate admits both": (site, { qr, night }, { door }) =>
    admitEntry(site, {
      ...{ operatorId: door.userId, deviceId: newId(), nonce: newId(), eventId: night, code: qr, entries: 2 },
    }),
  "a night is added to the pass": (site, { type, added }, scene) =>
    linkNightsToPass(site, { actor: asAdmin(scene), id: type, nights: added ? [added] : [] }),
  "Bogdan takes that night's last places": (site, { bogdan, addedType }) =>
    openCheckout(site, press(bogdan, addedType ?? "", 2)),
  "a dispute is opened": async (site, { paymentIntentId }, { provider }) => {
    await provider.dispute(paymentIntentId, "needs_response");
    return settleDisputes(site, paymentIntentId);
  },
} as const satisfies Record<string, Act>;

export type ActName = keyof typeof acts;
