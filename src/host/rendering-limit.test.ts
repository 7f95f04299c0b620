import { expect, it } from "vitest";
import { limits } from "#ticketing/limits.ts";
import { createRenderingLimit } from "./rendering-limit.ts";

const visitor = { kind: "anonymous" } as const;
/** A second or two of it may have passed on a busy machine. */
const theRestOfTheMinute = { wait: expect.toSatisfy((seconds: number) => seconds > 30 && seconds <= 60) };

it("no network has more pages rendered at once than its share: others of it wait in line, and other networks do not (one kind: a hundred requests of one client take all connections)", async () => {
  const renderings = createRenderingLimit();
  const ends: (() => void)[] = [];
  const slow = (address: string) =>
    renderings.render({ visitor, address }, () => new Promise<void>((resolve) => ends.push(resolve)));
  const begun = Array.from({ length: limits.renderingsAtOnce + limits.renderingsWaiting }, () =>
    slow("2001:db8::1"),
  );
  expect(await slow("2001:db8::2")).toEqual({ wait: 1 });
  expect(ends).toHaveLength(limits.renderingsAtOnce);
  const failed = renderings.render({ visitor, address: "2001:db8:0:1::1" }, async () => {
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  for (const one of begun) {
    expect(ends.length).toBeLessThanOrEqual(limits.renderingsAtOnce);
    ends.shift()?.();
    await one;
  }
  expect(await renderings.render({ visitor, address: "2001:db8::2" }, async () => "a page")).toEqual({
    result: "a page",
  });
});

it("a network may have twice as many pages rendered that others also get, and no more", async () => {
  const renderings = createRenderingLimit();
  const shared = () =>
    renderings.render(
      { visitor, address: "192.0.2.1" },
      async () => "kept",
      () => true,
    );
  for (let n = 0; n < 2 * limits.renderingsPerAddressAndMinute; n++)
    expect(await shared()).toEqual({ result: "kept" });
  expect(await shared()).toEqual(theRestOfTheMinute);
  const own = () =>
    renderings.render(
      { visitor, address: "192.0.2.2" },
      async () => "own",
      () => false,
    );
  for (let n = 0; n < limits.renderingsPerAddressAndMinute; n++)
    expect(await own()).toEqual({ result: "own" });
  expect(await own()).toEqual(theRestOfTheMinute);
});

it("prints of a network run one after the other and hold no page of it up (one kind: slow work in the places of quick work)", async () => {
  const renderings = createRenderingLimit();
  const ends: (() => void)[] = [];
  const slow = () => new Promise<void>((resolve) => ends.push(resolve));
  const print = { visitor, address: "192.0.2.1", slow: "print" } as const;
  const begun = Array.from({ length: 2 * limits.renderingsAtOnce }, () => renderings.render(print, slow));
  expect(ends).toHaveLength(1);
  const page = { visitor, address: "192.0.2.1" };
  expect(await renderings.render(page, async () => "a page")).toEqual({ result: "a page" });
  for (const one of begun) {
    ends.at(-1)?.();
    await one;
  }
});

it("no network has two searches at once, nor many that wait (work that grows with what is stored)", async () => {
  const renderings = createRenderingLimit();
  const ends: (() => void)[] = [];
  const slow = () => new Promise<void>((resolve) => ends.push(resolve));
  const from = (address: string) => ({ visitor, address, slow: "search" }) as const;
  const running = Array.from({ length: 1 + limits.searchesWaiting }, () =>
    renderings.render(from("192.0.2.1"), slow),
  );
  expect(await renderings.render(from("192.0.2.1"), async () => "found")).toEqual({ wait: 1 });
  expect(await renderings.render(from("192.0.2.2"), async () => "found")).toEqual({ result: "found" });
  const page = { visitor, address: "192.0.2.1" };
  expect(await renderings.render(page, async () => "a page")).toEqual({ result: "a page" });
  expect(ends).toHaveLength(1);
  for (const one of running) {
    ends.at(-1)?.();
    await one;
  }
  expect(await renderings.render(from("192.0.2.1"), async () => "found")).toEqual({ result: "found" });
});
