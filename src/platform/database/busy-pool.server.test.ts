import { afterAll, expect, it } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { DatabaseUnavailable, isUnavailable, openDatabase } from "./database.server.ts";

const own = await testDatabase();
const database = openDatabase({ urls: own.urls, rolePrefix: "app", poolSize: 2 });
afterAll(() => database.close());

it("with every connection taken, a request fails after two seconds, reads go on, and later requests work (F52)", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = 0;
  const working = Array.from({ length: 2 }, () =>
    database.withDuty("settle", async () => {
      begun += 1;
      await held;
    }),
  );
  while (begun < 2) await new Promise((resume) => setImmediate(resume));
  const refusal = await database.withDuty("settle", async () => "never").catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DatabaseUnavailable);
  expect(isUnavailable(refusal)).toBe(true);
  // readers have connections of their own
  expect((await database.anonymous.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  release();
  await Promise.all(working);
  expect(await database.withDuty("settle", async () => "done")).toBe("done");
});

it("the start waits for its own timeout; after it, the timeout of requests holds", async () => {
  const starting = openDatabase({
    urls: own.urls,
    rolePrefix: "app",
    poolSize: 1,
    startTimeout: 50,
  });
  try {
    // the only connection is open before it is held: on a busy machine, opening takes longer than the start may wait
    await expect
      .poll(() => starting.withDuty("settle", async () => "open").catch(() => "late"), { timeout: 60_000 })
      .toBe("open");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isHeld = false;
    const working = starting.withDuty("settle", async () => {
      isHeld = true;
      await held;
    });
    while (!isHeld) await new Promise((resume) => setImmediate(resume));
    const refusal = await starting.withDuty("settle", async () => "never").catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DatabaseUnavailable);
    starting.started();
    const patient = starting.withDuty("settle", async () => "done");
    await new Promise((resume) => setTimeout(resume, 100));
    release();
    expect(await patient).toBe("done");
    await working;
  } finally {
    await starting.close();
  }
});
