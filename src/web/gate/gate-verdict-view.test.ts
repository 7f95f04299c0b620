import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { qrMessage, qrText, scopeOf } from "#ticketing/delivery/qr-payload.ts";
import { dayOfWindow, ticketWindow } from "#ticketing/delivery/ticket-window.ts";
import { verdicts } from "#ticketing/gate/admission.ts";
import type { Admission } from "#ticketing/gate/admit-entry.server.ts";
import { gateTexts } from "./gate-texts.ts";
import { guestVerdictView, scannedView, verdictView, wordsOfVerdict } from "./gate-verdict-view.ts";
import { nothingKnown, type ScanResult } from "./scanner/scan-result.ts";
import { scannerTexts } from "./scanner/scanner-texts.ts";

const now = new Date("2027-06-26T21:00:00Z");
const shown = (verdict: Admission["verdict"], ticket: Partial<NonNullable<Admission["ticket"]>> = {}) =>
  verdictView(
    {
      verdict,
      entries: 1,
      ticket: {
        id: newId(),
        typeName: "Intrare generală",
        holderName: "Ana",
        entriesTotal: 1,
        entriesLeft: 0,
        position: { no: 1, of: 3 },
        isAddOn: false,
        enterUntil: null,
        asksAge: false,
        lastEntry: null,
        ...ticket,
      },
    },
    "FSC-1234-567890",
    now,
  );

it("a person who is not decided about is sent to the chief at the door, on every screen by one name", () => {
  const sentences = [
    ...Object.values(gateTexts.advice),
    ...Object.values(scannerTexts),
    gateTexts.guestAdvice,
  ]
    .filter((text) => typeof text === "string")
    .flatMap((text) => text.match(/rimite persoana [^.]*/g) ?? []);
  expect(new Set(sentences)).toEqual(
    new Set([
      "rimite persoana la șeful de la ușă",
      // where another phone decides
      "rimite persoana la poarta biletului sau la șef",
      "rimite persoana acolo",
      "rimite persoana la el",
    ]),
  );
});

it("a person who enters on a night for adults shows the identity card, with a ticket and on a guest list", () => {
  const named = (asksAge: boolean) => {
    const guest = { id: newId(), name: "Ana", listName: "DJ", places: 1, placesLeft: 0, asksAge };
    return guestVerdictView({ verdict: "admitted", entries: 1, guest });
  };
  for (const asksAge of [true, false])
    expect([shown("admitted", { asksAge }), named(asksAge)].map(({ isAdult }) => isAdult)).toEqual([
      asksAge,
      asksAge,
    ]);
});

it("a ticket says which of its order it is", () => {
  for (const verdict of ["admitted", "used", "void", "suspended", "past_hour"] as const)
    expect(shown(verdict).which, verdict).toBe("Biletul 1 din 3");
  expect(shown("admitted", { position: { no: 1, of: 1 } }).which).toBeNull();
  expect(shown("admitted", { position: null }).which).toBeNull();
});

it("a code that was replaced says so, and not which ticket it is: it is none of those there are now", () => {
  expect(shown("replaced")).toMatchObject({
    kind: "refused",
    what: "Cod înlocuit: cere biletul nou",
    which: null,
    entries: null,
  });
});

it("a used ticket says when and where somebody came in, and a night for adults asks for the identity card", () => {
  const at = new Date("2027-06-26T19:41:00Z");
  expect(shown("used", { lastEntry: { at, gateName: "Poarta B" } }).what).toBe(
    "Bilet deja folosit\u00a0· 22:41, Poarta B",
  );
  expect(shown("used", { lastEntry: { at, gateName: null } }).what).toBe("Bilet deja folosit\u00a0· 22:41");
  expect(shown("admitted", { asksAge: true }).isAdult).toBe(true);
});

it("an add-on is given out, whatever its place in the order", () => {
  expect(shown("admitted", { isAddOn: true })).toMatchObject({ kind: "given", which: null });
  expect(shown("used", { isAddOn: true })).toMatchObject({
    kind: "refused",
    what: "Deja ridicat",
    entries: null,
  });
});

it("a ticket for another night says for which, as far as it is known", () => {
  const night = { title: "Luna Plină", date: "2027-07-18" };
  expect(shown("elsewhere", night).advice).toBe("E pentru „Luna Plină”, 18.07.2027.");
  expect(gateTexts.adviceOf("elsewhere", { title: null, date: "2027-07-18" })).toBe(
    "E pentru noaptea din 18.07.2027.",
  );
  expect(shown("elsewhere").advice).toBe(gateTexts.advice.elsewhere);
  expect(shown("void", night).advice).toBe(gateTexts.advice.void);
  expect(shown("early", night).advice).toBe(`Noaptea e pe 18.07.2027. ${gateTexts.advice.early}`);
});

it("a signed code tells the day of its night", () => {
  for (const [day, time] of [
    ["2027-06-26", "23:00"],
    ["2027-06-26", "00:30"],
    ["2027-06-26", null],
    ["2027-03-28", "23:00"],
    ["2027-10-31", "12:00"],
  ] as const)
    expect(dayOfWindow(ticketWindow(day, time)), `${day} ${time}`).toBe(day);
});

const payload = {
  kid: 1,
  purchaseId: newId(),
  scope: scopeOf(newId()),
  notBefore: 1,
  notAfter: 2,
  entries: 1,
  secretVersion: 1,
  isPass: false,
  isTest: false,
};
const qr = qrText(qrMessage(payload), new Uint8Array(64));
const scanned = (answer: ScanResult["answer"]) => scannedView({ ...nothingKnown, qr, answer });

it("the chief is asked about a ticket that was sold since the list, and about none that the phone lets in", () => {
  const unlisted = { verdict: "unlisted", isAgain: false, asksAge: true } as const;
  expect(scanned({ ...unlisted, admits: false })).toMatchObject({ kind: "look", canOverride: true });
  expect(scanned({ ...unlisted, admits: true })).toMatchObject({
    kind: "admitted",
    canOverride: false,
    isAdult: true,
  });
});

it("a verdict is said in one way on every screen: in one colour, with words of its own", () => {
  const refused = verdicts.filter((verdict) => verdict !== "admitted");
  expect(new Set(refused.map((verdict) => wordsOfVerdict[verdict].what)).size).toBe(refused.length);
  expect(refused.map((verdict) => wordsOfVerdict[verdict].what)).toEqual(
    refused.map((verdict) => gateTexts.what[verdict]),
  );
});

it("a person whom the chief let in on a typed code without network is not shown as an entry that counts", () => {
  const view = scannedView({ ...nothingKnown, answer: { verdict: "unchecked", asksAge: true } });
  expect(view).toMatchObject({ kind: "given", word: "LĂSAT DE ȘEF", isAdult: true, canOverride: false });
});

it("a guest is refused in words for a name: used up, with the hour and the gate, or off the list", () => {
  const lastEntry = { at: "2027-06-26T19:41:00Z", gateName: "Poarta B" };
  expect(scannedView({ ...nothingKnown, answer: { verdict: "name_used" }, lastEntry })).toMatchObject({
    kind: "refused",
    what: "Pe acest nume au intrat toți\u00a0· 22:41, Poarta B",
    advice: gateTexts.guestAdvice,
  });
  expect(scannedView({ ...nothingKnown, answer: { verdict: "off_list" } })).toMatchObject({
    kind: "refused",
    what: "Numele nu mai e pe listă",
    advice: gateTexts.guestAdvice,
  });
});

it("of a guest who was tapped the screen counts the places of the name, and asks for no more by a code that was not read", () => {
  const letIn = (left: number, entries: number) =>
    scannedView({
      ...nothingKnown,
      typeName: "Oana Exemplu",
      entriesTotal: 3,
      answer: { verdict: "admitted", entries, left, asksAge: false },
    });
  expect(letIn(1, 2)).toMatchObject({ entries: { left: 1, inAll: 3, justTaken: 2 }, asks: null });
  expect(letIn(2, 1).entries).toEqual({ left: 2, inAll: 3, justTaken: 1 });
});
