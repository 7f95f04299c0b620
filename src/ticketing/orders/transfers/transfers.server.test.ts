import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { inDays } from "#test/support/days.ts";
import { paidLines } from "#test/support/paid-lines.ts";
import { openStageWithKeys } from "#test/support/stage.ts";
import { listOwnTickets } from "#ticketing/delivery/ticket-queries.server.ts";
import { admitEntry } from "#ticketing/gate/admit-entry.server.ts";
import { limits } from "#ticketing/limits.ts";
import { forgetBuyer } from "#ticketing/orders/forget-buyer.server.ts";
import { endRestoredRights } from "#ticketing/people/end-restored-rights.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { readOwnExport } from "#ticketing/reports/own-export-queries.server.ts";
import { acceptTicket } from "./accept-ticket.server.ts";
import { forgetTicketNames } from "./forget-ticket-names.server.ts";
import { sendTicket } from "./send-ticket.server.ts";
import { takeBackTicket } from "./take-back-ticket.server.ts";
import { findOfferedTicket, listSentSeats } from "./transfer-queries.server.ts";

const { season, client, db, site } = await openStageWithKeys();
const door = await season.person("gate");

type Person = { readonly userId: Uuid; readonly role: "user" };
async function person(name: string): Promise<Person> {
  const { userId } = await season.person();
  await db`UPDATE profiles SET full_name = ${name} WHERE id = ${userId}`;
  return { userId, role: "user" };
}

type Wish = { quantity?: number; nights?: number; by?: Person };

/** Ana's seats, each with its code of the first night. */
async function bought({ quantity = 2, nights = 1, by }: Wish = {}) {
  const events: Uuid[] = [];
  for (let at = 0; at < nights; at++) events.push(await season.night({ inDays: at, time: null }));
  const family = nights > 1 ? ("season_pass" as const) : ("ordinary" as const);
  const ticketTypeId = await season.ticketType({ events, family });
  const ana = by ?? (await person("Ana Pop"));
  const line = { ticketTypeId, quantity, codePer: "person" as const };
  const order = await paidLines(client, { userId: ana.userId, events, family, lines: [line] });
  const tickets = await listOwnTickets(site, ana);
  const [purchaseId = "", other = ""] = tickets.map((ticket) => ticket.purchaseId);
  return { ...order, ana, events, tickets, purchaseId, other };
}

const send = (actor: Person, purchaseId: string, more: { name?: string; email?: string } = {}) =>
  sendTicket(site, { actor, purchaseId, name: null, email: null, ...more });
const accept = (actor: Person, secret: string) => acceptTicket(site, { actor, secret });

/** The secret of a new link. */
async function linkOf(actor: Person, purchaseId: string): Promise<string> {
  const sent = await send(actor, purchaseId);
  if (!sent.ok || sent.value.by !== "link") throw new Error("no link");
  return new URL(sent.value.link).searchParams.get("token") ?? "";
}
const enter = async (eventId: string, code: string, group?: string) => {
  const answer = await admitEntry(site, {
    operator: { userId: door.userId, role: "gate" as const },
    deviceId: newId(),
    nonce: newId(),
    eventId: eventId as Uuid,
    code,
    entries: 1,
    ...(group ? { group } : {}),
  });
  return answer.ok ? answer.value.verdict : answer.refusal.reason;
};
const lettersTo = async ({ userId }: Person) => {
  const rows =
    await db`SELECT kind FROM letters WHERE recipient = ${userId}::uuid || '@exemplu.ro' AND dedupe_key NOT LIKE 'tickets:%' ORDER BY kind`;
  return rows.map(({ kind }) => kind);
};
const refusedFor = (reason: string) => ({ ok: false, refusal: { reason } });

describe("sending a ticket", () => {
  it("is undone by a restore while nobody has accepted it: its link opens nothing, and it is sent anew", async () => {
    const { ana, purchaseId } = await bought();
    const vlad = await person("Vlad Ionescu");
    const secret = await linkOf(ana, purchaseId);
    await endRestoredRights(client);
    expect(await accept(vlad, secret)).toMatchObject({ ok: false });
    expect(await db`SELECT state FROM transfers WHERE from_id = ${ana.userId}`).toEqual([
      { state: "taken_back" },
    ]);
    expect((await accept(vlad, await linkOf(ana, purchaseId))).ok).toBe(true);
  });

  it("by a link changes nothing until the friend accepts it; then the old code is over and the new one admits", async () => {
    const { ana, events, tickets, purchaseId, orderId } = await bought();
    const [night = ""] = events;
    const vlad = await person("Vlad Ionescu");
    const secret = await linkOf(ana, purchaseId);
    const offered = await findOfferedTicket(site, secret);
    expect(offered).toMatchObject({ from: "Ana", isOpen: true, toId: null, typeName: "Intrare generală" });
    expect(await listOwnTickets(site, ana)).toHaveLength(2);

    expect(await accept(vlad, secret)).toEqual({ ok: true, value: { purchaseId, orderId, isEmailed: true } });
    const [sent] = tickets;
    expect(await enter(night, sent?.code?.qr ?? "")).toBe("replaced");
    expect(await enter(night, sent?.label ?? "", sent?.code?.group)).toBe("invalid");
    const [received, ...more] = await listOwnTickets(site, vlad);
    expect(more).toEqual([]);
    expect(received).toMatchObject({
      purchaseId,
      holderName: "Vlad Ionescu",
      totalPrice: null,
      orderNumber: null,
      position: null,
      secretVersion: 2,
    });
    expect(await enter(night, received?.code?.qr ?? "")).toBe("admitted");
    const kept = await listOwnTickets(site, ana);
    expect(kept.map(({ position }) => position)).toEqual([{ no: 2, of: 2 }]);
    expect([await lettersTo(vlad), await lettersTo(ana)]).toEqual([
      ["ticket_confirmation"],
      ["ticket_accepted"],
    ]);
    const [own, his] = [await readOwnExport(site, ana), await readOwnExport(site, vlad)];
    expect(own.tickets.map(({ total_price }) => total_price)).toEqual([11_000]);
    expect(own.transfers).toMatchObject([{ state: "accepted", seat_no: 1 }]);
    expect([his.tickets.map(({ total_price }) => total_price), his.transfers]).toEqual([[null], []]);
  });

  it("a link works once: not for a second person, not for the sender; again for the person who accepted it nothing changes", async () => {
    const { ana, purchaseId } = await bought();
    const [vlad, mara] = [await person("Vlad"), await person("Mara")];
    const secret = await linkOf(ana, purchaseId);
    expect(await accept(ana, secret)).toEqual(refusedFor("own"));
    expect((await accept(vlad, secret)).ok).toBe(true);
    expect((await accept(vlad, secret)).ok).toBe(true);
    expect(await accept(mara, secret)).toEqual(refusedFor("gone"));
    expect(await lettersTo(vlad)).toEqual(["ticket_confirmation"]);
    expect(await listOwnTickets(site, vlad)).toMatchObject([{ secretVersion: 2 }]);
    expect(await send(ana, purchaseId)).toEqual(refusedFor("not_found"));
  });

  it("a new link ends the one before, and taking it back ends it for good", async () => {
    const { ana, purchaseId } = await bought();
    const vlad = await person("Vlad");
    const first = await linkOf(ana, purchaseId);
    const second = await linkOf(ana, purchaseId);
    expect(await accept(vlad, first)).toEqual(refusedFor("gone"));
    expect(await takeBackTicket(site, { actor: vlad, purchaseId })).toEqual(refusedFor("not_waiting"));
    expect(await takeBackTicket(site, { actor: ana, purchaseId })).toEqual({ ok: true, value: null });
    expect(await takeBackTicket(site, { actor: ana, purchaseId })).toEqual(refusedFor("not_waiting"));
    expect(await accept(vlad, second)).toEqual(refusedFor("gone"));
    expect((await findOfferedTicket(site, second))?.isOpen).toBe(false);
    expect(await findOfferedTicket(site, "A".repeat(43))).toBeUndefined();
    expect(await accept(vlad, "nimic")).toEqual(refusedFor("gone"));
  });

  it("a friend may send it on, three times in all; each time the code is another one", async () => {
    const { ana, purchaseId } = await bought();
    const chain = [ana, await person("Unu"), await person("Doi"), await person("Trei")];
    for (let at = 0; at < limits.transfersPerSeat; at++) {
      const secret = await linkOf(chain[at] as Person, purchaseId);
      expect((await accept(chain[at + 1] as Person, secret)).ok).toBe(true);
    }
    const last = chain.at(-1) as Person;
    expect(await listOwnTickets(site, last)).toMatchObject([{ secretVersion: 4 }]);
    expect(await send(last, purchaseId)).toEqual(refusedFor("too_often"));
  });

  it("a pass is offered with its nights to come, and told to its sender with them while one is to come", async () => {
    const { ana, events, purchaseId } = await bought({ nights: 3, quantity: 1 });
    const [first, second = "", third = ""] = events;
    await db`UPDATE events SET date = ${inDays(-3)}, title = 'Trecută' WHERE id = ${first}`;
    await db`UPDATE events SET title = 'A doua' WHERE id = ${second}`;
    await db`UPDATE events SET title = 'A treia' WHERE id = ${third}`;
    const vlad = await person("Vlad");
    const sent = await send(ana, purchaseId, { name: "Vlad cel mic" });
    const secret =
      sent.ok && sent.value.by === "link" ? new URL(sent.value.link).searchParams.get("token") : null;
    const offered = await findOfferedTicket(site, secret ?? "");
    expect(offered?.nights.map(({ title }) => title)).toEqual(["A doua", "A treia"]);
    expect(await listSentSeats(site, ana.userId)).toEqual([]);

    expect((await accept(vlad, secret ?? "")).ok).toBe(true);
    const told = await listSentSeats(site, ana.userId);
    expect(told).toMatchObject([{ name: "Vlad cel mic", family: "season_pass" }]);
    expect(told[0]?.nights.map(({ title }) => title)).toEqual(["A doua", "A treia"]);
    expect(await listSentSeats(site, vlad.userId)).toEqual([]);
    const onDay = (days: number) =>
      client.query("UPDATE events SET date = $2 WHERE id = ANY ($1)", [[second, third], inDays(days)]);
    await onDay(-3);
    expect(await listSentSeats(site, ana.userId)).toEqual([]);
    await onDay(7);
    const back = await linkOf(vlad, purchaseId);
    expect((await accept(ana, back)).ok).toBe(true);
    expect(await listSentSeats(site, ana.userId)).toEqual([]);
  });

  it("a pass goes whole: all its nights have the receiver and another code", async () => {
    const { ana, purchaseId, orderId } = await bought({ nights: 3, quantity: 1 });
    const vlad = await person("Vlad");
    expect((await accept(vlad, await linkOf(ana, purchaseId))).ok).toBe(true);
    const rows =
      await db`SELECT DISTINCT user_id, secret_version FROM ticket_purchases WHERE order_id = ${orderId}`;
    expect(rows).toEqual([{ user_id: vlad.userId, secret_version: 2 }]);
    expect(await listOwnTickets(site, ana)).toEqual([]);
    expect(await lettersTo(vlad)).toEqual(["season_pass_confirmation"]);
  });

  it("not after an entry, not another's, not past the doors, not while its money is disputed", async () => {
    const { ana, events, tickets, purchaseId, other, orderId } = await bought();
    const secret = await linkOf(ana, other);
    expect(await enter(events[0] ?? "", tickets[0]?.code?.qr ?? "")).toBe("admitted");
    expect(await send(ana, purchaseId)).toEqual(refusedFor("used"));
    expect(await send(await person("Străin"), other)).toEqual(refusedFor("not_found"));
    expect(await send(ana, newId())).toEqual(refusedFor("not_found"));
    await db`UPDATE ticket_purchases SET suspended = 'dispute' WHERE order_id = ${orderId}`;
    expect(await accept(await person("Vlad"), secret)).toEqual(refusedFor("gone"));
    await db`UPDATE ticket_purchases SET suspended = NULL WHERE order_id = ${orderId}`;
    await db`UPDATE events SET doors = '00:00' WHERE id = ${events[0]}`;
    expect(await accept(await person("Vlad"), secret)).toEqual(refusedFor("gone"));
    expect(await send(ana, other)).toEqual(refusedFor("over"));
    await db`UPDATE transfers SET state = 'ended', ended_at = now() WHERE order_id = ${orderId}`;
  });
});

describe("sending a ticket by email", () => {
  const letters = async (orderId: string) =>
    await db`SELECT l.recipient, l.user_id, l.order_id, l.variables FROM letters l JOIN transfers t ON l.dedupe_key = 'transfer:' || t.id WHERE t.order_id = ${orderId} ORDER BY t.created_at`;

  it("an id that is none is refused like a ticket that there is not", async () => {
    const ana = await person("Ana Pop");
    for (const id of ["nu e un bilet", newId()]) expect(await send(ana, id)).toEqual(refusedFor("not_found"));
  });

  it("is one email with the link, and the same address again is none", async () => {
    const { ana, purchaseId, orderId } = await bought();
    const sent = { ok: true, value: { by: "email", recipient: "vlad@exemplu.ro" } };
    expect(await send(ana, purchaseId, { email: "vlad@exemplu.ro", name: "Vlad" })).toEqual(sent);
    expect(await send(ana, purchaseId, { email: "vlad@exemplu.ro" })).toEqual(sent);
    const [letter, ...more] = await letters(orderId);
    expect(more).toEqual([]);
    expect(letter).toMatchObject({ recipient: "vlad@exemplu.ro", user_id: null, order_id: null });
    expect(Object.keys(letter.variables).sort()).toEqual(["action_url", "transfer"]);
    const secret = new URL(letter.variables.action_url).searchParams.get("token") ?? "";
    const rows = await db`SELECT t::text AS row FROM transfers t WHERE order_id = ${orderId}`;
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect((await accept(await person("Vlad"), secret)).ok).toBe(true);
  });

  it("needs a proven address, and is not for one's own; a link needs neither", async () => {
    const { ana, purchaseId } = await bought();
    expect(await send(ana, purchaseId, { email: `${ana.userId}@exemplu.ro` })).toEqual(
      refusedFor("own_address"),
    );
    await db`UPDATE identity."user" SET email_verified = false WHERE id = ${ana.userId}`;
    expect(await send(ana, purchaseId, { email: "vlad@exemplu.ro" })).toEqual(refusedFor("unproven"));
    expect((await send(ana, purchaseId)).ok).toBe(true);
  });

  it("is sent five times a day by one account, over all its orders, also at once", async () => {
    const ana = await person("Ana Pop");
    const ids: string[] = [];
    for (let n = 0; n < 8; n++) ids.push(...(await bought({ quantity: 1, by: ana })).purchaseIds);
    const at = (n: number) => ({ email: `prieten-${n}@exemplu.ro` });
    const answers = await Promise.all(ids.map((id, n) => send(ana, id, at(n))));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(limits.ticketEmailsPerAccountAndDay);
    expect(await send(ana, ids[0] ?? "", at(9))).toEqual(refusedFor("too_many_emails"));
    await db`UPDATE transfers SET created_at = created_at - interval '25 hours' WHERE from_id = ${ana.userId}`;
    expect((await send(ana, ids[0] ?? "", at(9))).ok).toBe(true);
  });
});

describe("forgetting sent tickets", () => {
  const named = async (orderId: string) => {
    const rows =
      await db`SELECT t.name, t.recipient, t.state, p.holder_name AS holder FROM transfers t JOIN ticket_purchases p ON (p.order_id, p.seat_no) = (t.order_id, t.seat_no) WHERE t.order_id = ${orderId} ORDER BY t.seat_no`;
    return rows.map(({ name, recipient, state, holder }) => [name, recipient, state, holder]);
  };
  async function sentBoth() {
    const sold = await bought();
    const vlad = await person("Vlad");
    await send(sold.ana, sold.purchaseId, { name: "Vlad de la mare" });
    const rows = await db`SELECT id FROM transfers WHERE order_id = ${sold.orderId}`;
    const secret = await linkOf(sold.ana, sold.purchaseId);
    await db`DELETE FROM transfers WHERE id = ${rows[0].id}`;
    await db`UPDATE transfers SET name = 'Vlad de la mare' WHERE order_id = ${sold.orderId}`;
    await accept(vlad, secret);
    await send(sold.ana, sold.other, { name: "Mara", email: "mara@exemplu.ro" });
    return { ...sold, vlad };
  }

  it("names and addresses go thirty days after the night, and so does the name on the ticket", async () => {
    const { orderId, events } = await sentBoth();
    const at = (days: number) =>
      db`UPDATE events SET date = (now() AT TIME ZONE 'Europe/Bucharest')::date - ${days}::int WHERE id = ${events[0]}`;
    await at(30);
    await forgetTicketNames(site);
    expect(await named(orderId)).toEqual([
      ["Vlad de la mare", null, "accepted", "Vlad"],
      ["Mara", "mara@exemplu.ro", "waiting", "Ana Pop"],
    ]);
    // Its night runs on into the day after its date: after midnight that is today.
    await at(32);
    await forgetTicketNames(site);
    expect(await named(orderId)).toEqual([
      [null, null, "accepted", null],
      [null, null, "waiting", "Ana Pop"],
    ]);
  });

  it("who erases the account leaves accepted tickets to the friends, and ends the links that wait", async () => {
    const { orderId, ana, vlad } = await sentBoth();
    expect((await forgetBuyer(site, { userId: ana.userId })).ok).toBe(true);
    expect(await named(orderId)).toEqual([
      [null, null, "accepted", "Vlad"],
      [null, null, "ended", null],
    ]);
    expect(await listOwnTickets(site, vlad)).toHaveLength(1);
  });

  it("what was written of somebody who erases the account goes too", async () => {
    const { orderId, vlad } = await sentBoth();
    await db`UPDATE profiles SET email = 'mara@exemplu.ro' WHERE id = ${vlad.userId}`;
    expect((await forgetBuyer(site, { userId: vlad.userId })).ok).toBe(true);
    expect(await named(orderId)).toEqual([
      [null, null, "accepted", null],
      [null, null, "waiting", "Ana Pop"],
    ]);
  });
});

it("after all of them every seat is held by the person who bought or accepted it (T1)", async () => {
  expect(
    await findViolations(
      client,
      dataInvariants.filter(({ id }) => id === "T1"),
    ),
  ).toEqual([]);
});
