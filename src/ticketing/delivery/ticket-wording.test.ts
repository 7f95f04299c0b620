import { describe, expect, it } from "vitest";
import { bani } from "#kernel/money.ts";
import { sampleTicket } from "#test/support/sample-ticket.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import {
  dateInWords,
  entriesInWords,
  footOf,
  openingInWords,
  positionInWords,
  priceInWords,
  priceOf,
  printable,
  timeInWords,
} from "./ticket-wording.ts";

const club = {
  name: "Fosfor",
  trader: "Fosfor SRL, J13/1/2020",
  address: "Plaja",
  email: "salut@fosfor.example",
};

describe("the words of a ticket", () => {
  it("are its day with a capital letter and its hour, or that it will be announced", () => {
    expect(dateInWords({ eventDate: "2027-06-26" })).toBe("Sâmbătă, 26 iunie 2027");
    expect(timeInWords({ eventTime: "22:00:00" })).toBe("22:00");
    expect(timeInWords({ eventTime: null })).toBe("va fi anunțată");
  });

  it("are when a night lets people in, and the end of its day when no hour is known", () => {
    const night = { date: "2027-02-19", doors: "21:00", time: "22:00" };
    expect(openingInWords(night)).toBe("vineri, 19 februarie 2027, 21:00");
    expect(openingInWords({ ...night, doors: null, time: null })).toBe(
      "la sfârșitul zilei de vineri, 19 februarie 2027",
    );
  });

  it("are the price of all rows of the order together", () => {
    const rows = [
      sampleTicket(),
      sampleTicket({ totalPrice: bani(0) }),
      sampleTicket({ totalPrice: bani(50) }),
    ];
    expect(priceOf(rows)).toBe(42_050);
    expect(priceInWords(rows)).toBe("420,50 LEI");
    expect(priceInWords([sampleTicket()])).toBe("420 LEI");
  });

  it("count entries as Romanian does", () => {
    const words = (isAddOn: boolean) =>
      [1, 2, 20].map((entriesTotal) => entriesInWords({ entriesTotal, isAddOn }));
    expect(words(false)).toEqual(["1 intrare", "2 intrări", "20 de intrări"]);
    expect(words(true)).toEqual(["1 bucată", "2 bucăți", "20 de bucăți"]);
  });

  it("say which of several tickets it is, and that an add-on is one", () => {
    const words = (no: number, of: number, isAddOn = false) =>
      positionInWords({ position: { no, of }, isAddOn });
    expect([words(1, 1), words(2, 3), words(2, 3, true)]).toEqual(["", "Biletul 2 din 3", "Supliment"]);
    expect(positionInWords({ position: null, isAddOn: false })).toBe("");
  });

  it("can be printed: commas for cedillas, no pictographs, single blanks", () => {
    expect(printable("\u015etefan \u015fi \u0162ara \u0163ese")).toBe("Ștefan și Țara țese");
    expect(printable(" Luna 🌕🌕\t plină\u0000\n a\u0306 👨\u200d👩 ")).toBe("Luna plină ă");
    expect(printable("x\ufe0fy\u200dz")).toBe("x y z");
  });
});

describe("the foot of a ticket", () => {
  const ticket = sampleTicket({ entriesTotal: 1 });
  const refund = `Biletul nu este rambursabil. ${returnTexts.promise}`;

  it("says what the gate wants, the order and when it was paid, and who sells", () => {
    expect(footOf(ticket, [ticket], club)).toEqual({
      atTheGate: "un act de identitate cu numele de pe bilet. Nu îndoi codul; o copie intră o singură dată.",
      smallPrint: `Comanda 10482, plătită pe 14.06.2027, 21:07. Fosfor SRL, J13/1/2020. ${refund}`,
    });
  });

  it("promises money back to nobody who paid nothing: an invitation, a ticket of a friend, a pass of either", () => {
    const foot = (...prices: readonly (number | null)[]) => {
      const nights = prices.map((n) => sampleTicket({ totalPrice: n === null ? null : bani(n) }));
      return nights.map((night) => footOf(night, nights, club).smallPrint);
    };
    for (const words of [...foot(0), ...foot(null), ...foot(0, 0), ...foot(null, null)]) {
      expect(words).toContain(returnTexts.free);
      expect(words).not.toMatch(/primești banii|rambursabil/);
    }
    for (const words of [...foot(9_000), ...foot(9_000, 0)]) expect(words).toContain(refund);
    for (const words of [...foot(0), ...foot(0, 0)]) expect(words).toContain("Comanda 10482, primită pe ");
  });

  it("says of several entries that each may be used by itself, of several nights what the price is of", () => {
    const pass = sampleTicket({ entriesTotal: 2, isTest: true, paidAt: null });
    expect(footOf(pass, [pass, ticket], { ...club, trader: "" })).toEqual({
      atTheGate:
        "un act de identitate cu numele de pe bilet. Cele 2 intrări se pot folosi pe rând. Nu îndoi codul; o copie nu are alte intrări.",
      smallPrint: `Bilet de probă. Comanda 10482. Prețul este al tuturor nopților împreună. ${refund}`,
    });
  });
});
