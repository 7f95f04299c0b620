import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { startSite } from "#test/support/site.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
await season.client.query("INSERT INTO installation (mode) VALUES ('demo') ON CONFLICT DO NOTHING");
const env = {
  APP_SECRET: "one secret for all processes of a site",
  DATABASE_URL: database.urlFor("app_login"),
  PROVIDER_RATE: "0",
  TRUST_PROXY: "1",
};

type Press = { userId: string; order: string | null; failure: string | null };

test("a site that is told to stop in the middle of a sale answers everybody it has heard, and then ends (F50)", async () => {
  const site = await startSite(env);
  const night = await season.night({ capacity: 5000 });
  const type = await season.ticketType({ events: [night], capacity: 5000 });
  const people = await season.people(3000);
  const presses: Press[] = [];
  let told = false;
  let next = 0;

  /** Presses "pay" as one person after the other, on kept connections, until nobody listens any more. */
  async function buyOneAfterTheOther(): Promise<void> {
    while (next < people.length) {
      const n = next++;
      const person = people[n];
      if (!person) return;
      try {
        const answer = await fetch(`${site.origin}/functions/v1/checkout-session`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            authorization: `Bearer ${person.token}`,
            "x-forwarded-for": `10.1.${n >> 8}.${n % 256}`,
          },
          body: JSON.stringify({
            price_id: `price_${type}`,
            success_url: `${site.origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
            cancel_url: `${site.origin}/events/${night}`,
            mode: "payment",
            quantity: 1,
          }),
        });
        const { url } = (await answer.json()) as { url?: string };
        const order = /\/checkout\/([0-9a-f-]{36})$/.exec(url ?? "")?.[1] ?? null;
        presses.push({ userId: person.userId, order, failure: order ? null : `status ${answer.status}` });
      } catch (error) {
        const code = (error as { cause?: { code?: string } }).cause?.code ?? String(error);
        // the door is shut: nothing was heard
        if (code === "ECONNREFUSED") return;
        presses.push({ userId: person.userId, order: null, failure: code });
      }
      if (!told && presses.length >= 60) {
        told = true;
        ended = site.kill("SIGTERM");
      }
      // the site goes on for two seconds behind a proxy: there must be people left when it shuts the door
      if (told) await pause(40);
    }
  }

  let ended: Promise<number | null> | undefined;
  await Promise.all(Array.from({ length: 24 }, buyOneAfterTheOther));
  expect(await ended).toBe(0);
  // it stopped while people were buying, and not because there were none left
  expect(presses.length).toBeGreaterThan(60);
  expect(presses.length).toBeLessThan(people.length);
  expect(presses.filter(({ failure }) => failure !== null)).toEqual([]);
  const { rows } = await season.client.query("SELECT id, user_id FROM orders");
  expect(new Map(rows.map(({ id, user_id }) => [id, user_id]))).toEqual(
    new Map(presses.map(({ order, userId }) => [order, userId])),
  );
  expect(site.output()).not.toMatch(/a request failed|ALARM/);
  expect(await findViolations(season.client, dataInvariants)).toEqual([]);
});
