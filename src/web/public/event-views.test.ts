import { expect, it } from "vitest";
import { bani } from "#kernel/money.ts";
import { ticketTypeView } from "./event-views.ts";

it("A5-22 as many can be chosen as are left, ten at most, and no more people than one order admits (60)", () => {
  const most = (available: number, entries: number) =>
    ticketTypeView(
      {
        id: "a",
        title: "Cuplu",
        description: null,
        price: bani(100),
        off: null,
        saleStartsAt: null,
        saleEndsAt: "2027-07-18T02:00:00Z",
        mayReturn: false,
        pool: null,
        family: "ordinary",
        available,
        entries,
        phases: [],
        enterUntil: null,
        requiresCode: false,
        codePer: "person",
        eventIds: [],
        nights: [],
        cancelled: [],
      },
      new Date(),
    ).most;
  expect([most(3, 1), most(500, 1), most(500, 2), most(500, 3), most(500, 5), most(1, 5)]).toEqual([
    3, 10, 10, 6, 4, 1,
  ]);
});
