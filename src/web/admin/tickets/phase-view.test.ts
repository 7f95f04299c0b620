import { describe, expect, it } from "vitest";
import { bani } from "#kernel/money.ts";
import { phaseSentence, savedPhaseViews } from "./phase-view.ts";

const phase = (name: string, lei: number, about: object = {}) => ({
  id: name,
  name,
  price: bani(lei * 100),
  endsAt: null,
  isOver: false,
  tickets: null,
  sold: 0,
  held: 0,
  ...about,
});
const now = new Date("2031-07-01T10:00:00Z");

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

  it("are said as buyers read them, and with how many keep a price that they hold", () => {
    const early = phase("Early Bird", 85, {
      tickets: 200,
      sold: 184,
      held: 5,
      endsAt: new Date("2031-08-01T20:59:00Z"),
    });
    const full = phase("Apoi", 110, { held: 1 });
    expect(phaseSentence([early, full], 400, now)).toBe(
      "Cumpărătorul vede: „Early Bird 85 LEI · încă 11 sau până pe 1 august, 23:59. Apoi 110 LEI”. Cine ține deja un bilet plătește prețul de la ținere, chiar dacă faza se schimbă (acum: 6).",
    );
    expect(phaseSentence([early, full], 7, now)).toContain("încă 7 sau până");
    expect(phaseSentence([phase("A", 85, { isOver: true }), full], 400, now)).toContain(
      "„Apoi 110 LEI · A s-a terminat”",
    );
  });

  it("are not said where the page says nothing, and none is left where all are over", () => {
    expect([phaseSentence([], 9, now), phaseSentence([phase("A", 85)], 9, now)]).toEqual([null, null]);
    expect(phaseSentence([phase("A", 85, { isOver: true })], 9, now)).toBe("Nicio fază nu mai are bilete.");
  });
});
