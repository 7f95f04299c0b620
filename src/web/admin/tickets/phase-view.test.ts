import { describe, expect, it } from "vitest";
import { bani } from "#kernel/money.ts";
import { phaseSentence, savedPhaseViews } from "./phase-view.ts";

const phase = (name: string, lei: number, about: object = {}) => ({
  ...{ id: name, name, price: bani(lei * 100), endsAt: null, isOver: false, tickets: null, sold: 0, held: 0 },
  ...about,
});
const now = new Date("2031-07-01T10:00:00Z");
const said = (...phases: ReturnType<typeof phase>[]) => /„(.*)”/.exec(phaseSentence(phases, now) ?? "")?.[1];

describe("the phases of a type in the office", () => {
  it("are over, on sale or to come, as the sale takes them", () => {
    const phases = [
      phase("A", 80, { isOver: true }),
      phase("B", 85, { tickets: 10, sold: 7, held: 3 }),
      phase("C", 90, { tickets: 10, sold: 7 }),
      phase("D", 100),
    ];
    expect(savedPhaseViews(phases).map(({ state }) => state)).toEqual(["over", "over", "on_sale", "later"]);
  });

  it("are said as buyers read them: what is left where it is little, until when, and what comes next", () => {
    const few = { tickets: 200, sold: 184, held: 5 };
    expect(
      said(phase("Early Bird", 85, { ...few, endsAt: new Date("2031-08-01T20:59:00Z") }), phase("Apoi", 110)),
    ).toBe("Early Bird 85 LEI · încă 11 sau până pe 1 august, 23:59. Apoi 110 LEI");
    expect(said(phase("Early Bird", 85, { tickets: 200, sold: 199 }), phase("Apoi", 110))).toBe(
      "Early Bird 85 LEI · încă unul. Apoi 110 LEI",
    );
    expect(said(phase("Early Bird", 85, { tickets: 200, sold: 149 }), phase("Apoi", 110))).toBe(
      "Early Bird 85 LEI. Apoi 110 LEI",
    );
    const until = (endsAt: string) =>
      said(phase("Acum", 85, { endsAt: new Date(endsAt) }), phase("Apoi", 110))?.split(" · ")[1];
    expect(until("2031-07-01T20:59:00Z")).toBe("până azi, 23:59. Apoi 110 LEI");
    expect(until("2031-07-02T20:59:00Z")).toBe("până mâine, 23:59. Apoi 110 LEI");
    expect(until("2031-07-07T20:59:00Z")).toBe("până luni, 23:59. Apoi 110 LEI");
    expect(until("2031-07-08T20:59:00Z")).toBe("până pe 8 iulie, 23:59. Apoi 110 LEI");
    expect(phaseSentence([phase("A", 85, { held: 2 }), phase("B", 90, { held: 3 })], now)).toContain(
      "(acum: 5)",
    );
    expect([phaseSentence([], now), said(phase("A", 85, { isOver: true }))]).toEqual([null, undefined]);
  });
});
