import { describe, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { openSigningKeys } from "#platform/signing/signing-keys.server.ts";
import { arrived } from "#test/support/open-page.ts";
import { openStage } from "#test/support/stage.ts";
import { ticketsOfOrder } from "#ticketing/delivery/ticket-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { admitEntry } from "./admit-entry.server.ts";

const { season, site } = await openStage();
const gate = {
  ...site,
  keys: await openSigningKeys({ database: site.database, appSecret: "a secret of the test, long enough" }),
};
const gateStaff = await season.person("gate");

async function tickets({ entries = 1, quantity = 1, inDays = 0, codePer = "order" } = {}) {
  // A night without a time admits all day, so the test does not depend on the time of the run.
  const eventId = await season.night({ inDays, time: null });
  const typeId = await season.ticketType({ events: [eventId], entries });
  await season.db`UPDATE tickets SET code_per = ${codePer} WHERE id = ${typeId}`;
  const buyer = await season.person();
  const opened = await openCheckout(
    site,
    arrived(buyer.sessionHash, [{ ticketTypeId: typeId, quantity }], { eventId }),
  );
  if (!opened.ok || !opened.value.url) throw new Error("no card page");
  const sessionId = opened.value.url.split("/").at(-1) as string;
  await payWithCard(site.provider.pagesBase, sessionId);
  await settlePayment(site, { sessionId, by: "notice" });
  const made = await site.database.withDuty("deliver", (sql) =>
    ticketsOfOrder(sql, gate.keys, opened.value.orderId),
  );
  return made.map(({ code, label, purchaseId }) => ({
    eventId,
    label,
    purchaseId,
    qr: code.qr,
    group: code.group,
    orderId: opened.value.orderId,
  }));
}

async function ticket(about: { entries?: number; quantity?: number; inDays?: number } = {}) {
  const [made] = await tickets(about);
  if (!made) throw new Error("no ticket");
  return made;
}

type Question = {
  eventId: Uuid;
  code: string;
  group?: string;
  entries?: number;
  operator?: Actor;
  deviceId?: Uuid;
  nonce?: string;
};

const ask = async ({
  operator = gateStaff,
  entries = 1,
  deviceId = newId(),
  nonce = newId(),
  ...question
}: Question) => admitEntry(gate, { operator, deviceId, nonce, entries, ...question });

async function verdictOf(question: Question) {
  const answer = await ask(question);
  return answer.ok ? answer.value.verdict : answer.refusal.reason;
}

async function remaining(purchaseId: string): Promise<number> {
  const rows = await season.db`SELECT entries_remaining FROM ticket_purchases WHERE id = ${purchaseId}`;
  return rows[0].entries_remaining;
}

describe("at the gate", () => {
  it("people of one purchase enter one by one or together, exactly entries x quantity times (I14)", async () => {
    const { eventId, qr, purchaseId } = await ticket({ entries: 2, quantity: 2 });
    expect(await ask({ eventId, code: qr })).toMatchObject({
      value: { verdict: "admitted", ticket: { entriesLeft: 3, entriesTotal: 4 } },
    });
    expect(await verdictOf({ eventId, code: qr, entries: 2 })).toBe("admitted");
    expect(await verdictOf({ eventId, code: qr, entries: 2 })).toBe("used");
    expect(await verdictOf({ eventId, code: qr })).toBe("admitted");
    expect(await ask({ eventId, code: qr })).toMatchObject({
      value: { verdict: "used", ticket: { entriesLeft: 0, asksAge: false, lastEntry: { gateName: null } } },
    });
    expect(await remaining(purchaseId)).toBe(0);
  });

  it("a type that admits until an hour admits before it and refuses after it, by the database's clock (o-type)", async () => {
    const { eventId, qr } = await ticket({ quantity: 2 });
    const until = (hour: string) =>
      season.db`UPDATE tickets SET enter_until = ${hour} WHERE id = (SELECT ticket_id FROM event_tickets WHERE event_id = ${eventId})`;
    const ofNight = (at: string) =>
      season.client.query(
        `UPDATE events SET date = ((${at}) AT TIME ZONE 'Europe/Bucharest')::date, time = ((${at}) AT TIME ZONE 'Europe/Bucharest')::time WHERE id = $1`,
        [eventId],
      );
    const hourOf = async (at: string) =>
      (
        await season.client.query<{ hour: string }>(
          `SELECT to_char((${at}) AT TIME ZONE 'Europe/Bucharest', 'HH24:MI') AS hour`,
        )
      ).rows[0]?.hour ?? "";
    await ofNight("now() - interval '2 hours'");
    await until(await hourOf("now() + interval '2 minutes'"));
    expect(await verdictOf({ eventId, code: qr })).toBe("admitted");
    const passed = await hourOf("now() - interval '1 minute'");
    await until(passed);
    const [deviceId, nonce] = [newId(), newId()];
    const refused = {
      value: { verdict: "past_hour", entries: 0, ticket: { enterUntil: passed, entriesLeft: 1 } },
    };
    expect(await ask({ eventId, code: qr, deviceId, nonce })).toMatchObject(refused);
    expect(await ask({ eventId, code: qr, deviceId, nonce })).toMatchObject(refused);
  });

  it("ten scans at once of one person's code admit one, and the other codes of the order are as they were (I15)", async () => {
    const people = await tickets({ quantity: 3, codePer: "person" });
    const [first, second, third] = people;
    const { eventId, qr = "" } = second ?? {};
    if (!first || !third || !eventId) throw new Error("no tickets");
    const verdicts = await Promise.all(Array.from({ length: 10 }, () => verdictOf({ eventId, code: qr })));
    expect(verdicts.sort()).toEqual(["admitted", ...Array<string>(9).fill("used")]);
    expect([await remaining(first.purchaseId), await remaining(third.purchaseId)]).toEqual([1, 1]);
    expect(await verdictOf({ eventId, code: qr, entries: 2 })).toBe("used");
    expect(await verdictOf({ eventId, code: first.label, group: third.group })).toBe("invalid");
    expect(await verdictOf({ eventId, code: third.label, group: third.group })).toBe("admitted");
  });

  it("says which of the order's tickets it is, at a repeated request too; a group's code is one of one", async () => {
    const people = await tickets({ quantity: 3, codePer: "person" });
    for (const [at, { eventId, qr }] of people.entries()) {
      const once = { eventId, code: qr, deviceId: newId(), nonce: newId() };
      for (const answer of [await ask(once), await ask(once), await ask({ eventId, code: qr })])
        expect(answer).toMatchObject({ value: { ticket: { position: { no: at + 1, of: 3 } } } });
    }
    const group = await ticket({ quantity: 3 });
    expect(await ask({ eventId: group.eventId, code: group.qr })).toMatchObject({
      value: { verdict: "admitted", ticket: { entriesLeft: 2, position: { no: 1, of: 1 } } },
    });
  });

  it("a repeated request gets the same answer and takes no more entries, also when both come at once (F45)", async () => {
    const { eventId, qr, purchaseId } = await ticket({ entries: 3 });
    const [deviceId, nonce] = [newId(), newId()];
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask({ eventId, code: qr, deviceId, nonce })),
    );
    expect(
      new Set(
        answers.map((answer) => JSON.stringify(answer.ok && [answer.value.verdict, answer.value.entries])),
      ).size,
    ).toBe(1);
    expect(await remaining(purchaseId)).toBe(2);
  });

  it("another request with a used nonce is refused, names nobody and takes nothing", async () => {
    const [first, other] = [await ticket({ entries: 3 }), await ticket()];
    const [deviceId, nonce] = [newId(), newId()];
    const same = { deviceId, nonce, eventId: first.eventId, code: first.qr };
    expect(await verdictOf(same)).toBe("admitted");
    const unknown = { ok: true, value: { verdict: "invalid", entries: 0, ticket: null } };
    for (const question of [
      { ...same, code: "FSC-1111-222222", group: "AAAAAAAA" },
      { ...same, code: other.qr },
      { ...same, code: first.label },
      { ...same, code: first.label, group: "00000000" },
      { ...same, eventId: other.eventId },
      { ...same, entries: 2 },
    ])
      expect(await ask(question)).toEqual(unknown);
    expect(await ask(same)).toMatchObject({ value: { verdict: "admitted", ticket: { entriesLeft: 2 } } });
    expect(await verdictOf({ ...same, code: first.label, group: first.group })).toBe("admitted");
    expect([await remaining(first.purchaseId), await remaining(other.purchaseId)]).toEqual([2, 1]);
    // A right code with the nonce of a wrong one is refused as well.
    const typed = { eventId: other.eventId, deviceId, nonce: newId() };
    expect(await verdictOf({ ...typed, code: "FSC1:ABC" })).toBe("invalid");
    expect(await ask({ ...typed, code: other.qr })).toEqual(unknown);
    expect(await remaining(other.purchaseId)).toBe(1);
  });

  it("a ticket of another night, of another day, refunded, suspended or replaced is refused with its reason (I18)", async () => {
    const here = await ticket();
    const there = await ticket();
    expect(await verdictOf({ eventId: here.eventId, code: there.qr })).toBe("elsewhere");
    const tomorrow = await ticket({ inDays: 4 });
    expect(await verdictOf({ eventId: tomorrow.eventId, code: tomorrow.qr })).toBe("early");
    await season.db`UPDATE ticket_purchases SET secret_version = 2 WHERE id = ${here.purchaseId}`;
    expect(await verdictOf({ eventId: here.eventId, code: here.qr })).toBe("replaced");
    await season.db`UPDATE ticket_purchases SET secret_version = 1, suspended = 'dispute' WHERE id = ${here.purchaseId}`;
    expect(await verdictOf({ eventId: here.eventId, code: here.qr })).toBe("suspended");
    await season.db`UPDATE ticket_purchases SET status = 'refunded' WHERE id = ${there.purchaseId}`;
    expect(await verdictOf({ eventId: there.eventId, code: there.qr })).toBe("void");
  });

  it("a typed label needs its check group, and a new device id does not allow more guesses", async () => {
    const { eventId, label, group, qr, purchaseId } = await ticket({ entries: 3 });
    const operator = await season.person("gate");
    expect(await verdictOf({ operator, eventId, code: label })).toBe("invalid");
    expect(await verdictOf({ operator, eventId, code: label, group: "00000000" })).toBe("invalid");
    expect(
      await verdictOf({ operator, eventId, code: label.toLowerCase(), group: group.toLowerCase() }),
    ).toBe("admitted");
    // The device id is a cookie that the client chooses: each guess has a new one.
    for (let wrong = 2; wrong < limits.wrongCodesAtGate; wrong++)
      await verdictOf({ operator, eventId, code: label, group: "11111111", deviceId: newId() });
    expect(await verdictOf({ operator, eventId, code: label, group, deviceId: newId() })).toBe("locked");
    expect(await remaining(purchaseId)).toBe(2);
    // A signed QR is no guess, and other gate staff go on.
    expect(await verdictOf({ operator, eventId, code: qr })).toBe("admitted");
    expect(await verdictOf({ eventId, code: label, group })).toBe("admitted");
  });

  it("a person without the right admits nobody, whatever the screen allowed", async () => {
    const { eventId, qr, purchaseId } = await ticket();
    expect(await verdictOf({ operator: await season.person(), eventId, code: qr })).toBe("not_allowed");
    expect(await remaining(purchaseId)).toBe(1);
  });

  it("no input makes it fail", async () => {
    const eventId = await season.night({ inDays: 0, time: null });
    for (const code of [
      "",
      "x",
      "FSC1:",
      "FSC1:ABC",
      "🎟️".repeat(50),
      "A".repeat(4000),
      "FSC-1234-567890",
      "'; DROP TABLE orders; --",
    ]) {
      expect(await verdictOf({ eventId, code })).toBe("invalid");
    }
  });
});
