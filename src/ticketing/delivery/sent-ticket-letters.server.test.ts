/** The emails about a ticket that is sent to a friend, accepted and ended. */

import { expect, it } from "vitest";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { queuedLetter, writtenLetter } from "#test/support/written-letter.ts";
import { settleDisputes } from "#ticketing/orders/payment/settle-disputes.server.ts";
import { acceptTicket } from "#ticketing/orders/transfers/accept-ticket.server.ts";
import { declineTicket } from "#ticketing/orders/transfers/decline-ticket.server.ts";
import { sendTicket } from "#ticketing/orders/transfers/send-ticket.server.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { composeLetter } from "./compose-letter.server.ts";
import { isTokenOfTickets } from "./order-link.server.ts";

const { season, db, site, keys, soldLines, seatsOf, refund } = await openMoneyStage();

const composed = async (recipient: string, kind: string) =>
  composeLetter(site, await queuedLetter(db, { recipient, kind }));
const written = (recipient: string, kind: string) => writtenLetter(db, site, { recipient, kind });
async function person(name: string) {
  const { userId } = await season.person();
  await db`UPDATE profiles SET full_name = ${name} WHERE id = ${userId}`;
  return { userId, role: "user" as const, email: `${userId}@exemplu.ro` };
}

/** Ioana's two seats, one of which is sent by email. */
async function sentByEmail(name = "Ioana Exemplu", about: { nights?: number } = {}) {
  const { orderId, paymentId, buyer, nights } = await soldLines([{ quantity: 2, codePer: "person" }], about);
  await db`UPDATE profiles SET full_name = ${name} WHERE id = ${buyer.userId}`;
  const rows = await db`SELECT id FROM ticket_purchases WHERE order_id = ${orderId} ORDER BY seat_no`;
  const recipient = `prieten-${orderId}@exemplu.ro`;
  const actor = { userId: buyer.userId, role: "user" as const };
  await sendTicket(site, { actor, purchaseId: rows[0]?.id ?? "", name: "Vlad cel Mare", email: recipient });
  return { orderId, paymentId, nights, actor, recipient, buyer: `${buyer.userId}@exemplu.ro` };
}
async function secretIn(recipient: string): Promise<string> {
  const { text } = await written(recipient, "ticket_for_you");
  return /token=([\w-]{43})/.exec(text)?.[1] ?? "";
}

it("says who sends which ticket, until when and where to accept it, and nothing that admits (44, 74)", async () => {
  const { recipient, orderId, nights } = await sentByEmail();
  await db`UPDATE events SET time = '22:00' WHERE id = ${nights[0]}`;
  const { to, subject, text, html, attachments } = await written(recipient, "ticket_for_you");
  expect([to, subject]).toEqual([recipient, expect.stringMatching(/^Ioana ți-a trimis un bilet: /)]);
  const rows = await db`SELECT ticket_code AS label FROM ticket_purchases WHERE order_id = ${orderId}`;
  for (const part of [text, html]) {
    expect(part).toMatch(/\/primeste\?token=[\w-]{43}/);
    expect(part).toMatch(/până \p{L}+, \d{1,2} \p{L}+ \d{4}, \d\d:\d\d/u);
    for (const { label } of rows) expect(part).not.toContain(label);
    expect(part).not.toMatch(/Exemplu|Vlad|\d LEI|\{\{/);
  }
  expect(attachments).toBeUndefined();
});

it("says doors and age where the night has them, and has no empty line where not", async () => {
  const { recipient, orderId } = await sentByEmail();
  const plain = await written(recipient, "ticket_for_you");
  for (const part of [plain.text, plain.html]) expect(part).not.toMatch(/Ușile|Vârsta/);
  await db`UPDATE events SET doors = '21:00', ends = '05:00', minimum_age = 18 WHERE id = (SELECT event_id FROM ticket_purchases WHERE order_id = ${orderId} LIMIT 1)`;
  const { text, html } = await written(recipient, "ticket_for_you");
  expect(text).toContain("Ușile: 21:00, până la 05:00\nVârsta: 18+, cu act de identitate");
  for (const part of ["21:00, până la 05:00", "18+, cu act de identitate"]) expect(html).toContain(part);
});

it("has no other word of the sender's, whatever the account is called (74)", async () => {
  const { recipient } = await sentByEmail("Câștigă Zece Mii De Lei Acum");
  const { subject, text, html } = await written(recipient, "ticket_for_you");
  expect(subject).toMatch(/^Câștigă ți-a trimis un bilet: /);
  for (const part of [text, html]) expect(part).not.toMatch(/Zece|Mii|Acum|Vlad/);
});

it("says of a ticket that was split what it admits, beside its type", async () => {
  const { recipient, orderId } = await sentByEmail();
  await db`UPDATE tickets SET entries = 2 WHERE id = (SELECT ticket_type_id FROM ticket_purchases WHERE order_id = ${orderId} LIMIT 1)`;
  expect((await written(recipient, "ticket_for_you")).text).toMatch(/^Tip: .+, 1 intrare$/m);
});

it("is not sent once the ticket was taken back or accepted", async () => {
  const { recipient, orderId } = await sentByEmail();
  await db`UPDATE transfers SET state = 'taken_back', ended_at = now() WHERE order_id = ${orderId}`;
  expect(await composed(recipient, "ticket_for_you")).toMatchObject({ kind: "void" });
});

it("the friend gets the ticket without its price, the sender hears who has it, and both hear of a refund (44)", async () => {
  const { recipient, orderId, buyer } = await sentByEmail();
  const vlad = await person("Vlad Ionescu");
  expect((await acceptTicket(site, { actor: vlad, secret: await secretIn(recipient) })).ok).toBe(true);
  expect(await composed(recipient, "ticket_for_you")).toMatchObject({ kind: "void" });

  const ticket = await written(vlad.email, "ticket_confirmation");
  expect(ticket.subject).toMatch(/^Biletul tău: /);
  for (const part of [ticket.text, ticket.html]) {
    expect(part).toContain("Vlad Ionescu");
    expect(part).not.toMatch(/LEI|ai cumpărat|\{\{/);
  }
  expect(ticket.attachments).toHaveLength(3);
  const told = await written(buyer, "ticket_accepted");
  expect(told.text).toContain("Vlad a acceptat biletul");
  expect(told.text).not.toMatch(/Ionescu|\{\{/);

  const [first] = await seatsOf(orderId);
  await refund(orderId, { kind: "seats", seats: [first?.id ?? ""] });
  const ended = await written(vlad.email, "ticket_ended");
  expect(ended.text).toContain("nu mai este valabil");
  const [seat] = await db`SELECT ticket_code AS code FROM ticket_purchases WHERE bundle_id = ${first?.id}`;
  for (const part of [ended.text, ended.html]) {
    expect(part).toContain("1 × Intrare generală, ");
    expect(part).toContain(seat?.code);
  }
  expect(ended.text).not.toMatch(/\d LEI|Ioana|\{\{/);
  await written(buyer, "payment_returned");
});

it("a friend hears that a dispute shuts the ticket out and that it admits again, once each, while the night is to come", async () => {
  const { recipient, paymentId, nights, buyer } = await sentByEmail();
  const vlad = await person("Vlad Ionescu");
  await acceptTicket(site, { actor: vlad, secret: await secretIn(recipient) });
  const toldOf = async (says: "needs_response" | "won") => {
    await site.provider.dispute(paymentId, says);
    for (const _again of [1, 2]) await settleDisputes(site, paymentId);
    const letters = await db`SELECT recipient, variables->>'turn' AS turn FROM letters
      WHERE kind = 'ticket_ended' AND recipient IN (${vlad.email}, ${buyer}) ORDER BY created_at`;
    return letters.map(({ recipient, turn }) => [recipient, turn]);
  };
  const disputed = [vlad.email, "disputed"];
  expect(await toldOf("needs_response")).toEqual([disputed]);
  const shut = await written(vlad.email, "ticket_ended");
  expect(shut.subject).toMatch(/^Biletul primit nu intră acum: /);
  for (const part of [shut.text, shut.html]) {
    expect(part).toContain("O lămurește cine l-a plătit.");
    expect(part).not.toMatch(/\d LEI|Ioana|\{\{|nu mai este valabil/);
  }
  expect(await toldOf("won")).toEqual([disputed, [vlad.email, "resumed"]]);
  expect((await written(vlad.email, "ticket_ended")).text).toContain("intră din nou la poartă");

  const later = await sentByEmail();
  await acceptTicket(site, { actor: vlad, secret: await secretIn(later.recipient) });
  await db`UPDATE events SET date = date - 400 WHERE id IN (${later.nights[0]}, ${nights[0]})`;
  await site.provider.dispute(later.paymentId, "needs_response");
  await settleDisputes(site, later.paymentId);
  const [told] =
    await db`SELECT count(*)::int AS n FROM letters WHERE kind = 'ticket_ended' AND recipient = ${vlad.email}`;
  expect(told?.n).toBe(2);
});

it("every letter about a sent pass is of the pass and its nights, none of a ticket for the first (44)", async () => {
  const { recipient, nights, buyer } = await sentByEmail("Ioana Exemplu", { nights: 3 });
  for (const [no, id] of nights.entries())
    await db`UPDATE events SET title = ${`Seara ${no}`}, doors = ${no === 2 ? null : "20:00"} WHERE id = ${id}`;
  const offer = await written(recipient, "ticket_for_you");
  expect(offer.subject).toMatch(/^Ioana ți-a trimis un abonament: (?!Seara)/);
  for (const part of [offer.text, offer.html]) {
    expect(part).toContain(
      "Abonamentul e plătit. Deschide pagina, intră în contul tău și apasă „Accept abonamentul”",
    );
    expect(part).toContain("3 nopți, prima: ");
    for (const no of [0, 1, 2]) expect(part).toContain(`Seara ${no}: `);
    // the last night has no hour, so the link ends with its day
    expect(part).toMatch(/până la sfârșitul zilei de \p{L}+, \d/u);
    expect(part).not.toMatch(/un bilet|[Bb]iletul|Ușile|00:00|\{\{/);
  }
  const vlad = await person("Vlad Ionescu");
  expect((await acceptTicket(site, { actor: vlad, secret: await secretIn(recipient) })).ok).toBe(true);

  const codes = await written(vlad.email, "season_pass_confirmation");
  expect(codes.subject).toBe("Intrare generală: codurile tale");
  expect(codes.text).not.toContain("Ușile");
  for (const no of [0, 1, 2]) expect(codes.text).toMatch(new RegExp(`^Seara ${no}, .* · SEASON-`, "m"));
  expect(codes.html).toMatch(/Seara 1 · [^<]* · ușile 20:00/);
  expect(codes.html).not.toMatch(/Seara 2 · [^<]*ușile|<h1[^>]*>Seara/);

  const told = await written(buyer, "ticket_accepted");
  for (const part of [told.subject, told.text, told.html])
    expect(part).not.toMatch(/[Bb]iletul |biletul,|Codul|\{\{/);
  expect(told.text).toContain(
    "Vlad a acceptat abonamentul pe care l-ai trimis. Codurile pe care le aveai nu mai intră",
  );
});

it("a friend without an account gets a link to that ticket alone, and a guest who sent it to the own order (56)", async () => {
  const { recipient, orderId, actor } = await sentByEmail("Maria Fără Cont");
  const secret = await secretIn(recipient);
  await db`UPDATE profiles SET is_guest = true, contact_email = email, email = NULL WHERE id = ${actor.userId}`;
  const { userId } = await makeGuest(site, { email: recipient, fullName: "Vlad Ionescu", phone: null });
  expect((await acceptTicket(site, { actor: { userId, role: "user" }, secret })).ok).toBe(true);
  const ticket = await written(recipient, "ticket_confirmation");
  const told = await written(`${actor.userId}@exemplu.ro`, "ticket_accepted");
  const tokens = [ticket, told].map(
    ({ text }) => new RegExp(`/orders/${orderId}\\?token=([\\w-]+)`).exec(text)?.[1],
  );
  const linked = { orderId, version: 1 };
  expect(isTokenOfTickets(keys, { ...linked, holderId: userId }, tokens[0] ?? "")).toBe(true);
  expect(isTokenOfTickets(keys, { ...linked, holderId: null }, tokens[0] ?? "")).toBe(false);
  expect(isTokenOfTickets(keys, { ...linked, holderId: null }, tokens[1] ?? "")).toBe(true);
  expect(told.text).toContain("Vlad a acceptat biletul");
  // the picture of the text part opens without an account too
  expect(ticket.text).toContain(`qr.png?order=${orderId}&token=${tokens[0]}`);
  expect(ticket.text).not.toMatch(/\/profile|LEI|\{\{/);
});

it("who declines a ticket is not named to the sender, who keeps it", async () => {
  const { recipient, buyer } = await sentByEmail();
  expect((await declineTicket(site, { secret: await secretIn(recipient) })).ok).toBe(true);
  const { subject, text, html } = await written(buyer, "ticket_declined");
  expect(subject).toMatch(/^Biletul trimis a rămas la tine: /);
  for (const part of [text, html]) {
    expect(part).toContain("rămâne la tine");
    expect(part).not.toMatch(/Vlad|\{\{/);
  }
});

it("what waits ends when its seat is refunded, and the other seat goes on", async () => {
  const { recipient, orderId } = await sentByEmail();
  const secret = await secretIn(recipient);
  const [first] = await seatsOf(orderId);
  await refund(orderId, { kind: "seats", seats: [first?.id ?? ""] });
  expect(await db`SELECT state FROM transfers WHERE order_id = ${orderId}`).toEqual([{ state: "ended" }]);
  expect((await acceptTicket(site, { actor: await person("Vlad"), secret })).ok).toBe(false);
});
