import { beforeEach, describe, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { newId } from "#kernel/id.ts";
import { openOrderStage } from "#test/support/order-stages.ts";
import { processServices } from "#test/support/services.ts";
import { signedNotice } from "#test/support/signed-notices.ts";
import { processNotices } from "./process-notices.server.ts";
import { receiveNotice } from "./receive-notice.server.ts";

const { database, season, site, stages, rows } = await openOrderStage();
const other = await processServices(database, site.provider);
beforeEach(() => season.client.query("UPDATE payment_notices SET next_at = 'infinity'"));

let made = 0;

/** A webhook event in the inbox, due now; resolves to its id. */
async function arrived(
  type: string,
  object: Record<string, unknown> & { id: string; object: string },
): Promise<string> {
  made += 1;
  const id = `evt_${made}`;
  await receiveNotice(site, signedNotice({ id, type, object }));
  return id;
}
const aboutSession = (id: string, kind = "completed") =>
  arrived(`checkout.session.${kind}`, { id, object: "checkout.session" });

async function notice(eventId: string) {
  const rows =
    await season.db`SELECT state, attempts, round(extract(epoch FROM next_at - now()))::float8 AS wait, processed_at IS NOT NULL AS closed FROM payment_notices WHERE event_id = ${eventId}`;
  return rows[0];
}

/** A payment on a page of ours whose order is lost, as after a restore. */
async function paidForNoOrder(): Promise<string> {
  const opened = await site.cards.openSession({
    key: newId(),
    orderId: newId(),
    expiresAt: new Date(Date.now() + 1_860_000),
    successUrl: "http://127.0.0.1:3000/s",
    cancelUrl: "http://127.0.0.1:3000/c",
    lines: [{ name: "Bilet", unitAmount: 11_000, quantity: 1 }],
  });
  if (opened.kind !== "opened") throw new Error(opened.message);
  await payWithCard(site.provider.pagesBase, opened.sessionId);
  const read = await site.cards.readSession(opened.sessionId);
  return (read.kind === "found" && read.session.paymentId) || "";
}

const due = (eventId: string, received = "now()") =>
  season.client.query(
    `UPDATE payment_notices SET next_at = now(), received_at = ${received} WHERE event_id = $1`,
    [eventId],
  );

describe("processing the inbox", () => {
  it("reads the provider's object for each due webhook event, and counts them", async () => {
    const [first, second] = [await stages.paid(), await stages.paid()];
    const ids = [await aboutSession(first.sessionId), await aboutSession(second.sessionId)];
    const later = await aboutSession((await stages.paid()).sessionId);
    await season.db`UPDATE payment_notices SET next_at = now() + interval '1 minute' WHERE event_id = ${later}`;
    expect(await processNotices(site)).toBe(2);
    for (const id of ids) expect(await notice(id)).toMatchObject({ state: "processed", closed: true });
    expect(await notice(later)).toMatchObject({ state: "received", attempts: 0 });
    expect([await rows.state(first.orderId), await rows.state(second.orderId)]).toEqual([
      "paid/sold",
      "paid/sold",
    ]);
  });

  it("takes the longest waiting one first", async () => {
    const [old, young] = [await stages.paid(), await stages.paid()];
    const youngId = await aboutSession(young.sessionId);
    const oldId = await aboutSession(old.sessionId);
    await season.db`UPDATE payment_notices SET next_at = now() - interval '1 minute' WHERE event_id = ${oldId}`;
    const order: string[] = [];
    const watched: typeof site.cards = {
      ...site.cards,
      readSession(sessionId) {
        order.push(sessionId);
        return site.cards.readSession(sessionId);
      },
    };
    await processNotices({ ...site, cards: watched });
    expect(order).toEqual([old.sessionId, young.sessionId]);
    expect((await notice(youngId)).state).toBe("processed");
  });

  it("leases a webhook event for fifteen seconds, so that two processes do not both read it and a dead process is replaced (F6)", async () => {
    const { sessionId } = await stages.paid();
    const id = await aboutSession(sessionId);
    const seen: unknown[] = [];
    const watched: typeof site.cards = {
      ...site.cards,
      async readSession(session) {
        // While this process works on it.
        seen.push(await processNotices(other), await notice(id));
        return site.cards.readSession(session);
      },
    };
    expect(await processNotices({ ...site, cards: watched })).toBe(1);
    expect(seen).toEqual([0, { state: "received", attempts: 1, wait: 15, closed: false }]);
  });

  it.each([
    ["payment_intent.succeeded", { id: "pi_1", object: "payment_intent" }],
    ["charge.succeeded", { id: "ch_1", object: "charge", payment_intent: "pi_1" }],
    ["customer.created", { id: "cus_1", object: "customer" }],
  ])("puts %s aside without asking the provider anything", async (type, object) => {
    const id = await arrived(type, object);
    site.provider.faults.set({ failureShare: 1 });
    await processNotices(site);
    expect(await notice(id)).toMatchObject({ state: "ignored", closed: true });
  });

  it("accepts the report that a delayed payment failed, which the session itself does not show", async () => {
    const { orderId, sessionId, type } = await stages.atCardPage();
    await site.provider.delayedPayment(sessionId, "begins");
    await site.provider.delayedPayment(sessionId, "fails");
    await aboutSession(sessionId, "async_payment_failed");
    await processNotices(site);
    expect([await rows.state(orderId), await rows.counter(type)]).toEqual(["payment_failed/none", [0, 0]]);
  });
});

describe("a webhook event that cannot be processed yet", () => {
  it("is tried again, each time after twice the time, ten minutes at most (F15, F26)", async () => {
    const { orderId, sessionId } = await stages.paid();
    const id = await aboutSession(sessionId);
    site.provider.faults.set({ failureShare: 1 });
    const waits: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      await due(id);
      expect(await processNotices(site)).toBe(1);
      waits.push((await notice(id)).wait);
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]);
    site.provider.faults.reset();
    await due(id);
    await processNotices(site);
    expect([(await notice(id)).state, await rows.state(orderId)]).toEqual(["processed", "paid/sold"]);
  });

  it("is put off alone (one kind: a write that reaches other rows)", async () => {
    const id = await aboutSession((await stages.paid()).sessionId);
    const other = await aboutSession((await stages.paid()).sessionId);
    await season.db`UPDATE payment_notices SET next_at = now() + interval '1 hour' WHERE event_id = ${other}`;
    const plannedFor = async () =>
      (await season.db`SELECT next_at::text AS at FROM payment_notices WHERE event_id = ${other}`)[0].at;
    const planned = await plannedFor();
    site.provider.faults.set({ failureShare: 1 });
    expect(await processNotices(site)).toBe(1);
    expect(await notice(id)).toMatchObject({ state: "received", attempts: 1 });
    expect(await plannedFor()).toBe(planned);
  });

  it("because of an error is tried again, and the others are processed (F15)", async () => {
    const [broken, whole] = [await stages.paid(), await stages.paid()];
    const ids = [await aboutSession(broken.sessionId), await aboutSession(whole.sessionId)];
    const breaking: typeof site.cards = {
      ...site.cards,
      readSession(sessionId) {
        if (sessionId === broken.sessionId) throw new Error("broken");
        return site.cards.readSession(sessionId);
      },
    };
    expect(await processNotices({ ...site, cards: breaking })).toBe(2);
    expect(await Promise.all(ids.map(async (id) => (await notice(id)).state))).toEqual([
      "received",
      "processed",
    ]);
  });

  it.each([
    ["a session", async () => ({ id: "cs_nobody", object: "checkout.session" })],
    ["a payment", async () => ({ id: "ch_2", object: "charge", payment_intent: await paidForNoOrder() })],
  ])(
    "is quarantined after a day when it is about %s without an order, and not while the provider does not answer (F15)",
    async (about, made) => {
      const object = await made();
      const type = about === "a session" ? "checkout.session.completed" : "charge.refunded";
      const id = await arrived(type, object);
      await processNotices(site);
      expect(await notice(id)).toMatchObject({ state: "received", closed: false });
      await due(id, "now() - interval '25 hours'");
      site.provider.faults.set({ failureShare: 1 });
      await processNotices(site);
      expect(await notice(id)).toMatchObject({ state: "received", closed: false });
      site.provider.faults.reset();
      await due(id, "now() - interval '25 hours'");
      await processNotices(site);
      expect(await notice(id)).toMatchObject({ state: "quarantined", closed: true });
    },
  );
});
