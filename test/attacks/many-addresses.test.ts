/** A client that requests one page under new addresses each time, to make the site work for each. */
import { expect, test } from "vitest";
import { newId } from "#kernel/id.ts";
import { limits } from "#ticketing/limits.ts";
import { openAttackedSite } from "./attacked-site.ts";

const token = "metrics-for-tests";
const { site, season } = await openAttackedSite({ METRICS_TOKEN: token });

const attacker = "2001:db8:bad::1";
const visitor = "2001:db8:900d::1";

async function ask(path: string, from = attacker, headers: Record<string, string> = {}) {
  const answer = await fetch(`${site.origin}${path}`, {
    redirect: "manual",
    headers: { "x-forwarded-for": from, ...headers },
  });
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), text: await answer.text() };
}

/** Sends all of them over few connections without a pause, and counts the answers by their status. */
async function sendAtOnce(paths: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const left = paths.values();
  const send = async () => {
    for (const path of left) {
      const { status } = await fetch(`${site.origin}${path}`, {
        method: "HEAD",
        headers: { "x-forwarded-for": attacker },
      });
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, send));
  return counts;
}

async function figures() {
  const { text } = await ask("/metrics", visitor, { authorization: `Bearer ${token}` });
  const of = (name: string) => Number(new RegExp(`^estival_${name} (\\S+)$`, "m").exec(text)?.[1]);
  return {
    pages: of("kept_pages"),
    renderings: of("page_renderings"),
  };
}

test("ten thousand unknown query strings change nothing for others: one page is kept, rendered once a second", async () => {
  await ask("/events");
  const before = await figures();
  const begun = performance.now();
  const answers = await sendAtOnce(
    Array.from({ length: 10_000 }, (_, n) => `/events?zz=${n}&utm_source=x${n % 7}&__proto__=${n}`),
  );
  expect(answers).toEqual({ 200: 10_000 });
  const after = await figures();
  // a page is rendered once a second however often it is requested, and no other one was
  expect(after.pages).toBeLessThanOrEqual(before.pages);
  expect(after.renderings - before.renderings).toBeLessThanOrEqual(
    Math.ceil((performance.now() - begun) / 1000) + 1,
  );
});

test("a kept page contains nothing of an unknown parameter", async () => {
  const { text } = await ask("/events?mark=9f3b7c");
  expect(text.includes("9f3b7c")).toBe(false);
  expect(text === (await ask("/events")).text).toBe(true);
});

const clamour = async (times: number, send: (n: number) => ReturnType<typeof ask>) => {
  for (let sent = 0; sent < times; sent += 50) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(50, times - sent) }, (_, n) => send(sent + n)),
    );
    for (const { status } of answers) expect([200, 204, 404]).toContain(status);
  }
};

test("one network cannot have pages rendered or pictures drawn without end by any requests, and others are answered", async () => {
  const addresses: ((n: number) => string)[] = [
    (n) => `/events?q=${n}`,
    () => `/events/${newId()}`,
    () => `/events/${newId()}/share.jpg`,
    () => `/artists/${newId()}`,
    (n) => `/events/noaptea-${n}`,
    (n) => `/nothing-${n}`,
    (n) => `/events?page=${n + 99_999}`,
    (n) => `/events.data?_routes=${n}`,
    (n) => `/__manifest?p=/x${n}&version=x`,
    () => "/login",
  ];
  const before = await figures();
  // another network, so that the renderings of the tests above do not count
  const from = "2001:db8:bad:2::1";
  // a name that nobody has counts twice: it is looked up, and the page that says so is rendered
  await clamour(limits.renderingsPerAddressAndMinute - addresses.length - 1, (n) =>
    ask(`/__manifest?p=/x${n}&version=x`, from),
  );
  // each of them is counted: together they use up exactly what is left
  for (const make of addresses) expect([200, 204, 404]).toContain((await ask(make(1), from)).status);
  for (const make of addresses) {
    const { status, retryAfter } = await ask(make(2), from);
    expect(status).toBe(429);
    expect(Number(retryAfter)).toBeGreaterThan(0);
  }
  expect((await figures()).pages).toBeLessThanOrEqual(before.pages);
  // a page rendered for another network is still sent, and one more may be rendered for that
  expect((await ask("/events", visitor)).status).toBe(200);
  expect((await ask("/events?zz=1", from)).status).toBe(200);
  expect((await ask("/login", visitor)).status).toBe(200);
  expect((await ask("/events?q=luna", visitor)).status).toBe(200);
});

test("a path of thousands of segments is refused before it is matched or rendered, without counting", async () => {
  const from = "2001:db8:bad:3::1";
  for (const path of [`/${"a/".repeat(7000)}`, `/${"a/".repeat(4000)}x.data`, `/events/${"a/".repeat(12)}`]) {
    const { status, text } = await ask(path, from);
    expect([status, text]).toEqual([404, "Site-ul nu are această adresă."]);
  }
});

test("with any number of paths that a script names to learn the files of their screens, the router tries one for each screen", async () => {
  const { text: page } = await ask("/login");
  const version = /"version": "([0-9a-f]+)"/.exec(page)?.[1];
  const manifest = (paths: string[]) => ask(`/__manifest?version=${version}&paths=${paths.join()}`);
  const screens = ["/events", "/admin/events/new", `/admin/events/${newId()}`, "/nothing"];
  const few = await manifest(screens);
  expect([few.status, Object.keys(JSON.parse(few.text)).length]).toEqual([200, 7]);
  const many = Array.from({ length: limits.pathsPerManifest - 4 }, (_, n) => `/${n.toString(36)}`);
  expect(await manifest([...screens, ...many])).toEqual(few);
  // more than the router of a browser asks for
  expect((await manifest([...screens, ...many, "/one-more"])).status).toBe(400);
});

test("one account cannot have pages rendered without end, from any number of networks", async () => {
  const ana = await season.person();
  const headers = { cookie: `session=${ana.token}` };
  const network = (n: number) => `2001:db8:${n.toString(16)}:1::1`;
  await clamour(limits.renderingsPerAccountAndMinute, (n) => ask("/auth/session", network(n), headers));
  expect((await ask("/profile", network(10_000), headers)).status).toBe(429);
  expect((await ask("/profile", network(10_000))).status).toBe(302);
});
