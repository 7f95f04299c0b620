import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { openMail } from "#platform/mail/mail-adapter.server.ts";
import { startHostileSmtp } from "#test/support/hostile-smtp.ts";
import { openMailStage } from "#test/support/mail-services.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { enqueueLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import { claimLetters } from "#ticketing/letters/letter-queue.server.ts";
import { laneInSql } from "#ticketing/letters/letter-tables.server.ts";
import { unsubscribeFromNewsletter } from "#ticketing/letters/unsubscribe-from-newsletter.server.ts";
import { limits } from "#ticketing/limits.ts";
import { deliverLetters } from "../deliver-letters.server.ts";
import type { MessageForm } from "./night-message-form.ts";
import { sendNightMessage } from "./send-night-message.server.ts";
import { spreadNightMessages } from "./spread-night-messages.server.ts";
import { stopNightMessage } from "./stop-night-message.server.ts";

const { season, client, db, services: mail } = await openMailStage();
const server = await startHostileSmtp();
const services = {
  ...mail,
  findMail: async () =>
    openMail({
      host: "127.0.0.1",
      port: server.port,
      security: "loopback" as const,
      from: { name: "Clubul", address: "salut@club.example" },
    }),
};
const manager = await season.person("manager");
afterAll(() => server.close());
beforeEach(async () => {
  await db`UPDATE letters SET state = 'sent' WHERE state <> 'sent'`;
  server.accepted.length = 0;
});

const form: MessageForm = {
  kind: "service",
  types: [],
  at: "all",
  subject: "Porțile",
  body: "Deschidem la <b>21:30</b>.\n\nVeniți!",
};
async function spread(eventId: string, more: Partial<MessageForm> = {}): Promise<Uuid> {
  const id = newId();
  const sent = await sendNightMessage(services, { actor: manager, eventId, id, form: { ...form, ...more } });
  if (!sent.ok && sent.refusal.reason !== "nobody") throw new Error(sent.refusal.reason);
  await spreadNightMessages(services);
  return id;
}
const readersOf = async (id: string) =>
  (await db`SELECT user_id AS "userId" FROM letters WHERE night_message_id = ${id} ORDER BY user_id`).map(
    ({ userId }) => userId,
  );
const onlyReaders = (...people: { userId: string }[]) => people.map(({ userId }) => userId).sort();
const makeDue = () =>
  client.query("UPDATE letters SET next_at = now() - interval '1 second' WHERE state = 'queued'");

async function night() {
  const eventId = await season.night({ title: "Luna Plină" });
  const [entry, terrace] = [
    await season.ticketType({ events: [eventId], title: "Intrare" }),
    await season.ticketType({ events: [eventId], title: "Terasa" }),
  ];
  const buy = async (about: { type?: Uuid; quantity?: number; person?: { userId: Uuid } } = {}) => {
    const person = about.person ?? (await season.person());
    const order = await paidOrder(client, {
      userId: person.userId,
      ticketTypeId: about.type ?? entry,
      events: [eventId],
      quantity: about.quantity ?? 1,
    });
    // its confirmation is not what these tests look at
    await db`UPDATE letters SET state = 'sent' WHERE order_id = ${order.orderId}`;
    return { userId: person.userId, ...order };
  };
  return { eventId, entry, terrace, buy };
}
const change = (orderId: string, what: string) =>
  client.query(`UPDATE ticket_purchases SET ${what} WHERE order_id = $1`, [orderId]);
/** The words of the copies that the mail server took, decoded. */
const arrived = () =>
  server.accepted.map((raw) =>
    Buffer.from(
      raw
        .replace(/=\r?\n/g, "")
        .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      "latin1",
    ).toString("utf8"),
  );

describe("the copies of a message (47)", () => {
  it("go once to each holder, with several tickets and orders too, and to the receivers of tickets in the place of their senders", async () => {
    const { eventId, buy } = await night();
    const twice = await buy({ quantity: 3 });
    await buy({ person: twice });
    const sender = await buy();
    const friend = await season.person();
    await change(sender.orderId, `user_id = '${friend.userId}'`);
    const id = await spread(eventId);
    expect(await readersOf(id)).toEqual(onlyReaders(twice, friend));
  });

  it("go to no refunded or test ticket, to no share that went back, and to no other night", async () => {
    const { eventId, buy } = await night();
    const stays = await buy();
    await change((await buy()).orderId, "status = 'refunded'");
    await change((await buy()).orderId, "is_test = true");
    await change((await buy()).orderId, "share_returned_at = now()");
    await (await night()).buy();
    expect(await readersOf(await spread(eventId))).toEqual(onlyReaders(stays));
  });

  it("go to the holders of the chosen types, and to people who came in or did not", async () => {
    const { eventId, entry, terrace, buy } = await night();
    const [inside, outside, above] = [await buy(), await buy(), await buy({ type: terrace })];
    await change(inside.orderId, "entries_remaining = 0");
    const to = async (more: Partial<MessageForm>) => readersOf(await spread(eventId, more));
    expect(await to({ types: [terrace] })).toEqual(onlyReaders(above));
    expect(await to({ at: "entered" })).toEqual(onlyReaders(inside));
    expect(await to({ at: "not_entered" })).toEqual(onlyReaders(outside, above));
    expect(await to({ at: "not_entered", types: [entry] })).toEqual(onlyReaders(outside));
  });

  it("do not count a fetched add-on as an entry", async () => {
    const { eventId, buy } = await night();
    const holder = await buy();
    const parking = await season.ticketType({ events: [eventId], entries: 0 });
    const addOn = await buy({ type: parking, person: holder });
    await change(addOn.orderId, "entries_remaining = 0");
    expect(await readersOf(await spread(eventId, { at: "not_entered" }))).toEqual(onlyReaders(holder));
  });

  it("go once to an address that two guests gave", async () => {
    const { eventId, buy } = await night();
    const guests = [await buy(), await buy()];
    for (const { userId } of guests)
      await db`UPDATE profiles SET email = NULL, is_guest = true, contact_email = 'Ana.Doi@exemplu.ro' WHERE id = ${userId}`;
    expect(await readersOf(await spread(eventId))).toHaveLength(1);
  });

  it("are due one after the other, behind those of the message before", async () => {
    const { eventId, buy } = await night();
    for (let n = 0; n < 3; n++) await buy();
    await spread(eventId);
    await spread(eventId);
    const rows =
      await db`SELECT extract(epoch FROM next_at - lag(next_at) OVER (ORDER BY next_at))::float8 AS gap FROM letters WHERE state = 'queued' ORDER BY next_at`;
    const pace = 60 / limits.messageLettersPerMinute;
    const gaps = rows.slice(1).map(({ gap }) => gap);
    expect(gaps).toHaveLength(5);
    for (const gap of [...gaps.slice(0, 2), ...gaps.slice(3)]) expect(gap).toBeCloseTo(pace, 3);
    expect(gaps[2]).toBeGreaterThanOrEqual(0);
  });

  it("are queued all or none, by one of several processes", async () => {
    const { eventId, buy } = await night();
    for (let n = 0; n < 5; n++) await buy();
    const id = newId();
    await sendNightMessage(services, { actor: manager, eventId, id, form });
    await Promise.all([1, 2, 3, 4].map(() => spreadNightMessages(services)));
    expect(await readersOf(id)).toHaveLength(5);
    expect(await db`SELECT recipients FROM night_messages WHERE id = ${id}`).toEqual([{ recipients: 5 }]);
  });
});

it("a message that another process is queueing is left to it", async () => {
  const { eventId, buy } = await night();
  await buy();
  const id = newId();
  await sendNightMessage(services, { actor: manager, eventId, id, form });
  await db`BEGIN`;
  await db`SELECT FROM night_messages WHERE id = ${id} FOR UPDATE`;
  try {
    expect(await spreadNightMessages(services)).toBe(0);
  } finally {
    await db`COMMIT`;
  }
  expect(await spreadNightMessages(services)).toBe(1);
});

describe("the text of a message (47)", () => {
  it("arrives as the text that it is, with its lines, the night and the way to the tickets", async () => {
    const { eventId, buy } = await night();
    await buy();
    await spread(eventId, { subject: "Ora 21:30 <i>sigur</i>" });
    expect(await deliverLetters(services)).toMatchObject({ sent: 1 });
    const [mail = ""] = arrived();
    expect(mail).toContain("Deschidem la &lt;b&gt;21:30&lt;/b&gt;.<br><br>Veniți!");
    expect(mail).toContain("Deschidem la <b>21:30</b>.\r\n\r\nVeniți!");
    expect(mail).toContain("Ora 21:30 &lt;i&gt;sigur&lt;/i&gt;");
    expect(mail).toContain("Luna Plină");
    expect(mail).toContain("https://club.example/profile");
    expect(mail).not.toMatch(/List-Unsubscribe|dezabon|\{\{|undefined/i);
  });

  it("with news goes only to people who agreed to get news, with a link that ends that", async () => {
    const { eventId, buy } = await night();
    const [reader, asked] = [await buy(), await buy(), await buy()];
    for (const [person, status] of [
      [reader, "confirmed"],
      [asked, "pending"],
    ] as const)
      await client.query(
        "INSERT INTO newsletter_subscriptions (id, email, token_hash, status, confirmed_at) VALUES ($1, $2, md5($2) || md5($2), $3, now())",
        [newId(), `${person?.userId}@exemplu.ro`, status],
      );
    const id = await spread(eventId, { kind: "news" });
    expect(await readersOf(id)).toEqual(onlyReaders(reader));
    expect(await deliverLetters(services)).toMatchObject({ sent: 1 });
    const [mail = ""] = arrived();
    expect(mail).toMatch(/^List-Unsubscribe:\s+</m);
    const [, token = ""] = /newsletter\/unsubscribe\?token=([\w-]+)/.exec(mail) ?? [];
    const wrong = `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`;
    expect(await unsubscribeFromNewsletter(services, { token: wrong })).toMatchObject({ ok: false });
    const statusOf = async () =>
      (
        await db`SELECT status FROM newsletter_subscriptions WHERE email = ${`${reader.userId}@exemplu.ro`}`
      )[0].status;
    expect(await statusOf()).toBe("confirmed");
    expect(await unsubscribeFromNewsletter(services, { token })).toMatchObject({ ok: true });
    expect(await statusOf()).toBe("unsubscribed");
  });

  it("does not reach who gave the ticket back, unsubscribed or was spared by a stop meanwhile", async () => {
    const { eventId, buy } = await night();
    const [refunded, reader] = [await buy(), await buy()];
    await client.query(
      "INSERT INTO newsletter_subscriptions (id, email, token_hash, status, confirmed_at) VALUES ($1, $2, md5($2) || md5($2), 'confirmed', now())",
      [newId(), `${reader.userId}@exemplu.ro`],
    );
    await spread(eventId);
    await spread(eventId, { kind: "news" });
    await change(refunded.orderId, "status = 'refunded'");
    await db`UPDATE newsletter_subscriptions SET status = 'unsubscribed'`;
    await makeDue();
    expect(await deliverLetters(services)).toMatchObject({ sent: 1, dead: 2 });
    const id = await spread(eventId);
    await db`UPDATE night_messages SET stopped_at = now(), stopped_by = actor_id WHERE id = ${id}`;
    await makeDue();
    expect(await deliverLetters(services)).toMatchObject({ sent: 0, dead: 1 });
    expect(await stopNightMessage(services, { actor: manager, eventId, id })).toMatchObject({ ok: false });
  });
});

describe("the one copy of an address that several people gave", () => {
  const address = "Ana.Trei@exemplu.ro";
  async function several() {
    const { eventId, buy } = await night();
    const [account, guest, other] = [await buy(), await buy(), await buy()];
    await db`UPDATE profiles SET email = NULL, is_guest = true, contact_email = ${address} WHERE id = ${guest.userId}`;
    await db`UPDATE profiles SET email = ${address.toLowerCase()} WHERE id = ${account.userId}`;
    const id = await spread(eventId);
    expect(await readersOf(id)).toHaveLength(2);
    await makeDue();
    const [copy] =
      await db`SELECT user_id AS "userId" FROM letters WHERE night_message_id = ${id} AND user_id <> ${other.userId}`;
    const [named, unnamed] = copy.userId === account.userId ? [account, guest] : [guest, account];
    await change(other.orderId, "status = 'refunded'");
    return { named, unnamed };
  }
  afterEach(async () => {
    await db`UPDATE profiles SET email = id || '@exemplu.ro' WHERE email = ${address}`;
    await db`UPDATE profiles SET contact_email = id || '@exemplu.ro' WHERE contact_email = ${address}`;
  });

  it("goes while any of them has a ticket, also when the one whom it names gave it back", async () => {
    const { named } = await several();
    await change(named.orderId, "status = 'refunded'");
    expect(await deliverLetters(services)).toMatchObject({ sent: 1, dead: 1 });
  });

  it("does not go when all of them gave theirs back, though others still have tickets", async () => {
    const { named, unnamed } = await several();
    for (const { orderId } of [named, unnamed]) await change(orderId, "status = 'refunded'");
    expect(await deliverLetters(services)).toMatchObject({ sent: 0, dead: 2 });
  });

  it("goes to a person who has a ticket and another address by now", async () => {
    const { named, unnamed } = await several();
    await change(unnamed.orderId, "status = 'refunded'");
    await db`UPDATE profiles SET email = id || '@exemplu.ro' WHERE id = ${named.userId} AND NOT is_guest`;
    expect(await deliverLetters(services)).toMatchObject({ sent: 1, dead: 1 });
  });
});

describe("twenty thousand copies in the queue (47)", () => {
  it("delay no email about a payment, and claiming stays quick", { timeout: 120_000 }, async () => {
    const { eventId, buy } = await night();
    const { userId } = await buy();
    const id = newId();
    await db`INSERT INTO night_messages (id, event_id, kind, type_ids, at_gate, subject, body, actor_id, spread_at, recipients) VALUES (${id}, ${eventId}, 'service', '{}', 'all', 's', 'b', ${manager.userId}, now(), 20000)`;
    await db`INSERT INTO letters (id, kind, dedupe_key, recipient, user_id, night_message_id, message_id, next_at)
       SELECT gen_random_uuid(), 'night_message', 'many:' || n, n || '@exemplu.ro', ${userId}, ${id}, '<many' || n || '@x>', now() - interval '1 hour' FROM generate_series(1, 20000) n`;
    await db`ANALYZE letters`;
    const ticket = await enqueueLetter(client, {
      kind: "ticket_confirmation",
      dedupeKey: `ticket:${id}`,
      recipient: "ana@exemplu.ro",
    });
    const claimed = await claimLetters(client, 12, "club.example");
    expect(claimed.map(({ id }) => id)).toContain(ticket);
    const rows = await client.query(
      `EXPLAIN SELECT id FROM letters WHERE state = 'queued' AND next_at <= now() ORDER BY ${laneInSql}, next_at LIMIT 12`,
    );
    expect(rows.rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("letters_queue_idx");
    await db`UPDATE letters SET state = 'queued' WHERE state = 'inflight' AND night_message_id IS NOT NULL`;

    // a payment while the run is busy with copies: its email goes before all but those already composed
    const late = `late-${userId}@exemplu.ro`;
    const stop = new AbortController();
    const run = deliverLetters(services, stop.signal);
    while (server.accepted.length < 20) await new Promise((resume) => setTimeout(resume, 5));
    await enqueueLetter(client, { kind: "welcome_email", dedupeKey: `late:${id}`, recipient: late, userId });
    const before = server.accepted.length;
    const isThere = () => server.accepted.findIndex((mail) => mail.includes(late));
    while (isThere() === -1) await new Promise((resume) => setTimeout(resume, 5));
    stop.abort();
    await run;
    expect(isThere() - before).toBeLessThan(100);
  });
});
