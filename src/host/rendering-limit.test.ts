import { setImmediate as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { leaveTurn } from "#kernel/turn-of-request.server.ts";
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
  "the networks of an IPv6 /48 have a few more turns than one, together, and keep no other network waiting: %s (one kind: a client with many networks has as many turns)",
  async (kind) => {
    const renderings = createRenderingLimit();
    const work = kind === "page" ? undefined : kind;
    const ends: (() => void)[] = [];
    const slow = (address: string) =>
      renderings.render({ visitor, address, work }, () => new Promise<void>((resolve) => ends.push(resolve)));
    const ofOne = Array.from({ length: 40 }, () => slow("2001:db8:1:1::1"));
    const begun = ends.length;
    const ofOthers = Array.from({ length: 40 }, (_, n) => slow(`2001:db8:1:${n + 2}::1`));
    const most = ends.length;
    expect(most).toBeGreaterThan(begun);
    expect(most).toBeLessThanOrEqual(2 * begun);
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
  ["forms", "form", limits.renderingsAtOnce],
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

it.each(["page", "search", "print", "form"] as const)(
  "N accounts of one network hold no more turns than its network, and none of them waits behind all of another's: %s (one kind: who has many accounts has as many turns)",
  async (kind) => {
    const renderings = createRenderingLimit();
    const work = kind === "page" ? undefined : kind;
    const ends: (() => void)[] = [];
    const begun: Uuid[] = [];
    const slow = (userId: Uuid, { of, from }: { of: "person" | "guest"; from: string }) =>
      renderings.render({ visitor: { kind: of, userId }, address: from, work }, () => {
        begun.push(userId);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const most = { page: limits.turnsOfNetwork, form: limits.turnsOfNetwork, search: 2, print: 20 }[kind];
    const from = "192.0.2.1";
    const busy = [newId(), newId(), newId(), newId(), newId()];
    const waiting = busy.flatMap((userId, n) =>
      Array.from({ length: 15 }, () => slow(userId, { of: n < 3 ? "person" : "guest", from })),
    );
    expect(begun).toHaveLength(most);
    const [late, elsewhere] = [newId(), newId()];
    waiting.push(slow(late, { of: "person", from }));
    expect(begun).toHaveLength(most);
    waiting.push(slow(elsewhere, { of: "person", from: "192.0.2.2" }));
    expect(begun.at(-1)).toBe(elsewhere);
    // one of each other account at most begins before this one
    for (let n = 0; n <= busy.length; n += 1) {
      ends.shift()?.();
      await pause();
    }
    expect(begun).toContain(late);
    let isOver = false;
    const all = Promise.all(waiting).then(() => (isOver = true));
    while (!isOver) {
      expect(ends.length).toBeLessThanOrEqual(most + 1);
      ends.shift()?.();
      await pause();
    }
    await all;
  },
);

it("of hundreds behind one address each account has its pages, and no number of accounts has pages without end", async () => {
  const renderings = createRenderingLimit();
  const of = (userId: Uuid) =>
    renderings.render({ visitor: { kind: "person", userId }, address: "192.0.2.1" }, async () => "a page");
  const people = Array.from({ length: 500 }, newId);
  const each = Math.floor(limits.accountRenderingsPerAddressAndMinute / people.length);
  expect(each).toBeGreaterThanOrEqual(20);
  for (let n = 0; n < each; n += 1)
    for (const answer of await Promise.all(people.map(of))) expect(answer).toEqual({ result: "a page" });
  expect(await of(newId())).toEqual(theRestOfTheMinute);
});

it("a form that waits for the card provider leaves its network's turn to others, and keeps its own (one kind: a wait for others in the place of work)", async () => {
  const renderings = createRenderingLimit();
  const end = Promise.withResolvers<void>();
  const address = "192.0.2.1";
  const guest = newId();
  let begun = 0;
  const form = (userId: Uuid) =>
    renderings.render({ visitor: { kind: "guest", userId }, address, work: "form" }, async () => {
      begun += 1;
      leaveTurn();
      leaveTurn();
      await end.promise;
    });
  const waiting = Array.from({ length: 10 }, () => form(guest));
  await pause();
  expect(begun).toBe(limits.renderingsAtOnce);
  waiting.push(...Array.from({ length: 10 }, () => form(newId())));
  await pause();
  expect(begun).toBe(limits.renderingsAtOnce + 10);
  end.resolve();
  await Promise.all(waiting);
  expect(begun).toBe(20);
});
