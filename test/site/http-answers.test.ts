/** Answers for other programs: caches, crawlers, password managers, old browsers. */
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { startSite } from "#test/support/site.ts";

const site = await startSite({ LOG_LEVEL: "error" });
afterAll(() => site.stop());

type Answer = { status: number; headers: Record<string, string>; body: Buffer };

/** With Node's own client, which neither follows redirects nor unpacks anything. */
function ask(path: string, headers: Record<string, string> = {}, sent?: { method: string; body?: string }) {
  return new Promise<Answer>((done, fail) => {
    const asked = request(`${site.origin}${path}`, { headers, method: sent?.method ?? "GET" }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () =>
        done({
          status: answer.statusCode ?? 0,
          headers: answer.headers as Record<string, string>,
          body: Buffer.concat(parts),
        }),
      );
    });
    asked.once("error", fail);
    asked.end(sent?.body);
  });
}

const home = (await ask("/")).body.toString();
const asset = /\/assets\/[\w.-]+\.js/.exec(home)?.[0] ?? "";

// requested twice: rendered, and from the cache
describe.each(["/termeni", "/events?zz=1", "/_.data", "/robots.txt"])("%s", (path) => {
  const forms = ["br", "gzip", "identity"];

  it("no two encodings of a page have the same tag", async () => {
    await ask(path);
    const answers = await Promise.all(forms.map((form) => ask(path, { "accept-encoding": form })));
    const used = answers.map(({ headers }) => headers["content-encoding"] ?? "identity");
    // an answer that fits into one packet is not compressed
    expect(used).toEqual(path === "/robots.txt" ? ["identity", "identity", "identity"] : forms);
    const unpacked = answers.map(({ body, headers }) =>
      (headers["content-encoding"] === "br"
        ? brotliDecompressSync(body)
        : headers["content-encoding"] === "gzip"
          ? gunzipSync(body)
          : body
      ).toString(),
    );
    expect(new Set(unpacked).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(new Set(used).size);
    for (const { headers } of answers) expect(headers.vary).toContain("Accept-Encoding");
  });

  it("a client that has the page already gets 304, with either header", async () => {
    const { headers } = await ask(path, { "accept-encoding": "gzip" });
    const tag = headers.etag ?? "";
    for (const known of [tag, `W/${tag}`, `"a", ${tag}`, `"a",W/${tag} , "b"`, "*"]) {
      const again = await ask(path, { "accept-encoding": "gzip", "if-none-match": known });
      expect([known, again.status, again.body.length, again.headers.etag]).toEqual([known, 304, 0, tag]);
    }
    for (const other of ['"a"', tag.replaceAll('"', ""), tag.slice(0, -2), ""])
      expect((await ask(path, { "accept-encoding": "gzip", "if-none-match": other })).status).toBe(200);
  });

  // what fits into one packet is not compressed
  it.each([
    ["gzip;q=0", undefined],
    ["br;q=0, gzip", "gzip"],
    ["br; q=0.000, gzip;q=0.5", "gzip"],
    ["identity", undefined],
    ["*;q=0", undefined],
    ["*", "br"],
    ["GZIP", "gzip"],
    ["brotli", undefined],
    ["br;q=0.1", "br"],
  ])("is not sent in an encoding that was refused: %s", async (accepted, encoding) => {
    const due = path === "/robots.txt" ? undefined : encoding;
    expect((await ask(path, { "accept-encoding": accepted })).headers["content-encoding"]).toBe(due);
  });
});

it.each([
  ["a person", "text/html", "text/html; charset=utf-8"],
  ["a program", "application/json", "text/plain; charset=utf-8"],
])(
  "an address that cannot be decoded is answered with a sentence, not with nothing: %s",
  async (_who, accept, type) => {
    const { status, headers, body } = await ask("/events/%E0%A4%A", { accept });
    expect([status, headers["content-type"]]).toEqual([400, type]);
    expect(body.toString()).toContain("Site-ul nu are această adresă.");
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff" });
  },
);

it.each([
  ["an asset", () => asset],
  ["an icon", () => "/favicon.svg"],
  ["the old icon", () => "/favicon.ico"],
])("%s that the client has already is not sent again", async (_what, pathOf) => {
  const path = pathOf();
  const first = await ask(path, { "accept-encoding": "gzip" });
  const { etag = "", "last-modified": modified = "" } = first.headers;
  expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]+"$/)]);
  const knowing: Record<string, string>[] = [
    { "if-none-match": etag },
    { "if-none-match": `"x", ${etag.slice(2)}` },
    { "if-modified-since": modified },
  ];
  for (const known of knowing) {
    const again = await ask(path, { "accept-encoding": "gzip", ...known });
    expect([again.status, again.body.length, again.headers["cache-control"]]).toEqual([
      304,
      0,
      first.headers["cache-control"],
    ]);
  }
  const old = new Date(Date.parse(modified) - 86_400_000).toUTCString();
  expect((await ask(path, { "if-modified-since": old })).status).toBe(200);
  // the tag wins over the time
  expect((await ask(path, { "if-none-match": '"x"', "if-modified-since": modified })).status).toBe(200);
});

it("an asset has another tag for each of its encodings", async () => {
  const tags = await Promise.all(
    ["br", "gzip", "identity"].map(
      async (form) => (await ask(asset, { "accept-encoding": form })).headers.etag,
    ),
  );
  expect(new Set(tags).size).toBe(3);
});

it.each([
  ["application/json", '{"a":1}'],
  ["text/plain", "x"],
  ["multipart/form-data", "broken"],
  ["application/x-www-form-urlencoded", `a=${"x".repeat(300_000)}`],
])("an unknown address answers 404, whatever is sent there (%s)", async (type, body) => {
  for (const path of ["/nicaieri", "/nicaieri.data", "/events/x/y/z", "/admin/nimic"])
    expect((await ask(path, { "content-type": type }, { method: "POST", body })).status).toBe(404);
  // at a known address the content type counts
  expect(
    (await ask("/login", { "content-type": "application/json" }, { method: "POST", body: "{}" })).status,
  ).toBe(415);
});

it.each([
  ["/Login?next=/profile", "/login?next=/profile"],
  ["/EVENTS", "/events"],
  ["/events/", "/events"],
  ["//events", "/events"],
  ["/login//", "/login"],
  ["/Termeni/", "/termeni"],
  ["//LOGIN//code/?a=//evil.example", "/login/code?a=//evil.example"],
])("one page has one address: %s redirects to %s", async (asked, to) => {
  const { status, headers } = await ask(asked);
  expect([status, headers.location]).toEqual([308, to]);
  expect((await ask(asked, {}, { method: "HEAD" })).status).toBe(308);
});

it.each([
  "/Nicaieri",
  "//evil.example/",
  "/evil.example//",
  "/\\evil.example",
  "/%2Fevil.example/",
  "/Login/x",
])("%s redirects nowhere", async (path) => {
  const { status, headers } = await ask(path);
  expect([status, headers.location]).toEqual([404, undefined]);
});

it("the well-known addresses of every site exist", async () => {
  const security = await ask("/.well-known/security.txt");
  expect(security.headers["content-type"]).toMatch(/^text\/plain; charset=utf-8$/i);
  const lines = security.body.toString().trim().split("\n");
  expect(lines).toEqual([
    expect.stringMatching(/^Contact: (?:mailto:\S+@\S+|http\S+)$/),
    expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT00:00:00Z$/),
    "Preferred-Languages: ro, en",
    `Canonical: ${site.origin}/.well-known/security.txt`,
  ]);
  const left = Date.parse(lines[1]?.slice("Expires: ".length) ?? "") - Date.now();
  expect(left).toBeGreaterThan(30 * 86_400_000);
  expect(left).toBeLessThan(365 * 86_400_000);
  const change = await ask("/.well-known/change-password");
  expect([change.status, change.headers.location]).toEqual([302, "/profile/security"]);
  const icon = await ask("/favicon.ico");
  expect([icon.status, icon.body.readUInt32LE(0)]).toEqual([200, 0x00010000]);
  const touch = await ask("/apple-touch-icon.png");
  expect([touch.status, touch.headers["content-type"]]).toEqual([200, "image/png"]);
});

it("no other site may embed our files, except pictures and icons", async () => {
  for (const path of [
    "/",
    "/events",
    "/login",
    "/nicaieri",
    asset,
    "/healthz",
    "/auth/v1/user",
    "/.well-known/security.txt",
  ])
    expect([path, (await ask(path)).headers["cross-origin-resource-policy"]]).toEqual([path, "same-origin"]);
  for (const path of ["/favicon.svg", "/og.jpg", "/apple-touch-icon.png"])
    expect([path, (await ask(path)).headers["cross-origin-resource-policy"]]).toEqual([path, "cross-origin"]);
});

it("/healthz says that the site can sell, and which release it is", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(JSON.parse((await ask("/healthz")).body.toString())).toEqual({ status: "ok", version });
});
