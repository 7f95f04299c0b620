import { expect, it } from "vitest";
import { everyPurchase, isFiltered, listedSearchOf } from "./purchase-search.ts";

const read = (query: string) => listedSearchOf(new URLSearchParams(query));

it("an address without parameters finds every purchase, and is no filter", () => {
  expect(read("")).toEqual(everyPurchase);
  expect(isFiltered(read(""))).toBe(false);
});

it("a figure of the dashboard leads to the purchases that it counts", () => {
  expect(read("only=counted&since=2027-07-17")).toMatchObject({ only: "counted", since: "2027-07-17" });
  for (const one of ["only=counted", "since=2027-07-17"]) expect(isFiltered(read(one))).toBe(true);
});

it.each(["2027-02-30", "ieri", "2027-7-1", "1999-01-01", "2027-07-17'; --"])("%s is no day", (since) => {
  expect(read(`since=${encodeURIComponent(since)}`).since).toBeNull();
});
