/**
 * Requests that no page of ours sends: bytes, methods and bodies that must be refused with a proper status, never with
 * a 500.
 */
import { connect } from "node:net";
import { beforeEach, describe, expect, it, test } from "vitest";
import { newId } from "#kernel/id.ts";
import { type Attacker, openAttackedSite } from "./attacked-site.ts";

const target = await openAttackedSite();
const { attack, season, owner, nothingHappens, site } = target;
target.checkOnce();
const night = await season.night();
const type = await season.ticketType({ events: [night] });
const ana = await season.person();
const gateStaff = await season.person("gate");
const boss = await season.person("admin");
const { rows } = await owner.query("SELECT id, order_id FROM ticket_purchases LIMIT 1");
const [foreignTicket, foreignOrder]: [string, string] = [rows[0].id, rows[0].order_id];

const forms: [string, Record<string, string>][] = [
  [`/events/${night}`, { ticket_id: type, quantity: "1" }],
  ["/login", { email: "ana@exemplu.ro", password: "nori peste mare" }],
  ["/login?mode=forgot", { email: "ana@exemplu.ro" }],
  [
    "/register",
    {
      full_name: "Ana Pop",
      phone: "0722000000",
      email: "a@exemplu.ro",
      password: "x",
      confirm_password: "x",
    },
  ],
  ["/confirm", { token: "x" }],
  ["/profile", { full_name: "Ana Pop", phone: "0722000000" }],
  ["/profile", { intent: "resend", purchase_id: foreignTicket }],
  [`/checkout/${foreignOrder}`, { intent: "release" }],
  ["/gate", { event: night, nonce: "12345678", code: "FSC-0000-000000", group: "XXXXXXXX" }],
  ["/logout", { x: "1" }],
];

describe.each(forms)("the form of %s", (path, form) => {
  // with new sessions each time: these tests are about bodies, not the limits of a session
  let people: (Attacker | undefined)[] = [undefined];
  beforeEach(async () => {
    // an attack on another form never ends these sessions
    if (path !== "/logout") people = [undefined, await season.person(), await season.person("gate")];
  });

  it("with a NUL in any field is 400", () =>
    nothingHappens(async () => {
      for (const as of people)
        for (const name of Object.keys(form).filter((field) => !field.includes("password")))
          for (const fields of [
            { ...form, [name]: `${form[name]}\0` },
            { ...form, [`${name}\0`]: "x" },
          ])
            expect((await attack(path, { form: fields, as })).status).toBe(400);
    }));

  it("with half a surrogate pair, broken UTF-8 or control characters causes no 500", () =>
    nothingHappens(async () => {
      for (const as of people)
        for (const name of Object.keys(form))
          for (const value of [
            "%ED%A0%80",
            "%C3",
            "%FF%FE",
            "%F4%90%80%80",
            "%0D%0ASet-Cookie:x",
            "%",
            "%u0000",
            "%1b%5b2J",
          ]) {
            const rest = new URLSearchParams({ ...form, [name]: "" })
              .toString()
              .replace(`${name}=`, `${name}=${value}`);
            const headers = { "content-type": "application/x-www-form-urlencoded" };
            expect((await attack(path, { body: rest, headers, as })).status).toBeLessThan(500);
          }
    }));

  it("of a megabyte is 413, of another kind or in parts 415", () =>
    nothingHappens(async () => {
      for (const as of people) {
        expect((await attack(path, { form: { ...form, x: "x".repeat(1_000_000) }, as })).status).toBe(413);
        for (const kind of [
          "application/json",
          "text/plain",
          "application/xml",
          "application/x-www-form-urlencodedx",
          "x",
          "multipart/form-data",
          "multipart/form-data; boundary=b",
        ])
          expect((await attack(path, { body: "a=b", headers: { "content-type": kind }, as })).status).toBe(
            415,
          );
      }
    }));

  it("with each field three times, or none, causes no 500", () =>
    nothingHappens(async () => {
      for (const as of people) {
        const thrice = Object.entries(form).flatMap((field): [string, string][] => [field, field, field]);
        for (const fields of [thrice, []])
          expect((await attack(path, { form: fields, as })).status).toBeLessThan(500);
        expect((await attack(path, { method: "POST", as })).status).toBeLessThan(500);
      }
    }));
});

const pictureForm: (typeof forms)[number] = [
  "/admin/artists/new",
  { name: "Ana", image_url_folder: "x", image_url: "x" },
];

test("a form with pictures of broken parts is 400", () =>
  nothingHappens(async () => {
    for (const kind of [
      "multipart/form-data; boundary=",
      "multipart/form-data; boundary=b",
      "multipart/form-data; x",
    ])
      expect(
        (await attack(pictureForm[0], { body: "--c\r\nx", headers: { "content-type": kind }, as: boss }))
          .status,
      ).toBe(400);
  }));

test("a file in a text field causes no 500", () =>
  nothingHappens(async () => {
    for (const [path, form] of [...forms, pictureForm]) {
      const parts = Object.keys(form).map(
        (name) => `--b\r\nContent-Disposition: form-data; name="${name}"; filename="x"\r\n\r\nx\r\n`,
      );
      const headers = { "content-type": "multipart/form-data; boundary=b" };
      for (const as of path === "/logout" ? [undefined] : [undefined, ana, gateStaff, boss])
        expect((await attack(path, { body: `${parts.join("")}--b--\r\n`, headers, as })).status).toBeLessThan(
          500,
        );
    }
  }));

const addresses = [
  "/",
  "/events",
  `/events/${night}`,
  "/events/%00",
  "/events/%ff",
  "/%",
  "/%2e%2e/%2e%2e/etc/passwd",
  "/assets/..%2f..%2fserver%2findex.js",
  "/pictures/%00",
  "/pictures/..%2fapp-secret",
  "/_demo/mail/%00/html",
  "/_demo/pictures/..%2f..%2fdemo-accounts.ts",
  "/_demo/pay/c/%00",
  "/_demo/pay/api/v1/checkout/sessions",
  "/events?q=%00",
  `/events?q=${"a".repeat(8000)}`,
  "/events?period=%00&q[]=1&q=2",
  "/login?next=%00",
  "/confirm?token=%00",
  "/gate?event=%00",
  `/checkout/${foreignOrder}`,
  `/checkout/${foreignOrder}/pay`,
  "/checkout/%00",
  "/checkout/1'",
  ...["qr.svg", "qr.png", "ticket.pdf", "order.pdf", "ticket.ics"].flatMap((file) => [
    `/tickets/${foreignTicket}/${file}`,
    `/tickets/%00/${file}`,
    `/tickets/${newId()}/${file}`,
  ]),
  "/profile?section=orders",
  "/profile?section=%00",
  "/_root.data",
  "/profile.data?_routes=%00",
  "/events.data?_routes=root,__proto__",
  "/__manifest",
  "/__manifest?p=%00&version=x",
  "/.well-known/%00",
  "/functions/v1/%00",
  "/webhooks/%00",
];

test.each(addresses)("GET %s causes no 500, for any visitor", (address) =>
  nothingHappens(async () => {
    for (const as of [undefined, ana, gateStaff, boss]) {
      const answer = await attack(address, { as });
      expect([address, as?.userId, answer.status]).toEqual([
        address,
        as?.userId,
        expect.toSatisfy((code) => code < 500),
      ]);
      expect(answer.text).not.toContain("root:x:0");
    }
  }),
);

test.each(["PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "QUERY"])("%s causes no 500 anywhere", (method) =>
  nothingHappens(async () => {
    for (const path of [
      "/",
      "/login",
      `/events/${night}`,
      "/profile",
      "/gate",
      "/healthz",
      "/assets/x.js",
      "/_demo/mail.json",
      "/x",
    ])
      for (const as of [undefined, ana])
        expect((await attack(path, { method, as })).status).toBeLessThan(500);
  }),
);

test.each([
  "TRACE / HTTP/1.1\r\nHost: {host}\r\n\r\n",
  "CONNECT x:1 HTTP/1.1\r\nHost: {host}\r\n\r\n",
  "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
  "GET / HTTP/1.1\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: bad host<>\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: {host}\r\nCookie: session=\x01\r\n\r\n",
  "POST /login HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  "POST /login HTTP/1.1\r\nHost: {host}\r\nContent-Length: -1\r\n\r\n",
  "POST /login HTTP/1.1\r\nHost: {host}\r\nContent-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  "GET //evil.example/%2f.. HTTP/1.1\r\nHost: {host}\r\n\r\n",
  "GET * HTTP/1.1\r\nHost: {host}\r\n\r\n",
  `GET / HTTP/1.1\r\nHost: {host}\r\nX: ${"x".repeat(100_000)}\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: {host}\r\n${"X-A: b\r\n".repeat(10_000)}\r\n`,
  `GET / HTTP/1.1\r\nHost: {host}\r\nCookie: session=${"a".repeat(1_000_000)}\r\n\r\n`,
  "POST /login HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
  "POST /login HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
  "POST /login HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
  ...["/login/with/google", "/auth/v1/authorize", "/auth/v1/callback", "/login/back"].map(
    (path) => `GET ${path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\n\r\n`,
  ),
  "\x16\x03\x01\x02\x00",
])("raw bytes %# are answered below 500 or cut off, and the site continues to run", (bytes) =>
  nothingHappens(async () => {
    const first = (await raw(bytes.replaceAll("{host}", new URL(site.origin).host))).split("\r\n")[0] ?? "";
    expect(first).toMatch(/^(HTTP\/1\.1 [1234]\d\d .*)?$/);
    expect((await attack("/healthz")).status).toBe(200);
  }),
);

const { host } = new URL(site.origin);

test.each([
  ["a foreign host", "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421],
  ["a foreign host written out", `GET http://evil.example/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 421],
  ["our host written out", `GET http://${host}/robots.txt HTTP/1.1\r\nHost: evil.example\r\n\r\n`, 200],
  ["two hosts, one foreign", `GET /robots.txt HTTP/1.1\r\nHost: ${host}\r\nhost: evil.example\r\n\r\n`, 400],
  ["our host", `GET /robots.txt HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 200],
  ["any host of the health check", "GET /healthz HTTP/1.1\r\nHost: 10.0.0.7\r\n\r\n", 200],
])("no other site's name gets our answers: %s is refused", async (_what, bytes, status) => {
  expect((await raw(bytes)).split("\r\n")[0]).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

/** The first line of the answer to these bytes, or nothing where the connection is cut. */
function raw(bytes: string): Promise<string> {
  return new Promise((done) => {
    const { hostname, port } = new URL(site.origin);
    const socket = connect(Number(port), hostname, () => socket.write(bytes, "latin1"));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      if (answer.includes("\r\n")) socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", () => done(answer));
    socket.setTimeout(30_000, () => socket.destroy());
  });
}
