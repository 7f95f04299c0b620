import { expect, it } from "vitest";
import { limits } from "#ticketing/limits.ts";
import { createRenderingLimit } from "./rendering-limit.ts";

const visitor = { kind: "anonymous" } as const;

it("no network has more pages rendered at once than its share, and one that failed is over", async () => {
  const renderings = createRenderingLimit();
  const ends: (() => void)[] = [];
  const slow = (address: string) =>
    renderings.render({ visitor, address }, () => new Promise<void>((resolve) => ends.push(resolve)));
  const begun = Array.from({ length: limits.renderingsAtOnce }, () => slow("2001:db8::1"));
  expect(await slow("2001:db8::2")).toEqual({ wait: 1 });
  const failed = renderings.render({ visitor, address: "2001:db8:0:1::1" }, async () => {
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  for (const end of ends) end();
  await Promise.all(begun);
  expect(await renderings.render({ visitor, address: "2001:db8::2" }, async () => "a page")).toEqual({
    made: "a page",
  });
});
