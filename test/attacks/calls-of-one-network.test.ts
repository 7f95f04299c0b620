/** One client with a whole IPv6 /48 that calls as fast as it may: the connections to the database are not its own. */
import { expect, it } from "vitest";
import { createRequestCounter } from "#host/count-requests.ts";
import { newId } from "#kernel/id.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { limits } from "#ticketing/limits.ts";

const { origin, season } = await openSourceSite({ TRUST_PROXY: "1" });
await season.db`INSERT INTO email_settings (id, smtp_host, username, password, from_email, from_name, enabled)
  VALUES (gen_random_uuid(), 'mail.example', 'club', 'v1.x', 'salut@club.example', 'Club', true)`;
const people = await season.people(10);
let [calls, logins] = [0, 0];

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
  "a thousand calls at once of one /48 (%s) hold up no login of another network (one kind: a hundred requests of one client take all connections)",
  async (_work, path, body) => {
    let answered = 0;
    const burst = Array.from({ length: 1000 }, async (_, n) => {
      const status = await call(path, `2001:db8:77:${n % 40}::1`, body());
      answered += 1;
      return status;
    });
    await expect.poll(() => answered, { timeout: 20_000, interval: 1 }).toBeGreaterThan(0);
    const before = answered;
    const login = { email: `om-${newId()}@exemplu.example`, password: "o parolă greșită" };
    expect(await call("/auth/v1/token?grant_type=password", `192.0.2.${logins++}`, login)).toBe(400);
    expect(answered - before).toBeLessThan(500);
    expect((await Promise.all(burst)).filter((status) => status >= 500)).toEqual([]);
  },
  60_000,
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
