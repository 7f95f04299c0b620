import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import type { LetterFrame } from "#ticketing/delivery/letter-templates/letter-shell.ts";
import { nightMoved } from "#ticketing/delivery/letter-templates/night-letters.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import { MovedChoicePage, type MovedChoiceView } from "./moved-choice-route.tsx";

const view: MovedChoiceView = {
  night: {
    id: "n",
    slug: "luna-plina",
    title: "Luna Plină",
    date: "2027-07-18",
    time: "23:00",
    location: "Plaja Licurici",
    reason: "Vine furtuna.",
    was: { date: "2027-07-17", time: "22:00", location: "Plaja Licurici" },
  },
  picture: null,
  widePicture: null,
  until: "sâmbătă, 17 iulie, 23:00",
  whyNot: null,
  own: { tickets: 1, addOns: 0, joined: 0, amount: 6_125 },
  sent: { tickets: 0, addOns: 0, amount: 0 },
  isShare: false,
  maySend: true,
  mayGive: { own: true, sent: true },
  orderPath: "/profile?order=o",
};
function wordsOf(change: Partial<MovedChoiceView>, isAsked = false, withSent = false): string {
  const asked = isAsked ? { withSent } : undefined;
  const element = <MovedChoicePage view={{ ...view, ...change }} asked={asked} />;
  const html = renderToString(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
  return html
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
}
const sameDay = {
  ...view.night,
  was: { date: view.night.date, time: "22:00", location: view.night.location },
};

it("offers to send a ticket on only where one can be sent", () => {
  const sends = "Poți trimite un bilet altcuiva";
  expect(wordsOf({})).toContain(sends);
  expect(wordsOf({ maySend: false })).not.toContain(sends);
  // one night of a pass cannot be sent
  expect(wordsOf({ isShare: true })).not.toContain(sends);
});

it("calls what is new by its name: the date, or the hour on the same date", () => {
  expect(wordsOf({})).toContain("Nu pot la data nouă");
  const words = wordsOf({ night: sameDay });
  for (const part of ["Vin și la ora nouă", "Nu pot la ora nouă", "nici la ora nouă"])
    expect(words).toContain(part);
  expect(words).not.toContain("data nouă");
});

it("speaks of one ticket as one", () => {
  const one = wordsOf({});
  const several = wordsOf({ own: { ...view.own, tickets: 2, amount: 12_250 } });
  for (const [part, parts] of [
    ["Păstrez biletul", "Păstrez biletele"],
    ["Codul lui nu mai deschide", "Codurile lor nu mai deschid"],
    ["biletul rămâne bun", "biletele rămân bune"],
  ] as const)
    expect([one.includes(part), several.includes(parts), one.includes(parts)]).toEqual([true, true, false]);
});

it("says of tickets that the payer sent that others have them", () => {
  const none = wordsOf({
    own: { ...view.own, tickets: 0, amount: 0 },
    sent: { ...view.sent, tickets: 1, amount: 6_125 },
  });
  for (const part of ["Ai trimis 1 bilet; alege", "Biletul rămâne trimis", "Las biletul trimis", "61,25 LEI"])
    expect(none).toContain(part);
  expect(none).not.toMatch(/Ai 1 bilet|Vin și|biletele salvate|Păstrez|altcuiva/);
  expect(wordsOf({ sent: { ...view.sent, tickets: 1, amount: 6_125 } })).toContain(
    "Ai 1 bilet și ai trimis 1 bilet; alege",
  );
});

it("says which of the buyer's own tickets go back only with a friend's, and names the add-ons", () => {
  const half = {
    own: { tickets: 2, addOns: 2, joined: 1, amount: 16_200 },
    sent: { tickets: 1, addOns: 0, amount: 18_900 },
  };
  const joined = "doar întreg: odată cu el se întoarce și 1 bilet de la tine.";
  const before = wordsOf(half);
  for (const part of ["Ai 2 bilete și ai trimis 1 bilet; alege", "Codul lui nu mai", "încă 189 LEI", joined])
    expect(before).toContain(part);
  expect(wordsOf(half, true)).toContain("Dai înapoi 1 bilet și 2 suplimente și primești 162 LEI.");
  expect(wordsOf(half, true, true)).toContain("Dai înapoi 3 bilete și 2 suplimente și primești 351 LEI.");
  const rest = { ...half, own: { tickets: 1, addOns: 0, joined: 1, amount: 0 } };
  const after = wordsOf(rest);
  for (const part of [
    "Ai 1 bilet și ai trimis 1 bilet; alege",
    "Păstrez biletul",
    "189 LEI",
    "Codurile lor",
    joined,
  ])
    expect(after).toContain(part);
  expect(after).not.toMatch(/Biletele rămân trimise|Las biletele/);
  expect(wordsOf(rest, true, true)).toContain("Dai înapoi 2 bilete și primești 189 LEI.");
  expect(wordsOf({})).not.toContain("doar întreg");
});

it("says of a pass that its night goes back and the other nights stay", () => {
  expect(wordsOf({}, true)).toContain("Dai înapoi 1 bilet și primești 61,25 LEI.");
  const words = wordsOf({ isShare: true }, true);
  expect(words).toContain("Primești 61,25 LEI pentru noaptea aceasta");
  expect(words).not.toContain("Dai înapoi");
});

it("offers by a link nothing that the link may not do, and says where it is done", () => {
  const sent = { ...view.sent, tickets: 2, amount: 12_250 };
  const words = (mayGive: MovedChoiceView["mayGive"], own = view.own) => wordsOf({ own, sent, mayGive });
  const [back, friends] = ["Vreau banii înapoi", "pe care le-ai trimis"];
  expect(words({ own: true, sent: true })).toContain(friends);
  expect(words({ own: true, sent: false })).not.toContain(friends);
  expect(words({ own: true, sent: false })).toContain(back);
  for (const none of [
    words({ own: false, sent: false }),
    words({ own: true, sent: false }, { ...view.own, tickets: 0, amount: 0 }),
  ]) {
    expect(none).not.toContain(back);
    expect(none).toContain("doar din browserul în care ai cumpărat");
  }
});

it("never keeps anybody from a new copy of a ticket that says the old time, nor does a letter", () => {
  expect(wordsOf({})).toContain(returnTexts.sameCodes);
  const club = { name: "Clubul", trader: "Nisip SRL", email: "", address: "Digul de nord" };
  const frame: LetterFrame = { club, origin: "https://club.ro", holdMinutes: 30 };
  const letters = (["choice", "share", "nothing", "received", "guest"] as const).map((what) =>
    JSON.stringify(nightMoved(frame, what)),
  );
  for (const letter of letters.slice(0, 2)) expect(letter).toContain(returnTexts.sameCodes);
  for (const words of [wordsOf({}), ...letters]) expect(words).not.toContain("nu le mai salva");
});
