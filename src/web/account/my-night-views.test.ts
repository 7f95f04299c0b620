import { expect, it } from "vitest";
import { bani } from "#kernel/money.ts";
import type { SeenTicket } from "#ticketing/delivery/ticket-queries.server.ts";
import { nightViews as viewsOf } from "./my-night-views.ts";
import { countedNights, isToCome, nightsOf } from "./my-ticket-view.ts";

const today = "2027-07-10";
const nightViews = (tickets: SeenTicket[], waiting: Parameters<typeof viewsOf>[1] = []) =>
  viewsOf(tickets, waiting, new Date(`${today}T12:00:00+03:00`));

const ticket = (label: string, eventDate: string, more: Partial<SeenTicket> = {}): SeenTicket => ({
  purchaseId: label,
  orderId: "o",
  orderNumber: 1,
  paidAt: new Date("2027-06-01T10:00:00Z"),
  userId: "u",
  eventId: `night of ${eventDate}`,
  eventSlug: "noaptea",
  eventTitle: `Noaptea de pe ${eventDate}`,
  eventDate,
  eventTime: "22:00:00",
  eventEnds: null,
  isOver: eventDate < today,
  isTonight: false,
  eventDoors: null,
  minimumAge: null,
  address: null,
  location: "Plaja Licurici",
  light: "#38F2C0",
  isCancelled: false,
  isMoneyKept: false,
  isShareReturned: false,
  moved: null,
  typeName: label.startsWith("FSC") ? "Intrare generală" : "All Season Pass",
  family: "season_pass",
  lineNo: 1,
  seatNo: 1,
  position: null,
  isAddOn: false,
  enterUntil: null,
  quantity: 1,
  entriesTotal: 1,
  isSplit: false,
  entriesRemaining: 1,
  totalPrice: bani(0),
  label,
  secretVersion: 1,
  holderName: "Ioana",
  status: "paid",
  suspended: null,
  isTest: false,
  picture: null,
  code: null,
  ...more,
});

it("a night counts once, by a pass and by a ticket of its own", () => {
  const nights = nightViews([
    ticket("SEASON-1234-567890-01", "2027-07-20"),
    ticket("SEASON-1234-567890-02", "2027-07-21"),
    ticket("FSC-1234-567890", "2027-07-20", { orderId: "p" }),
  ]);
  expect(nights).toHaveLength(2);
  expect(nightsOf(nights)).toBe(2);
});

it("a pass under way counts with the nights that are to come, as it counts them itself", () => {
  const nights = nightViews([
    ticket("SEASON-1234-567890-01", "2027-07-01"),
    ticket("SEASON-1234-567890-02", "2027-07-20", { isCancelled: true }),
    ticket("SEASON-1234-567890-03", "2027-07-21"),
    ticket("SEASON-1234-567890-04", "2027-07-22"),
  ]);
  expect(nightsOf(nights)).toBe(nights[0]?.passNights?.filter(isToCome).length);
  expect(nightsOf(nights)).toBe(2);
});

it("a night of a pass that is to come and was cancelled or given back is not counted as over", () => {
  const [pass] = nightViews([
    ticket("SEASON-1234-567890-01", "2027-07-01"),
    ticket("SEASON-1234-567890-02", "2027-07-20", { isCancelled: true }),
    ticket("SEASON-1234-567890-03", "2027-07-21", { isShareReturned: true }),
    ticket("SEASON-1234-567890-04", "2027-07-22"),
    ticket("SEASON-1234-567890-05", "2027-07-23"),
  ]);
  expect(countedNights(pass?.passNights ?? [])).toBe("1 trecută, 1 anulată, 1 cu banii înapoi, 2 rămase");
});

it("tonight's entry is used at once and no longer left, though the pass shows its code until the night ends", () => {
  const pass = (entriesRemaining: number) =>
    nightViews([
      ticket("SEASON-1234-567890-01", today, { isTonight: true, entriesRemaining }),
      ticket("SEASON-1234-567890-02", "2027-07-20"),
      ticket("SEASON-1234-567890-03", "2027-07-21"),
    ]);
  const statesOf = (rows: ReturnType<typeof pass>) => rows[0]?.passNights?.map(({ state }) => state);
  const [before, after] = [pass(1), pass(0)];
  expect(statesOf(before)).toEqual(["tonight", "ahead", "ahead"]);
  expect(statesOf(after)).toEqual(["used", "next", "ahead"]);
  expect([before, after].map(nightsOf)).toEqual([3, 2]);
  expect(countedNights(after[0]?.passNights ?? [])).toBe("1 folosită, 2 rămase");
  expect(after[0]).toMatchObject({ date: today, isToday: true, tickets: [{ entriesLeft: 0 }] });
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
    const [card, ...others] = nightViews(tickets);
    expect(others).toEqual([]);
    expect(card?.tickets).toHaveLength(1);
    expect(card?.tickets[0]?.price).toBe(49_000);
    expect(card?.passNights).toHaveLength(3);
  },
);

it("the card keeps the ticket of the earliest night, of those still to come (A12-11)", () => {
  const pass = ["2027-07-20", "2027-07-25", "2027-08-01"].map((date, i) =>
    ticket(`SEASON-1234-567890-0${i + 1}`, date),
  );
  const shownOnceOver = (...over: string[]) =>
    nightViews(pass.map((one) => ({ ...one, isOver: over.includes(one.eventDate) })))[0]?.tickets[0]?.code;
  expect(shownOnceOver()).toBe("SEASON-1234-567890-01");
  expect(shownOnceOver("2027-07-20")).toBe("SEASON-1234-567890-02");
  expect(shownOnceOver("2027-07-20", "2027-07-25", "2027-08-01")).toBe("SEASON-1234-567890-03");
});

it("a pass shows the running night's code until that night ends, also after midnight", () => {
  const pass = ["2027-07-09", "2027-07-20"].map((date, i) =>
    ticket(`SEASON-1234-567890-0${i}`, date, { code: { qr: "q", group: "K7QX9M2P" }, isOver: false }),
  );
  const [card] = nightViews(pass);
  expect(card).toMatchObject({ date: "2027-07-09", isPast: false });
  expect(card?.tickets[0]?.qrUrl).toBe("/tickets/SEASON-1234-567890-00/qr.svg");
  expect(card?.passNights?.map(({ state, codes }) => [state, codes.length])).toEqual([
    ["next", 1],
    ["ahead", 1],
  ]);
});

it("two passes are two cards, and ordinary tickets collapse by night only (A12-10)", () => {
  const cards = nightViews([
    ticket("SEASON-1234-567890-01", "2027-07-20"),
    ticket("SEASON-1234-999999-01", "2027-07-20", { orderId: "another" }),
    ticket("FSC-1234-567890", "2027-07-20"),
    ticket("FSC-1234-567891", "2027-07-20"),
    ticket("FSC-1234-567892", "2027-07-21"),
  ]);
  expect(cards.map((card) => card.tickets.length)).toEqual([1, 1, 2, 1]);
});

it("the passes of an order are one card with a ticket for each person, each with the price of its nights (A12-10)", () => {
  const [card, ...others] = nightViews(
    ["SEASON-1111-111111", "SEASON-2222-222222"].flatMap((stem, seat) =>
      ["2027-07-05", "2027-07-20"].map((date, night) =>
        ticket(`${stem}-0${night + 1}`, date, {
          seatNo: seat + 1,
          position: { no: seat + 1, of: 2 },
          totalPrice: bani(night === 0 ? 24_500 : 0),
          entriesRemaining: seat === 1 && night === 0 ? 0 : 1,
        }),
      ),
    ),
  );
  expect(others).toEqual([]);
  expect(card?.tickets.map(({ code, position, price }) => [code, position, price])).toEqual([
    ["SEASON-1111-111111-02", "Biletul 1 din 2", 24_500],
    ["SEASON-2222-222222-02", "Biletul 2 din 2", 24_500],
  ]);
  // somebody of the order was there
  expect(card?.passNights?.map(({ state }) => state)).toEqual(["used", "next"]);
});

const group = { typeName: "Grup", position: { no: 1, of: 1 }, entriesTotal: 4, entriesRemaining: 4 };
const code = { qr: "FSC1:X", group: "K7QX9M2P" };

it.each<[string, string, Partial<SeenTicket>, boolean]>([
  ["an unused ticket of several people", "2027-07-10", {}, true],
  ["one that somebody entered on", "2027-07-10", { entriesRemaining: 3 }, false],
  ["one person's", "2027-07-10", { entriesTotal: 1, entriesRemaining: 1 }, false],
  ["a past one", "2027-07-09", {}, false],
  ["more people than an order has", "2027-07-10", { entriesTotal: 21, entriesRemaining: 21 }, false],
  ["one that was received", "2027-07-10", { position: null }, false],
])("a card says whether %s can be split", (_what, date, more, offered) => {
  const [card] = nightViews([ticket("FSC-1234-567890", date, { ...group, code, ...more })]);
  expect(card?.tickets[0]?.canSplit).toBe(offered);
});

it("splitting promises sending only until the doors, after which the new tickets would not be sent", () => {
  const at = (time: string) => {
    const own = ticket("FSC-1234-567890", today, { ...group, code, eventDoors: "21:00" });
    const [card] = viewsOf([own], [], new Date(`${today}T${time}:00+03:00`));
    return [card?.tickets[0]?.canSplit, card?.tickets[0]?.isSentOnceSplit];
  };
  expect(at("20:59")).toEqual([true, true]);
  expect(at("21:00")).toEqual([true, false]);
});

it("a pass is split only while nobody entered on any of its nights", () => {
  const nights = (used: number) =>
    ["2027-07-05", "2027-07-20"].map((date, night) =>
      ticket(`SEASON-1234-567890-0${night}`, date, {
        ...group,
        code,
        entriesRemaining: night === 0 ? 4 - used : 4,
      }),
    );
  expect([0, 1].map((used) => nightViews(nights(used))[0]?.tickets[0]?.canSplit)).toEqual([true, false]);
});

it("several tickets of an order have one file, and the card says which of them it is", () => {
  const [card] = nightViews(
    [1, 2, 3].map((no) =>
      ticket(`FSC-1234-56789${no}`, today, { seatNo: no, position: { no, of: 4 }, orderNumber: 7 }),
    ),
  );
  expect(card?.tickets.map(({ position }) => position)).toEqual([
    "Biletul 1 din 4",
    "Biletul 2 din 4",
    "Biletul 3 din 4",
  ]);
  expect(card?.orderPdfs).toEqual([{ url: "/tickets/FSC-1234-567891/order.pdf", order: 7 }]);
  const [alone] = nightViews([ticket("FSC-1234-567890", today, { position: { no: 1, of: 1 } })]);
  expect([alone?.tickets[0]?.position, alone?.orderPdfs]).toEqual(["", []]);
});

it("tickets of a cancelled night have nothing to show at the gate; a pass shows the next night that takes place", () => {
  const two = [1, 2].map((no) =>
    ticket(`FSC-1234-56789${no}`, today, { seatNo: no, isCancelled: true, code }),
  );
  const [card] = nightViews(two);
  expect(card?.tickets[0]).toMatchObject({ suspended: "cancelled", group: null });
  expect(card?.orderPdfs).toEqual([]);
  const pass = [today, "2027-07-20"].map((date, n) =>
    ticket(`SEASON-1234-567890-0${n}`, date, { isCancelled: n === 0 }),
  );
  const [shown] = nightViews(pass);
  expect(shown?.date).toBe("2027-07-20");
  expect(shown?.passNights?.map(({ state }) => state)).toEqual(["cancelled", "next"]);
});

it("a night of a pass whose share went back has nothing to show; the pass shows the next one", () => {
  const pass = (given: boolean) =>
    [today, "2027-07-20"].map((date, n) =>
      ticket(`SEASON-1234-567890-0${n}`, date, {
        isShareReturned: given && n === 0,
        code: n === 0 ? null : code,
      }),
    );
  const [shown] = nightViews(pass(true));
  expect(shown?.date).toBe("2027-07-20");
  expect(shown?.passNights?.map(({ state }) => state)).toEqual(["given_back", "next"]);
  expect(nightViews(pass(false))[0]?.passNights?.map(({ state }) => state)).toEqual(["next", "ahead"]);
  const [over] = nightViews([ticket("SEASON-1234-567890-01", today, { isShareReturned: true })]);
  expect(over?.tickets[0]).toMatchObject({ suspended: "given_back", group: null });
});

it("a moved night says so until it is over or cancelled (71)", () => {
  const moved = { date: "2027-07-01", time: null, location: "Dig", reason: "Vânt", times: 1 };
  const isMoved = (date: string, more: Partial<SeenTicket>) =>
    nightViews([ticket("FSC-1234-567890", date, more)])[0]?.isMoved;
  expect(isMoved(today, { moved })).toBe(true);
  expect(isMoved(today, {})).toBe(false);
  expect(isMoved(today, { moved, isCancelled: true })).toBe(false);
  expect(isMoved("2027-07-09", { moved })).toBe(false);
});

it("a suspended ticket has no check group, and is in no file of its order (I18)", () => {
  const [card] = nightViews(
    [1, 2].map((no) =>
      ticket(
        `FSC-1234-56789${no}`,
        today,
        no === 1 ? { seatNo: no, suspended: "refund" } : { seatNo: no, code },
      ),
    ),
  );
  expect(card?.tickets.map(({ suspended, group }) => [suspended, group])).toEqual([
    ["refund", null],
    [null, "K7QX9M2P"],
  ]);
  expect(card?.orderPdfs).toEqual([]);
});

it.each<[string, string, Partial<SeenTicket>, boolean]>([
  ["an unused ticket of one person", "2027-07-10", {}, true],
  ["one that was received", "2027-07-10", { position: null, totalPrice: null }, true],
  ["one that somebody entered on", "2027-07-10", { entriesRemaining: 0 }, false],
  ["one of several people", "2027-07-10", { entriesTotal: 4, entriesRemaining: 4 }, false],
  ["a past one", "2027-07-09", {}, false],
  ["one whose doors are open", "2027-07-10", { eventDoors: "11:00" }, false],
  ["one whose doors are open", "2027-07-10", { eventDoors: "11:00" }, false],
  ["one of a cancelled night", "2027-07-10", { isCancelled: true }, false],
  ["a suspended one", "2027-07-10", { suspended: "refund", code: null }, false],
  ["an add-on", "2027-07-10", { isAddOn: true }, false],
])("a card says whether %s can be sent to a friend", (_what, date, more, offered) => {
  const [card] = nightViews([ticket("FSC-1234-567890", date, { code, ...more })]);
  expect(card?.tickets[0]?.canSend).toBe(offered);
});

it("a pass can be sent while a night of it is ahead and nobody entered on any", () => {
  const pass = (used: number) =>
    ["2027-07-05", "2027-07-20"].map((date, night) =>
      ticket(`SEASON-1234-567890-0${night}`, date, { code, entriesRemaining: night === 0 ? 1 - used : 1 }),
    );
  expect([0, 1].map((used) => nightViews(pass(used))[0]?.tickets[0]?.canSend)).toEqual([true, false]);
});

it("a ticket that waits for a friend says for whom: the name, or the address of the email", () => {
  const at = new Date("2027-07-01T10:00:00Z");
  const waits = (seatNo: number, name: string | null, recipient: string | null) => ({
    orderId: "o",
    lineNo: 1,
    seatNo,
    name,
    recipient,
    at,
  });
  const [card] = nightViews(
    [1, 2, 3, 4].map((seatNo) => ticket(`FSC-1234-56789${seatNo}`, today, { seatNo, code })),
    [waits(1, "Vlad", null), waits(2, null, "mara@exemplu.ro"), waits(3, null, null)],
  );
  expect(card?.tickets.map(({ waiting }) => waiting)).toEqual([
    { to: "Vlad" },
    { to: "mara@exemplu.ro" },
    { to: null },
    null,
  ]);
});

it("each night to come of a pass has its own code, one for each person, and the others have none", () => {
  const code = { qr: "q", group: "K7QX9M2P" };
  const seats = [1, 2].flatMap((seatNo) =>
    ["2027-07-01", "2027-07-20", "2027-07-25"].map((date, i) =>
      ticket(`SEASON-1234-56789${seatNo}-0${i}`, date, { code, seatNo, position: { no: seatNo, of: 2 } }),
    ),
  );
  const nights = nightViews(seats)[0]?.passNights ?? [];
  expect(nights.map(({ codes }) => codes.map((one) => one.code))).toEqual([
    [],
    ["SEASON-1234-567891-01", "SEASON-1234-567892-01"],
    ["SEASON-1234-567891-02", "SEASON-1234-567892-02"],
  ]);
  expect(nights[1]?.codes[1]).toEqual({
    code: "SEASON-1234-567892-01",
    group: "K7QX9M2P",
    position: "Biletul 2 din 2",
    qrUrl: "/tickets/SEASON-1234-567892-01/qr.svg",
  });
});
