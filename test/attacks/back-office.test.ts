/**
 * Who may open which address of the back-office, over HTTP; test/access checks the rights of each database connection.
 */

import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { createExports } from "#host/exports.ts";
import { createFunctions } from "#host/functions.ts";
import { createRenderingLimit } from "#host/rendering-limit.ts";
import { createUploads } from "#host/uploads.ts";
import { newId } from "#kernel/id.ts";
import { listRoutes } from "#test/support/route-list.ts";
import { actRules } from "#ticketing/rights/act-rights.ts";
import { officeAddresses } from "#web/office-addresses.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { type Attacker, openAttackedSite } from "./attacked-site.ts";
import {
  exportedFiles,
  filled,
  type OfficePage,
  officeCalls,
  officePages,
  outsiders,
  rowsAt,
} from "./back-office-addresses.ts";

const target = await openAttackedSite();
const { attack, season, owner, nothingHappens } = target;
target.checkOnce();
const night = await season.night();
const type = await season.ticketType({ events: [night] });
const artist = newId();
const voucher = await season.voucher({ code: "AL-MEU" });
const people: Record<string, Attacker> = {
  customer: await season.person("user"),
  gate: await season.person("gate"),
  demoted: await season.person("admin"),
  admin: await season.person("admin"),
};
const { rows: templates } = await owner.query<{ id: string }>("SELECT id FROM email_templates LIMIT 1");
const { rows: sold } = await owner.query<{ purchase: string; order: string; customer: string }>(
  `SELECT id AS purchase, order_id AS "order", user_id AS customer FROM ticket_purchases WHERE status = 'paid' ORDER BY id LIMIT 1`,
);
const ids = {
  night,
  voucher,
  artist,
  type,
  template: templates[0]?.id ?? "",
  purchase: sold[0]?.purchase ?? "",
  order: sold[0]?.order ?? "",
  customer: sold[0]?.customer ?? "",
};

beforeAll(async () => {
  await owner.query("INSERT INTO artists (id, name, bio) VALUES ($1, 'Pelin', 'Afro.')", [artist]);
  // still signed in, with another role now
  await owner.query("UPDATE profiles SET role = 'user' WHERE id = $1", [people.demoted?.userId]);
});

const addressOf = (page: OfficePage) => `/${page.path.replace(":id", page.id ? ids[page.id] : "")}`;
type Form = [name: string, value: string][];
/** Every form of this address. */
const formsOf = (page: OfficePage): Form[] => page.forms.map((form) => filled(form, ids));

/** Everything an administrator can write, as one text. */
async function catalogue(): Promise<string> {
  const { rows } = await owner.query(`SELECT json_build_object(
    'events', (SELECT md5(string_agg(e::text, ';' ORDER BY id)) FROM events e),
    'artists', (SELECT md5(string_agg(a::text, ';' ORDER BY id)) FROM artists a),
    'tickets', (SELECT md5(string_agg(t::text, ';' ORDER BY id)) FROM tickets t),
    'codes', (SELECT md5(string_agg(v::text, ';' ORDER BY id)) FROM vouchers v),
    'links', (SELECT md5(string_agg(l::text, ';' ORDER BY event_id, ticket_id)) FROM event_tickets l),
    'content', (SELECT md5(string_agg(c::text, ';' ORDER BY key)) FROM site_content c),
    'journal', (SELECT count(*) FROM journal WHERE subject_kind IN ('event', 'artist', 'ticket_type'))) AS held`);
  return JSON.stringify(rows[0].held);
}

async function nothingWritten(run: () => Promise<void>): Promise<void> {
  const before = await catalogue();
  await nothingHappens(run);
  expect(await catalogue()).toBe(before);
}

/** The text that the next page will show, from the cookie of an answer. */
async function flashOf(path: string, as: Attacker, form?: [string, string][]): Promise<string | null> {
  const response = await fetch(`${target.site.origin}${path}`, {
    redirect: "manual",
    headers: { cookie: `session=${as.token}` },
    ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
  });
  expect([302, 303]).toContain(response.status);
  expect(response.headers.get("location")).toBe("/");
  const cookie = /flash=([^;]*)/.exec(response.headers.get("set-cookie") ?? "")?.[1];
  return cookie ? ((JSON.parse(decodeURIComponent(cookie)) as string[])[1] ?? null) : null;
}

/** No page, or a redirect: to the login, home, or for another spelling to the address itself. */
const closed = [302, 303, 308, 401, 403, 404, 405];
const secrets = /stripe_price_id|price_[A-Za-z0-9]|quantity_available|"sold"|Istoric/;

describe("the matrix of the back-office", () => {
  const routes = listRoutes().filter(({ path }) => /^\/admin\b/.test(path));
  const addressed = (path: string) =>
    officePages.find((one) => `/${one.path}` === path.replace(":key", "terms"));

  it("has a row for every address under /admin (B1-04)", () => {
    expect(routes.length).toBeGreaterThan(20);
    expect(officePages.map((page) => `/${page.path}`).sort()).toEqual(
      routes.map(({ path }) => path.replace(":key", "terms")).sort(),
    );
  });

  it("has a form for every address that takes one, and for every one of its buttons", () => {
    for (const { path, file } of routes.filter(({ hasAction }) => hasAction)) {
      const [, action = ""] = readFileSync(`src/web/${file}`, "utf8").split(/export async function action\b/);
      // the values of `intent` in the source: a comparison beside it, or the cases of a switch over it
      const cases = /switch \(form\.get\("intent"\)\) \{([^}]*)\}/.exec(action)?.[1] ?? "";
      const asked = [...action.matchAll(/intent"?\)? === "(\w+)"/g), ...cases.matchAll(/case "(\w+)"/g)].map(
        ([, intent]) => intent,
      );
      const sent = (addressed(path)?.forms ?? []).map(({ intent }) => intent);
      expect(sent.length, path).toBeGreaterThan(0);
      // `edit` and `preview` only show the same form again
      const changes = asked.filter((intent) => intent !== "edit" && intent !== "preview");
      expect(sent, path).toEqual(expect.arrayContaining(changes));
    }
  });

  /** The demo's flag, in every way that the specification would have let in. */
  const flags: Record<string, string>[] = [
    {},
    { cookie: "secretAdminAccess=true", secretadminaccess: "true", "x-secretadminaccess": "true" },
  ];

  it.each(officePages)(
    "$path is data for no visitor, whatever flag the request has (I22, B1-09, B1-14, B1-16, B1-17, B13-07)",
    (page) =>
      nothingWritten(async () => {
        const path = addressOf(page);
        for (const headers of flags) {
          for (const query of ["", "?secretAdminAccess=true"])
            expect((await attack(`${path}${query}`, { headers })).location).toMatch(
              /^\/login\?next=%2Fadmin/,
            );
          for (const query of [
            "",
            `?_routes=${encodeURIComponent("/admin/tickets/:id")}`,
            "?secretAdminAccess=true",
          ]) {
            const answer = await attack(`${path}.data${query}`, { headers });
            expect(answer.status).toBe(202);
            expect(answer.text).toContain("/login");
            expect(answer.text).not.toMatch(secrets);
          }
          for (const form of formsOf(page))
            expect((await attack(path, { form, headers })).location).toMatch(/^\/login/);
        }
      }),
  );

  it("another spelling of the address opens nothing either, by any method", () =>
    nothingWritten(async () => {
      const headers = { cookie: `session=${people.customer?.token}; secretAdminAccess=true` };
      for (const path of ["/Admin", "//admin", "/admin/events", "/admin/tickets"])
        for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
          const body = method === "GET" ? {} : { form: { intent: "delete", id: type } };
          const answer = await attack(`${path}?secretAdminAccess=true`, { method, headers, ...body });
          expect([method, path, answer.status]).toEqual([method, path, expect.toBeOneOf(closed)]);
          expect(answer.text).not.toMatch(secrets);
        }
    }));

  describe.each(outsiders)("for a %s", (who) => {
    it.each(officePages)(
      "$path is closed, with a message (I22, B1-01, B1-15, B13-02, B13-03, B13-04, B13-05, B13-08, B13-09, B13-12, B13-13)",
      (page) =>
        nothingWritten(async () => {
          const as = people[who] as Attacker;
          const path = addressOf(page);
          expect(await flashOf(path, as)).toMatch(
            /^Access denied: Admin privileges required\. Pagina aceea cere/,
          );
          const ids = [
            "",
            `?_routes=${encodeURIComponent("/admin/tickets/:id")}`,
            `?_routes=${encodeURIComponent("/admin/events/:id")}`,
          ];
          for (const query of ids) {
            const answer = await attack(`${path}.data${query}`, { as });
            expect(answer.status).toBe(202);
            expect(answer.text).not.toMatch(secrets);
          }
          expect((await attack(path, { as, method: "HEAD" })).status).toBeGreaterThan(300);
          for (const form of formsOf(page)) expect(await flashOf(path, as, form)).toBe(page.refused);
        }),
    );
  });
});

describe("an act that needs a fresh proof", () => {
  /** Screens with texts that no email says: there the same act asks nothing. */
  const inNoEmail = ["admin", "admin/content", "admin/content/legal/:key"];
  const wanting = Object.entries(officeAddresses).flatMap(([path, { acts }]) =>
    Object.entries(acts)
      .filter(([, act]) => actRules[act].proof === "fresh")
      .filter(([, act]) => act !== "save-content" || !inNoEmail.includes(path))
      .map(([intent, act]) => ({ path, intent, act })),
  );

  it("has a row for each that the table of acts names in the back-office", () => {
    expect(wanting.map(({ act }) => act).sort()).toEqual([
      "add-guests",
      "add-guests",
      "appoint-person",
      "cancel-night",
      "choose-templates",
      "correct-any-address",
      "correct-guest",
      "create-voucher",
      "edit-voucher",
      "grant-invitation",
      "invite-member",
      "move-night",
      "refund-order",
      "retry-letter",
      "save-content",
      "save-content",
      "save-mail-settings",
      "save-team-settings",
      "save-template",
      "save-template",
      "send-night-message",
    ]);
  });

  it.each(wanting)("$act does nothing for an administrator who has not given one", ({ path, intent }) =>
    nothingWritten(async () => {
      const page = officePages.find((one) => one.path === path) as OfficePage;
      const forms = [...formsOf(page), ...rowsAt(path).map((row) => filled(row, ids))];
      const form = forms.find((one) => one.length > 0 && (Object.fromEntries(one).intent ?? "") === intent);
      const answer = await attack(addressOf(page), { as: people.admin, form: form ?? [] });
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('name="current_password"');
    }),
  );
});

describe("calls of administrators that do not pass the router", () => {
  /** Calls that customers may make, too; test/attacks has files of their own for them. */
  const everybodys = [
    "GET /functions/v1/my-tickets",
    "POST /functions/v1/checkout-session",
    "POST /functions/v1/guest-session",
    "POST /functions/v1/send-ticket-confirmation",
    "POST /functions/v1/send-season-pass-confirmation",
  ];

  it("have a row here, each of them", () => {
    const none = {} as SiteServices;
    const open = (prefix: string, { routes }: Pick<ReturnType<typeof createFunctions>, "routes">) =>
      routes
        .filter(({ method }) => method !== "ALL")
        .map(({ method, path }) => `${method} ${prefix}${path.replace(":folder", "events")}`);
    const all = [
      ...open("/functions/v1", createFunctions(none, createRenderingLimit())),
      ...open("/admin/pictures", createUploads(none)),
      ...open("/admin", createExports(none)),
    ];
    expect(all.sort()).toEqual([...Object.keys(officeCalls), ...everybodys].sort());
    // and nothing else is mounted under these addresses
    const mounted = readFileSync("src/host/http.ts", "utf8").matchAll(/http\.\w+\(\s*"(\/admin[^"]*)"/g);
    expect([...mounted].map(([, path]) => path)).toEqual(["/admin/pictures", "/admin"]);
  });
});

describe("exports that the database streams", () => {
  it("have a row here, each of them", () => {
    const { routes } = createExports({} as SiteServices);
    expect(routes.map(({ path }) => path.slice(1)).sort()).toEqual([...exportedFiles].sort());
  });

  it("an office without the gate's right is told so at the gate in Romanian, with a way home", async () => {
    const manager = await season.person("manager");
    const accountant = await season.person("accountant");
    for (const as of [manager, accountant])
      for (const path of ["/gate", `/gate/nights/${night}`, `/gate/nights/${night}/gates`]) {
        const answer = await attack(path, { as });
        expect([path, answer.status]).toEqual([path, 403]);
        expect(answer.text).toContain("Nu ai dreptul să deschizi poarta");
        expect(answer.text).toContain('href="/"');
        expect(answer.text).not.toContain("Unexpected Application Error");
      }
    for (const path of [`/gate/nights/${newId()}`, `/gate/nights/${newId()}/gates`, "/gate/nights/x"]) {
      const answer = await attack(path, { as: people.admin });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.text).toContain("Nu există");
    }
  });
});

describe("the first screens", () => {
  it.each([
    ["B1-05", "/admin", "Bine ai venit"],
    ["B1-06", "/admin/events", "Evenimente"],
    ["B1-11", "/admin/reports", "Rapoarte"],
    ["B1-12", "/admin/content", "Continut Site"],
    ["B1-13", "/admin/email", "Setari Email"],
  ])("%s: %s is the screen of its name", async (_, path, title) => {
    const { text } = await attack(path, { as: people.admin });
    expect(/<h1[^>]*>([^<]*)/.exec(text)?.[1]).toContain(title);
  });
});

describe("fields that no form of an administrator has", () => {
  const admin = people.admin as Attacker;
  const forms = officePages.filter((page) => page.forms.length > 0);

  it.each(forms)("$path takes no field that is not its own", (page) =>
    nothingWritten(async () => {
      const names = ["id2", "created_at", "sold", "held", "user_id", "__proto__", "constructor.prototype"];
      for (const [at, form] of formsOf(page).entries()) {
        // all of them with one intent, one with each of the others
        for (const name of at === 0 ? names : names.slice(0, 1)) {
          const answer = await attack(addressOf(page), { as: admin, form: [...form, [name, "1"]] });
          // 422 where the rest of the form was refused first
          expect([400, 422], JSON.stringify([form, name])).toContain(answer.status);
        }
      }
    }),
  );

  it.each(forms.filter((page) => Object.keys(page.forms[0] ?? {}).length > 1))(
    "$path takes no field twice",
    (page) =>
      nothingWritten(async () => {
        const [form = {}] = page.forms;
        const sent = filled(form, ids);
        const twice = sent.find(([name]) => !Array.isArray(form[name]) && name !== "ids");
        const answer = await attack(addressOf(page), { as: admin, form: [...sent, twice ?? ["as", "x"]] });
        expect(answer.status).toBe(400);
      }),
  );

  it.each(officePages.filter((page) => page.id))(
    "$path has no row of another kind, and none for an invalid id",
    (page) =>
      nothingWritten(async () => {
        const other = page.id === "artist" ? night : artist;
        for (const id of [other, newId(), "1", "..%2f", "x'%20or%201=1--"]) {
          const path = `/${page.path.replace(":id", id)}`;
          const expected = page.read === 302 ? [302, 404] : [404];
          expect(expected).toContain((await attack(path, { as: admin })).status);
        }
      }),
  );

  it("keeps reserved names, huge and strange texts out, and shows markup as text (B12-04)", async () => {
    const post = (form: Record<string, string>) => attack("/admin/artists/new", { as: admin, form });
    const plain = { name: "Vântoasa", bio: "x", tagline: "", youtube_link: "" };
    expect((await post({ ...plain, name: " vip " })).status).toBe(422);
    expect((await post({ ...plain, youtube_link: "javascript:alert(1)" })).status).toBe(422);
    expect((await post({ ...plain, bio: "x".repeat(9000) })).status).toBe(422);
    expect((await post({ ...plain, bio: "x".repeat(1_000_000) })).status).toBe(413);
    expect((await post({ ...plain, bio: "a\0b" })).status).toBe(400);
    const marked = '"><img src=x onerror=alert(1)></script>\u2028';
    expect((await post({ ...plain, name: marked })).status).toBe(303);
    const list = await attack(`/admin/artists?q=${encodeURIComponent("<img")}`, { as: admin });
    expect(list.text).not.toContain("<img src=x");
    const refused = await post({ ...plain, name: "", bio: marked });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("&lt;img src=x");
  });
});

describe("a night taken off and put on sale again", () => {
  it.each([
    ["unavailable", "Event marked as unavailable"],
    ["available", "Event marked as available"],
  ])("as %s says so at its place (B3-06, B3-07)", async (as, label) => {
    // one that sells is asked about first
    const path = as === "unavailable" ? `/admin/events/${night}/unavailable` : "/admin/events";
    const response = await fetch(`${target.site.origin}${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie: `session=${(people.admin as Attacker).token}` },
      body: new URLSearchParams(as === "unavailable" ? {} : { ids: night, as }),
    });
    expect(decodeURIComponent(response.headers.get("set-cookie") ?? "")).toContain(label);
  });
});
