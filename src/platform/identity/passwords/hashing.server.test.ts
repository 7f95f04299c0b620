import { setImmediate as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { withRequestId } from "#kernel/request-facts.server.ts";
import { HashingBusy, isOutdated, openHashing } from "./hashing.server.ts";

test("a password verifies against its own hash and no other does", async () => {
  const { hash, verify } = openHashing();
  const stored = await hash("nori peste mare");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await verify(stored, "nori peste mare")).toBe(true);
  for (const other of ["nori peste Mare", "nori peste mare ", "nori peste mar", ""])
    expect(await verify(stored, other)).toBe(false);
  expect(await hash("nori peste mare")).not.toBe(stored);
});

test("nothing is cut off at 72 bytes, blanks count", async () => {
  const { hash, verify } = openHashing();
  const long = "a".repeat(72);
  expect(await verify(await hash(`${long}x`), `${long}y`)).toBe(false);
  expect(await verify(await hash(" 🌊 val "), " 🌊 val ")).toBe(true);
  expect(await verify(await hash(" 🌊 val "), "🌊 val")).toBe(false);
});

test("a password is the same on every keyboard, and one that was hashed as it was typed stays good", async () => {
  const { hash, verify } = openHashing();
  const [composed, apart] = ["mări line".normalize("NFC"), "mări\u00a0line".normalize("NFD")];
  expect(await verify(await hash(composed), apart)).toBe(true);
  expect(await verify(await hash(apart), composed)).toBe(true);
  const { argon2Sync } = await import("node:crypto");
  const nonce = Buffer.from("somesaltsomesalt");
  const tag = argon2Sync("argon2id", {
    message: apart,
    nonce,
    parallelism: 1,
    tagLength: 32,
    memory: 4096,
    passes: 1,
  });
  const before = `$argon2id$v=19$m=4096,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$${tag.toString("base64").replace("=", "")}`;
  expect(await verify(before, apart)).toBe(true);
  expect(await verify(before, "mari line")).toBe(false);
});

test("without a stored hash, or with one that is none, the same work ends in no", async () => {
  const { verify } = openHashing();
  expect(await verify(undefined, "nori peste mare")).toBe(false);
  expect(await verify("$2b$10$notours", "nori peste mare")).toBe(false);
  expect(await verify("", "")).toBe(false);
});

test("a hash made with weaker figures still verifies and is outdated", async () => {
  const { verify, hash } = openHashing();
  const weak = "$argon2id$v=19$m=4096,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$";
  const { argon2Sync } = await import("node:crypto");
  const tag = argon2Sync("argon2id", {
    message: "nori peste mare",
    nonce: Buffer.from("somesaltsomesalt"),
    parallelism: 1,
    tagLength: 32,
    memory: 4096,
    passes: 1,
  });
  const stored = weak + tag.toString("base64").replace("=", "");
  expect(await verify(stored, "nori peste mare")).toBe(true);
  expect(isOutdated(stored)).toBe(true);
  expect(isOutdated(await hash("nori peste mare"))).toBe(false);
});

test("beyond the running and the waiting ones a hash is refused, and room comes back", async () => {
  const { hash } = openHashing({ concurrency: 1, waiting: 2 });
  const asked = await Promise.allSettled([1, 2, 3, 4, 5].map(() => hash("nori peste mare")));
  expect(asked.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
    "rejected",
  ]);
  for (const answer of asked.slice(3)) expect(answer).toMatchObject({ reason: expect.any(HashingBusy) });
  await expect(hash("nori peste mare")).resolves.toContain("$argon2id$");
});

test("one account's hashes from a network fill no queue: one runs and one waits, the rest are refused, and others go on", async () => {
  const { hash, verify } = openHashing({ concurrency: 1, waiting: 4 });
  const stored = await hash("nori peste mare");
  const many = Promise.allSettled(
    Array.from({ length: 100 }, () => hash("alte valuri mari", { queue: "account", subject: "ana" })),
  );
  expect(await verify(stored, "nori peste mare", { queue: "login", subject: "dan" })).toBe(true);
  const asked = await many;
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  for (const answer of asked.slice(2)) expect(answer).toMatchObject({ reason: expect.any(HashingBusy) });
  // room comes back for the account too
  await expect(hash("alte valuri mari", { queue: "account", subject: "ana" })).resolves.toContain(
    "$argon2id$",
  );
});

test("a login has places of its own: changes of many accounts never take them, nor overtake it by more than one", async () => {
  const { hash, verify } = openHashing({ concurrency: 1, waiting: 4 });
  const stored = await hash("nori peste mare");
  const order: string[] = [];
  const changes = Array.from({ length: 50 }, (_, i) =>
    hash("alte valuri mari", { queue: "account", subject: `om-${i}` }).then(
      () => void order.push("change"),
      () => undefined,
    ),
  );
  const login = verify(stored, "nori peste mare", { queue: "login", subject: "dan" }).then(() =>
    order.push("login"),
  );
  await Promise.all([login, ...changes]);
  expect(order).toHaveLength(6);
  expect(order.indexOf("login")).toBeLessThanOrEqual(2);
});

/** Hashing whose only work is a pause; `order` are the passwords in the order in which they were hashed. */
function slowHashing(waiting: number) {
  const order: string[] = [];
  const hashing = openHashing({
    concurrency: 1,
    waiting,
    derive: async (password, _salt, _strength, length) => {
      order.push(password);
      await pause();
      return Buffer.alloc(length);
    },
  });
  const logIn = (address: string, password: string, subject = password) =>
    withRequestId("r", () => hashing.verify(undefined, password, { queue: "login", subject }), address);
  const signUp = (address: string, password: string) =>
    withRequestId("r", () => hashing.hash(password), address);
  return { order, logIn, signUp };
}

test.each([
  ["one IPv6 /48", 1, (n: number) => `2001:db8:7:${n.toString(16)}::1`],
  ["ten IPv4 addresses", 10, (n: number) => `198.51.100.${n % 10}`],
] as const)(
  "%s may fill a queue, and keep nobody else from it, nor delay them by more than one hash of each (one kind: one line for everybody, which one client fills)",
  async (_, networks, addressOf) => {
    for (const way of ["logIn", "signUp"] as const) {
      const site = slowHashing(50);
      const flood = Array.from({ length: 500 }, (_, n) => site[way](addressOf(n), `flood-${n}`));
      const asked = Promise.allSettled(flood);
      const others = ["192.0.2.1", "2001:db8:8::1"];
      await Promise.all(others.map((address) => site[way](address, address)));
      expect(site.order.slice(0, 1 + networks + others.length)).toEqual(expect.arrayContaining(others));
      const served = (await asked).filter(({ status }) => status === "fulfilled");
      expect(served).toHaveLength(1 + 50 - others.length);
    }
  },
);

test("a password of two spellings waits for two turns (one kind: double work for one place)", async () => {
  const { order, logIn } = slowHashing(50);
  await Promise.all([logIn("192.0.2.1", "două\u00a0valuri"), logIn("192.0.2.2", "altcineva")]);
  expect(order).toEqual(["două valuri", "altcineva", "două\u00a0valuri"]);
});

test("who tries an account from elsewhere takes none of its owner's turns", async () => {
  const { logIn } = slowHashing(50);
  const tries = Array.from({ length: 9 }, (_, n) => logIn("198.51.100.1", `încercarea ${n}`, "ana"));
  const asked = Promise.allSettled(tries);
  expect(await logIn("192.0.2.1", "nori peste mare", "ana")).toBe(false);
  expect((await asked).filter(({ status }) => status === "fulfilled")).toHaveLength(2);
});
