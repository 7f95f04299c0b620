import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalEmail, mailboxOf } from "#kernel/email-address.ts";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";

const database = await testDatabase();
const { client } = await openSeasonBuilder(database.ownerUrl);

const local = fc.string({ unit: fc.constantFrom(..."abcXYZ019.+-_'%$\\{}"), minLength: 1, maxLength: 12 });
const domain = fc.constantFrom(
  ...[
    "exemplu.ro",
    "gmail.com",
    "GoogleMail.com",
    "gmail.com.ro",
    "notgmail.com",
    "x.gmail.com",
    "a-b.co.uk",
  ],
);

it("kernel and database never disagree about whose mailbox an address leads to", async () => {
  const addresses = fc
    .sample(
      fc.tuple(local, domain).map(([name, at]) => `${name}@${at}`),
      3000,
    )
    .flatMap((text) => canonicalEmail(text) ?? [text]);
  const { rows } = await client.query(
    "SELECT array_agg(mailbox_of(a) ORDER BY n) AS boxes FROM unnest($1::text[]) WITH ORDINALITY AS u(a, n)",
    [addresses],
  );
  expect(rows[0].boxes).toEqual(addresses.map(mailboxOf));
});

it("the accounts of one mailbox are found by an index, however many people there are", async () => {
  await client.query("SET enable_seqscan = off");
  const { rows } = await client.query(
    "EXPLAIN (FORMAT JSON) SELECT id FROM profiles WHERE mailbox_of(email::text) = mailbox_of('a+b@exemplu.ro')",
  );
  expect(JSON.stringify(rows)).toContain("profiles_mailbox_idx");
});
