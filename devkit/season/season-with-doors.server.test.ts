import pg from "pg";
import { expect, it } from "vitest";
import { createCardCheckout } from "#platform/card-checkout/card-checkout.server.ts";
import { openDatabase } from "#platform/database/database.server.ts";
import { openIdentity } from "#platform/identity/identity.server.ts";
import { login } from "#platform/identity/sessions/login.server.ts";
import { keySealOf } from "#platform/signing/sealed-key.server.ts";
import { testDatabase } from "#test/support/database.ts";
import { inDays } from "#test/support/days.ts";
import { startProviderInTest, testKeys } from "#test/support/provider-in-test.ts";
import { accountCallbacks } from "#ticketing/people/account-callbacks.server.ts";
import { createPerson } from "#ticketing/people/appoint-person.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { demoAccounts } from "./demo-accounts.ts";
import { loadSeason } from "./load-season.server.ts";

it("has accounts one can sign in with, and prices that the card provider agrees with", async () => {
  const { ownerUrl, urls } = await testDatabase();
  const database = openDatabase({ urls, rolePrefix: "app" });
  const identity = openIdentity({
    database,
    origin: "http://127.0.0.1:3000",
    secret: "a secret for tests of at least 32 bytes",
    seal: keySealOf("a secret for tests of at least 32 bytes", "second-factors"),
    callbacks: accountCallbacks({ origin: "http://127.0.0.1:3000", lettersOn: async () => true }),
    hashing: { concurrency: 2 },
  });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const provider = await startProviderInTest();
  const cards = createCardCheckout({ ...testKeys, apiBase: provider.apiBase, now: () => new Date() });
  try {
    await loadSeason({
      ownerUrl,
      today: inDays(0),
      picturesDir: "devkit/season/pictures",
      async createPerson(account) {
        const made = await createPerson({ database, identity }, account);
        if (!made.ok) throw new Error(made.refusal);
        return made.value.userId;
      },
      async createPrice(price) {
        const made = await cards.createPrice(price);
        if (made.kind !== "created") throw new Error(made.kind);
        return made.price.id;
      },
    });
    for (const { email, password } of demoAccounts)
      expect(
        await login(identity, { email, password, userAgent: "Firefox", address: "127.0.0.1" }),
      ).toMatchObject({ ok: true });
    const { rows } = await owner.query(
      "SELECT stripe_price_id AS id, price::int AS price FROM tickets WHERE stripe_price_id IS NOT NULL ORDER BY offer_rank LIMIT 4",
    );
    expect(rows).toHaveLength(4);
    for (const { id, price } of rows)
      expect(await cards.readPrice(id)).toMatchObject({
        kind: "found",
        price: { amount: price, currency: "ron", active: true },
      });
    expect(await findViolations(owner, dataInvariants)).toEqual([]);
  } finally {
    await owner.end();
    await database.close();
    cards.close();
    await provider.close();
  }
});
