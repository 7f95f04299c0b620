import { expect, it } from "vitest";
import { isCollapsing, sharedStem, ticketCodes } from "./ticket-label.ts";

it("an ordinary order has one label, a pass and an early bird one for each night with the same stem", () => {
  expect(ticketCodes("ordinary", 3)).toEqual([expect.stringMatching(/^FSC-\d{4}-\d{6}$/)]);
  for (const [family, prefix] of [
    ["season_pass", "SEASON"],
    ["early_bird", "EARLYBIRD"],
  ] as const) {
    const codes = ticketCodes(family, 11);
    const stem = sharedStem(codes[0] ?? "");
    expect(stem).toMatch(new RegExp(`^${prefix}-\\d{4}-\\d{6}$`));
    expect(codes).toEqual(
      ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11"].map((n) => `${stem}-${n}`),
    );
    expect(codes.every(isCollapsing)).toBe(true);
  }
});

it("only what begins like a pass or an early bird is one card", () => {
  expect(["FSC-4821-093175", "XSEASON-1", "XEARLYBIRD-1", "SEASONAL-1"].some(isCollapsing)).toBe(false);
});
