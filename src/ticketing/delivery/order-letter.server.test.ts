/** What the email of an order says of what was bought: rows, sums, number, and what may be done with the tickets. */

import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { paidLines } from "#test/support/paid-lines.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openStageWithKeys } from "#test/support/stage.ts";
import { queuedLetter, writtenLetter } from "#test/support/written-letter.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { readBoughtOrder } from "./bought-order-queries.server.ts";
import { builtInTemplates } from "./letter-template.ts";
import { seasonPassConfirmation } from "./letter-templates/ticket-letters.ts";

const { season, client, db, site: services } = await openStageWithKeys();

type Bought = {
  general?: number;
  early?: number;
  parking?: number;
  price?: number;
  codePer?: "person" | "order";
  userId?: Uuid;
};

async function bought({
  general = 2,
  early = 0,
  parking = 0,
  price = 8_000,
  codePer = "person",
  ...by
}: Bought = {}) {
  const events = [await season.night({ inDays: 3 })];
  const userId = by.userId ?? (await season.person()).userId;
  const line = async (title: string, quantity: number, more: { price: number; entries: number }) => ({
    title,
    quantity,
    codePer,
    ...more,
    ticketTypeId: await season.ticketType({ events, title, ...more }),
  });
  const all = [
    // an add-on that was chosen first stands last
    await line("Parcare {{ticket_code}}", parking, { price: 3_000, entries: 0 }),
    await line("Intrare <generală>", general, { price, entries: 1 }),
    await line("Înainte de 23:00", early, { price: 6_000, entries: 1 }),
  ];
  const [first, ...others] = all.filter(({ quantity }) => quantity > 0);
  if (!first) throw new Error("nothing was bought");
  const { orderId } = await paidLines(client, { userId, events, lines: [first, ...others] });
  await db`UPDATE orders SET paid_at = '2027-06-14T18:07:00Z' WHERE id = ${orderId}`;
  const rows = await db`SELECT number FROM orders WHERE id = ${orderId}`;
  return { orderId, userId, number: Number(rows[0].number) };
}

const letterOf = ({ orderId, userId }: { orderId: string; userId: string }) =>
  writtenLetter(db, services, { orderId, userId });

/** The words of a piece of HTML, a space between two cells. */
const wordsOf = (html: string) =>
  html
    .replace(/<style>[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replace(/\s+/g, " ");

describe("the letter of an order", () => {
  it("has a row and sum for each type, what was paid for all, and the order with when it was paid", async () => {
    const order = await bought({ general: 2, early: 1, parking: 1 });
    const { html, text } = await letterOf(order);
    const paid = `Comanda ${order.number}, plătită pe 14.06.2027, 21:07`;
    expect(wordsOf(html)).toContain(
      `2 × Intrare <generală> 160 LEI 1 × Înainte de 23:00 60 LEI 1 × Parcare {{ticket_code}} 30 LEI Total plătit 250 LEI ${paid}`.replace(
        "LEI Comanda",
        "LEI &nbsp; Comanda",
      ),
    );
    expect(text).toContain(
      `2 × Intrare <generală>: 160 LEI\n1 × Înainte de 23:00: 60 LEI\n1 × Parcare {{ticket_code}}: 30 LEI\nTotal plătit: 250 LEI\n${paid}`,
    );
    expect(html).not.toContain("<generală>");
    expect(html).not.toMatch(/<!-- (?:sums|seats) -->|undefined|Restituit/);
  });

  it("shows add-ons after the tickets, as what was bought beside them", async () => {
    const { html } = await letterOf(await bought({ general: 2, parking: 1 }));
    const words = wordsOf(html);
    expect(words).toMatch(/Biletul 1 din 2 .*Biletul 2 din 2 .*Pe lângă bilete .*Total plătit/);
    expect(words).toContain(
      "Mai jos sunt cele 2 bilete, fiecare cu codul lui, și suplimentul. Primul e al tău; trimite-l pe celălalt, iar prietenul își vede doar biletul lui.",
    );
    const alone = wordsOf((await letterOf(await bought({ general: 1, parking: 1 }))).html);
    expect(alone).toContain("Mai jos e biletul tău, cu codul lui, și suplimentul.");
    const only = wordsOf((await letterOf(await bought({ general: 0, parking: 2 }))).html);
    expect(only).toContain("Mai jos sunt suplimentele tale");
    expect(only).not.toContain("Biletul 1");
  });

  it("never calls several tickets one, where they have one code", async () => {
    const wordsFor = async (general: number) => {
      const { subject, html, text } = await letterOf(await bought({ general, codePer: "order" }));
      return `${subject} ${wordsOf(html)} ${text}`;
    };
    expect(await wordsFor(2)).toMatch(/^Biletele tale: .*Acestea sunt biletele tale, cu un singur cod/);
    expect(await wordsFor(2)).not.toMatch(/[Bb]iletul tău|Îl ai și atașat|un bilet\./);
    expect(await wordsFor(1)).toMatch(/^Biletul tău: .*Acesta este biletul tău\. Îl ai/);
  });

  it("promises in its plain text too what a cancelled or moved night gives back", async () => {
    for (const general of [1, 2]) {
      const { html, text } = await letterOf(await bought({ general }));
      for (const part of [html, text]) expect(part).toContain(returnTexts.promise);
    }
    const frame = {
      club: { name: "Club", trader: "", address: "", email: "" },
      origin: "https://bilete.example",
      holdMinutes: 30,
    };
    const pass = seasonPassConfirmation(frame);
    for (const part of [pass.html, pass.text]) expect(part).toContain(returnTexts.promise);
    const invited = seasonPassConfirmation({ ...frame, isFree: true });
    for (const part of [invited.html, invited.text]) {
      expect(part).toContain(returnTexts.free);
      expect(part).not.toContain(returnTexts.promise);
    }
  });

  it("says of given tickets that they are an invitation, and never that they were bought", async () => {
    for (const general of [1, 2]) {
      const order = await bought({ general, price: 0 });
      await db`INSERT INTO journal (actor_kind, subject_kind, subject_id, what) VALUES ('admin', 'order', ${order.orderId}, 'granted')`;
      const { html, text } = await letterOf(order);
      for (const part of [html, text]) {
        expect(part).toContain("Este o invitație din partea noastră");
        expect(part).not.toMatch(/ai cumpărat|Preț\W+0 LEI|plătit|0 LEI/);
      }
      if (general > 1) {
        expect(wordsOf(html)).toContain("2 × Intrare <generală> invitație");
        expect(text).toContain("2 × Intrare <generală>: invitație\nComanda");
      }
    }
  });

  it("speaks of sending tickets to people who can send them, and of no more than there are", async () => {
    const sending =
      "Primul e al tău; trimite-le pe celelalte, iar fiecare prieten își vede doar biletul lui.";
    expect((await letterOf(await bought({ general: 3 }))).text).toContain(
      `Mai jos sunt cele 3 bilete, fiecare cu codul lui. ${sending}`,
    );
    const { userId } = await makeGuest(services, {
      email: "maria@exemplu.ro",
      fullName: "Maria Fără Cont",
      phone: null,
    });
    const guest = (await letterOf(await bought({ general: 3, userId }))).text;
    expect(guest).toContain("Mai jos sunt cele 3 bilete, fiecare cu codul lui.\n");
    expect(guest).not.toContain("trimite");
    const used = await bought({ general: 3 });
    await db`UPDATE ticket_purchases SET entries_remaining = 0 WHERE order_id = ${used.orderId} AND seat_no = 2`;
    expect((await letterOf(used)).text).not.toContain("trimite");
  });

  it("adds up the lines of a type that was bought at two prices", async () => {
    const events = [await season.night({ inDays: 3 })];
    const { userId } = await season.person();
    const ticketTypeId = await season.ticketType({ events });
    const { orderId } = await paidLines(client, {
      userId,
      events,
      lines: [
        { ticketTypeId, quantity: 2, price: 8_000, title: "Intrare" },
        { ticketTypeId, quantity: 1, price: 10_000, title: "Intrare" },
      ],
    });
    const { text } = await letterOf({ orderId, userId });
    expect(text).toContain("\n3 × Intrare: 260 LEI\nTotal plătit: 260 LEI");
  });

  it("says what went back since, and of a free order that it was received, without the promise of money", async () => {
    const order = await bought({ general: 2 });
    await db`WITH paid AS (INSERT INTO payments (session_id, order_id, amount, currency) VALUES ('cs', ${order.orderId}, 16000, 'ron') RETURNING *)
       INSERT INTO refunds (id, order_id, session_id, amount, reason, state, succeeded_at) SELECT ${newId()}, order_id, session_id, 8000, 'administrator', 'succeeded', now() FROM paid`;
    const { text, html } = await letterOf(order);
    expect(text).toContain("Total plătit: 160 LEI\nRestituit: −80 LEI\nTotal după restituire: 80 LEI\n");
    expect(wordsOf(html)).toContain("Total plătit 160 LEI Restituit −80 LEI Total după restituire 80 LEI");
    expect(text, "said once").not.toContain("21:07;");
    await db`UPDATE ticket_purchases SET status = 'refunded' WHERE order_id = ${order.orderId} AND seat_no = 2`;
    const sums =
      "plătită pe 14.06.2027, 21:07; Total plătit: 160 LEI; Restituit: −80 LEI; Total după restituire: 80 LEI";
    const single = await letterOf(order);
    for (const words of [single.text ?? "", single.html ?? ""]) expect(wordsOf(words)).toContain(sums);
    const free = await bought({ general: 2, price: 0 });
    const given = await letterOf(free);
    expect(given.text).toContain(`Total plătit: 0 LEI\nComanda ${free.number}, primită pe 14.06.2027, 21:07`);
    expect([single, given].map(({ html = "" }) => html.includes("primești banii înapoi"))).toEqual([
      true,
      false,
    ]);
  });

  it("with one code says the order among its facts", async () => {
    const order = await bought({ general: 1 });
    const { html, text } = await letterOf(order);
    expect(wordsOf(html)).toContain(`Comanda ${order.number}, plătită pe 14.06.2027, 21:07`);
    expect(text).toContain(`Preț: 80 LEI\nComanda: ${order.number}, plătită pe 14.06.2027, 21:07\n`);
  });

  it("tells a friend who received tickets nothing of the order", async () => {
    const order = await bought({ general: 3 });
    const friend = await season.person();
    await db`UPDATE ticket_purchases SET user_id = ${friend.userId} WHERE order_id = ${order.orderId} AND seat_no > 1`;
    await db`UPDATE letters SET user_id = ${friend.userId} WHERE order_id = ${order.orderId}`;
    const theirs = { orderId: order.orderId, userId: friend.userId };
    const letter = await queuedLetter(db, { orderId: theirs.orderId, userId: theirs.userId });
    expect(
      await services.database.withDuty("deliver", (sql) => readBoughtOrder(sql, letter)),
    ).toBeUndefined();
    const { html, text } = await letterOf(theirs);
    for (const words of [wordsOf(html), text]) expect(words).not.toMatch(/LEI|Comanda|Total/);
  });

  it("leads a guest to the order without a login, in every letter that has a link", async () => {
    const frame = {
      club: { name: "Club", trader: "", address: "", email: "" },
      origin: "https://bilete.example",
      holdMinutes: 30,
      orderLink: "https://bilete.example/orders/1?token=x",
    };
    for (const [name, write] of Object.entries(builtInTemplates))
      for (const isOneNight of [false, true]) {
        const { html, text } = write({ ...frame, isOneNight, codes: 2 });
        expect(`${html} ${text}`, name).not.toMatch(/bilete\.example\/(?!events|orders)|în profil/);
      }
  });

  it.each([
    { nights: 1, quantity: 1, says: "Acesta este biletul tău. Îl ai și atașat" },
    { nights: 1, quantity: 2, says: /Acestea sunt biletele tale, (cu un singur cod|fiecare cu codul lui)/ },
    { nights: 2, quantity: 1, says: "La fiecare noapte arăți codul ei." },
  ])(
    "of an early bird speaks of as many nights and tickets as a guest has: $nights × $quantity",
    async ({ nights, quantity, says }) => {
      const { userId } = await makeGuest(services, {
        email: `ana-${nights}-${quantity}@exemplu.ro`,
        fullName: "Ana Fără Cont",
        phone: null,
      });
      const events = await Promise.all(Array.from({ length: nights }, () => season.night({ inDays: 3 })));
      const ticketTypeId = await season.ticketType({ events, family: "early_bird" });
      const bird = { userId, ticketTypeId, events, quantity, family: "early_bird" as const };
      const { orderId } = await paidOrder(client, bird);
      const { html = "", text = "" } = await letterOf({ orderId, userId });
      for (const part of [html, text]) expect(part).toContain(`${services.origin}/orders/${orderId}?token=`);
      expect(`${html} ${text}`).not.toMatch(/\/profile|în profil/);
      const words = wordsOf(html);
      expect(words).toMatch(says);
      expect(words.includes("iecare noapte")).toBe(nights > 1);
      expect(words.includes("Preț pentru toate nopțile")).toBe(nights > 1);
    },
  );
});
