/** What a choice costs is said alike on every page of the way to the payment, and is what the hold takes. */
import { expect, it } from "vitest";
import { formatLei, type Money } from "#kernel/money.ts";
import { newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { paidLines } from "#test/support/paid-lines.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { choiceAddress } from "#web/request/choice-address.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { guestTexts } from "./guest-texts.ts";

const { season, ask } = await openSourceSite();
await season.db`INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'club', '{"guests": true}')`;
const [night, other] = [await season.night(), await season.night()];
const type = await season.ticketType({ events: [night], price: 11_000 });
const hidden = await season.ticketType({ events: [night], price: 7000 });
await season.voucher({ code: "VARA10", percent: 10 });
await season.voucher({ code: "ALTA", percent: 50, events: [other] });
await season.client.query("UPDATE tickets SET requires_code = true WHERE id = $1", [hidden]);
await season.voucher({ code: "CORAL", opens: [hidden] });

const waysTo = (choice: string) =>
  ["/login", "/register", "/guest"].map((page) => `${page}?next=${encodeURIComponent(choice)}`);

async function buy(choice: string, code: string) {
  const headers = { cookie: `code=${code}` };
  const pages = await Promise.all(waysTo(choice).map(async (way) => (await ask(way, { headers })).text));
  const total = /name="total" value="(\d+)"/.exec(pages.at(-1) ?? "")?.[1] ?? "";
  const email = `${newSecretToken().slice(0, 9).toLowerCase()}@exemplu.ro`;
  const form = { email, full_name: "Ana Pop", phone: "", return_to: choice, total, form: newSecretToken() };
  const paying = await ask("/guest", { form, headers });
  const card = paying.location ? await (await fetch(paying.location)).text() : "";
  const [order] =
    await season.db`SELECT o.total::int, (SELECT sum(discount)::int FROM order_lines l WHERE l.order_id = o.id) AS discount
      FROM orders o JOIN profiles p ON p.id = o.user_id WHERE p.contact = ${email}`;
  const { total: held, discount } = order as { total: Money; discount: Money };
  return { pages, total: Number(total), card, held, discount };
}

it("says the total with the code everywhere, and the card page says what the code took off", async () => {
  const choice = choiceAddress(night, [{ ticketTypeId: type, quantity: 2 }]);
  const { pages, total, card, held, discount } = await buy(choice, "VARA10");
  expect([held, discount]).toEqual([total, 2200]);
  for (const page of pages) {
    expect(page).toContain(`<span>${formatLei(held)} LEI</span>`);
    expect(page).toContain(`−${formatLei(discount)} LEI`);
  }
  expect(pages.at(-1)).toContain(guestTexts.pay(formatLei(held)));
  expect(card).toContain(`VARA10: −${formatLei(discount)} LEI`);
});

it("promises nothing of a code that is for other nights, which keeps nobody from buying", async () => {
  const choice = choiceAddress(night, [{ ticketTypeId: type, quantity: 1 }]);
  const { pages, total, card, held, discount } = await buy(choice, "ALTA");
  expect([total, held, discount]).toEqual([11_000, 11_000, 0]);
  for (const page of [...pages, card]) expect(page).not.toContain("ALTA");
});

it("knows the type that the code opens", async () => {
  const choice = choiceAddress(night, [{ ticketTypeId: hidden, quantity: 1 }]);
  expect(await buy(choice, "CORAL")).toMatchObject({ total: 7000, held: 7000 });
});

it("knows it on a night that sells nothing else, and names it to nobody without the code", async () => {
  const secret = await season.night();
  const only = await season.ticketType({ events: [secret], title: "Numai Recif", price: 8000 });
  await season.client.query("UPDATE tickets SET requires_code = true WHERE id = $1", [only]);
  await season.voucher({ code: "RECIF", opens: [only] });
  const choice = choiceAddress(secret, [{ ticketTypeId: only, quantity: 1 }]);
  const { pages, total, held } = await buy(choice, "RECIF");
  expect([total, held]).toEqual([8000, 8000]);
  for (const page of pages) expect(page).toContain("Numai Recif");
  for (const code of ["ALTA", "CORAL"])
    for (const way of waysTo(choice))
      expect((await ask(way, { headers: { cookie: `code=${code}` } })).text).not.toContain("Numai Recif");
});

it("asks once about an address that looks mistyped, without a script too, and never refuses it", async () => {
  const choice = choiceAddress(night, [{ ticketTypeId: type, quantity: 1 }]);
  const typed = `ana-${newSecretToken().slice(0, 5).toLowerCase()}@gmial.com`;
  const send = (asked: string) =>
    ask(`/guest?next=${encodeURIComponent(choice)}`, {
      form: {
        email: typed,
        full_name: "Ana Pop",
        phone: "",
        return_to: choice,
        total: "11000",
        form: newSecretToken(),
        email_asked: asked,
      },
    });
  const question = await send("");
  expect(question.status).toBe(422);
  expect(question.text).toContain(requestTexts.emailMeant(typed.replace("gmial", "gmail")));
  const carried = /name="email_asked" value="([^"]*)"/.exec(question.text)?.[1] ?? "";
  expect((await send(carried)).status).toBe(303);
});

it("leads a buyer without an account to the form at once, and a person who is signed in from lost tickets to their own", async () => {
  const form = { ticket_id: type, quantity: "1", price: "11000", intent: "guest" };
  const led = await ask(`/events/${night}`, { form });
  expect(led).toMatchObject({
    location: `/guest?next=${encodeURIComponent(choiceAddress(night, [{ ticketTypeId: type, quantity: 1 }]))}`,
    flash: null,
  });
  const as = await season.person();
  expect((await ask("/orders", { as })).status).toBe(200);
  const bought = { userId: as.userId, events: [night] };
  await paidLines(season.client, { ...bought, lines: [{ ticketTypeId: type, quantity: 1 }] });
  expect(await ask("/orders", { as })).toMatchObject({ status: 302, location: "/profile" });
  const home = (await ask("/", { as })).text;
  expect(home).not.toMatch(/href="\/(?:login|register)"/);
});

it.each(["guest", "", "register"])(
  "a price that rose is asked about at the press (%s), before the way to an account or without one",
  async (intent) => {
    const dear = await season.night();
    const entry = await season.ticketType({ events: [dear], price: 18_100 });
    const press = (shown: { price: string; total?: string }) =>
      ask(`/events/${dear}`, { form: { ticket_id: entry, quantity: "2", intent, ...shown } });
    expect((await press({ price: "18100" })).status).toBe(302);
    await season.db`UPDATE tickets SET price = 20000 WHERE id = ${entry}`;
    for (const total of [undefined, "36200"]) {
      const asked = await press({ price: "18100", ...(total ? { total } : {}) });
      expect(asked.status).toBe(409);
      expect(asked.text.replaceAll("<!-- -->", "")).toContain("Prețul s-a schimbat: acum 200 LEI. Continui?");
      for (const said of ["400 LEI", "preț nou, era 362 LEI"]) expect(asked.text).toContain(said);
    }
    // lower or agreed: the way goes on
    expect((await press({ price: "20000", total: "40000" })).status).toBe(302);
    expect((await press({ price: "21000" })).status).toBe(302);
  },
);
