/** One ticket for each code: what its buyer reads, what somebody who received one reads, and what their letters say. */

import { describe, expect, it } from "vitest";
import type { MailMessage } from "#platform/mail/mail-message.ts";
import { inDays } from "#test/support/days.ts";
import { paidLines } from "#test/support/paid-lines.ts";
import { qrInPicture } from "#test/support/read-qr.ts";
import { openStageWithKeys } from "#test/support/stage.ts";
import { queuedLetter, writtenLetter } from "#test/support/written-letter.ts";
import { splitCode } from "#ticketing/orders/split-code.server.ts";
import { resendTickets } from "./resend-tickets.server.ts";
import { showLetter } from "./show-letter.server.ts";
import { findPrintableTickets, findTicket, listOwnCodes, listOwnTickets } from "./ticket-queries.server.ts";

const { season, client, db, site } = await openStageWithKeys();

/** Two general tickets and one for before 23:00, a code for each person. */
async function three({ nights = 1 } = {}) {
  const events = [];
  for (let night = 0; night < nights; night++) events.push(await season.night({ inDays: 3 + night }));
  const family = nights > 1 ? ("season_pass" as const) : ("ordinary" as const);
  const general = await season.ticketType({ events, title: "Intrare generală", family });
  const early = await season.ticketType({ events, title: "Intrare înainte de 23:00", family });
  const { userId } = await season.person();
  const order = await paidLines(client, {
    userId,
    events,
    family,
    lines: [
      { ticketTypeId: general, quantity: 2, price: 8_000, title: "Intrare generală" },
      { ticketTypeId: early, quantity: 1, price: 6_000, title: "Intrare înainte de 23:00" },
    ],
  });
  return { ...order, buyer: { userId, role: "user" as const } };
}

/** The third ticket of it goes to a friend. */
async function sentOn() {
  const order = await three();
  const friend = await season.person();
  const last = order.purchaseIds.at(-1) ?? "";
  await db`UPDATE ticket_purchases SET user_id = ${friend.userId}, holder_name = 'Mara' WHERE id = ${last}`;
  return { ...order, last, friend: { userId: friend.userId, role: "user" as const } };
}

const sent = (orderId: string, userId: string) => writtenLetter(db, site, { orderId, userId });

/** The pages of a PDF, without reading its fonts. */
const pdfOf = ({ attachments = [] }: MailMessage) =>
  attachments.find(({ contentType }) => contentType === "application/pdf")?.content ?? "";
const pagesOf = (letter: MailMessage) =>
  Buffer.from(pdfOf(letter))
    .toString("latin1")
    .match(/\/Type \/Page\b/g)?.length ?? 0;

describe("an order with a code for each person", () => {
  it("is a ticket for each code, in the order of lines and seats, with its place and its own price", async () => {
    const { buyer, orderId, purchaseIds } = await three();
    const tickets = await listOwnTickets(site, buyer);
    expect(
      tickets.map(({ purchaseId, position, typeName, totalPrice, entriesTotal, quantity }) => [
        purchaseId,
        position?.no,
        position?.of,
        typeName,
        totalPrice,
        entriesTotal,
        quantity,
      ]),
    ).toEqual([
      [purchaseIds[0], 1, 3, "Intrare generală", 8_000, 1, 1],
      [purchaseIds[1], 2, 3, "Intrare generală", 8_000, 1, 1],
      [purchaseIds[2], 3, 3, "Intrare înainte de 23:00", 6_000, 1, 1],
    ]);
    expect(new Set(tickets.map(({ code }) => code?.group)).size).toBe(3);
    // a night that is over has them in the same order
    await db`UPDATE events SET date = ${inDays(-3)} WHERE id = ${tickets[0]?.eventId}`;
    const over = await listOwnTickets(site, buyer);
    expect(over.map(({ isOver, position }) => [isOver, position?.no])).toEqual([
      [true, 1],
      [true, 2],
      [true, 3],
    ]);
    await db`UPDATE ticket_purchases SET status = 'refunded' WHERE id = ${purchaseIds[1]}`;
    // what is printed on the others stays true
    expect((await listOwnTickets(site, buyer)).map(({ position }) => position?.no)).toEqual([1, 3]);
    const all = await listOwnCodes(site, buyer);
    expect(all.map(({ status, code }) => [status, code !== null])).toEqual([
      ["paid", true],
      ["refunded", false],
      ["paid", true],
    ]);
    expect(all.every((one) => one.orderId === orderId)).toBe(true);
  });

  it.each(["refund", "dispute"])(
    "has no code, page or letter of what is suspended by a %s, until that is over (I18)",
    async (because) => {
      const { buyer, orderId, purchaseIds } = await three();
      const [first = "", second = ""] = purchaseIds;
      const suspend = (to: string | null) =>
        client.query("UPDATE ticket_purchases SET suspended = $2 WHERE id = $1", [first, to]);
      const withCode = async () =>
        (await listOwnTickets(site, buyer)).map(({ suspended, code }) => [suspended, code !== null]);
      await suspend(because);
      expect(await withCode()).toEqual([
        [because, false],
        [null, true],
        [null, true],
      ]);
      expect((await findTicket(site, buyer, first))?.code).toBeNull();
      expect(await findPrintableTickets(site, buyer, first, "seat")).toEqual([]);
      expect(await findPrintableTickets(site, buyer, second, "order")).toHaveLength(2);
      expect(pagesOf(await sent(orderId, buyer.userId))).toBe(2);
      expect(await resendTickets(site, { actor: buyer, purchaseId: first })).toMatchObject({
        refusal: { reason: "not_valid" },
      });
      await suspend(null);
      expect(await withCode()).toEqual([
        [null, true],
        [null, true],
        [null, true],
      ]);
      expect(await findPrintableTickets(site, buyer, first, "seat")).toHaveLength(1);
    },
  );

  it("prints a ticket alone, and all of the order together; of a pass, one person's nights or everybody's", async () => {
    const pass = await three({ nights: 2 });
    const printed = async (id: string, scope: "seat" | "order") =>
      (await findPrintableTickets(site, pass.buyer, id, scope))?.map(({ lineNo, seatNo, label }) => [
        lineNo,
        seatNo,
        label.slice(-2),
      ]);
    const [, , third = ""] = pass.purchaseIds;
    expect(await printed(third, "seat")).toEqual([
      [1, 2, "01"],
      [1, 2, "02"],
    ]);
    expect(await printed(third, "order")).toHaveLength(6);
    const night = await three();
    expect(await findPrintableTickets(site, night.buyer, night.purchaseIds[1] ?? "", "seat")).toHaveLength(1);
  });

  it("brings one letter with all codes, each with its check group, and a page for each person", async () => {
    const { orderId, buyer, purchaseIds } = await three();
    await db`UPDATE ticket_purchases SET holder_name = ${"<b>Ana</b> {{ticket_code}}"} WHERE order_id = ${orderId}`;
    const tickets = await listOwnTickets(site, buyer);
    const letter = await sent(orderId, buyer.userId);
    expect(letter.subject).toBe("Biletele tale: Noapte de probă");
    for (const { label, code, typeName, position } of tickets) {
      const line = `Biletul ${position?.no} din 3 · ${typeName} · ${label} · grupa de control ${code?.group}`;
      expect(letter.text).toContain(line);
      // each has its own picture, which the letter shows beside its name
      const seat = letter.html.split(`Biletul ${position?.no} din 3`)[1]?.split("</td></tr></table>")[0];
      for (const words of [
        "&lt;b&gt;Ana&lt;/b&gt; {{ticket_code}}<",
        label,
        `grupa de control <b>${code?.group}</b>`,
        typeName,
      ])
        expect(seat).toContain(words);
      const picture = letter.attachments?.find(({ filename }) => filename === `${label}.png`);
      expect(letter.html).toContain(`src="cid:${picture?.cid}"`);
      expect(await qrInPicture(Buffer.from(picture?.content ?? ""))).toEqual([code?.qr]);
    }
    // the first is the buyer's own
    expect(letter.html.match(/\/profile\/send\/[0-9a-f-]{36}/g)).toEqual(
      purchaseIds.slice(1).map((id) => `/profile/send/${id}`),
    );
    const calendar = letter.attachments?.find(({ contentType }) => contentType.startsWith("text/calendar"));
    expect(pagesOf(letter)).toBe(3);
    expect(String(calendar?.content).match(/BEGIN:VEVENT/g)).toHaveLength(1);
  });

  it("says in the letter until which hour a type lets in, and on its printed ticket alone", async () => {
    const { orderId, buyer, purchaseIds } = await three();
    const [, , early = ""] = purchaseIds;
    await db`UPDATE tickets SET enter_until = '22:45' WHERE id = (SELECT ticket_type_id FROM ticket_purchases WHERE id = ${early})`;
    const types = "Intrare înainte de 23:00 (valabil la poartă până la 22:45)";
    const { text, html } = await sent(orderId, buyer.userId);
    for (const words of [text, html]) expect(words).toContain(types);
    const printed = await findPrintableTickets(site, buyer, early, "order");
    expect(printed?.map(({ enterUntil }) => enterUntil)).toEqual([null, null, "22:45"]);
  });

  it("says in the letter of a pass every night of every person", async () => {
    const { orderId, buyer } = await three({ nights: 2 });
    const letter = await sent(orderId, buyer.userId);
    for (const { label, code } of await listOwnTickets(site, buyer))
      expect(letter.text).toContain(`${label} · grupa de control ${code?.group}`);
    expect(pagesOf(letter)).toBe(6);
  });

  it("adds all codes to an edited template that has no place for them, and fills in the place where it has one", async () => {
    const { orderId, buyer } = await three();
    const [first] = await listOwnTickets(site, buyer);
    const choose = (html: string) =>
      db`WITH made AS (INSERT INTO email_templates (id, name, subject, html_content, text_content, version) VALUES (gen_random_uuid(), 'al_nostru', 'Bilete', ${html}, '', 1)
           ON CONFLICT (name) DO UPDATE SET html_content = excluded.html_content)
         INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'email_template_config', '{"regular_ticket": "al_nostru"}') ON CONFLICT (key) DO UPDATE SET content = excluded.content`;
    for (const html of ["<p>Codul: {{ticket_code}}</p>", "<p>Toate: {{ticket_rows}}</p>"]) {
      await choose(html);
      const letter = await sent(orderId, buyer.userId);
      expect(letter.subject).toBe("Bilete");
      expect(letter.html.match(/Biletul 2 din 3/g)).toHaveLength(1);
      expect(letter.html.match(/<img src="cid:qrFSC-/g)).toHaveLength(3);
      expect(letter.text).toContain(`grupa de control ${first?.code?.group}`);
    }
    await db`DELETE FROM site_content WHERE key = 'email_template_config'`;
  });

  it("shows administrators the letter without what admits", async () => {
    const { orderId, buyer } = await three();
    const admin = await season.person("admin");
    const { id } = await queuedLetter(db, { orderId, userId: buyer.userId });
    const shown = await showLetter(site, { actor: admin, letterId: id });
    const html = shown.ok ? shown.value.html : "";
    for (const { label, code } of await listOwnTickets(site, buyer)) {
      expect(html).toContain(label);
      expect(html).not.toContain(code?.group);
    }
  });

  it("tells of a split which code ended and which are new", async () => {
    const events = [await season.night({ inDays: 3 })];
    const type = await season.ticketType({ events, entries: 4 });
    const { userId } = await season.person();
    const buyer = { userId, role: "user" as const };
    const order = await paidLines(client, {
      userId,
      events,
      lines: [{ ticketTypeId: type, quantity: 1, entries: 4, codePer: "order" }],
    });
    const [old] = await listOwnTickets(site, buyer);
    await splitCode(site, { actor: buyer, purchaseId: order.purchaseIds[0] ?? "" });
    const letter = await sent(order.orderId, userId);
    expect(letter.subject).toBe("Coduri noi: Noapte de probă");
    expect(letter.text).toContain("Codul vechi nu mai intră la poartă");
    expect(letter.text).not.toContain(old?.label);
    expect(letter.html).toContain("Câte un cod pentru fiecare persoană, ");
    expect(
      letter.text?.match(
        /Biletul \d din 4 · [^·\n]+, 1 intrare · FSC-\d{4}-\d{6} · grupa de control [0-9A-Z]{8}/g,
      ),
    ).toHaveLength(4);
    expect(pagesOf(letter)).toBe(4);
    for (const { cid = "" } of (letter.attachments ?? []).filter(
      ({ contentType }) => contentType === "image/png",
    ))
      expect(letter.html).toContain(`src="cid:${cid}"`);
    expect(letter.html?.match(/src="cid:/g)).toHaveLength(4);
  });
});

describe("a ticket that another person holds", () => {
  it("is theirs alone: to read, to print, and on the list", async () => {
    const { buyer, friend, last, purchaseIds } = await sentOn();
    expect((await listOwnTickets(site, friend)).map(({ purchaseId }) => purchaseId)).toEqual([last]);
    expect((await listOwnTickets(site, buyer)).map(({ purchaseId }) => purchaseId)).toEqual(
      purchaseIds.slice(0, 2),
    );
    expect(await findTicket(site, buyer, last)).toBeUndefined();
    expect(await findTicket(site, friend, purchaseIds[0] ?? "")).toBeUndefined();
    expect(await findPrintableTickets(site, friend, last, "order")).toHaveLength(1);
    expect(await findPrintableTickets(site, buyer, purchaseIds[0] ?? "", "order")).toHaveLength(2);
  });

  it("shows nothing of the order: no number, no price, no place among the others, also in SQL", async () => {
    const { friend, last, orderId } = await sentOn();
    expect(await findTicket(site, friend, last)).toMatchObject({
      orderNumber: null,
      paidAt: null,
      totalPrice: null,
      position: null,
      holderName: "Mara",
      code: { group: expect.stringMatching(/^[0-9A-Z]{8}$/) },
    });
    const seen = await site.database.readAs(friend, async (sql) => {
      const count = async (table: string) =>
        (await sql.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]?.n;
      const tables = [
        "orders",
        "order_lines",
        "payments",
        "refunds",
        "checkout_attempts",
        "stripe_user_orders",
      ];
      return { tickets: await count("ticket_purchases"), others: await Promise.all(tables.map(count)) };
    });
    expect(seen).toEqual({ tickets: 1, others: [0, 0, 0, 0, 0, 0] });
    expect(orderId).toBeTruthy();
  });

  it("is sent again to its holder, and the buyer's letter is without it", async () => {
    const { buyer, friend, last, orderId, purchaseIds } = await sentOn();
    await db`UPDATE letters SET state = 'sent' WHERE order_id = ${orderId}`;
    expect(await resendTickets(site, { actor: buyer, purchaseId: last })).toMatchObject({ ok: false });
    expect(await resendTickets(site, { actor: friend, purchaseId: last })).toMatchObject({ ok: true });
    const theirs = await sent(orderId, friend.userId);
    expect(theirs.to).toBe(`${friend.userId}@exemplu.ro`);
    expect(pagesOf(theirs)).toBe(1);
    expect(theirs.text).not.toMatch(/\b(?:RON|LEI)\b/);
    await db`UPDATE letters SET state = 'sent' WHERE order_id = ${orderId}`;
    await resendTickets(site, { actor: buyer, purchaseId: purchaseIds[0] ?? "" });
    const own = await sent(orderId, buyer.userId);
    expect(pagesOf(own)).toBe(2);
    expect(own.text).toMatch(/\b(?:RON|LEI)\b/);
  });
});
