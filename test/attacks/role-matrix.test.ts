/** Every address by every role and by nobody, over HTTP. What each role opens is written here once more, by hand. */
import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { personRoles, type Role } from "#platform/database/database-roles.ts";
import { listRoutes } from "#test/support/route-list.ts";
import { type Act, actRules } from "#ticketing/rights/act-rights.ts";
import type { Right } from "#ticketing/rights/role-rights.ts";
import { officeAddresses } from "#web/office-addresses.ts";
import { type Attacker, openAttackedSite } from "./attacked-site.ts";
import { exportedFiles, filled, type OfficePage, officeCalls, officePages } from "./back-office-addresses.ts";

const { attack, season, owner, site, nothingHappens } = await openAttackedSite();
const night = await season.night();
const type = await season.ticketType({ events: [night] });
const artist = newId();
await owner.query("INSERT INTO artists (id, name, bio) VALUES ($1, 'Pelin', 'Afro.')", [artist]);
const { rows } = await owner.query<Record<"template" | "purchase" | "order" | "customer", string>>(
  `SELECT (SELECT id FROM email_templates LIMIT 1) AS template, id AS purchase, order_id AS "order", user_id AS customer
   FROM ticket_purchases WHERE status = 'paid' ORDER BY id LIMIT 1`,
);
const [sample = { template: "", purchase: "", order: "", customer: "" }] = rows;
const ids = { night, type, artist, voucher: await season.voucher({ code: "AL-ECHIPEI" }), ...sample };

const people = new Map<Role | null, Attacker | undefined>([[null, undefined]]);
for (const role of personRoles) people.set(role, await season.person(role));
const everybody = [null, ...personRoles];

const opened: Readonly<Record<Role, RegExp>> = {
  user: /^$/,
  gate: /^$/,
  door_chief: /^$/,
  box_office: /^admin\/(purchases$|customers|search$|guests$|events\/:id\/guests$)/,
  manager:
    /^admin\/(events(?!\/:id\/(?:cancel|move)$)|guests$|artists|tickets|abonamente|codes|content|brand$|stock|reports$|settlement$|status\/stops)/,
  accountant:
    /^admin\/(customers\/:id|purchases|reports|reconciliation|settlement|settlement\/rates|events\/:id\/settlement)$/,
  admin: /^admin/,
};
/** The first screen of each role, at /admin. */
const firstScreens: Partial<Record<Role, string>> = {
  box_office: "/admin/purchases",
  manager: "/admin/events",
  accountant: "/admin/purchases",
};
/** Who may send at least one of the forms of an address. */
const sends: Readonly<Record<Role, RegExp>> = {
  ...opened,
  accountant: /^admin\/(reconciliation|settlement\/rates)$/,
};
/** The buttons on screens of a role that are for others. */
const unusable: Partial<Record<Role, readonly string[]>> = {
  box_office: ["refund"],
  accountant: ["resend", "refund", "invite", "recheck", "rename", "split", "note", "remove", "address"],
};
const door: readonly (Role | null)[] = ["gate", "door_chief", "box_office", "admin"];

function mayOpen(who: Role, link: string): boolean {
  if (link === "gate") return door.includes(who);
  if (link === "gate/sales") return who === "box_office";
  if (/\.(?:xlsx|csv|pdf)$/.test(link)) return who === "accountant" || who === "admin";
  const row = link.replace(/\/[0-9a-f]{8}-[0-9a-f-]{27}/, "/:id").replace(/legal\/\w+/, "legal/terms");
  return opened[who].test(row);
}

const addressOf = (page: OfficePage) => `/${page.path.replace(":id", page.id ? ids[page.id] : "")}`;
const closedTo = (who: Role | null) =>
  who === null ? /^\/login/ : new RegExp(`^${firstScreens[who] ?? "/"}$`);

let asked = 0;
const ask: typeof attack = (path, request) => {
  asked += 1;
  return attack(path, request);
};

/** No screen tried to read what the database does not give to the role. */
async function withoutDenial(run: () => Promise<void>): Promise<void> {
  const printed = site.output().length;
  await run();
  expect(site.output().slice(printed)).not.toMatch(/permission denied|a request failed/);
}

describe.each(everybody)("%s", (who) => {
  const as = people.get(who);

  it("opens the addresses of the back-office that the role has, and no others (I22, B1-01, B1-06, B1-07, B1-08, B1-10)", () =>
    withoutDenial(async () => {
      const heard: Record<string, unknown> = {};
      const due: Record<string, unknown> = {};
      for (const page of officePages) {
        const { status, location, text } = await ask(addressOf(page), { as });
        const isOpen = who !== null && opened[who].test(page.path);
        const first = who !== null && page.path === "admin" ? firstScreens[who] : undefined;
        if (first) {
          expect([status, location]).toEqual([303, first]);
          continue;
        }
        heard[page.path] = isOpen ? status : [status, closedTo(who).test(location ?? ""), text.includes("@")];
        due[page.path] = isOpen ? page.read : [303, true, false];
      }
      expect(heard).toEqual(due);
    }));

  it.runIf(who !== null)("finds in its screens no link and no button that it may not use", async () => {
    const role = who as Role;
    const own = officePages.filter(({ path, read }) => opened[role].test(path) && read === 200);
    const screens = own.filter(({ path }) => !path.startsWith("admin/stock/")).map((page) => addressOf(page));
    if (opened[role].test("admin/purchases")) screens.push(`/admin/purchases?open=${ids.order}`);
    const closed: string[] = [];
    for (const screen of screens) {
      const { text } = await ask(screen, { as });
      const links = [...text.matchAll(/href="\/(admin[^"?#]*|gate(?:\/sales)?)/g)].map(
        ([, path = ""]) => path,
      );
      expect(links.length, screen).toBeGreaterThan(3);
      const others = [...new Set(links)].filter((link) => link !== "admin" && !mayOpen(role, link));
      const buttons = [...text.matchAll(/name="intent" value="(\w+)"/g)].map(([, intent = ""]) => intent);
      const dead = buttons.filter((intent) => (unusable[role] ?? []).includes(intent));
      closed.push(...[...others, ...dead].map((one) => `${screen}: ${one}`));
    }
    expect(closed).toEqual([]);
  });

  it("sends no form to an address whose acts the role does not have (I22, B13-01)", () =>
    nothingHappens(async () => {
      for (const page of officePages)
        for (const form of page.forms) {
          if (who !== null && sends[who].test(page.path)) continue;
          const { status, location } = await ask(addressOf(page), { as, form: filled(form, ids) });
          expect([page.path, status, location]).toEqual([
            page.path,
            303,
            expect.stringMatching(closedTo(who)),
          ]);
        }
    }));

  it("opens an order with its dialogs only with the right to see purchases", () =>
    withoutDenial(async () => {
      const mayRead = ["box_office", "accountant", "admin"].includes(who ?? "");
      for (const query of [`open=${ids.order}`, `open=${ids.order}&act=refund`, "act=invite", "q=persoana"]) {
        const { status } = await ask(`/admin/purchases?${query}`, { as });
        expect([query, status]).toEqual([query, mayRead ? 200 : 303]);
      }
    }));

  it("opens the door's address only with the right to admit (I22)", async () => {
    const { status } = await ask(`/gate?event=${night}`, { as });
    expect(status).toBe(who === null ? 302 : door.includes(who) ? 200 : 403);
    const others = door.includes(who) ? [] : ["/gate", `/gate?event=${night}`, `/gate.data?event=${night}`];
    for (const path of others) expect((await ask(path, { as })).text).not.toMatch(/Persoana|@exemplu/);
  });

  it("gets files only with the right to export, those of guests with that to keep their lists, those of codes that still work with that to make them (I22)", () =>
    withoutDenial(async () => {
      for (const file of exportedFiles) {
        const { status } = await ask(`/admin/${file}?set=${night}&event=${night}`, { as });
        const allowed = [
          ...(file.startsWith("guests.")
            ? ["manager", "box_office"]
            : [file.startsWith("code-list.") ? "manager" : "accountant"]),
          "admin",
        ];
        expect([file, status]).toEqual([file, allowed.includes(who ?? "") ? 200 : 303]);
      }
    }));

  it("makes the calls beside the router only with their right (I22)", () =>
    nothingHappens(async () => {
      const allowed: Partial<Record<string, readonly (Role | null)[]>> = {
        "POST /functions/v1/resend-purchase-confirmation": ["box_office", "admin"],
        "POST /functions/v1/send-test-email": ["admin"],
        "POST /admin/pictures/events": ["manager", "admin"],
      };
      for (const [call, body] of Object.entries(officeCalls)) {
        const [method = "", path = ""] = call.split(" ");
        if (method === "GET" || allowed[call]?.includes(who)) continue;
        asked += 1;
        const sent = body(ids.purchase);
        const response = await fetch(`${site.origin}${path}`, {
          method,
          headers: {
            ...(as ? { cookie: `session=${as.token}` } : {}),
            ...(typeof sent === "string" ? { "content-type": "application/json" } : {}),
          },
          body: sent,
        });
        const refusal = path.startsWith("/functions") && who === null ? 401 : 403;
        expect([call, response.status]).toEqual([call, refusal]);
      }
    }));

  it("finds the other addresses as a customer does, and no failure", () =>
    withoutDenial(async () => {
      const others = listRoutes().filter(({ path }) => !/^\/(admin|gate|logout)\b/.test(path));
      expect(others.length).toBeGreaterThan(20);
      for (const { path } of others) {
        const address = path.replaceAll(/:\w+\??/g, night).replace("*", "altceva");
        const { status } = await ask(address, { as });
        expect(status, path).toBeLessThan(500);
        const others = await attack(address, { as: who === null ? undefined : people.get("user") });
        expect([path, status]).toEqual([path, others.status]);
      }
    }));
});

/** The acts that need another right than the one that opens their address. */
const withOwnRight: Partial<Record<Right, readonly Act[]>> = {
  "content.write": ["save-content"],
  "events.write": ["describe-picture"],
  "purchases.write": [
    "add-person-note",
    "correct-any-address",
    "recheck-payment",
    "remove-person-note",
    "rename-holder",
    "resend-any-tickets",
    "split-any-code",
  ],
  "refunds.give": ["refund-order"],
  "invitations.give": ["grant-invitation"],
};

it("asks for every act the right that opens its address, or the other one that is written here (I22)", () => {
  const own = (act: Act) => Object.entries(withOwnRight).find(([, acts]) => acts.includes(act))?.[0];
  const wrong = Object.entries(officeAddresses).flatMap(([path, { read, acts, also = [] }]) =>
    [...Object.values(acts), ...also]
      .filter((act) => actRules[act].right !== read && actRules[act].right !== own(act))
      .map((act) => `${path}: ${act}`),
  );
  expect(wrong).toEqual([]);
});

it("asks every address of the back-office as everybody", () => {
  console.info(`the matrix of rights: ${asked} requests, ${everybody.length} roles with nobody`);
  expect(asked).toBeGreaterThan(officePages.length * everybody.length);
});

it.each([
  ["box_office", "/admin/purchases", "refund"],
  ["accountant", "/admin/reconciliation", "recheck"],
] as const)("%s is refused the act at %s that the role does not have: %s", (who, path, intent) =>
  nothingHappens(async () => {
    const page = officePages.find((one) => `/${one.path}` === path);
    const form = page?.forms.find((one) => one.intent === intent);
    await owner.query("UPDATE identity.session SET confirmed_at = now() WHERE user_id = $1", [
      people.get(who)?.userId,
    ]);
    const { status, text } = await ask(path, { as: people.get(who), form: filled(form ?? {}, ids) });
    expect(status).toBeGreaterThanOrEqual(302);
    expect(status).toBeLessThan(500);
    expect(text).not.toContain('name="current_password"');
  }),
);

it("writes the box office into the history of whatever it did to an order", async () => {
  const as = people.get("box_office");
  await owner.query("UPDATE identity.session SET confirmed_at = now() WHERE user_id = $1", [as?.userId]);
  const { rows } = await owner.query<{ email: string }>(
    "SELECT contact AS email FROM profiles p JOIN orders o ON o.user_id = p.id WHERE o.id = $1",
    [ids.order],
  );
  const invitation = {
    ticket: `${type}:${night}`,
    quantity: "1",
    because: "presă",
    name: "Ana",
    key: newId(),
  };
  const forms: Record<string, string>[] = [
    { intent: "rename", purchase_id: ids.purchase, name: "Ana Casă" },
    { intent: "resend", purchase_id: ids.purchase, email: rows[0]?.email ?? "" },
    { intent: "recheck", order_id: ids.order },
    { intent: "invite", email: rows[0]?.email ?? "", ...invitation },
  ];
  for (const form of forms)
    expect([form.intent, (await ask("/admin/purchases", { as, form })).status]).toEqual([form.intent, 303]);
  const written = await owner.query<{ what: string; kind: string }>(
    "SELECT what, actor_kind AS kind FROM journal WHERE actor_id = $1 ORDER BY what",
    [as?.userId],
  );
  expect(written.rows.map(({ what, kind }) => `${what} ${kind}`)).toEqual([
    "granted box_office",
    "holder_renamed box_office",
    "paid box_office",
    "rechecked box_office",
    "tickets_resent box_office",
  ]);
});

it("lets the box office put a name on a list, find it and let it in, each under its own name", async () => {
  const as = people.get("box_office");
  const tonight = await season.night({ when: "running" });
  const lists = `/admin/events/${tonight}/guests`;
  const send = async (path: string, form: Record<string, string>) => (await ask(path, { as, form })).status;
  expect(await send(lists, { intent: "list", list: "", name: "Presa", quota: "" })).toBe(303);
  const list = (await owner.query<{ id: string }>("SELECT id FROM guest_lists")).rows[0]?.id ?? "";
  expect(await send(lists, { intent: "add", list, name: "Ioana Vîlcu", places: "1", note: "" })).toBe(303);
  expect((await ask("/admin/search?q=vilcu", { as })).text).toContain(`${lists}?q=Ioana%20V%C3%AElcu`);
  expect((await ask("/admin/guests", { as })).text.replaceAll("<!-- -->", "")).toMatch(
    new RegExp(`href="${lists}".*?, 1 loc<`),
  );
  expect((await ask(lists, { as })).text).toContain('href="/admin/purchases?act=invite"');
  const guest = (await owner.query<{ id: string }>("SELECT id FROM listed_guests")).rows[0]?.id ?? "";
  expect(
    await send("/gate", { intent: "admit-guest", event: tonight, nonce: newId(), guest, entries: "1" }),
  ).toBe(200);
  const { rows } = await owner.query<{ what: string }>(
    `SELECT what || ' ' || actor_kind AS what FROM journal WHERE actor_id = $1 AND subject_kind = 'event'
     UNION ALL SELECT verdict || ' by ' || CASE operator_id WHEN $1 THEN 'them' END FROM admissions WHERE guest_id = $2 ORDER BY what`,
    [as?.userId, guest],
  );
  expect(rows.map(({ what }) => what)).toEqual([
    "admitted by them",
    "guest_list_made box_office",
    "guests_added box_office",
  ]);
});
