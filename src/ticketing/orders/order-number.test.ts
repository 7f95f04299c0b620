import { expect, it } from "vitest";
import { orderName, typedOrderNumber } from "./order-number.ts";

it("whatever names an order to people can be typed to find it", () => {
  for (const number of [1, 595, 10_482, 999_999_999])
    for (const typed of [
      orderName(number),
      orderName(number, "comanda"),
      String(number),
      `#${number}`,
      ` # ${number} `,
    ])
      expect(typedOrderNumber(typed)).toBe(number);
});

it.each(["", "#", "FSC-1234-567890", "595 Ana", "5.9", "-5", "0722 000 111", "pi_595", "1234567890"])(
  "%j is no order's number",
  (text) => {
    expect(typedOrderNumber(text)).toBeNull();
  },
);
