import { describe, expect, it } from "vitest";
import { bani } from "#kernel/money.ts";
import { estivalLook, type Look } from "#ticketing/content/brand.ts";
import type { TicketTypeOnSale } from "#ticketing/events/event.ts";
import type { EventPageData } from "#ticketing/events/event-queries.server.ts";
import { artistHead, eventHead } from "./page-heads.server.ts";

const type = (more: Partial<TicketTypeOnSale> = {}): TicketTypeOnSale => ({
  id: "t",
  title: "Intrare generală",
  description: null,
  price: bani(8000),
  phases: [],
  enterUntil: null,
  requiresCode: false,
  codePer: "person",
  eventIds: [],
  nights: [],
  cancelled: [],
  entries: 1,
  available: 5,
  off: null,
  saleStartsAt: null,
  saleEndsAt: "2027-07-18T02:00:00Z",
  mayReturn: false,
  pool: null,
  family: "ordinary" as const,
  ...more,
});
const phase = (id: string, more: { isOver?: boolean; left?: number; endsAt?: string | null }) => ({
  id,
  name: id,
  price: bani(8000),
  isOver: false,
  endsAt: null,
  capacity: 10,
  left: 1,
  ...more,
});
const night = (more: Partial<EventPageData> = {}): EventPageData => ({
  capacity: 300,
  event: {
    id: "n",
    slug: "luna-plina",
    title: "Luna Plină",
    description: "d",
    date: "2027-07-18",
    time: "22:30",
    location: "Plaja Licurici",
    bill: "",
    picture: null,
    imagePosition: "center",
    light: "#38F2C0",
    endsAt: "2027-07-18T02:00:00Z",
    sale: { state: "on_sale", off: null, at: null, left: 5 },
    isCancelled: false,
    running: null,
    moved: null,
    lowestPrice: null,
    totalTicketsAvailable: 5,
  },
  doors: null,
  ends: null,
  now: { phase: "upcoming" as const, hasBegun: false, saleUntil: null },
  minimumAge: null,
  cancelReason: null,
  keepsUsed: null,
  address: null,
  directions: null,
  artists: [],
  types: [],
  opening: null,
  others: [],
  ...more,
});
const club = { name: "Fosfor", address: "Digul de nord" };
const factsOf = (data: EventPageData) =>
  // biome-ignore lint/suspicious/noExplicitAny: JSON-LD has no type of ours
  eventHead("https://x.example", club, data).facts as any;

describe("what search engines read of a night", () => {
  it("says when doors open, when it ends, and for whom it is", () => {
    expect(factsOf(night({ doors: "21:30", ends: "05:00", minimumAge: 18 }))).toMatchObject({
      doorTime: "2027-07-18T21:30:00+03:00",
      startDate: "2027-07-18T22:30:00+03:00",
      endDate: "2027-07-19T05:00:00+03:00",
      typicalAgeRange: "18-",
    });
    const evening = night({ doors: "23:00" });
    expect(factsOf({ ...evening, event: { ...evening.event, time: "00:30" } })).toMatchObject({
      doorTime: "2027-07-17T23:00:00+03:00",
      startDate: "2027-07-18T00:30:00+03:00",
    });
    for (const fact of ["doorTime", "endDate", "typicalAgeRange"])
      expect(factsOf(night())).not.toHaveProperty(fact);
  });

  it("names the club with its logo, where it has one", () => {
    const logo = { url: "/pictures/content/aaa.png", small: "/pictures/content/aaa-100.webp" };
    const of = (look: Look) => eventHead("https://x.example", { ...club, look }, night()).facts;
    expect(of({ ...estivalLook, logo })).toMatchObject({
      organizer: {
        name: "Fosfor",
        logo: expect.stringMatching(/^https:\/\/x\.example\/club\/logo\.png\?look=/),
      },
    });
    expect(of(estivalLook)).toEqual(factsOf(night()));
    expect(factsOf(night()).organizer).not.toHaveProperty("logo");
  });

  it("says that a night was moved, and from when; a cancelled one is cancelled (71)", () => {
    const moved = { date: "2027-07-19", time: null, location: "Dig", reason: "Vânt", times: 1 };
    const of = (more: object) => factsOf({ ...night(), event: { ...night().event, ...more } });
    expect(of({ moved })).toMatchObject({
      eventStatus: "https://schema.org/EventRescheduled",
      previousStartDate: "2027-07-19",
      startDate: "2027-07-18T22:30:00+03:00",
    });
    expect(of({ moved: { ...moved, time: "21:00" } })).toMatchObject({
      previousStartDate: "2027-07-19T21:00:00+03:00",
    });
    expect(of({ moved, isCancelled: true }).eventStatus).toBe("https://schema.org/EventCancelled");
    expect(of({})).not.toHaveProperty("previousStartDate");
    expect(of({}).eventStatus).toBe("https://schema.org/EventScheduled");
  });

  it("names its own address before the club's, and the place where neither is known", () => {
    const addressOf = (address: string | null, ofClub = club.address) =>
      eventHead("https://x.example", { ...club, address: ofClub }, night({ address })).facts;
    expect(addressOf("Faleza 3")).toMatchObject({ location: { address: "Faleza 3" } });
    expect(addressOf(null)).toMatchObject({ location: { address: "Digul de nord" } });
    expect(addressOf(null, "")).toMatchObject({ location: { address: "Plaja Licurici" } });
  });

  it.each([
    ["its sale ends with the night", type(), "2027-07-18T05:00:00+03:00"],
    ["its sale ends", type({ saleEndsAt: "2027-07-10T09:00:00Z" }), "2027-07-10T12:00:00+03:00"],
    [
      "the phase that is in force ends",
      type({
        saleEndsAt: "2027-07-10T09:00:00Z",
        phases: [
          phase("over", { isOver: true, endsAt: "2027-06-30T09:00:00Z" }),
          phase("sold", { left: 0, endsAt: "2027-07-02T09:00:00Z" }),
          phase("now", { endsAt: "2027-07-05T09:00:00Z" }),
        ],
      }),
      "2027-07-05T12:00:00+03:00",
    ],
  ])("a price is valid until %s", (_when, offered, validThrough) => {
    expect(factsOf(night({ types: [offered] })).offers).toMatchObject([{ validThrough }]);
  });

  const opened = { opensAt: "2027-06-02T09:00:00Z", roomOpensAt: null, door: "open" as const };
  it.each([
    ["its sale began", { saleStartsAt: "2027-06-01T09:00:00Z" }, null, "2027-06-01T12:00:00+03:00"],
    [
      "the sale of its night began",
      { saleStartsAt: "2027-06-01T09:00:00Z" },
      opened,
      "2027-06-02T12:00:00+03:00",
    ],
    [
      "the phase before it ended",
      {
        saleStartsAt: "2027-06-01T09:00:00Z",
        phases: [phase("over", { isOver: true, endsAt: "2027-06-30T09:00:00Z" }), phase("now", {})],
      },
      null,
      "2027-06-30T12:00:00+03:00",
    ],
    [
      "its first phase, with its sale",
      { saleStartsAt: "2027-06-01T09:00:00Z", phases: [phase("now", {}), phase("next", {})] },
      null,
      "2027-06-01T12:00:00+03:00",
    ],
  ])("a price is valid since %s", (_when, more, opening, validFrom) => {
    expect(factsOf(night({ types: [type(more)], opening })).offers).toMatchObject([{ validFrom }]);
  });

  it.each([
    ["nobody said when its sale began", {}],
    [
      "the phase before it was sold out, nobody knows when",
      { saleStartsAt: "2027-06-01T09:00:00Z", phases: [phase("sold", { left: 0 }), phase("now", {})] },
    ],
  ])("a price has no beginning where %s", (_why, more) => {
    expect(factsOf(night({ types: [type(more)] })).offers[0]).not.toHaveProperty("validFrom");
  });

  it("says when and where on an artist's page as on the night's own", () => {
    const artist = {
      id: "a",
      slug: "lotca",
      name: "Lotca",
      tagline: null,
      bio: "Vinil.",
      picture: null,
      imagePosition: "center" as const,
      youtubeLink: null,
    };
    const moved = { date: "2027-07-11", time: "21:00", location: "Dig", reason: "Vânt", times: 1 };
    for (const more of [
      { doors: "21:30", ends: "05:00", address: "Faleza 3" },
      { event: { ...night().event, time: null } },
      { event: { ...night().event, isCancelled: true, moved } },
    ]) {
      const data = night(more);
      const { event, doors, ends, address } = data;
      const events = [{ ...event, doors, ends, address }];
      // biome-ignore lint/suspicious/noExplicitAny: JSON-LD has no type of ours
      const facts = artistHead("https://x.example", club.address, { artist, events }).facts as any;
      expect(facts.event).toHaveLength(1);
      expect(factsOf(data)).toMatchObject(facts.event[0]);
      expect(facts.event[0]).toMatchObject({
        startDate: event.time ? "2027-07-18T22:30:00+03:00" : "2027-07-18",
        location: { name: "Plaja Licurici", address: address ?? "Digul de nord" },
      });
    }
    const [ending] = [night({ ends: "05:00" })].map(({ event, doors, ends, address }) =>
      artistHead("https://x.example", "", { artist, events: [{ ...event, doors, ends, address }] }),
    );
    expect(ending?.facts).toMatchObject({ event: [{ endDate: "2027-07-19T05:00:00+03:00" }] });
  });
});
