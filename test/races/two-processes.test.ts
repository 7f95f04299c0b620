import { afterAll, describe, expect, it } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { startSite } from "#test/support/site.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

describe("two server processes on one database", async () => {
  const database = await testDatabase();
  const season = await openSeasonBuilder(database.ownerUrl);
  await season.client.query("INSERT INTO installation (mode) VALUES ('demo') ON CONFLICT DO NOTHING");
  // Every buyer waits for a turn at the card page, so the race is for the stock.
  const env = {
    APP_SECRET: "one secret for all processes of a site",
    DATABASE_URL: database.urls.public,
    PROVIDER_RATE: "0",
    TRUST_PROXY: "1",
  };
  const sites = await Promise.all([startSite(env), startSite(env)]);
  afterAll(() => Promise.all(sites.map((site) => site.stop())));

  it("sell exactly the stock, each buyer once, to a buyers that uses both (I1, I2, I5)", async () => {
    const night = await season.night({ capacity: 101 });
    const type = await season.ticketType({ events: [night], capacity: 500 });
    const buyers = await season.people(300);
    const statuses = await Promise.all(
      buyers.map(async ({ token }, i) => {
        const origin = sites[i % 2]?.origin ?? "";
        const submit = () =>
          fetch(`${origin}/functions/v1/checkout-session`, {
            method: "POST",
            headers: {
              "content-type": "application/json",
              authorization: `Bearer ${token}`,
              "x-forwarded-for": `10.0.${i >> 8}.${i % 256}`,
            },
            body: JSON.stringify({
              price_id: `price_${type}`,
              success_url: `${origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
              cancel_url: `${origin}/events/${night}`,
              mode: "payment",
              quantity: 2,
            }),
          });
        // Everybody clicks twice.
        const [first, second] = await Promise.all([submit(), submit()]);
        return `${first?.status} ${second?.status}`;
      }),
    );
    expect(statuses.filter((status) => status === "200 200")).toHaveLength(50);
    expect(statuses.filter((status) => status === "409 409")).toHaveLength(250);
    const { rows } = await season.client.query("SELECT held FROM stock_counters WHERE id = ANY($1)", [
      [night, type],
    ]);
    expect(rows).toEqual([{ held: 100 }, { held: 100 }]);
    expect(await findViolations(season.client, dataInvariants)).toEqual([]);
  });
});
