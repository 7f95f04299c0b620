import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { limits } from "#ticketing/limits.ts";
import { readCheckoutCall, readRequestKey, readTicketForm } from "./order-form.ts";

const origin = "https://bilete.example";
const event = newId();
const call = {
  price_id: "price_1",
  success_url: `${origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
  cancel_url: `${origin}/events/${event}`,
  mode: "payment",
  quantity: 2,
};
const read = (change: Record<string, unknown>) => readCheckoutCall({ ...call, ...change }, origin);

describe("the call checkout-session", () => {
  it("has price_id, success_url, cancel_url, mode and quantity (A16-03, A16-06, A16-07)", () => {
    expect(read({})).toEqual({
      priceId: "price_1",
      ticketTypeId: null,
      eventId: event,
      quantity: 2,
      origin: "event",
    });
  });

  it.each([
    ["/tickets", "tickets"],
    ["/season-pass", "season-pass"],
  ])("says by its cancel address %s where the purchase began (A16-07)", (path, began) => {
    expect(read({ cancel_url: origin + path })).toMatchObject({ eventId: null, origin: began });
  });

  it("may name the ticket type and the event (decision 12)", () => {
    const ticket = newId();
    expect(read({ ticket_id: ticket, event_id: event })).toMatchObject({
      ticketTypeId: ticket,
      eventId: event,
    });
    expect(read({ event_id: newId() })).toBeUndefined();
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
    ["two slashes", { cancel_url: `${origin}//evil.example/tickets` }],
    ["a success page without its session", { success_url: `${origin}/tickets/success` }],
  ])("is refused with %s (A16-03, I29)", (_what, change) => {
    expect(read(change)).toBeUndefined();
  });
});

const form = (fields: [string, string][]) => {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return data;
};

describe("the form of a page", () => {
  const type = newId();

  it("asks for one to ten tickets of one type (A18-01, I29)", () => {
    expect(limits.quantity).toBe(10);
    for (const quantity of [1, 10])
      expect(
        readTicketForm(
          form([
            ["ticket_id", type],
            ["quantity", String(quantity)],
          ]),
        ),
      ).toEqual({ ticketTypeId: type, quantity });
    for (const quantity of ["0", "11", "-1", "1.5", "1e1", " 1", "٣", ""])
      expect(
        readTicketForm(
          form([
            ["ticket_id", type],
            ["quantity", quantity],
          ]),
        ),
      ).toEqual({ problem: "not_understood" });
  });

  it("without a type says that nothing was chosen (A5-24, A17-09)", () => {
    expect(readTicketForm(form([["quantity", "1"]]))).toEqual({ problem: "nothing_chosen" });
  });

  it("names each field once (I29)", () => {
    expect(
      readTicketForm(
        form([
          ["ticket_id", type],
          ["ticket_id", type],
          ["quantity", "1"],
        ]),
      ),
    ).toEqual({ problem: "not_understood" });
    expect(
      readTicketForm(
        form([
          ["ticket_id", type],
          ["quantity", "1"],
          ["quantity", "9"],
        ]),
      ),
    ).toEqual({ problem: "not_understood" });
  });
});

describe("the browser's key for one press", () => {
  it("is visible ASCII of 255 characters at most, or absent (D4)", () => {
    expect(readRequestKey(undefined)).toBeNull();
    expect(readRequestKey("a".repeat(255))).toBe("a".repeat(255));
    for (const bad of ["", "a".repeat(256), "a b", "ș", "a\u0000"])
      expect(readRequestKey(bad)).toBeUndefined();
  });
});
