import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { inSeconds } from "#kernel/time.ts";
import { durations } from "./limits.ts";

it("a card page is open for as long as its places are held, and for as long as the provider wants at least", () => {
  expect(durations.cardPage).toBeGreaterThan(durations.hold);
  expect(durations.cardPage).toBeGreaterThanOrEqual(30 * inSeconds.minute);
});

it("the policies of the database forget security events and their networks by the same figures", () => {
  const access = readFileSync("migrations/access.sql", "utf8");
  const days = (duration: number) => `interval '${duration / inSeconds.day} days'`;
  const spans = [...access.matchAll(/ON security_events [^;]*?at < now\(\) - (interval '[^']*')/g)];
  expect(spans.map(([, span]) => span)).toEqual([
    days(durations.securityNetwork),
    days(durations.securityEvent),
  ]);
});
