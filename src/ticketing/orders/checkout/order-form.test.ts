import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { limits } from "#ticketing/limits.ts";
import { readCheckoutCall, readChoice, readRequestKey, readTicketForm } from "./order-form.ts";

const origin = "https://bilete.example";
const event = newId();
const call = {
  price_id: "price_1",
  success_url: `${origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
  cancel_url: `${origin}/events/${event}`,
  mode: "payment",
  quantity: 2,
};
const success = "/tickets/success?session_id={CHECKOUT_SESSION_ID}";
const read = (change: Record<string, unknown>) => readCheckoutCall({ ...call, ...change }, origin);

describe("the call checkout-session", () => {
  it("has price_id, success_url, cancel_url, mode and quantity (A16-03, A16-06, A16-07)", () => {
    expect(read({})).toEqual({
      priceId: "price_1",
      lines: [{ ticketTypeId: null, quantity: 2 }],
      eventId: event,
      slug: null,
      total: null,
      nights: null,
      origin: "event",
    });
  });

  it("may carry what a captcha gave, and the success page as a browser writes it", () => {
    const success_url = `${origin}/tickets/success?session_id=%7BCHECKOUT_SESSION_ID%7D`;
    expect(read({ captcha_token: "c", success_url, price_id: "p".repeat(255) })).toMatchObject({
      captchaToken: "c",
      priceId: "p".repeat(255),
    });
  });

  it.each([
    ["/tickets", "tickets"],
    ["/season-pass", "season-pass"],
  ])("says by its cancel address %s where the purchase began (A16-07)", (path, began) => {
    expect(read({ cancel_url: origin + path })).toMatchObject({ eventId: null, origin: began });
  });

  it("may say where the purchase began by the night's readable name", () => {
    const named = { cancel_url: `${origin}/events/ultima-lumina` };
    expect(read(named)).toMatchObject({ eventId: null, slug: "ultima-lumina", origin: "event" });
    expect(read({ ...named, event_id: event })).toMatchObject({ eventId: event, slug: "ultima-lumina" });
    expect(read({ cancel_url: `${origin}/events/Ultima_Lumina` })).toBeUndefined();
  });

  it("may name the ticket type and the event", () => {
    const ticket = newId();
    expect(read({ ticket_id: ticket, event_id: event })).toMatchObject({
      lines: [{ ticketTypeId: ticket, quantity: 2 }],
      eventId: event,
    });
    expect(read({ event_id: newId() })).toBeUndefined();
  });

  it("may name lines, each type once, instead of price and quantity, and the total that was shown", () => {
    const first = newId();
    const { price_id: _price, quantity: _quantity, ...rest } = call;
    const readLines = (lines: unknown, more = {}) => readCheckoutCall({ ...rest, lines, ...more }, origin);
    const line = (ticket_id: string, quantity = 1) => ({ ticket_id, quantity });
    expect(readLines([line(first, 2)], { total: 34_000 })).toMatchObject({
      priceId: null,
      lines: [{ ticketTypeId: first, quantity: 2 }],
      total: 34_000,
    });
    const many = (n: number) => Array.from({ length: n }, () => line(newId()));
    expect(readLines(many(limits.linesPerOrder))?.lines).toHaveLength(limits.linesPerOrder);
    for (const lines of [
      [],
      many(limits.linesPerOrder + 1),
      [line(first), line(first)],
      [line(first, 0)],
      [line(first, 11)],
      [line("1")],
      [{ ...line(first), price: 1 }],
      "all",
    ])
      expect([lines, readLines(lines)]).toEqual([lines, undefined]);
    for (const more of [
      { price_id: "price_1" },
      { quantity: 2 },
      { total: -1 },
      { total: 1.5 },
      { total: "1" },
    ])
      expect([more, readLines([line(first)], more)]).toEqual([more, undefined]);
  });

  it.each([
    ["another mode", { mode: "subscription" }],
    ["no ticket at all", { quantity: 0 }],
    ["more than ten", { quantity: 11 }],
    ["half a ticket", { quantity: 1.5 }],
    ["a number as text", { quantity: "2" }],
    ["a field nobody knows", { price: 1 }],
    ["a field that is missing", { price_id: undefined }],
    [
      "another site's address after paying",
      { success_url: "https://evil.example/tickets/success?session_id={CHECKOUT_SESSION_ID}" },
    ],
    ["an address that only begins like ours", { cancel_url: `${origin}.evil.example/tickets` }],
    ["another page of ours", { cancel_url: `${origin}/admin` }],
    ["an address as long as ours", { cancel_url: "https://evilul.example/tickets" }],
    ["a page below one of ours", { cancel_url: `${origin}/tickets/x` }],
    ["one of ours below another", { cancel_url: `${origin}/x/tickets` }],
    ["a backslash", { cancel_url: `${origin}/\\tickets` }],
    ["a success page below another", { success_url: `${origin}/x${success}` }],
    ["a success page with more behind it", { success_url: `${origin}${success}x` }],
    ["a blank before the price", { price_id: " price_1" }],
    ["a blank behind the price", { price_id: "price_1 " }],
    ["a price of 256 characters", { price_id: "p".repeat(256) }],
    ["an endless answer of a captcha", { captcha_token: "c".repeat(4097) }],
    ["two slashes", { cancel_url: `${origin}//evil.example/tickets` }],
    ["a name before our host", { cancel_url: `${origin.replace("://", "://evil@")}/tickets` }],
    ["our host as a name", { cancel_url: `${origin}@evil.example/tickets` }],
    ["capitals", { cancel_url: `${origin.toUpperCase()}/tickets` }],
    ["a tab", { cancel_url: `${origin}/tickets\t#` }],
    ["a fragment", { cancel_url: `${origin}/tickets#@evil` }],
    ["a question", { cancel_url: `${origin}/tickets?next=//evil` }],
    ["a script", { cancel_url: "javascript:alert(1)" }],
    ["a NUL in the price", { price_id: "price_\0" }],
    ["a price of other letters", { price_id: "preț" }],
    ["several prices", { price_id: ["price_1"] }],
    ["a type in capitals", { ticket_id: newId().toUpperCase() }],
    ["a type that is SQL", { ticket_id: "' OR 1=1" }],
    ["a success page without its session", { success_url: `${origin}/tickets/success` }],
  ])("is refused with %s (A16-03, I29)", (_what, change) => {
    expect(read(change)).toBeUndefined();
  });
});

/** A form with these fields, written as in an address. */
const form = (fields: string) => {
  const data = new FormData();
  for (const [name, value] of new URLSearchParams(fields)) data.append(name, value);
  return data;
};

describe("the form of a page", () => {
  const type = newId();

  const readOf = (quantity: string | number) =>
    readTicketForm(form(`ticket_id=${type}&quantity=${quantity}`));

  it("accepts one to ten tickets of one type (A18-01, I29)", () => {
    expect(limits.quantity).toBe(10);
    for (const quantity of [1, 10]) expect(readOf(quantity)).toEqual({ ticketTypeId: type, quantity });
    for (const quantity of ["0", "11", "-1", "1.5", "1e1", " 1", "٣", ""])
      expect(readOf(quantity)).toEqual({ problem: "not_understood" });
  });

  it("without a type answers that nothing was chosen (A5-24, A17-09)", () => {
    for (const none of ["", "ticket_id=", "ticket_id=&quantity=1", "quantity=1"])
      expect(readTicketForm(form(none))).toEqual({ problem: "nothing_chosen" });
  });

  it("accepts each field once only (I29)", () => {
    for (const twice of [`ticket_id=${type}`, "quantity=9"])
      expect(readTicketForm(form(`ticket_id=${type}&quantity=1&${twice}`))).toEqual({
        problem: "not_understood",
      });
  });
});

describe("the choice on a night's page", () => {
  const [one, two] = [newId(), newId()];
  /** The rows of types, each as its id, number and price with colons between them. */
  const rows = (...types: string[]) =>
    form(
      types
        .map((type) => type.split(":"))
        .map(([id, quantity, price]) =>
          [
            `ticket_id=${id}`,
            ...(price === undefined ? [] : [`price=${price}`]),
            `quantity=${quantity}`,
          ].join("&"),
        )
        .join("&"),
    );

  it("has a line for each type with a number above 0, and the total that the page showed (A5-07, A5-08, 77)", () => {
    const third = newId();
    expect(readChoice(rows(`${one}:2:8000`, `${third}:0:100`, `${two}:1:14050`))).toEqual({
      lines: [
        { ticketTypeId: one, quantity: 2 },
        { ticketTypeId: two, quantity: 1 },
      ],
      total: 30_050,
      prices: [8000, 14_050],
    });
    expect(readChoice(rows(`${one}:10`))).toEqual({
      lines: [{ ticketTypeId: one, quantity: 10 }],
      total: null,
      prices: [],
    });
  });

  it("has the total of the button that was pressed, whatever the prices come to", () => {
    const agreed = (total: string, price?: string) => {
      const sent = rows(price === undefined ? `${one}:4` : `${one}:4:${price}`);
      sent.append("total", total);
      return readChoice(sent);
    };
    expect(agreed("36000", "8000")).toMatchObject({ total: 36_000, prices: [8000] });
    expect(agreed("0", "8000")).toMatchObject({ total: 0 });
    expect(agreed("36000")).toMatchObject({ total: 36_000, prices: [] });
    for (const wrong of ["-1", "1.5", "", "x", "1234567890"])
      expect(agreed(wrong, "8000")).toEqual({ problem: "not_understood", lines: [] });
    const twice = rows(`${one}:1:8000`);
    for (const total of ["1", "9000"]) twice.append("total", total);
    expect(readChoice(twice)).toEqual({ problem: "not_understood", lines: [] });
  });

  it("is the same in an address", () => {
    const address = new URLSearchParams(`ticket_id=${one}&quantity=2&ticket_id=${two}&quantity=1&x=1`);
    expect(readChoice(address)).toMatchObject({ lines: [{ quantity: 2 }, { ticketTypeId: two }] });
  });

  it("of nothing, or of 0 of each, says that nothing was chosen (A5-24, A17-09)", () => {
    for (const none of [rows(), rows(`${one}:0`, `${two}:0`)])
      expect(readChoice(none)).toEqual({ problem: "nothing_chosen", lines: [] });
  });

  it("of more types than an order has lines says so, and keeps the choice", () => {
    const ids = Array.from({ length: limits.linesPerOrder + 1 }, () => newId());
    const read = readChoice(rows(...ids.map((id) => `${id}:1`)));
    expect(read).toMatchObject({ problem: "too_many_types" });
    expect(read.lines).toHaveLength(9);
    expect(readChoice(rows(...ids.slice(1).map((id) => `${id}:1`)))).toMatchObject({
      total: null,
    });
  });

  it.each([
    ["a type twice", [`${one}:1`, `${one}:1`]],
    ["a type twice, of which one is not chosen", [`${one}:1`, `${one}:0`]],
    ["a type that is no id", ["1:1"]],
    ["an empty type", [":1"]],
    ...["11", "-1", "1.5", "1e1", " 1", "01", "٣", ""].map(
      (n) => [`${n} of a type`, [`${one}:${n}`]] as const,
    ),
    ...["-1", "1.5", "", "x", "1234567890"].map((n) => [`a price of ${n}`, [`${one}:1:${n}`]] as const),
    ["a price for one of two", [`${one}:1:100`, `${two}:1`]],
  ] as const)("with %s is not understood (I29)", (_, types) => {
    expect(readChoice(rows(...types))).toEqual({ problem: "not_understood", lines: [] });
  });

  it("with a number without a type, or the other way round, is not understood (I29)", () => {
    for (const more of ["quantity=1", `ticket_id=${two}`])
      expect(readChoice(form(`ticket_id=${one}&quantity=1&${more}`))).toEqual({
        problem: "not_understood",
        lines: [],
      });
  });
});

it("the browser's key for one click is visible ASCII of 255 characters at most, or absent", () => {
  for (const none of [undefined, null]) expect(readRequestKey(none)).toBeNull();
  expect(readRequestKey("a".repeat(255))).toBe("a".repeat(255));
  for (const bad of ["", "a".repeat(256), "a b", "ș", "a\u0000"]) expect(readRequestKey(bad)).toBeUndefined();
});
