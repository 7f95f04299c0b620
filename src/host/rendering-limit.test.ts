import { setImmediate as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
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

it.each(["page", "search", "print", "form"] as const)(
  "the networks of an IPv6 /48 have twice the turns of one together, and keep no other network waiting: %s (one kind: a client with many networks has as many turns)",
  async (kind) => {
    const renderings = createRenderingLimit();
    const work = kind === "page" ? undefined : kind;
    const ends: (() => void)[] = [];
    const slow = (address: string) =>
      renderings.render({ visitor, address, work }, () => new Promise<void>((resolve) => ends.push(resolve)));
    const ofOne = Array.from({ length: 40 }, () => slow("2001:db8:1:1::1"));
    const most = 2 * ends.length;
    expect(most).toBeGreaterThan(0);
    const ofOthers = Array.from({ length: 40 }, (_, n) => slow(`2001:db8:1:${n + 2}::1`));
    expect(ends).toHaveLength(most);
    for (const address of ["2001:db8:2::1", "192.0.2.1"]) void slow(address);
    expect(ends).toHaveLength(most + 2);
    let isOver = false;
    const all = Promise.all([...ofOne, ...ofOthers]).then(() => (isOver = true));
    while (!isOver) {
      ends.shift()?.();
      await pause();
    }
    await all;
  },
);

it("a network may have twice as many pages rendered that others also get, and no more", async () => {
  const renderings = createRenderingLimit();
  const shared = () =>
    renderings.render(
      { visitor, address: "192.0.2.1" },
      async () => "kept",
      () => "half",
    );
  for (let n = 0; n < 2 * limits.renderingsPerAddressAndMinute; n++)
    expect(await shared()).toEqual({ result: "kept" });
  expect(await shared()).toEqual(theRestOfTheMinute);
  const own = () =>
    renderings.render(
      { visitor, address: "192.0.2.2" },
      async () => "own",
      () => "whole",
    );
  for (let n = 0; n < limits.renderingsPerAddressAndMinute; n++)
    expect(await own()).toEqual({ result: "own" });
  expect(await own()).toEqual(theRestOfTheMinute);
});

it.each([
  ["prints", "print", 1 + limits.printsWaitingPerAccount],
  ["forms", "form", limits.formsAtOnce],
] as const)(
  "%s hold up no page of their network, and a guest's hold up none of another guest (one kind: slow work in the places of quick work)",
  async (_name, work, most) => {
    const renderings = createRenderingLimit();
    const ends: (() => void)[] = [];
    const slow = () => new Promise<void>((resolve) => ends.push(resolve));
    const address = "192.0.2.1";
    const by = (userId: Uuid) => ({ visitor: { kind: "guest", userId }, address, work }) as const;
    const guest = newId();
    const begun = Array.from({ length: 3 * most }, () => renderings.render(by(guest), slow));
    expect(ends.length).toBeGreaterThanOrEqual(most);
    expect(ends.length).toBeLessThanOrEqual(2 * most);
    for (const quick of [{ visitor, address }, { visitor, address, work }, by(newId())])
      expect(await renderings.render(quick, async () => "quick")).toEqual({ result: "quick" });
    for (const one of begun) {
      ends.shift()?.();
      await one;
    }
  },
);

it("a form that is answered by a page uses up what its network may have rendered, and one that moves on does not", async () => {
  const renderings = createRenderingLimit();
  const send = (cost: "whole" | "nothing") =>
    renderings.render(
      { visitor, address: "192.0.2.1", work: "form" },
      async () => cost,
      () => cost,
    );
  const both = ["nothing", "whole"] as const;
  for (let n = 0; n < limits.renderingsPerAddressAndMinute; n++)
    for (const cost of both) expect(await send(cost)).toEqual({ result: cost });
  for (const cost of both) expect(await send(cost)).toEqual(theRestOfTheMinute);
  const page = { visitor, address: "192.0.2.1" };
  expect(await renderings.render(page, async () => "a page")).toEqual(theRestOfTheMinute);
});

it("no network has two searches at once, nor many that wait (work that grows with what is stored)", async () => {
  const renderings = createRenderingLimit();
  const ends: (() => void)[] = [];
  const slow = () => new Promise<void>((resolve) => ends.push(resolve));
  const from = (address: string) => ({ visitor, address, work: "search" }) as const;
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
