import { createElement } from "react";
import { expect, test } from "vitest";
import { renderScreen } from "#devkit/gallery/render-screen.tsx";
import { sentTicketSamples } from "#devkit/gallery/sent-ticket-samples.tsx";
import type { TicketToAcceptView } from "./chosen-tickets.server.ts";
import { TicketToAccept } from "./chosen-tickets.tsx";
import { sentTicketTexts } from "./sent-ticket-texts.ts";

function html(name: string): string {
  const sample = sentTicketSamples[name];
  if (!sample) throw new Error(`no sample ${name}`);
  return renderScreen(createElement(sample));
}

test("the sheet of a pass says that all of it goes, and names the nights", () => {
  const sheet = html("send-pass");
  expect(sheet).toContain("Pleacă tot abonamentul: 8 nopți.");
  expect(sheet).toContain("O singură noapte din el nu se poate trimite.");
  expect(sheet.match(/<li>/g)).toHaveLength(8);
  expect(html("send-ticket")).not.toContain("abonament");
});

test("a friend's page of a pass lists its nights, and counts them", () => {
  const page = html("receive-pass");
  expect(page).toContain("Ioana ți-a trimis un abonament.");
  expect(page).toContain("Primești tot abonamentul: 8 nopți.");
  expect(page).toContain("când se deschid ușile ultimei nopți");
  expect(html("receive-ticket")).toContain("Ioana ți-a trimis un bilet.");
  expect(sentTicketTexts.until({ when: "mâine", isAtDoors: false }, "pass")).toBe("Linkul ține până mâine.");
});

test("the login names the pass that waits behind it, and how many nights it has", () => {
  const ticket = { from: "Ioana", whole: "pass", nights: 7, title: "All Season Pass" } as const;
  const words = (more: Partial<TicketToAcceptView>) =>
    renderScreen(
      createElement(TicketToAccept, { ticket: { ...ticket, date: "2027-06-26", time: "22:00", ...more } }),
    );
  expect(words({})).toContain("Ioana ți-a trimis un abonament: All Season Pass");
  expect(words({})).toContain("7 nopți, prima: ");
  expect(words({ whole: null })).not.toMatch(/abonament|prima/);
});

test("what is said of a ticket and of a pass alike names neither, and no number of codes", () => {
  const { takenBack, notWaiting, acceptedMeanwhile, emailed, refused } = sentTicketTexts;
  const { not_found, not_valid, used, over, too_often, too_many_links } = refused;
  const refusals = [not_found, not_valid, used, over, too_often, too_many_links];
  for (const text of [takenBack, notWaiting, acceptedMeanwhile, emailed("dan@exemplu.ro"), ...refusals])
    expect(text).not.toMatch(/bilet|abonament|\bcod/i);
});
