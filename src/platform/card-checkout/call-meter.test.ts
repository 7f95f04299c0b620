import { expect, test } from "vitest";
import { createCallMeter } from "./provider-transport.server.ts";

test("the provider's answers of the last minute, how many failed, the middle one and the slowest of a hundred", () => {
  let now = 0;
  const meter = createCallMeter(() => now);
  expect(meter.recent()).toEqual({ calls: 0, failed: 0, median: null, slowest: null });
  for (let i = 1; i <= 200; i++) meter.count(i, i % 50 === 0 ? "failed" : "answered");
  expect(meter.recent()).toEqual({ calls: 200, failed: 4, median: 101, slowest: 198 });
  now = 59_999;
  meter.count(7, "answered");
  expect(meter.recent().calls).toBe(201);
  now = 60_001;
  expect(meter.recent()).toEqual({ calls: 1, failed: 0, median: 7, slowest: 7 });
});
