import { afterEach } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import type { Uuid } from "#kernel/id.ts";
import { arrived, openPage } from "./open-page.ts";
import { orderRows } from "./order-rows.ts";
import type { SeasonBuilder } from "./season-builder.ts";
import type { TestServices } from "./services.ts";
import { openStage } from "./stage.ts";

type Wish = {
  readonly quantity?: number;
  readonly capacity?: number;
  readonly entries?: number;
  readonly events?: readonly Uuid[];
  readonly family?: "ordinary" | "season_pass" | "early_bird";
  readonly codePer?: "order" | "person";
  /** A test card of the provider. */
  readonly card?: string;
};

/** A stage of the file's own for orders at their provider, whose faults end with each test. */
export async function openOrderStage() {
  const stage = await openStage();
  afterEach(() => stage.site.provider.faults.reset());
  return { ...stage, stages: orderStages(stage.season, stage.site), rows: orderRows(stage.client) };
}

/** Takes a new customer with a ticket type of their own to the stage where a test begins. */
export function orderStages(season: SeasonBuilder, site: TestServices) {
  async function customer({ events, quantity = 1, card, codePer = "order", ...about }: Wish) {
    const nights = events ?? [await season.night()];
    const type = await season.ticketType({ events: nights, ...about });
    await season.client.query("UPDATE tickets SET code_per = $2 WHERE id = $1", [type, codePer]);
    return { ...(await season.person()), type, nights, quantity, card };
  }

  /** The places are held; the provider was not called yet. */
  async function held(wish: Wish = {}) {
    const who = await customer(wish);
    const lines = [{ ticketTypeId: who.type, quantity: who.quantity }];
    const answer = await site.holds.takeHold(arrived(who.sessionHash, lines));
    if (answer.kind !== "new") throw new Error(`no hold: ${answer.kind}`);
    return { ...who, orderId: answer.order.id };
  }

  async function atCardPage(wish: Wish = {}) {
    const who = await customer(wish);
    return { ...who, ...(await openPage(site, who.sessionHash, who.type, who.quantity)) };
  }

  /** The provider has the money; the order is not settled yet. */
  async function paid(wish: Wish = {}) {
    const who = await atCardPage(wish);
    const answer = await payWithCard(site.provider.pagesBase, who.sessionId, who.card);
    if (answer.kind !== "paid") throw new Error(`not paid: ${answer.kind}`);
    return { ...who, paymentId: await paymentOf(who.sessionId) };
  }

  async function paymentOf(sessionId: string): Promise<string> {
    const read = await site.cards.readSession(sessionId);
    if (read.kind !== "found" || read.session.paymentId === null) throw new Error("no payment");
    return read.session.paymentId;
  }

  /** The provider's pages of one order, as `open/unpaid`, oldest first. */
  async function pagesAtProvider(orderId: string): Promise<string[]> {
    const found = await site.cards.listSessionsSince(new Date(Date.now() - 3_600_000));
    if (found.kind !== "listed") throw new Error("the provider does not answer");
    const own = found.sessions.filter((session) => session.clientReferenceId === orderId);
    return own.map((session) => `${session.status}/${session.paymentStatus}`).reverse();
  }

  return { held, atCardPage, paid, paymentOf, pagesAtProvider };
}
