import { expect, it } from "vitest";
import { bani } from "#kernel/money.ts";
import type { SeenTicket } from "#ticketing/delivery/ticket-queries.server.ts";
import { nightViews } from "./my-night-views.ts";

const today = "2027-07-10";

const ticket = (label: string, eventDate: string, more: Partial<SeenTicket> = {}): SeenTicket => ({
  purchaseId: label,
  orderId: "o",
  orderNumber: 1,
  paidAt: new Date("2027-06-01T10:00:00Z"),
  userId: "u",
  eventId: `night of ${eventDate}`,
  eventTitle: `Noaptea de pe ${eventDate}`,
  eventDate,
  eventTime: "22:00:00",
  location: "Plaja Licurici",
  light: "#38F2C0",
  isCancelled: false,
  typeName: label.startsWith("FSC") ? "Intrare generală" : "All Season Pass",
  family: "season_pass",
  quantity: 1,
  entriesTotal: 1,
  entriesRemaining: 1,
  totalPrice: bani(0),
  label,
  secretVersion: 1,
  holderName: "Ioana",
  status: "paid",
  isTest: false,
  picture: null,
  code: null,
  ...more,
});

it.each([
  ["SEASON", ["SEASON-1234-567890-01", "SEASON-1234-567890-02", "SEASON-1234-567890-03"]],
  ["EARLYBIRD", ["EARLYBIRD-1234-567890-01", "EARLYBIRD-1234-567890-02", "EARLYBIRD-1234-567890-03"]],
])(
  "tickets beginning with %s that share three parts of their code are one card (A12-10, A15-25)",
  (_prefix, labels) => {
    const tickets = labels.map((label, i) =>
      ticket(label, `2027-07-2${i}`, { totalPrice: bani(i === 0 ? 49_000 : 0) }),
    );
    const [card, ...others] = nightViews(tickets, today);
    expect(others).toEqual([]);
    expect(card?.tickets).toHaveLength(1);
    expect(card?.tickets[0]?.price).toBe(49_000);
    expect(card?.passNights).toHaveLength(3);
  },
);

it("the card keeps the ticket of the earliest night, of those still to come (A12-11)", () => {
  const pass = ["2027-08-01", "2027-07-20", "2027-07-25"].map((date, i) =>
    ticket(`SEASON-1234-567890-0${i}`, date),
  );
  expect(nightViews(pass, today)[0]?.tickets[0]?.code).toBe("SEASON-1234-567890-01");
  expect(nightViews(pass, "2027-07-22")[0]?.tickets[0]?.code).toBe("SEASON-1234-567890-02");
  expect(nightViews(pass, "2027-09-01")[0]?.tickets[0]?.code).toBe("SEASON-1234-567890-00");
});

it("two passes are two cards, and ordinary tickets collapse by night only (A12-10)", () => {
  const cards = nightViews(
    [
      ticket("SEASON-1234-567890-01", "2027-07-20"),
      ticket("SEASON-1234-999999-01", "2027-07-20"),
      ticket("FSC-1234-567890", "2027-07-20"),
      ticket("FSC-1234-567891", "2027-07-20"),
      ticket("FSC-1234-567892", "2027-07-21"),
    ],
    today,
  );
  expect(cards.map((card) => card.tickets.length)).toEqual([1, 1, 2, 1]);
});
