import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { textOf, trackedFiles } from "#test/support/import-graph.ts";
import { countWrongTry, kindsOfMailbox, maySendEmail, throttleKey } from "./throttle-store.server.ts";

const { ownerUrl } = await testDatabase();
const [early, late] = [new pg.Client(ownerUrl), new pg.Client(ownerUrl)];
await Promise.all([early.connect(), late.connect()]);
afterAll(() => Promise.all([early.end(), late.end()]));

it("of two tries at the same moment neither has to wait, whichever began first", async () => {
  const tried = { key: "doi deodata", free: 5, kind: "streak" } as const;
  await early.query("BEGIN");
  await early.query("SELECT now()");
  expect(await countWrongTry(late, tried)).toBe(0);
  expect(await countWrongTry(late, tried)).toBe(0);
  expect(await countWrongTry(early, tried)).toBe(0);
  await early.query("COMMIT");
});

it.each([...kindsOfMailbox])(
  "tags and dots of an address make no further emails of the sort %s",
  async (kind) => {
    const may = (address: string) =>
      maySendEmail(late, throttleKey(kind, address), { most: 3, secondsApart: 0 });
    for (const address of ["ana.pop@gmail.com", "anapop+1@gmail.com", "a.n.a.pop+2@googlemail.com"])
      expect(await may(address), address).toBe(true);
    expect(await may("anapop+3@gmail.com")).toBe(false);
    expect(await may("altcineva+3@gmail.com")).toBe(true);
  },
);

it("no limit names an address but those of mailboxes, which are counted in one file and ask each caller whether an email goes out (one kind: a place that forgets to)", () => {
  const ofAddress = trackedFiles()
    .filter((file) => /^src\/.*(?<!mailbox-budget)\.server\.ts$/.test(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/(?:throttleKey|ownBudget)\(\s*(.*)[eE]mail\b/g)].map(
        ([, call]) => call ?? "",
      ),
    );
  const kinds = ofAddress.flatMap((call) => [...call.matchAll(/"([a-z-]+)"/g)].map(([, kind]) => kind ?? ""));
  // one form that is sent twice
  expect(kinds).toEqual(["sign-up"]);
});
