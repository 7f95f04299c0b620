import { expect, it } from "vitest";
import { mailboxOf } from "#kernel/email-address.ts";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";

const database = await testDatabase();
const { db } = await openSeasonBuilder(database.ownerUrl);

it.each([
  ["Ana@X.ro", "ana@x.ro"],
  ["a+1@x.ro", "a@x.ro"],
  ["a+1+2@x.ro", "a@x.ro"],
  ["a.b@x.ro", "a.b@x.ro"],
  ["a.b+x@gmail.com", "ab@gmail.com"],
  ["A.B@GoogleMail.com", "ab@gmail.com"],
  ["a.b@gmail.com.ro", "a.b@gmail.com.ro"],
  ["a.b@notgmail.com", "a.b@notgmail.com"],
])("%s and %s are one mailbox", async (address, mailbox) => {
  const rows =
    await db`SELECT mailbox_key(${address}) = hashtextextended(${mailbox}, 25) AS same, mailbox_key(NULL) AS none`;
  expect(rows).toEqual([{ same: true, none: null }]);
  // what the program counts by itself, of canonical addresses
  expect(mailboxOf(address.toLowerCase())).toBe(mailbox);
});

it("the accounts of a mailbox are found by an index", async () => {
  await db`SET enable_seqscan = off`;
  const rows =
    await db`EXPLAIN (FORMAT JSON) SELECT id FROM profiles WHERE mailbox_key(email::text) = mailbox_key('a+b@exemplu.ro')`;
  expect(JSON.stringify(rows)).toContain("profiles_mailbox_idx");
});
