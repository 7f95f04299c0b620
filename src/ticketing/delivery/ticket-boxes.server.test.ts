import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { bani } from "#kernel/money.ts";
import { boxesOfPdf, overlapsOf, type PdfBox } from "#test/support/pdf-boxes.ts";
import { sampleTicket } from "#test/support/sample-ticket.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import type { CodedTicket, TicketFacts } from "./ticket-facts.ts";
import { ticketPdf } from "./ticket-pdf.server.ts";

const page = { width: (148 * 72) / 25.4, height: (210 * 72) / 25.4 };
const club = { name: "Clubul de Vară", trader: "Clubul de Vară SRL, CUI RO00000000", address: "", email: "" };
const logo = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#ff0000" } })
  .png()
  .toBuffer();

const coded = (change: Partial<TicketFacts>): CodedTicket => ({
  ...sampleTicket({ orderId: newId(), ...change }),
  code: { qr: "7".repeat(100), group: "MMMM MMMM" },
});

/** A text of the allowed length: words, or letters without a blank. */
const words = (text: string, most: number) => text.repeat(most).slice(0, most).trim();

/** The sky and the tear are the ground on which the rest lies. */
const isGround = ({ kind, words, top, bottom, left }: PdfBox) =>
  words === "" && kind !== "image" && (bottom > page.height / 2 - 40 || top - bottom > 200 || left < 0);

async function problemsOf(tickets: readonly CodedTicket[], of = club): Promise<string[]> {
  const pages = await boxesOfPdf(await ticketPdf(tickets, of, logo));
  expect(pages).toHaveLength(tickets.length);
  return pages.flatMap((boxes, at) => {
    const shown = boxes.filter((box) => !isGround(box));
    const outside = shown.filter(
      ({ left, right, bottom, top }) => left < 0 || bottom < 0 || right > page.width || top > page.height,
    );
    return [...overlapsOf(shown), ...outside.map(({ words }) => `outside: ${words}`)].map(
      (problem) => `page ${at}: ${problem}`,
    );
  });
}

const each: readonly Partial<TicketFacts>[] = [
  {},
  { position: { no: 10, of: 20 } },
  { isAddOn: true },
  { family: "season_pass", totalPrice: bani(limits.price * 100) },
  { totalPrice: null, orderNumber: null, paidAt: null },
];
const kinds = each.flatMap((kind) =>
  [1, 8, limits.entriesPerTicket].flatMap((entriesTotal) =>
    [1, 12].map((secretVersion) => ({ ...kind, entriesTotal, secretVersion })),
  ),
);

describe("the parts of a printed ticket", () => {
  it("do not lie on one another when a new code, bars and a type of two lines come together", async () => {
    const ticket = coded({
      holderName: "Maria Ionescu",
      typeName: "Intrare generală plus o băutură din partea casei",
      secretVersion: 2,
      entriesTotal: 5,
    });
    expect(await problemsOf([ticket])).toEqual([]);
  });

  it("do not lie on one another whatever is written on it, for every kind and the longest of each text", async () => {
    for (const word of ["Ș", "漢", "Ștefania Țânțăreanu "]) {
      const long = (most: number) => words(word, most);
      const texts = {
        eventTitle: long(lengths.eventTitle),
        holderName: long(lengths.personName),
        typeName: long(lengths.catalogueName),
        location: long(lengths.location),
        eventDate: "2028-09-24",
        eventDoors: "21:00",
        minimumAge: 18,
        enterUntil: "23:30",
        isTest: true,
        label: "EARLYBIRD-4821-093175-02",
      } as const;
      const tickets = kinds.map((kind) => coded({ ...texts, ...kind }));
      const trader = long(lengths.company + lengths.clubAddress + 80);
      const named = { ...club, name: long(lengths.clubName), trader, address: long(lengths.clubAddress) };
      expect(await problemsOf(tickets, named), word).toEqual([]);
    }
  });
});
