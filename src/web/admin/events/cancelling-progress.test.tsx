import { expect, it } from "vitest";
import { renderScreen } from "#devkit/gallery/render-screen.tsx";
import type { ToldPerson } from "#ticketing/orders/cancelled-nights/cancellation-queries.server.ts";
import { CancellingProgress } from "./cancel-night-route.tsx";

const none = { n: 0, amount: 0 };
const people: ToldPerson[] = [];
const oneSent = { sent: 1, waiting: 0, failed: 0 };
const progress = (short: typeof none, failedShort = none, told = people, letters = oneSent) =>
  renderScreen(
    <CancellingProgress
      view={{
        kind: "progress",
        id: "a",
        name: "Eclipsa",
        title: "Eclipsa",
        day: "12 iulie 2027",
        at: "1 iulie, 10:00",
        reason: "Furtună.",
        letters,
        ordersLeft: { n: 0, first: [] },
        ordersOwed: { n: 0, first: [] },
        lost: none,
        stillSold: [],
        people: told,
        door: { tickets: 0, cash: 0, terminal: 0 },
        inAll: told.length === 0 ? 0 : 201,
        refunds: { done: none, waiting: { n: 21, amount: 231_000 }, short, failed: failedShort, failedShort },
      }}
    />,
  );

it("the progress of a cancelled night says when the balance at the provider is too small, and for how much", () => {
  expect(progress(none)).not.toContain("Soldul");
  expect(progress({ n: 20, amount: 220_000 })).toContain(
    "Soldul de la furnizorul de plăți nu ajunge pentru 20 de rambursări, 2.200,00 LEI.",
  );
  expect(progress(none, { n: 2, amount: 22_000 })).toContain(
    "Pentru 2 rambursări, 220,00 LEI, soldul de la furnizorul de plăți nu a ajuns.",
  );
});

it("the progress of a cancelled night says of each person whether the email left and the money came back", () => {
  const ana = { orderId: "o1", number: 595, name: "Ana Țîrlea", address: "ana@exemplu.ro" };
  const html = progress(none, none, [
    { ...ana, letter: "failed", money: { state: "failed", amount: 11_000 } },
    { orderId: "o2", number: 596, name: null, address: null, letter: null, money: null },
  ]).replaceAll("<!-- -->", "");
  for (const said of ["Ana Țîrlea", "ana@exemplu.ro", "Comanda 595", "Respinsă", "110,00 LEI, refuzați"])
    expect(html).toContain(said);
  for (const said of ["Fără nume", "Nu are adresă", "nimic de întors", "Primele 2 din 201"])
    expect(html).toContain(said);
});

it("the progress of a cancelled night says that the emails are being prepared, not that 0 of 0 have left", () => {
  const html = progress(none, none, people, { ...oneSent, sent: 0 }).replaceAll("<!-- -->", "");
  expect(html).toContain("Se pregătesc");
  expect(html).not.toContain("0 din 0");
});
