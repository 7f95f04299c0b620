/** A type that needs a code is nowhere without it: not in pages, their data, pictures, lists, or answers of calls. */
import { describe, expect, it } from "vitest";
import { openAttackedSite } from "./attacked-site.ts";

const { site, owner, season, attack, checkoutCall } = await openAttackedSite();
const night = await season.night({ title: "Noaptea Pescărușilor", inDays: 5 });
const open = await season.ticketType({ events: [night], title: "Pe plajă", price: 99_900 });
const hidden = await season.ticketType({
  events: [night],
  title: "Qala Zecretă",
  price: 9_876_500,
  priceId: "price_qala_zecreta",
});
await owner.query(
  "UPDATE tickets SET requires_code = true, offer_rank = 1, description = 'Numai pentru Xdelfini' WHERE id = $1",
  [hidden],
);
const phases = await season.phases(hidden, [{ price: 9_765_400, capacity: 5 }, { price: 9_876_500 }]);
await owner.query("UPDATE price_phases SET name = 'Zori de Xdelfin' WHERE id = $1", [phases[0]]);
await season.voucher({ code: "CORALHIDE", opens: [hidden], capacity: 3 });
await season.voucher({ code: "VARAHIDE", types: [open, hidden] });
const ana = await season.person();

const artist = (await owner.query("SELECT id FROM artists LIMIT 1")).rows[0].id;
const secrets = [
  "Qala",
  "Zecret",
  "Xdelfin",
  hidden,
  ...phases,
  "97.654",
  "9765400",
  "97654.00",
  "98.765",
  "98765.00",
  "price_qala",
];
const addresses = [
  "/",
  "/_.data",
  "/events",
  "/events.data",
  "/events?q=qala+zecreta",
  "/events?q=qala",
  `/events/${night}`,
  `/events/${night}.data`,
  `/events/${night}/night.ics`,
  `/events/${night}/waiting`,
  `/events/${night}/share.jpg`,
  `/artists/${artist}`,
  "/tickets",
  "/tickets.data",
  "/season-pass",
  "/season-pass.data",
  "/sitemap.xml",
  "/robots.txt",
  "/functions/v1/my-tickets",
  "/healthz",
];

/** What of the hidden type is in an answer. */
function told(text: string): string[] {
  return secrets.filter((secret) => text.includes(secret));
}

const page = `/events/${night}`;
const withCode = (code: string) => ({ headers: { cookie: `code=${code}` } });

describe("a hidden type", () => {
  it.each(addresses)("is not in %s, for nobody and for a customer", async (path) => {
    for (const as of [undefined, ana]) expect(told((await attack(path, { as })).text)).toEqual([]);
  });

  it("is on its night's page with its code, as data too, and in no kept page after that", async () => {
    for (const path of [page, `${page}.data`]) {
      const answer = await fetch(site.origin + path, withCode("CORALHIDE"));
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
      const text = await answer.text();
      expect(text).toContain("Qala Zecretă");
      expect(text).toContain("Zori de Xdelfin");
      for (const again of [await attack(path), await attack(path, { as: ana })])
        expect(told(again.text)).toEqual([]);
    }
  });

  it.each(["CORALHID", "CORALHIDE2", "coralhide", "VARAHIDE", "%25", "CORALHIDE%00"])(
    "is not there with the code %s",
    async (code) => {
      const { text } = await attack(page, withCode(code));
      expect(text).toContain("Pe plajă");
      expect(told(text)).toEqual([]);
      expect(told((await attack(`${page}.data`, withCode(code))).text)).toEqual([]);
    },
  );

  it("is on no list with its code: only its night's page is read with it", async () => {
    for (const path of ["/", "/events", "/tickets", "/season-pass", "/sitemap.xml"])
      expect(told((await attack(path, withCode("CORALHIDE"))).text)).toEqual([]);
  });

  it("has no more tickets on the page than its code has left, and none beyond", async () => {
    const most = async () => {
      const { text } = await attack(page, withCode("CORALHIDE"));
      const select = new RegExp(`<select[^>]*id="${hidden}".*?</select>`, "s").exec(text)?.[0];
      return select && [...select.matchAll(/>(\d+)</g)].map(([, n]) => n).at(-1);
    };
    expect(await most()).toBe("3");
    await owner.query(
      "UPDATE stock_counters SET sold = 3 WHERE id = (SELECT id FROM vouchers WHERE code = 'CORALHIDE')",
    );
    expect(await most()).toBeUndefined();
  });

  it("is bought by nobody who does not say its code, and the refusal names nothing", async () => {
    const json = checkoutCall({ cancel_url: `${site.origin}${page}`, price_id: "price_qala_zecreta" });
    const refused = await attack("/functions/v1/checkout-session", { as: ana, json });
    expect([refused.status, told(refused.text)]).toEqual([404, []]);
    const form = { ticket_id: hidden, quantity: "1", price: "100" };
    // the answer repeats the choice, and nothing else
    expect(told((await attack(page, { as: ana, form })).text)).toEqual([hidden]);
  });
});

describe("guessing codes by the cookie", () => {
  it("is counted like typed ones, and a wrong cookie is taken away", async () => {
    const ion = await season.person();
    const look = (code: string) =>
      fetch(site.origin + page, { headers: { cookie: `session=${ion.token}; code=${code}` } });
    const first = await look("GHICESC0");
    expect(first.headers.get("set-cookie")).toMatch(/^code=; .*Max-Age=0/);
    expect(await first.text()).toContain("Codul nu este valabil.");
    for (let n = 1; n < 10; n += 1) await look(`GHICESC${n}`);
    const text = await (await look("VARAHIDE")).text();
    expect(text).not.toContain("10 % reducere");
    // another person is not concerned
    expect((await attack(page, { ...withCode("VARAHIDE") })).text).toContain("10 % reducere");
  });
});
