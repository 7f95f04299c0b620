import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  isOrderOpen,
  mayBecome,
  openStates,
  orderStates,
  reviewStates,
  stakesOf,
  unpaidStates,
} from "./order-state.ts";

const quoted = (text = "") => [...text.matchAll(/'(\w+)'/g)].map(([, word]) => word);

it("an order becomes only what the database lets it become, which is asked there again", () => {
  const rules = readFileSync("migrations/rules.sql", "utf8");
  const rows = [...rules.matchAll(/WHEN '(\w+)' THEN becomes IN \(([^)]*)\)/g)];
  const allowed = new Map(rows.map(([, was = "", becomes]) => [was, quoted(becomes)]));
  expect(allowed.size).toBe(12);
  for (const from of orderStates)
    expect(orderStates.filter((to) => mayBecome(from, to)).sort()).toEqual(
      (allowed.get(from) ?? []).toSorted(),
    );
});

it("an order takes of the counters what the database lets it take in its state", () => {
  const ground = readFileSync("migrations/0000_ground.sql", "utf8");
  const check = /"orders_stake_goes_with_state" CHECK (.*)/.exec(ground)?.[1] ?? "";
  const pairs = [...check.matchAll(/state = '(\w+)' AND stake IN \(([^)]*)\)/g)];
  expect(Object.fromEntries(pairs.map(([, state, stakes]) => [state, quoted(stakes)]))).toEqual(stakesOf);
});

it("an order can be paid as long as it is held, its page is open or its money is on the way", () => {
  expect(orderStates.filter(isOrderOpen)).toEqual(["held", "checkout_open", "payment_pending"]);
  expect(orderStates.filter((state) => stakesOf[state].includes("held"))).toEqual([
    ...openStates,
    "manual_review",
  ]);
  expect(unpaidStates).toEqual([...openStates, "expired", "cancelled", "payment_failed"]);
});

it("a person looks at orders whose money is not settled", () => {
  expect(orderStates.filter((state) => (reviewStates as readonly string[]).includes(state)).sort()).toEqual([
    "disputed",
    "late_paid",
    "manual_review",
    "payment_pending",
  ]);
});
