import { afterEach, describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openAttackedSite } from "#test/attacks/attacked-site.ts";
import { queriesOf } from "#test/support/queries.ts";

/** What pages do when their data cannot be read: a table that they read has another name for a while. */
const { site, owner, attack, season } = await openAttackedSite();
const db = queriesOf(owner);
const night = await season.night({ title: "Noaptea de probă" });
const type = await season.ticketType({ events: [night], capacity: 50 });
const artists = await db`SELECT id FROM artists LIMIT 1`;
const customer = await season.person();

let renamed: string | undefined;
async function lose(table: string): Promise<void> {
  await owner.query(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  renamed = table;
}
afterEach(async () => {
  if (renamed) await owner.query(`ALTER TABLE ${renamed}_away RENAME TO ${renamed}`);
  renamed = undefined;
});

/** Avoids pages kept from before the loss: with a waiting message each is rendered again. */
const uncached = { headers: { cookie: "flash=none" } };

describe("a page whose subject cannot be read shows so, keeps its frame and offers to try again", () => {
  it.each([
    ["A4-22", "/events", "events", "Nu s-au putut incarca evenimentele"],
    ["A17-01", `/events/${night}`, "events", "Nu s-au putut incarca detaliile evenimentului"],
    ["A17-02", `/artists/${artists[0].id}`, "artists", "Nu s-au putut incarca detaliile artistului"],
    ["A17-03", "/tickets", "tickets", "Nu s-au putut incarca biletele"],
    ["A17-05", "/season-pass", "tickets", "Nu am putut încărca biletele disponibile"],
  ])("%s: %s without %s", async (_row, path, table, sentence) => {
    await lose(table);
    const { status, text } = await attack(path, uncached);
    expect(status).toBe(500);
    expect(text).toContain(sentence);
    expect(text).toContain("Încearcă din nou");
    expect(text).toMatch(/<header[\s\S]*<footer/);
    expect(text).not.toContain("Unexpected Application Error!");
  });

  it("A17-04: the page after paying, which shows that nothing is lost", async () => {
    await lose("checkout_attempts");
    const { text } = await attack("/tickets/success?session_id=cs_test_1", { as: customer });
    expect(text).toContain("Nu s-au putut incarca detaliile comenzii");
    expect(text).toContain("biletele tale sunt în siguranță");
  });

  it("and is whole again as soon as it can be read", async () => {
    expect((await attack(`/events/${night}`, uncached)).status).toBe(200);
  });
});

describe("home is always shown, and the failure is logged (A3-37, A17-06)", () => {
  it("without nights and artists it shows that there are none", async () => {
    await lose("events");
    const before = site.output().length;
    const { text } = await attack("/", uncached);
    expect(text).toContain("Momentan nu exista evenimente viitoare. Verifica mai tarziu!");
    expect(text).toContain("Momentan nu sunt artisti selectati. Revino curand!");
    expect(text).not.toMatch(/toast--error/);
    await expect.poll(() => site.output().slice(before)).toContain("a page failed");
  });

  it("without its texts it shows the defaults, in hero and footer (A2-19)", async () => {
    await lose("site_content");
    const { text } = await attack("/", uncached);
    expect(text).toMatch(/<h1[^>]*>Clubul de vară</);
    expect(text).toMatch(
      /<footer[\s\S]*Nopți de vară, cu muzică până la primul pescăruș\.[\s\S]*Toate drepturile rezervate\./,
    );
    expect(text).not.toMatch(/toast--error/);
  });

  it("and the result of a failure is not kept", async () => {
    const address = "/";
    await lose("events");
    // neither here nor in a proxy
    const cacheControl = async () => (await fetch(site.origin + address)).headers.get("cache-control");
    await expect.poll(cacheControl, { timeout: 5000 }).toBe("private, no-store");
    await db`ALTER TABLE events_away RENAME TO events`;
    renamed = undefined;
    expect((await attack(address)).text).not.toContain("Momentan nu exista evenimente viitoare");
  });
});

describe("a customer's own pages (A17-07)", () => {
  it("a subscription or orders that cannot be read are shown as none", async () => {
    await lose("stripe_subscriptions");
    const profile = await attack("/profile", { as: customer });
    expect(profile.status).toBe(200);
    expect(profile.text).toContain("Niciun bilet încă.");
    await expect.poll(() => site.output()).toContain("a page failed");
    expect((await attack("/tickets", { as: customer })).text).toContain("Optiuni Bilete");
    await db`ALTER TABLE stripe_subscriptions_away RENAME TO stripe_subscriptions`;
    renamed = undefined;
    await db`ALTER VIEW stripe_user_orders RENAME TO stripe_user_orders_away`;
    const orders = await attack("/profile?section=orders", { as: customer });
    await db`ALTER VIEW stripe_user_orders_away RENAME TO stripe_user_orders`;
    expect(orders.status).toBe(200);
    expect(orders.text).toContain("Nicio comandă încă.");
  });

  it("tickets that cannot be read are reported so, with a link to try again (A17-03)", async () => {
    await lose("ticket_purchases");
    const { text } = await attack("/profile", { as: customer });
    expect(text).toContain("Nu s-au putut incarca biletele");
    expect(text).toContain("Încearcă din nou");
  });

  it("a profile that could not be changed shows so and keeps what was typed (A17-34)", async () => {
    await db`REVOKE UPDATE (full_name) ON profiles FROM app_customer`;
    const { status, text } = await attack("/profile?edit=1", {
      as: customer,
      form: { intent: "save", full_name: "Ștefan Nou", phone: "0722 000 111" },
    });
    await db`GRANT UPDATE (full_name) ON profiles TO app_customer`;
    expect(status).toBe(503);
    expect(text).toContain("Nu s-a putut actualiza profilul");
    expect(text).toContain('value="Ștefan Nou"');
  });
});

describe("the test purchase", () => {
  const buying = async (path: string) =>
    attack(path, {
      as: customer,
      form: { ticket_id: type, quantity: "1", request_key: newId() },
    });

  it("links to the other nights when its own cannot be read or does not exist (A13-16, A17-01)", async () => {
    await lose("artists");
    for (const path of [`/purchase/${night}`, "/purchase/0190a0a0-0000-7000-8000-000000000000"]) {
      const response = await fetch(`${site.origin}${path}`, {
        redirect: "manual",
        headers: { cookie: `session=${customer.token}` },
      });
      expect([response.status, response.headers.get("location")]).toEqual([303, "/events"]);
      expect(decodeURIComponent(response.headers.get("set-cookie") ?? "")).toContain(
        "Nu s-au putut incarca detaliile evenimentului",
      );
    }
  });

  it("that fails inside shows so and has sold nothing (A17-17)", async () => {
    await lose("letters");
    const { status, text } = await buying(`/purchase/${night}`);
    expect(status).toBe(503);
    expect(text).toContain("Eroare la achizitionarea biletelor. Va rugam sa incercati din nou.");
    const rows = await db`SELECT sold FROM stock_counters WHERE id = ${type}`;
    expect(rows[0].sold).toBe(0);
  });

  it("whose email cannot be sent shows that the tickets are bought (A17-18)", async () => {
    await db`INSERT INTO mail_pause (reason) VALUES ('a test')`;
    const response = await fetch(`${site.origin}/purchase/${night}`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie: `session=${customer.token}` },
      body: new URLSearchParams({ ticket_id: type, quantity: "1", request_key: "paused" }),
    });
    await db`DELETE FROM mail_pause`;
    expect(response.status).toBe(303);
    expect(decodeURIComponent(response.headers.get("set-cookie") ?? "")).toContain(
      "Biletele au fost achizitionate, dar confirmarea prin email nu a putut fi trimisa.",
    );
  });

  it("refuses more than is left, and an empty choice, in the same words as the real one (A17-16, A13-09)", async () => {
    const few = await season.ticketType({ events: [night], capacity: 2 });
    const form = { ticket_id: few, quantity: "3", request_key: "many" };
    const tooMany = await attack(`/purchase/${night}`, { as: customer, form });
    expect([tooMany.status, /Nu exista suficiente bilete disponibile/.test(tooMany.text)]).toEqual([
      409,
      true,
    ]);
    const none = await attack(`/purchase/${night}`, { as: customer, form: { quantity: "1" } });
    expect([none.status, /Te rugam sa selectezi un tip de bilet/.test(none.text)]).toEqual([400, true]);
  });
});
