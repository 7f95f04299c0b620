import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { bani } from "#kernel/money.ts";
import type { Offer } from "#ticketing/events/offer-queries.server.ts";
import { offerView } from "./offer-view.ts";

const offer = (change: Partial<Offer> = {}): Offer => ({
  id: newId(),
  title: "All Season Pass",
  priceId: "price_1",
  description: "Toate nopțile verii.",
  price: bani(49_000),
  entries: 1,
  family: "season_pass",
  off: null,
  available: 10,
  picture: null,
  imagePosition: "center",
  nights: [{ id: newId(), title: "Eclipsa", date: "2027-08-02", time: null }],
  cancelled: [],
  ...change,
});

describe("an offer on its card", () => {
  it("A9-10: promises what its name says", () => {
    const lines = (title: string) => offerView(offer({ title, nights: [] }), "tickets").lines;
    expect(lines("EARLY BIRD Concert Eclipsa")).toEqual([
      "Preț special, cantitate limitată",
      "Acces la concert",
    ]);
    expect(lines("Concert BDLP")).toEqual(["Acces la concertul BDLP", "Acces la concert"]);
    expect(lines("Group Ticket")).toEqual([]);
  });

  it("A11-05 A11-06 A11-07: shows how many people it admits", () => {
    const badge = (entries: number) => offerView(offer({ entries }), "season-pass").badge;
    expect([1, 2, 3, 5, 8].map(badge)).toEqual([
      null,
      "Perfect pentru cupluri",
      "3 intrări incluse",
      "Ideal pentru grupuri",
      "8 intrări incluse",
    ]);
  });

  it("A11-03: takes its benefits from the lines of its description, or promises all its nights", () => {
    expect(offerView(offer(), "season-pass").lines).toEqual([
      "Acces la toate evenimentele incluse",
      "Eclipsa, 02.08.2027",
    ]);
    const written = offerView(
      offer({ description: "Vara toată.\nUn pahar din partea casei\n" }),
      "season-pass",
    );
    expect(written.description).toBe("Vara toată.");
    expect(written.lines[0]).toBe("Un pahar din partea casei");
  });

  it("has a disabled button when nothing is left or the card provider does not know its price", () => {
    expect(offerView(offer({ available: 0, off: "price_pending" }), "tickets").sale).toBe("soldOut");
    expect(offerView(offer({ off: "price_pending" }), "tickets").sale).toBe("notConfigured");
    expect(offerView(offer({ off: "stopped" }), "tickets").sale).toBe("stopped");
    expect(offerView(offer({ off: "ended", available: 0 }), "tickets").sale).toBe("ended");
    expect(offerView(offer(), "tickets").sale).toBe("open");
  });
});
