/**
 * Bodies and addresses that cost by their number of pieces, sent to every address that takes any: nothing is parsed that
 * has more pieces than a limit says.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { beforeEach, expect, it, vi } from "vitest";
import { requestLimits } from "#host/request-limits.ts";
import { newId } from "#kernel/id.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { limits } from "#ticketing/limits.ts";

const { origin, season, site, renderings } = await openSourceSite({ TRUST_PROXY: "1" });
const boss = await season.person("admin");

const addresses = Object.keys(requestLimits).map((row) =>
  row
    .replace(/:(?:provider|call\?)/, "login")
    .replace(/:\w+\??/g, newId())
    .replace("*", "x"),
);

let networks = 0;
const post = (path: string, type: string, body: string, cookie = "") =>
  fetch(origin + path, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": type, "x-forwarded-for": `2001:db8:${(networks++).toString(16)}::1`, cookie },
    body,
  });

const part = (name: string, more = "") =>
  `--b\r\n${more}Content-Disposition: form-data; name="${name}"\r\n\r\n\r\n`;
const json = (letters: string) => [...letters.matchAll(/[{}[\],:]/g)].length;

/** One piece more than is allowed, or as many as fit. */
const worst: readonly [kind: string, type: string, body: string][] = [
  ["deep JSON", "application/json", `${"[".repeat(30_000)}${"]".repeat(30_000)}`],
  ["wide JSON", "application/json", `[${"1,".repeat(limits.jsonTokens)}1]`],
  ["fields", "application/x-www-form-urlencoded", "a&".repeat(limits.formFields + 1)],
  ["fields of visitors", "application/x-www-form-urlencoded", "a&".repeat(limits.visitorFormFields + 1)],
  ["marks in JSON", "application/json", JSON.stringify({ email: `a${"\u0301".repeat(20_000)}` })],
  [
    "marks",
    "multipart/form-data; boundary=b",
    `--b\r\nContent-Disposition: form-data; name="email"\r\n\r\na${"\u0301".repeat(20_000)}\r\n--b--\r\n`,
  ],
  ["parts", "multipart/form-data; boundary=b", `${part("a").repeat(4000)}--b--\r\n`],
  ["lines of a part", "multipart/form-data; boundary=b", `${part("a", "x: y\r\n".repeat(40_000))}--b--\r\n`],
];

const turn = new AsyncLocalStorage<true>();
const { render } = renderings;
vi.spyOn(renderings, "render").mockImplementation((requester, make, costOf) =>
  render(requester, () => turn.run(true, make), costOf),
);

const nothing = { json: 0, depth: 0, fields: 0, lines: 0, marks: 0, text: 0, inTurn: 0, outside: 0 };
const parsed = { ...nothing };
const { parse } = JSON;
// the server has put its own class in place of Node's
const native = Object.getPrototypeOf(Response.prototype) as Response;
const form = native.formData;
vi.spyOn(JSON, "parse").mockImplementation((text, revive) => {
  parsed.json = Math.max(parsed.json, json(text));
  parsed.depth = Math.max(parsed.depth, /^\[*/.exec(text)?.[0].length ?? 0);
  return parse(text, revive);
});
vi.spyOn(native, "formData").mockImplementation(async function (this: Response) {
  parsed[turn.getStore() ? "inTurn" : "outside"] += 1;
  const text = await this.clone().text();
  parsed.fields = Math.max(parsed.fields, text.split(/--b\r\n|&/).length - 1);
  parsed.lines = Math.max(parsed.lines, ...text.split("--b\r\n").map((one) => one.split("\r\n").length));
  return form.call(this);
});
const { normalize } = String.prototype;
vi.spyOn(String.prototype, "normalize").mockImplementation(function (this: string, form) {
  if (!turn.getStore()) parsed.outside += 1;
  // composing sorts the marks upon one letter, in the square of their number
  parsed.marks = Math.max(parsed.marks, ...[...this.matchAll(/\p{M}+/gu)].map(([run]) => run.length));
  parsed.text = Math.max(parsed.text, this.length);
  return normalize.call(this, form);
});
beforeEach(() => Object.assign(parsed, nothing));

it.each(worst)(
  "no address parses %s beyond their limit, of a stranger or of an administrator",
  async (_kind, type, body) => {
    expect(addresses.length).toBeGreaterThan(100);
    for (const [cookie, mostFields] of [
      ["", limits.visitorFormFields],
      [`session=${boss.token}`, limits.formFields],
    ] as const) {
      for (const path of addresses)
        expect([path, (await post(path, type, body, cookie)).status < 500]).toEqual([path, true]);
      expect(parsed.fields).toBeLessThanOrEqual(mostFields);
    }
    expect(parsed.json).toBeLessThanOrEqual(limits.jsonTokens);
    expect(parsed.depth).toBeLessThanOrEqual(limits.jsonDepth);
    expect(parsed.lines).toBeLessThan(300);
    expect(parsed.marks).toBeLessThanOrEqual(30);
  },
);

it("no form is parsed or cleaned before its network has a turn, whoever sends it", async () => {
  const [customer, editor] = [await season.person(), await season.person("admin")];
  const screens = addresses.filter((path) => !/^\/(?:auth|functions|gate\/api|admin\/pictures)\//.test(path));
  expect(screens.length).toBeGreaterThan(60);
  const kinds = [
    ["application/x-www-form-urlencoded", "email=%E2%80%8D"],
    ["multipart/form-data; boundary=b", `${part("email")}--b--\r\n`],
  ] as const;
  for (const path of screens)
    for (const cookie of ["", `session=${customer.token}`, `session=${editor.token}`])
      for (const [type, body] of kinds) await post(path, type, body, cookie);
  expect(parsed.outside).toBe(0);
  expect(parsed.inTurn).toBeGreaterThan(screens.length);
});

it("no address reads a long text of a form before it knows that the team sent it", async () => {
  const kind = "application/x-www-form-urlencoded";
  const [customer, editor] = [await season.person(), await season.person("admin")];
  const long = "email=".padEnd(limits.formBytes - 1000, "a");
  for (const path of addresses)
    for (const cookie of ["", `session=${customer.token}`]) await post(path, kind, long, cookie);
  expect(parsed.text).toBeLessThan(limits.visitorFormBytes);
  await post("/admin/codes/new", kind, long, `session=${editor.token}`);
  expect(parsed.text).toBeGreaterThan(limits.visitorFormBytes);
});

it("no call of emails reads the body of nobody, or of a session that is none", async () => {
  const somebody = await season.person("admin");
  const text = JSON.stringify({ purchaseId: "a,".repeat(2000) });
  const calls = addresses.filter((path) => /^\/functions\/v1\/(send|resend)-/.test(path));
  expect(calls.length).toBe(4);
  for (const path of calls)
    for (const cookie of ["", `session=${"a".repeat(43)}`])
      expect((await post(path, "application/json", text, cookie)).status).toBeGreaterThan(400);
  expect(parsed.json).toBeLessThan(2000);
  for (const path of calls) await post(path, "application/json", text, `session=${somebody.token}`);
  expect(parsed.json).toBeGreaterThan(2000);
});

it("what the limits allow is read: rows of a phone, a form, a form with pictures", async () => {
  const rows = Array.from({ length: limits.rowsPerUpload }, (_, seq) => ({
    seq,
    text: "x",
    signature: "y",
    qr: "z",
  }));
  await post("/gate/api/log", "application/json", JSON.stringify({ device: newId(), rows }));
  expect(parsed.json).toBeGreaterThan(10 * limits.rowsPerUpload);
  const fields = "a&".repeat(limits.visitorFormFields);
  expect((await post("/login", "application/x-www-form-urlencoded", fields)).status).not.toBe(413);
  expect(parsed.fields).toBe(limits.visitorFormFields);
  const most = `${part("a").repeat(limits.formFields)}--b--\r\n`;
  const cookie = `session=${(await season.person("admin")).token}`;
  expect((await post("/admin/artists/new", "multipart/form-data; boundary=b", most, cookie)).status).not.toBe(
    413,
  );
  expect(parsed.fields).toBe(limits.formFields);
});

it("paths whose screens a stranger asks for are compared after the request was counted, and never more than a page's", async () => {
  const manifest = (paths: number, network: string) =>
    fetch(
      `${origin}/__manifest?version=source&paths=${Array.from({ length: paths }, (_, n) => `/${n}`).join()}`,
      {
        headers: { "x-forwarded-for": network },
      },
    );
  expect((await manifest(limits.pathsPerManifest, "192.0.2.1")).status).toBe(200);
  expect((await manifest(limits.pathsPerManifest + 1, "192.0.2.1")).status).toBe(400);
  let sent = 0;
  const send = async () => {
    while (sent++ < limits.renderingsPerAddressAndMinute)
      await fetch(`${origin}/__manifest?version=x`, {
        method: "HEAD",
        headers: { "x-forwarded-for": "192.0.2.1" },
      });
  };
  await Promise.all(Array.from({ length: limits.renderingsWaiting }, send));
  const test = vi.spyOn(RegExp.prototype, "test");
  expect((await manifest(limits.pathsPerManifest, "192.0.2.1")).status).toBe(429);
  expect(test.mock.calls.filter(([text]) => /^\/\d+$/.test(String(text)))).toEqual([]);
});

it("many calls in the name of the card provider are told once a minute (one kind: a line in the log for each refused call)", async () => {
  const warned = vi.spyOn(site.log, "warn");
  for (let n = 0; n < 20; n += 1)
    expect((await post("/webhooks/stripe", "application/json", "{}")).status).toBe(400);
  expect(
    warned.mock.calls.filter(([, text]) => text === "a webhook event was refused").length,
  ).toBeLessThanOrEqual(1);
});
