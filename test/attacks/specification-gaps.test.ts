/** Group A of the attack catalogue: access that the specification itself would have left open. */
import { describe, expect, it, test } from "vitest";
import { openAttackedSite } from "./attacked-site.ts";

const target = await openAttackedSite();
const { attack, season, nothingHappens } = target;
const night = await season.night();
const type = await season.ticketType({ events: [night] });
const ana = await season.person();
const dan = await season.person();
const gateStaff = await season.person("gate");

/** No such call; 415 because pages take forms and no JSON. */
const nothing = [404, 405, 415];

describe("tables and functions by their names", () => {
  const addresses = ["/ticket_purchases", "/rest/v1/ticket_purchases", "/api/ticket_purchases"];
  const purchases = [
    { total_price: 0, status: "paid", quantity: 5 },
    { qr_code: "FSC1:X", ticket_code: "FSC-0000-000000", user_id: dan.userId, status: "paid" },
  ];
  it.each(addresses)("POST %s makes no ticket", (address) =>
    nothingHappens(async () => {
      for (const json of purchases)
        for (const as of [undefined, ana]) {
          const { status } = await attack(address, { json: { event_id: night, ...json }, as });
          expect(nothing).toContain(status);
        }
    }),
  );

  it.each([1000, -1000, 0])("decrementTicketQuantity by %d does not exist", (quantity) =>
    nothingHappens(async () => {
      for (const address of [
        "/rpc/decrementTicketQuantity",
        "/rest/v1/rpc/decrementTicketQuantity",
        "/rest/v1/rpc/decrement_ticket_quantity",
        "/functions/v1/decrementTicketQuantity",
        "/functions/v1/decrement-ticket-quantity",
      ])
        for (const as of [undefined, ana, gateStaff]) {
          const { status } = await attack(address, { json: { ticket_id: type, quantity }, as });
          expect(nothing).toContain(status);
        }
    }),
  );
});

describe("becoming an administrator", () => {
  const roleOf = async (userId: string) =>
    (await target.owner.query("SELECT role FROM profiles WHERE id = $1", [userId])).rows[0]?.role;

  it.each(["PATCH", "POST", "PUT"])("%s of a profile's role is no call", (method) =>
    nothingHappens(async () => {
      for (const address of ["/profiles", `/rest/v1/profiles?id=eq.${ana.userId}`, "/auth/v1/profiles"]) {
        const { status } = await attack(address, { method, json: { role: "admin" }, as: ana });
        expect(nothing).toContain(status);
      }
    }),
  );

  it("the form of the profile refuses fields that it does not have", () =>
    nothingHappens(async () => {
      for (const more of [
        { role: "admin" },
        { is_admin: "1" },
        { id: dan.userId },
        { email: "x@exemplu.ro" },
      ]) {
        const form = Object.entries({ full_name: "Ana Pop", phone: "0722000000", ...more });
        expect((await attack("/profile", { form, as: ana })).status).toBe(400);
      }
      expect(await roleOf(ana.userId)).toBe("user");
    }));

  it("a token with a forged role is refused", () =>
    nothingHappens(async () => {
      const part = (claims: unknown) => Buffer.from(JSON.stringify(claims)).toString("base64url");
      const unsigned = `${part({ alg: "none" })}.${part({ sub: ana.userId, role: "admin" })}.`;
      const wrong = `${part({ alg: "HS256" })}.${part({ sub: ana.userId, role: "admin" })}.${"a".repeat(43)}`;
      for (const token of [
        unsigned,
        wrong,
        `${ana.token}x`,
        ana.token.toUpperCase(),
        "x".repeat(4096),
        "null",
      ]) {
        const { status } = await attack("/functions/v1/checkout-session", {
          json: target.checkoutCall({ ticket_id: type }),
          headers: { authorization: `Bearer ${token}` },
        });
        expect(status).toBe(401);
        const page = await attack("/profile", { headers: { cookie: `session=${token}; role=admin` } });
        expect([page.status, page.location?.startsWith("/login")]).toEqual([302, true]);
      }
      expect((await attack("/gate", { headers: { cookie: `session=${ana.token}; role=gate` } })).status).toBe(
        403,
      );
    }));
});

test("the link of a reset email leads to us, for any host or address in the request", () =>
  nothingHappens(async () => {
    const email = "ioana@exemplu.example";
    const before = (await letters(email)).length;
    const asked = await attack("/login?mode=forgot&redirect_to=https://evil.example", {
      form: { email },
      headers: {
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "https",
        forwarded: "host=evil.example",
      },
    });
    expect(asked.status).toBe(303);
    const more = await attack("/login?mode=forgot", { form: { email, redirect_to: "https://evil.example" } });
    expect(more.status).toBeGreaterThanOrEqual(400);
    const links = (await letters(email)).slice(before);
    expect(links).toHaveLength(1);
    expect(links[0]).toMatch(new RegExp(`^${target.site.origin}/`));
    expect(links[0]).not.toContain("evil.");
  }));

async function letters(recipient: string): Promise<string[]> {
  const { rows } = await target.owner.query(
    "SELECT variables->>'action_url' AS link FROM letters WHERE recipient = $1 AND kind = 'reset_password' ORDER BY created_at",
    [recipient],
  );
  return rows.map((row) => row.link);
}
