import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { type Attacker, openAttackedSite } from "#test/attacks/attacked-site.ts";
import { queriesOf } from "#test/support/queries.ts";

/** What a customer sees and changes on the built site, over HTTP. */
const { site, owner, attack, season, checkoutCall } = await openAttackedSite();
const db = queriesOf(owner);
const night = await season.night({ title: "Noaptea de probă", capacity: 500 });
const type = await season.ticketType({ events: [night], capacity: 400, price: 9_050 });
const ana = await season.person();
const radu = await season.person();

/** A ticket bought without a card; returns the number of its order and its label. */
async function bought(who: Attacker, ticketTypeId = type, eventId = night) {
  const form = { ticket_id: ticketTypeId, quantity: "2", request_key: newId() };
  const answer = await attack(`/purchase/${eventId}`, { as: who, form });
  const [, orderId] = /\?order=([0-9a-f-]{36})$/.exec(answer.location ?? "") ?? [];
  if (!orderId) throw new Error(`not bought: ${answer.status}`);
  const rows =
    await db`SELECT o.number, p.ticket_code AS label, p.id FROM orders o JOIN ticket_purchases p ON p.order_id = o.id WHERE o.id = ${orderId}`;
  return { orderId, ...rows[0] } as { orderId: string; number: string; label: string; id: string };
}

describe("the test purchase", () => {
  it("offers what is visible and not sold out; without any offer the night's page explains it (A13-10)", async () => {
    const hall = await season.night();
    await season.ticketType({ events: [hall], title: "Rămase" });
    await season.ticketType({ events: [hall], title: "Epuizate", capacity: 0 });
    await season.ticketType({ events: [hall], title: "Ascunse", isVisible: false });
    const { text } = await attack(`/purchase/${hall}`, { as: ana });
    expect(text).toContain("Rămase");
    expect(text).not.toMatch(/Epuizate|Ascunse/);
    const empty = await season.night();
    expect(await attack(`/purchase/${empty}`, { as: ana })).toMatchObject({
      status: 302,
      location: `/events/${empty}`,
    });
  });
});

describe("the page of the offers", () => {
  it("shows each customer what is already theirs, also when the page is cached for others (A9-02..A9-04)", async () => {
    const [nobody, holder, subscriber] = [
      await season.person(),
      await season.person(),
      await season.person(),
    ];
    await bought(holder);
    await db`INSERT INTO stripe_subscriptions (subscription_id, user_id, subscription_status, current_period_end, payment_method_brand, payment_method_last4)
       VALUES ('sub_offers', ${subscriber.userId}, 'active', extract(epoch FROM timestamptz '2027-03-02 12:00Z')::bigint, 'visa', '4242')`;
    const noticeOf = async (who?: Attacker) => {
      const { text } = await attack("/tickets", who ? { as: who } : {});
      return /id="active"[\s\S]*?<\/section>/.exec(text)?.[0].replaceAll(/<[^>]*>/g, " ") ?? null;
    };
    for (let look = 0; look < 2; look += 1) {
      expect(await noticeOf(nobody)).toBeNull();
      expect(await noticeOf(holder)).toContain("Bilet Cumparat");
      expect(await noticeOf(subscriber)).toContain("2 martie 2027");
      expect(await noticeOf()).toBeNull();
    }
    await bought(nobody);
    expect(await noticeOf(nobody)).toContain("Bilet Cumparat");
  });
});

it("the login names neither the address nor the password as the wrong one (A17-30)", async () => {
  const form = { email: "nimeni@exemplu.example", password: "nu e asta" };
  expect((await attack("/login", { form })).text).toContain(
    "Email sau parola invalida. Incearca din nou sau reseteaza parola.",
  );
});

describe("the profile", () => {
  it("shows a customer's own tickets and orders, and no others (A1-10, A1-32, A12-24, A12-27)", async () => {
    const mine = await bought(ana);
    const theirs = await bought(radu);
    const tickets = (await attack("/profile", { as: ana })).text;
    expect(tickets).toContain(mine.label);
    expect(tickets).toContain("Noaptea de probă");
    expect(tickets).toContain("Intrare generală");
    expect(tickets).not.toContain(theirs.label);
    const orders = (await attack("/profile?section=orders", { as: ana })).text;
    expect(orders).toContain(`Comanda ${mine.number}<`);
    expect(orders).not.toContain(`Comanda ${theirs.number}<`);
    expect(orders).toContain("181,00 LEI");
    const one = (await attack(`/profile?order=${mine.orderId}`, { as: ana })).text;
    const byNumber = (await attack(`/profile?order=${mine.number}`, { as: ana })).text;
    for (const page of [one, byNumber])
      for (const text of [`Comanda ${mine.number}<`, mine.label, "181 LEI"]) expect(page).toContain(text);
    for (const path of [
      `/checkout/${mine.orderId}`,
      `/profile?order=${mine.orderId}`,
      `/profile?order=${mine.number}`,
      `/tickets/${mine.id}/ticket.pdf`,
    ])
      expect((await attack(path, { as: radu })).status).toBe(404);
  });

  it("lists orders with the latest first (A12-27)", async () => {
    const first = await bought(radu);
    const second = await bought(radu);
    const { text } = await attack("/profile?section=orders", { as: radu });
    expect(text.indexOf(`Comanda ${second.number}<`)).toBeLessThan(text.indexOf(`Comanda ${first.number}<`));
  });

  it("shows the one subscription, if there is one (A1-10, A12-26)", async () => {
    expect((await attack("/profile", { as: ana })).text).not.toContain('id="subscription"');
    const period = (days: number) => Math.floor(Date.now() / 1000) + days * 86_400;
    await owner.query(
      `INSERT INTO stripe_subscriptions (subscription_id, user_id, subscription_status, current_period_end, payment_method_brand, payment_method_last4)
       VALUES ('sub_old', $1, 'canceled', $2, 'visa', '1111'), ('sub_new', $1, 'active', $3, 'visa', '4242')`,
      [ana.userId, period(-30), period(30)],
    );
    const { text } = await attack("/profile", { as: ana });
    expect(text.match(/id="subscription"/g)).toHaveLength(1);
    expect(text).toContain("terminat în 4242");
    expect(text).not.toContain("terminat în 1111");
    expect((await attack("/profile", { as: radu })).text).not.toContain("terminat în");
  });

  it("lets a customer change name and phone, and nothing else (A1-11, A1-33, A12-20, A12-21, A12-22, A12-23)", async () => {
    const before = await owner.query("SELECT email, role, updated_at FROM profiles WHERE id = $1", [
      radu.userId,
    ]);
    const saved = await attack("/profile?edit=1", {
      as: radu,
      form: { intent: "save", full_name: "Radu Țintă", phone: "+40 (722) 00-01" },
    });
    expect([saved.status, saved.location]).toEqual([303, "/profile"]);
    expect((await attack("/profile", { as: radu })).text).toContain("Radu Țintă");
    const rows =
      await db`SELECT full_name, phone, email, role, updated_at FROM profiles WHERE id = ${radu.userId}`;
    expect(rows[0]).toMatchObject({
      full_name: "Radu Țintă",
      phone: "+40 (722) 00-01",
      email: before.rows[0].email,
      role: "user",
    });
    expect(rows[0].updated_at.getTime()).toBeGreaterThan(before.rows[0].updated_at.getTime());
    expect((await attack("/profile?edit=1", { as: radu })).text).toMatch(
      /<input(?=[^>]*type="email")[^>]*readOnly/i,
    );
  });

  it("a type that was hidden after it was bought stays on its ticket, and leaves every page (A1-36)", async () => {
    const hidden = await season.ticketType({ events: [night], title: "Terasa de odinioară" });
    await bought(ana, hidden);
    await db`UPDATE tickets SET is_visible = false WHERE id = ${hidden}`;
    expect((await attack("/profile", { as: ana })).text).toContain("Terasa de odinioară");
    expect((await attack(`/events/${night}?hidden`, { as: radu })).text).not.toContain("Terasa de odinioară");
  });

  /** Sends the form, and looks at the page after it with its cookie. */
  const sayAfter = async (form: Record<string, string>, query = "") => {
    const post = { method: "POST", redirect: "manual", body: new URLSearchParams(form) } as const;
    const session = `session=${ana.token}`;
    const sent = await fetch(`${site.origin}/profile${query}`, { ...post, headers: { cookie: session } });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, "/profile"]);
    const cookie = `${session}; ${sent.headers.get("set-cookie")?.split(";")[0]}`;
    return (await fetch(`${site.origin}/profile`, { headers: { cookie } })).text();
  };

  it("confirms what was saved on the screen after it (A17-35)", async () => {
    expect(await sayAfter({ intent: "save", full_name: "Ana Nouă", phone: "" }, "?edit=1")).toContain(
      "Profilul a fost actualizat cu succes",
    );
  });

  it("says after a resend what was sent, in its own words for an early bird, and that something is missing (A17-20, A17-22)", async () => {
    const bird = await season.ticketType({ events: [night], family: "early_bird", title: "Early Bird" });
    for (const [ticket, said] of [
      [{ purchase_id: (await bought(ana)).id }, "Emailul de confirmare a fost retrimis cu succes"],
      [
        { purchase_id: (await bought(ana, bird)).id },
        "Emailul de confirmare pentru biletul Early Bird a fost retrimis cu succes",
      ],
      [{ purchase_id: newId() }, "Nu s-a putut retrimite emailul de confirmare"],
      [{}, "Nu s-a putut retrimite emailul de confirmare: informații lipsă"],
    ] as [Record<string, string>, string][])
      expect(await sayAfter({ intent: "resend", ...ticket })).toContain(said);
  });
});

describe("buying", () => {
  it("leads a person who has no account yet to the registration with the choice, or says what is missing of it (43, 78)", async () => {
    const press = (fields: Record<string, string>, cookie = "") =>
      fetch(`${site.origin}/events/${night}`, {
        method: "POST",
        redirect: "manual",
        headers: { cookie },
        body: new URLSearchParams({ ...fields, intent: "register" }),
      });
    const chosen = { ticket_id: type, quantity: "1" };
    const register = `/register?next=${encodeURIComponent(`/events/${night}?ticket_id=${type}&quantity=1#bilete`)}`;
    const pressed = await press(chosen);
    expect([pressed.status, pressed.headers.get("location")]).toEqual([302, register]);
    const page = await (await fetch(`${site.origin}${register}`)).text();
    expect(page).toContain("Creează contul și plătește");
    // nothing leads away there, and nothing less than the whole frame stands around the plain form
    const plain = await (await fetch(`${site.origin}/register`)).text();
    for (const whole of ['class="site-nav"', 'class="site-menu"', 'class="newsletter'])
      expect([page.includes(whole), plain.includes(whole)]).toEqual([false, true]);
    expect(page).toContain('class="anpc"');
    // nobody buys with it: an account that was opened in the meantime comes back to the choice
    const asAna = await press(chosen, `session=${ana.token}`);
    expect([asAna.status, asAna.headers.get("location")]).toEqual([302, register]);
    const empty = await press({ ticket_id: type, quantity: "0" });
    expect(empty.status).toBe(400);
    expect(await empty.text()).toContain("Te rugam sa selectezi un tip de bilet");
  });

  it("says the reason as a warning only where nobody buys without an account, and for a pass always (42)", async () => {
    const flashAfter = async (path: string) => {
      const body = new URLSearchParams({ ticket_id: type, quantity: "1" });
      const answer = await fetch(`${site.origin}${path}`, { method: "POST", redirect: "manual", body });
      return JSON.parse(
        decodeURIComponent(/flash=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1] ?? "[]"),
      );
    };
    const sellsToGuests = (may: boolean) =>
      owner.query(
        "UPDATE site_content SET content = content || jsonb_build_object('guests', $1::boolean) WHERE key = 'club'",
        [may],
      );
    const kinds = async () => [
      (await flashAfter(`/events/${night}`))[0],
      (await flashAfter("/tickets"))[0],
      (await flashAfter("/season-pass"))[0],
    ];
    await sellsToGuests(true);
    expect(await kinds()).toEqual(["info", "info", "error"]);
    await sellsToGuests(false);
    expect(await kinds()).toEqual(["error", "error", "error"]);
  });

  it("by call, the answer is the helper's message (A17-08)", async () => {
    const cancel_url = `${site.origin}/events/${night}`;
    const json = checkoutCall({ price_id: `price_${type}`, cancel_url });
    const answer = await attack("/functions/v1/checkout-session", { json });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      401,
      { error: "You must be logged in to make a purchase" },
    ]);
  });

  it("by call with the session's token as bearer, the answer is a url, or an error (A16-02, A16-04)", async () => {
    const rows =
      await db`SELECT t.stripe_price_id AS price, l.event_id AS event FROM tickets t JOIN event_tickets l ON l.ticket_id = t.id JOIN events e ON e.id = l.event_id WHERE e.title = 'Luna Plină' AND t.family = 'ordinary' AND t.is_visible AND t.admits AND t.price_agreed_at IS NOT NULL ORDER BY t.price LIMIT 1`;
    const ask = (priceId: string) =>
      attack("/functions/v1/checkout-session", {
        headers: { authorization: `Bearer ${ana.token}` },
        json: checkoutCall({ price_id: priceId, cancel_url: `${site.origin}/events/${rows[0].event}` }),
      });
    const opened = await ask(rows[0].price);
    expect(opened.status).toBe(200);
    expect(Object.keys(JSON.parse(opened.text))).toEqual(["url"]);
    expect(JSON.parse(opened.text).url).toMatch(/^https?:\/\//);
    const refused = await ask("price_of_nothing");
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      404,
      { error: "Selectie de bilet invalida" },
    ]);
  });
});

describe("an event", () => {
  it("is either available or not, and one without a setting is (A5-26, A15-11)", async () => {
    const rows =
      await db`SELECT column_default, is_nullable FROM information_schema.columns WHERE table_name = 'events' AND column_name = 'is_available'`;
    expect(rows).toEqual([{ column_default: "true", is_nullable: "NO" }]);
    const hall = await season.night();
    await season.ticketType({ events: [hall] });
    expect((await attack(`/events/${hall}`, { as: radu })).text).toContain('value="buy"');
    await db`UPDATE events SET is_available = false WHERE id = ${hall}`;
    const uncached = { cookie: `session=${radu.token}; flash=none` };
    const closed = await attack(`/events/${hall}`, { headers: uncached });
    expect(closed.text).toContain("Momentan Indisponibil");
    expect(closed.text).not.toContain('value="buy"');
  });
});
