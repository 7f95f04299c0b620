import { expect, test } from "vitest";
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

test("one account's hashes fill no queue: one runs and one waits, the rest are refused, and others go on", async () => {
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
