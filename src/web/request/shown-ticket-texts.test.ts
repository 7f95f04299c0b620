import { expect, it } from "vitest";
import { shownTicketTexts } from "./shown-ticket-texts.ts";

it("only the holder of a ticket that somebody else paid for is told that the payer clears up a dispute", () => {
  const payer = "O lămurește cine l-a plătit.";
  expect(shownTicketTexts.noEntry("dispute", null)).toContain(payer);
  for (const price of [0, 5_000]) expect(shownTicketTexts.noEntry("dispute", price)).not.toContain(payer);
});
