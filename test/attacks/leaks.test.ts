/** A cache, a guess or a copy must not expose anything. */
import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openAttackedSite } from "./attacked-site.ts";
import { exportedFiles } from "./back-office-addresses.ts";

const { site, season, attack } = await openAttackedSite();
const ana = await season.person();
const bogdan = await season.person();
const gateStaff = await season.person("gate");
const admin = await season.person("admin");
const night = await season.night();
const type = await season.ticketType({ events: [night] });
const { purchaseIds } = await paidOrder(season.client, {
  userId: ana.userId,
  ticketTypeId: type,
  events: [night] as Uuid[],
});
const [ticket = ""] = purchaseIds;

const headersOf = async (path: string, token?: string) => {
  const answer = await fetch(site.origin + path, {
    redirect: "manual",
    ...(token ? { headers: { cookie: `session=${token}` } } : {}),
  });
  await answer.arrayBuffer();
  return { status: answer.status, headers: answer.headers };
};

describe("a page of one person in a shared cache", () => {
  const personal = [
    "/profile",
    "/profile/security",
    "/tickets/success",
    "/admin",
    "/admin/purchases",
    // one of them is of a set of codes, others of a night
    ...exportedFiles.map((file) => `/admin/${file}?set=${night}&event=${night}`),
  ];
  it.each(personal)("%s is not cached at all", async (path) => {
    const { headers } = await headersOf(path, path.startsWith("/admin") ? admin.token : ana.token);
    expect(headers.get("cache-control")).toMatch(/no-store/);
  });

  it.each(["/", "/events", `/events/${night}`, "/tickets", "/season-pass"])(
    "%s is private for a signed-in person",
    async (path) => {
      const { headers } = await headersOf(path, ana.token);
      expect(headers.get("cache-control")).toMatch(/private|no-store/);
    },
  );

  it.each(["/", "/events", `/events/${night}`, "/tickets", "/season-pass"])(
    "%s may be cached and is revalidated each time, only without a cookie",
    async (path) => {
      for (const look of ["rendered", "kept"]) {
        const { headers } = await headersOf(path);
        expect([look, headers.get("cache-control"), headers.get("vary"), headers.get("set-cookie")]).toEqual([
          look,
          "public, max-age=0, must-revalidate",
          "Accept-Encoding, Cookie",
          null,
        ]);
      }
    },
  );

  it.each(["/events/00000000-0000-7000-8000-000000000000", "/nu-exista", "/login", "/checkout/x"])(
    "%s is not shared",
    async (path) => {
      expect((await headersOf(path)).headers.get("cache-control")).toMatch(/no-store/);
    },
  );

  const disguises = [
    "/x.css",
    "/x.js",
    ".css",
    "%2fx.css",
    "/..%2fx.png",
    ";x.css",
    "/x.css?y.png",
    "%0a.css",
  ];
  it.each(
    ["/profile", "/profile/security", "/admin/purchases"].flatMap((page) =>
      disguises.map((end) => page + end),
    ),
  )("%s does not answer with that page under the name of a file", async (path) => {
    const answer = await attack(path, { as: path.startsWith("/admin") ? admin : ana });
    expect(
      answer.status === 404 || answer.status === 400 || answer.status === 303 || answer.status === 302,
    ).toBe(true);
    expect(answer.text).not.toContain("@exemplu.ro");
  });
});

describe("leftover files", () => {
  const left = [
    "/.env",
    "/.env.production",
    "/.git/config",
    "/.git/HEAD",
    "/.npmrc",
    "/.ci/run",
    "/.estival/app-secret",
    "/package.json",
    "/package-lock.json",
    "/tsconfig.json",
    "/drizzle.config.ts",
    "/vite.config.ts",
    "/src/host/config.ts",
    "/build/server/index.js",
    "/server/index.js",
    "/migrations/access.sql",
    "/node_modules/pg/package.json",
    "/debug",
    "/debug/vars",
    "/server-status",
    "/phpinfo.php",
    "/wp-login.php",
    "/actuator/env",
    "/.well-known/security.txt~",
    "/backup.sql",
    "/dump.sql.gz",
    "/database.sqlite",
    "/card-provider.sqlite",
    "/_demo/pay/../../card-provider.sqlite",
    "/assets/../index.js",
    "/assets/%2e%2e/index.js",
    "/metrics",
    "/graphql",
    "/api",
    "/swagger.json",
    "/openapi.json",
    "/console",
    "/admin.php",
    "/_next/data",
    "/__manifest.map",
  ];
  it.each(left)("%s does not exist, and the answer does not show what does", async (path) => {
    const answer = await attack(path);
    expect(answer.status).toBe(404);
    expect(answer.text).not.toMatch(/\bat .*\.(?:ts|js):\d+:\d+|node:internal|postgres/i);
  });

  it("has no source map of any script, and no answer names its server software", async () => {
    const { text } = await attack("/");
    const scripts = [...text.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path);
    expect(scripts.length).toBeGreaterThan(3);
    for (const path of new Set(scripts)) {
      expect((await attack(`${path}.map`)).status).toBe(404);
      expect((await attack(path)).text).not.toContain("sourceMappingURL");
    }
    for (const path of ["/", "/events", "/nu-exista", "/healthz", "/functions/v1/nimic", "/auth/v1/user"]) {
      const { headers } = await headersOf(path);
      expect([path, headers.get("x-powered-by"), headers.get("server")]).toEqual([path, null, null]);
    }
  });
});

describe("the QR of another person's ticket", () => {
  const files = ["qr.png", "qr.svg", "ticket.pdf", "order.pdf", "ticket.ics"];
  it.each(files)(
    "%s needs its owner, for all others it is not there, is not cached and not found by search engines (A12-28)",
    async (file) => {
      const path = `/tickets/${ticket}/${file}`;
      expect((await attack(path)).status).toBe(401);
      expect((await attack(path, { headers: { cookie: "session=a" } })).status).toBe(401);
      for (const as of [bogdan, gateStaff])
        expect(await attack(path, { as })).toEqual(await attack(`/tickets/${newId()}/${file}`, { as }));
      const { status, headers } = await headersOf(path, ana.token);
      expect(status).toBe(200);
      expect(headers.get("cache-control")).toBe("private, no-store");
      expect(headers.get("x-robots-tag")).toBe("noindex");
    },
  );

  it.each(["not-an-id", "00000000-0000-7000-8000-000000000000", "%00", "..%2f..%2fetc", `${ticket}x`])(
    "a guessed id %s opens no ticket",
    async (id) => {
      for (const file of files)
        expect((await attack(`/tickets/${id}/${file}`, { as: bogdan })).status).toBeOneOf([400, 404]);
    },
  );
});
