import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { whyNot } from "#test/support/outcomes.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openStageWithKeys } from "#test/support/stage.ts";
import { resendTickets } from "./resend-tickets.server.ts";
import { findPrintableTickets, findTicket } from "./ticket-queries.server.ts";

const { season, client: owner, db, site: services } = await openStageWithKeys();

async function bought(nights = 1) {
  const { userId } = await season.person();
  const events = [];
  for (let night = 0; night < nights; night++)
    events.push(await season.night({ inDays: 7 + nights - night }));
  const family = nights > 1 ? ("season_pass" as const) : ("ordinary" as const);
  const ticketTypeId = await season.ticketType({ events, family });
  const order = await paidOrder(owner, { userId, ticketTypeId, events, family });
  return {
    ...order,
    purchaseId: order.purchaseIds[0] ?? "",
    actor: { userId, role: "user" as const },
    email: `${userId}@exemplu.ro`,
  };
}
const allLeft = () => owner.query("UPDATE letters SET state = 'sent', sent_at = now()");
const countOf = async (orderId: string) =>
  (await db`SELECT count(*)::int FROM letters WHERE order_id = ${orderId}`)[0].count;

describe("sending tickets again", () => {
  it("sends a new email to the buyer's present address, three times an hour at most, also for ten clicks at once", async () => {
    const { actor, purchaseId, orderId } = await bought();
    await allLeft();
    // the confirmation of the purchase is older, and counts for nothing
    await db`UPDATE letters SET created_at = now() - interval '50 minutes' WHERE order_id = ${orderId}`;
    await db`UPDATE profiles SET email = 'nou@exemplu.ro' WHERE id = ${actor.userId}`;
    for (let time = 0; time < 3; time++) {
      const presses = await Promise.all(
        Array.from({ length: 10 }, () => resendTickets(services, { actor, purchaseId })),
      );
      expect(new Set(presses.map((press) => (press.ok ? press.value.letterId : "")))).toHaveLength(1);
      await allLeft();
    }
    expect(await countOf(orderId)).toBe(4);
    const fourth = await resendTickets(services, { actor, purchaseId });
    expect(fourth).toMatchObject({ ok: false, refusal: { reason: "too_often" } });
    if (fourth.ok || fourth.refusal.reason !== "too_often") throw new Error("it was sent a fourth time");
    expect(fourth.refusal.retryAfterSeconds).toBeGreaterThan(3500);
    expect(fourth.refusal.retryAfterSeconds).toBeLessThanOrEqual(3600);
    const rows =
      await db`SELECT DISTINCT recipient FROM letters WHERE order_id = ${orderId} AND dedupe_key LIKE 'resend:%'`;
    expect(rows).toEqual([{ recipient: "nou@exemplu.ro" }]);
    await db`UPDATE letters SET created_at = now() - interval '61 minutes' WHERE order_id = ${orderId}`;
    expect(await resendTickets(services, { actor, purchaseId })).toMatchObject({ ok: true });
  });

  it("does not double a confirmation that is not sent yet", async () => {
    const { actor, purchaseId, orderId } = await bought();
    expect(await resendTickets(services, { actor, purchaseId })).toMatchObject({ ok: true });
    expect(await countOf(orderId)).toBe(1);
  });

  it("sends one also while an email about a returned payment waits", async () => {
    const { actor, purchaseId, orderId } = await bought();
    await allLeft();
    await db`INSERT INTO letters (id, kind, dedupe_key, recipient, order_id, message_id, state) VALUES (gen_random_uuid(), 'payment_returned', 'returned', 'a@exemplu.ro', ${orderId}, 'returned', 'queued')`;
    expect(await resendTickets(services, { actor, purchaseId })).toMatchObject({ ok: true });
    expect(await countOf(orderId)).toBe(3);
  });

  it("is for the owner and for administrators; an address in the call must be the buyer's", async () => {
    const { purchaseId, orderId, email } = await bought();
    await allLeft();
    const before = await countOf(orderId);
    const stranger = await season.person();
    const admin = { userId: (await season.person("admin")).userId, role: "admin" as const };
    const notFound = { ok: false, refusal: { reason: "not_found" } };
    expect(
      await resendTickets(services, { actor: { userId: stranger.userId, role: "user" }, purchaseId }),
    ).toMatchObject(notFound);
    expect(
      await resendTickets(services, { actor: { userId: stranger.userId, role: "gate" }, purchaseId }),
    ).toMatchObject(notFound);
    expect(await resendTickets(services, { actor: admin, purchaseId: newId() })).toMatchObject(notFound);
    expect(await resendTickets(services, { actor: admin, purchaseId: "'; DROP" })).toMatchObject(notFound);
    expect(
      await whyNot(resendTickets(services, { actor: admin, purchaseId, email: "eve@evil.example" })),
    ).toBe("other_address");
    expect(await countOf(orderId)).toBe(before);
    expect(
      await resendTickets(services, { actor: admin, purchaseId, email: ` ${email.toUpperCase()}` }),
    ).toMatchObject({ ok: true });
    expect(await countOf(orderId)).toBe(before + 1);
  });

  it("sends nothing for a ticket that was refunded", async () => {
    const { actor, purchaseId } = await bought();
    await db`UPDATE ticket_purchases SET status = 'refunded' WHERE id = ${purchaseId}`;
    expect(await whyNot(resendTickets(services, { actor, purchaseId }))).toBe("not_valid");
  });
});

describe("reading one's own tickets", () => {
  it("A12-25: shows a ticket with its code to its owner and to nobody else, the office included (one kind: a code that the office reads without a trace)", async () => {
    const { actor, purchaseId } = await bought();
    const stranger = await season.person();
    const ticket = await findTicket(services, actor, purchaseId);
    expect(ticket).toMatchObject({
      purchaseId,
      eventTitle: "Noapte de probă",
      typeName: "Intrare generală",
      entriesRemaining: 1,
      totalPrice: 11_000,
    });
    expect(ticket?.code?.qr).toHaveLength(160);
    for (const role of ["user", "gate", "box_office", "manager", "admin"] as const) {
      const other = { userId: stranger.userId, role };
      expect(await findTicket(services, other, purchaseId)).toBeUndefined();
      expect(await findPrintableTickets(services, other, purchaseId, "order")).toBeUndefined();
    }
    expect(await findTicket(services, { ...actor, role: "gate" }, purchaseId)).toEqual(ticket);
  });

  it("shows it also when the type was hidden since", async () => {
    const { actor, purchaseId } = await bought();
    await db`UPDATE tickets SET is_visible = false, archived_at = now()`;
    expect((await findTicket(services, actor, purchaseId))?.typeName).toBe("Intrare generală");
  });

  it("puts every night of a pass into its PDF, in their order, and leaves out tickets that no longer admit", async () => {
    const { actor, purchaseIds } = await bought(3);
    const all = await findPrintableTickets(services, actor, purchaseIds[1] ?? "", "seat");
    expect(all?.map((ticket) => ticket.label.slice(-2))).toEqual(["01", "02", "03"]);
    expect(all?.map((ticket) => ticket.eventDate)).toEqual(
      [...(all ?? [])].map((ticket) => ticket.eventDate).sort(),
    );
    await db`UPDATE ticket_purchases SET status = 'refunded' WHERE id = ${purchaseIds[0]}`;
    expect(await findPrintableTickets(services, actor, purchaseIds[1] ?? "", "seat")).toHaveLength(2);
    expect((await findTicket(services, actor, purchaseIds[0] ?? ""))?.code).toBeNull();
  });

  it("changes the code when the ticket is issued again (114)", async () => {
    const { actor, purchaseId } = await bought();
    const before = (await findTicket(services, actor, purchaseId))?.code;
    await db`UPDATE ticket_purchases SET secret_version = 2 WHERE id = ${purchaseId}`;
    const after = (await findTicket(services, actor, purchaseId))?.code;
    expect(after?.qr).not.toBe(before?.qr);
    expect(after?.group).not.toBe(before?.group);
  });
});
