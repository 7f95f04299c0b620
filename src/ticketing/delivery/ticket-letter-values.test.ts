import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { sampleTicket } from "#test/support/sample-ticket.ts";
import { valuesOfTickets } from "./ticket-letter-values.ts";

const night = newId();
const ticket = (change: Parameters<typeof sampleTicket>[0] = {}) => ({
  ...sampleTicket({ eventId: night, ...change }),
  code: { qr: "", group: "" },
});

it("a letter says how many tickets it brings for its night; add-ons are none of them", () => {
  const quantity = (...tickets: ReturnType<typeof ticket>[]) => {
    const [next] = tickets;
    if (!next) throw new Error("no ticket");
    return valuesOfTickets(next, tickets, { customerName: "Ana", isNamed: true, groups: "without groups" })
      .quantity;
  };
  const parking = ticket({ isAddOn: true, typeName: "Parcare", quantity: 2 });
  expect(quantity(ticket({ quantity: 3 }), ticket(), ticket({ eventId: newId() }))).toBe("4");
  expect(quantity(ticket(), parking)).toBe("1 bilet și 2 suplimente");
  expect(quantity(parking)).toBe("2 suplimente");
});

it("a letter says until when a type is good at the gate, also among others", () => {
  const early = ticket({ typeName: "Devreme", enterUntil: "23:00" });
  const types = (...tickets: ReturnType<typeof ticket>[]) =>
    valuesOfTickets(early, tickets, { customerName: "Ana", isNamed: true, groups: "without groups" })
      .ticket_type;
  expect(types(early)).toBe("Devreme (valabil la poartă până la 23:00)");
  expect(types(ticket({ typeName: "Devreme" }))).toBe("Devreme");
  expect(types(early, ticket({ typeName: "Terasa", quantity: 2 }))).toBe(
    "1 × Devreme (valabil la poartă până la 23:00), 2 × Terasa",
  );
});

it("a letter says what one of the codes admits that a ticket for several was split into", () => {
  const half = ticket({ typeName: "Cuplu", entriesTotal: 1, isSplit: true });
  const values = (...tickets: ReturnType<typeof ticket>[]) =>
    valuesOfTickets(half, tickets, { customerName: "Ana", isNamed: true, groups: "without groups" });
  expect(values(half).ticket_type).toBe("Cuplu, 1 intrare");
  expect(values(half, half).ticket_list).toContain("Cuplu, 1 intrare");
});

it("a letter greets who it goes to, whatever name the first ticket has", () => {
  const renamed = ticket({ holderName: "Andrei" });
  const values = valuesOfTickets(renamed, [renamed, ticket()], {
    customerName: "Ștefania",
    isNamed: true,
    groups: "without groups",
  });
  expect([values.customer_name, values.holder_name]).toEqual(["Ștefania", "Andrei"]);
});
