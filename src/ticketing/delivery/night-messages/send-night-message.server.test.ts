import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { openMailStage } from "#test/support/mail-services.ts";
import { whyNot } from "#test/support/outcomes.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { limits } from "#ticketing/limits.ts";
import type { MessageForm } from "./night-message-form.ts";
import { listNightMessages } from "./night-message-queries.server.ts";
import { previewNightMessage } from "./preview-night-message.server.ts";
import { sendNightMessage } from "./send-night-message.server.ts";
import { spreadNightMessages } from "./spread-night-messages.server.ts";
import { stopNightMessage } from "./stop-night-message.server.ts";

const { season, client, db, services, admin } = await openMailStage();
const manager: Actor = await season.person("manager");

const form: MessageForm = {
  kind: "service",
  types: [],
  at: "all",
  subject: "Porțile se deschid la 21:30",
  body: "Veniți devreme.",
};

async function nightWithHolders(n = 2) {
  const eventId = await season.night();
  const type = await season.ticketType({ events: [eventId] });
  for (let at = 0; at < n; at++) {
    const { userId } = await season.person();
    await paidOrder(client, { userId, ticketTypeId: type, events: [eventId] });
  }
  return { eventId, type };
}
const send = (eventId: string, more: Partial<MessageForm> = {}, about: { id?: string; actor?: Actor } = {}) =>
  sendNightMessage(services, {
    actor: about.actor ?? manager,
    eventId,
    id: about.id ?? newId(),
    form: { ...form, ...more },
  });
const messagesOf = (eventId: string) =>
  services.database.withDuty("deliver", (sql) => listNightMessages(sql, eventId));
const journalOf = async (eventId: string) =>
  await db`SELECT actor_id, what, after FROM journal WHERE subject_id = ${eventId} ORDER BY at, id`;

describe("a message to the holders of a night (47)", () => {
  it("is stored once, however often its form is sent, and the journal says who wrote it", async () => {
    const { eventId } = await nightWithHolders();
    const id = newId();
    const presses = await Promise.all([send(eventId, {}, { id }), send(eventId, {}, { id })]);
    expect([...presses, await send(eventId, {}, { id })].every(({ ok }) => ok)).toBe(true);
    await spreadNightMessages(services);
    expect(await send(eventId, {}, { id })).toMatchObject({ ok: true });
    await spreadNightMessages(services);
    expect(await messagesOf(eventId)).toMatchObject([
      { id, recipients: 2, letters: { sent: 0, waiting: 2, failed: 0, dropped: 0 } },
    ]);
    expect(await journalOf(eventId)).toEqual([
      { actor_id: manager.userId, what: "message_sent", after: { subject: form.subject } },
    ]);
  });

  it("has a preview for a person who may write it alone", async () => {
    const { eventId } = await nightWithHolders();
    const night = { title: "N", date: "2027-07-17", time: null, location: "Dig" };
    const preview = (actor: Actor) =>
      previewNightMessage(services, { actor, eventId, night, form, reader: "Ana" });
    expect(await whyNot(preview(await season.person("accountant")))).toBe("not_allowed");
    expect(await preview(manager)).toMatchObject({ ok: true });
  });

  it("is refused for an unknown night, a type of another night, and with another night's id", async () => {
    const [one, other] = [await nightWithHolders(), await nightWithHolders()];
    const missing = { refusal: { reason: "missing" } };
    expect(await send(newId())).toMatchObject(missing);
    expect(await send("nothing")).toMatchObject(missing);
    expect(await send(one.eventId, { types: [other.type] })).toMatchObject(missing);
    const id = newId();
    expect(await send(one.eventId, { types: [one.type] }, { id })).toMatchObject({ ok: true });
    expect(await send(other.eventId, {}, { id })).toMatchObject(missing);
    expect(await messagesOf(other.eventId)).toEqual([]);
  });

  it("is refused when it would reach nobody, and a month after the night", async () => {
    const { eventId } = await nightWithHolders();
    expect(await whyNot(send(eventId, { at: "entered" }))).toBe("nobody");
    expect(await whyNot(send(eventId, { kind: "news" }))).toBe("nobody");
    await client
      .query("UPDATE events SET date = current_date - 32 WHERE id = $1", [eventId])
      .catch(async () => {
        await db`ALTER TABLE events DISABLE TRIGGER USER`;
        await db`UPDATE events SET date = current_date - 32 WHERE id = ${eventId}`;
        await db`ALTER TABLE events ENABLE TRIGGER USER`;
      });
    expect(await whyNot(send(eventId))).toBe("over");
  });

  it(`is written at most ${limits.messagesPerNightAndDay} times a day for a night, also at once`, async () => {
    const { eventId } = await nightWithHolders(1);
    const answers = await Promise.all(
      Array.from({ length: limits.messagesPerNightAndDay + 3 }, () => send(eventId, {}, { actor: admin })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(limits.messagesPerNightAndDay);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ refusal: { reason: "too_many_today" } });
    await db`UPDATE night_messages SET at = at - interval '1 day' WHERE event_id = ${eventId}`;
    expect(await send(eventId)).toMatchObject({ ok: true });
  });
});

describe("a message that is stopped (47)", () => {
  it("ends what waits, keeps what was sent, and can be stopped once", async () => {
    const { eventId } = await nightWithHolders(3);
    const id = newId();
    await send(eventId, {}, { id });
    await spreadNightMessages(services);
    await db`UPDATE letters SET state = 'sent', sent_at = now() WHERE id = (SELECT min(id::text)::uuid FROM letters WHERE night_message_id = ${id})`;
    const stop = () => stopNightMessage(services, { actor: manager, eventId, id });
    expect(await stop()).toEqual({ ok: true, value: 2 });
    expect(await whyNot(stop())).toBe("nothing_waits");
    expect(await messagesOf(eventId)).toMatchObject([
      { stoppedAt: expect.any(Date), letters: { sent: 1, waiting: 0, failed: 0, dropped: 2 } },
    ]);
    expect((await journalOf(eventId)).map(({ what }) => what)).toEqual(["message_sent", "message_stopped"]);
  });

  it("before its emails are queued reaches nobody", async () => {
    const { eventId } = await nightWithHolders();
    const id = newId();
    await send(eventId, {}, { id });
    const stop = () => stopNightMessage(services, { actor: manager, eventId, id });
    expect(await stop()).toEqual({ ok: true, value: null });
    expect(await whyNot(stop())).toBe("nothing_waits");
    await spreadNightMessages(services);
    expect(await messagesOf(eventId)).toMatchObject([{ recipients: null, letters: { waiting: 0 } }]);
  });

  it("is not found under another night, nor when everything was sent", async () => {
    const [one, other] = [await nightWithHolders(1), await nightWithHolders(1)];
    const id = newId();
    await send(one.eventId, {}, { id });
    await spreadNightMessages(services);
    const stop = (eventId: string) => stopNightMessage(services, { actor: manager, eventId, id });
    expect(await whyNot(stop(other.eventId))).toBe("missing");
    await db`UPDATE letters SET state = 'sent' WHERE night_message_id = ${id}`;
    expect(await whyNot(stop(one.eventId))).toBe("nothing_waits");
  });
});
