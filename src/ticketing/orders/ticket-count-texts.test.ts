import { expect, it } from "vitest";
import { countedTickets, countTickets, typesInWords } from "./ticket-count-texts.ts";

it("tickets and add-ons are counted apart, and what there is none of is not said", () => {
  const words = (tickets: number, addOns: number) => countedTickets({ tickets, addOns });
  expect([words(2, 0), words(2, 1), words(1, 2), words(0, 1), words(0, 0), words(20, 20)]).toEqual([
    "2 bilete",
    "2 bilete și 1 supliment",
    "1 bilet și 2 suplimente",
    "1 supliment",
    "0 bilete",
    "20 de bilete și 20 de suplimente",
  ]);
});

it("counts one of each, or as many as each says", () => {
  const lines = [
    { entries: 1, quantity: 2 },
    { entries: 0, quantity: 3 },
  ];
  const isAddOn = ({ entries }: (typeof lines)[number]) => entries === 0;
  expect(countTickets(lines, isAddOn)).toEqual({ tickets: 1, addOns: 1 });
  expect(countTickets(lines, isAddOn, ({ quantity }) => quantity)).toEqual({ tickets: 2, addOns: 3 });
});

it("names a type once with its sum, though it was sold at two prices (one kind: one thing told as two)", () => {
  const line = (title: string, quantity: number) => ({ title, quantity });
  expect(typesInWords([line("General", 2), line("Parcare", 1), line("General", 1)])).toBe(
    "3 × General, 1 × Parcare",
  );
});
