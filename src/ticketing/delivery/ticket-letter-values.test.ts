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
    return valuesOfTickets(next, tickets, { customerName: "Ana", groups: "without groups" }).quantity;
  };
  const parking = ticket({ isAddOn: true, typeName: "Parcare", quantity: 2 });
  expect(quantity(ticket({ quantity: 3 }), ticket(), ticket({ eventId: newId() }))).toBe("4");
  expect(quantity(ticket(), parking)).toBe("1 bilet și 2 suplimente");
  expect(quantity(parking)).toBe("2 suplimente");
});
