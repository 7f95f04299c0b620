/** A page that shows an earlier date of a night sells nothing before it has asked about the date of now. */
import { beforeEach, expect, it, vi } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { choiceAddress } from "#web/request/choice-address.ts";
import { dayInWords } from "#web/request/sale-texts.ts";

const { season, site, ask } = await openSourceSite();
const { db } = season;
await db`INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'club', '{"guests": true}')`;

type Answer = { status: number; text: string };
type Form = Readonly<Record<string, string>>;
type Way = { see(): Promise<string>; send(shown: Form): Promise<Answer> };

let night: Uuid;
let entry: Uuid;
let pass: Uuid;
let as: Awaited<ReturnType<typeof season.person>>;

const plain = (answer: Answer) => answer.text.replaceAll("<!-- -->", "");
/** The form that the page shows sends these, beside what a person chooses and types. */
const shownIn = (html: string, price: string): Form => {
  const nights = /name="nights" value="([^"]*)"/.exec(html)?.[1];
  return { total: price, price, ...(nights === undefined ? {} : { nights }) };
};
/** Of several offers the pass of this test. */
const formIn = (html: string) => html.slice(html.indexOf(`name="ticket_id" value="${pass}"`) + 1);
const dateOfNight = async (): Promise<string> =>
  (await db`SELECT date::text AS date FROM events WHERE id = ${night}`)[0].date;
const orders = async () => (await db`SELECT FROM orders WHERE ${night} = ANY (event_ids)`).length;

beforeEach(async () => {
  night = await season.night();
  const other = await season.night({ inDays: 9 });
  entry = await season.ticketType({ events: [night], price: 12_000 });
  pass = await season.ticketType({ events: [night, other], family: "season_pass", price: 12_000 });
  await db`UPDATE tickets SET offer_rank = 1 WHERE id = ${pass}`;
  as = await season.person();
});

const offer = (page: "/tickets" | "/season-pass"): Way => ({
  // the page is kept for a moment
  see: () =>
    vi.waitFor(async () => {
      const html = (await ask(page, { as })).text;
      expect(html).toContain(pass);
      expect(formIn(html)).toContain(`name="nights" value="${night}@${await dateOfNight()}T`);
      return formIn(html);
    }, 15_000),
  send: (shown) => ask(page, { as, form: { ticket_id: pass, quantity: "1", ...shown } }),
});
const nightPage = (isSignedIn: boolean, intent = "buy"): Way => {
  const by = () => (isSignedIn ? { as } : {});
  return {
    see: async () => (await ask(`/events/${night}`, by())).text,
    send: (shown) =>
      ask(`/events/${night}`, { ...by(), form: { ticket_id: entry, quantity: "1", intent, ...shown } }),
  };
};
const guestForm = (): Way => {
  const choice = () => choiceAddress(night, [{ ticketTypeId: entry, quantity: 1 }]);
  const email = `ana-${newSecretToken().slice(0, 9).toLowerCase()}@exemplu.ro`;
  const typed = { email, full_name: "Ana Pop", phone: "", form: newSecretToken() };
  const page = () => `/guest?next=${encodeURIComponent(choice())}`;
  return {
    see: async () => (await ask(page())).text,
    send: (shown) => ask(page(), { form: { ...typed, return_to: choice(), ...shown } }),
  };
};
const call = (): Way => ({
  see: offer("/tickets").see,
  send: ({ nights = "" }) => {
    const [success_url, cancel_url] = ["success?session_id={CHECKOUT_SESSION_ID}", ""].map(
      (end) => `${site.origin}/tickets${end && `/${end}`}`,
    );
    const lines = [{ ticket_id: pass, quantity: 1 }];
    const json = {
      lines,
      total: 12_000,
      mode: "payment",
      success_url,
      cancel_url,
      ...(nights && { nights }),
    };
    return ask("/functions/v1/checkout-session", { as, json, headers: { origin: site.origin } });
  },
});

const ways: [string, () => Way][] = [
  ["the night's page", () => nightPage(true)],
  ["the night's page before the login", () => nightPage(false)],
  ["the night's page before the form without an account", () => nightPage(false, "guest")],
  ["the night's page before an account", () => nightPage(false, "register")],
  ["the form without an account", guestForm],
  ["/tickets", () => offer("/tickets")],
  ["/tickets with a script", call],
  ["/season-pass", () => offer("/season-pass")],
];

it.each(ways)(
  "%s asks once about a date or an hour that it did not show (one kind: a page from before a move buys the new date without a word)",
  async (_name, wayOf) => {
    const way = wayOf();
    const seen = shownIn(await way.see(), "12000");
    expect(seen.nights).toBeTruthy();
    await db`UPDATE events SET date = date + 1, time = '21:30' WHERE id = ${night}`;
    const date = await dateOfNight();
    const asked = await way.send(seen);
    expect(asked.status).toBe(409);
    expect(plain(asked)).toContain(`Noaptea s-a mutat: acum e ${dayInWords(date)}, ora 21:30. Continui?`);
    expect(await orders()).toBe(0);
    // the refused form shows the date of now; a script sends the form instead
    const agreed = shownIn(asked.text.startsWith("{") ? await way.see() : formIn(asked.text), "12000");
    expect([200, 302, 303]).toContain((await way.send(agreed)).status);
  },
);

it("a night that a pass got since is none that moved, and one that moved to another's date is asked about", async () => {
  const way = offer("/tickets");
  const seen = shownIn(await way.see(), "12000");
  const [, other] = (
    await db`SELECT event_id AS id FROM event_tickets t JOIN events e ON e.id = event_id WHERE ticket_id = ${pass} ORDER BY date`
  ).map(({ id }) => id);
  const more = await season.night({ inDays: 12 });
  await db`INSERT INTO event_tickets (event_id, ticket_id) VALUES (${more}, ${pass})`;
  expect([302, 303]).toContain((await way.send(seen)).status);
  as = await season.person();
  await db`UPDATE events SET (date, time) = (SELECT date, time FROM events WHERE id = ${night}) WHERE id = ${other}`;
  expect((await way.send(seen)).status).toBe(409);
});

it("a date and a price that both changed are one question, and a page without dates buys what is there now", async () => {
  const way = nightPage(true);
  const seen = shownIn(await way.see(), "12000");
  await db`UPDATE events SET date = date + 1 WHERE id = ${night}`;
  await db`UPDATE tickets SET price = 14000 WHERE id = ${entry}`;
  const asked = await way.send(seen);
  for (const said of ["Noaptea s-a mutat: acum e ", "140 LEI"]) expect(plain(asked)).toContain(said);
  expect((await way.send(shownIn(asked.text, "14000"))).status).toBe(303);
  as = await season.person();
  expect((await way.send({ price: "14000", total: "14000" })).status).toBe(303);
  expect(await orders()).toBe(2);
});
