import { expect, it } from "vitest";
import { companyCode, isSellerKnown, sellerLine } from "./seller.ts";
import { defaultClub } from "./site-content.ts";

it.each([
  ["4221306", "4221306"],
  ["RO12345674", "RO12345674"],
  [" ro 1234 5674 ", "RO12345674"],
  ["12345678", undefined],
  ["RO", undefined],
  ["", undefined],
  ["12345678901", undefined],
  ["RO1234567X", undefined],
])("a company's code is kept only when its last digit follows from the others: %j", (typed, code) => {
  expect(companyCode(typed)).toBe(code);
});

it("a seller is known by all four parts, and an old line counts until then", () => {
  const old = { ...defaultClub, trader: "Fosfor SRL, J13/1/2020" };
  const known = {
    ...old,
    company: "Fosfor SRL",
    company_code: "RO12345674",
    register_no: "J13/1/2020",
    seat: "Vama Veche",
  };
  expect([isSellerKnown(old), isSellerKnown({ ...known, seat: "" }), isSellerKnown(known)]).toEqual([
    false,
    false,
    true,
  ]);
  expect(sellerLine({ ...known, seat: "" })).toBe(old.trader);
  expect(sellerLine(known)).toBe("Fosfor SRL, CUI RO12345674, Reg. com. J13/1/2020, Vama Veche");
});
