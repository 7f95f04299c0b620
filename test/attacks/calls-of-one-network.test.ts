/** One client with a whole IPv6 /48 that calls as fast as it may: the connections to the database are not its own. */
import { expect, it, vi } from "vitest";
import { createRequestCounter } from "#host/count-requests.ts";
import { newId } from "#kernel/id.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { limits } from "#ticketing/limits.ts";

const { origin, season, site } = await openSourceSite({ TRUST_PROXY: "1" });
await season.db`INSERT INTO email_settings (id, smtp_host, username, password, from_email, from_name, enabled)
  VALUES (gen_random_uuid(), 'mail.example', 'club', 'v1.x', 'salut@club.example', 'Club', true)`;
const people = await season.people(10);
let calls = 0;

async function call(path: string, network: string, body: object) {
  calls += 1;
  const answer = await fetch(origin + path, {
    method: "POST",
    headers: {
      origin,
      "x-forwarded-for": network,
      "content-type": "application/json",
      authorization: `Bearer ${people[calls % people.length]?.token}`,
    },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

it.each<[work: string, path: string, body: () => object]>([
  ["codes for one address", "/auth/v1/otp", () => ({ email: "tinta@exemplu.example", create_user: false })],
  [
    "emails of tickets that do not exist",
    "/functions/v1/send-ticket-confirmation",
    () => ({ ticket: { id: newId() } }),
  ],
])(
  "a hundred calls at once of one /48 (%s) want a few transactions at once, and another network is answered meanwhile (one kind: a hundred requests of one client take all connections)",
  async (_work, path, body) => {
    const { withDuty } = site.database;
    const end = Promise.withResolvers<void>();
    let begun = 0;
    const slow = vi.spyOn(site.database, "withDuty").mockImplementation(async (duty, work) => {
      begun += 1;
      await end.promise;
      return withDuty(duty, work);
    });
    const burst = Array.from({ length: 100 }, (_, n) => call(path, `2001:db8:77:${n % 40}::1`, body()));
    await vi.waitUntil(() => begun >= limits.turnsOfNetwork, { timeout: 20_000 });
    expect(await call("/auth/v1/token?grant_type=refresh_token", "192.0.2.9", {})).toBe(400);
    expect(begun).toBe(limits.turnsOfNetwork);
    end.resolve();
    expect((await Promise.all(burst)).filter((status) => status >= 500)).toEqual([]);
    slow.mockRestore();
  },
);

it.each<[what: string, count: (counter: ReturnType<typeof createRequestCounter>, address: string) => number]>(
  [
    [
      "changes",
      (counter, address) =>
        counter.waitFor({ method: "POST", path: "/auth/v1/logout", address, headers: new Headers() }),
    ],
    ["requests that cost nothing", (counter, address) => counter.waitForFree(address)],
  ],
)(
  "the networks of one /48 have two budgets of %s together (one kind: a budget that is wide for one, ten times)",
  (_what, count) => {
    const counter = createRequestCounter(origin);
    const most = 2 * limits.changesPerAddressAndMinute;
    const waits = Array.from({ length: most + 1 }, (_, n) =>
      count(counter, `2001:db8:78:${(n % 9000).toString(16)}::1`),
    );
    expect(waits.filter((wait) => wait > 0)).toHaveLength(1);
    expect(count(counter, "2001:db8:79::1")).toBe(0);
  },
);
