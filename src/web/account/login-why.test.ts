import { expect, it } from "vitest";
import { announce } from "#test/support/sale-opening.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { choiceAddress } from "#web/request/choice-address.ts";
import { chosenTexts } from "./account-texts.ts";
import { guestTexts } from "./guest-texts.ts";

const { season, ask } = await openSourceSite();
const [night, other] = [await season.night(), await season.night()];
const ranked = async (family: "early_bird" | "season_pass", events: string[]) => {
  const type = await season.ticketType({ events, family });
  await season.client.query("UPDATE tickets SET offer_rank = 1 WHERE id = $1", [type]);
  return type;
};
const [early, pass] = [await ranked("early_bird", [night]), await ranked("season_pass", [night, other])];

const whyOf = async (next: string) => (await ask(`/login?next=${encodeURIComponent(next)}`)).text;
const fromTickets = (type: string) => whyOf(`/tickets#oferta-${type}`);
const fromNight = () => whyOf(choiceAddress(night, [{ ticketTypeId: early, quantity: 1 }]));

it("an offer that its night sells without an account says so; no page names such a way where there is none", async () => {
  const { loginWhy } = chosenTexts;
  for (const page of [await fromTickets(early), await fromTickets(pass), await fromNight()]) {
    expect(page).toContain(loginWhy.night);
    expect(page).not.toMatch(/[Ff]ără cont/);
  }
  await season.db`INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'club', '{"guests": true}')`;
  expect(await fromTickets(early)).toContain(loginWhy.offer);
  expect(loginWhy.offer).toContain("Fără cont, același bilet se cumpără de pe pagina nopții.");
  expect(await fromNight()).toContain(guestTexts.loginWhy);
  expect(await fromTickets(pass)).toContain(loginWhy.pass);
});

const formOf = async (next: string) => (await ask(`/guest?next=${encodeURIComponent(next)}`)).status;
const person = { email: "ana@exemplu.ro", full_name: "Ana Pop", phone: "" };

it.each([
  { kind: "a ticket", quantity: 1, roomMinutes: null, why: null },
  { kind: "as many tickets as a guest may have", quantity: 4, roomMinutes: null, why: null },
  { kind: "more", quantity: 5, roomMinutes: null, why: "many" },
  { kind: "tickets for more people than guests may hold", quantity: 3, roomMinutes: null, why: "people" },
  { kind: "a ticket of a sale that was announced without a room", quantity: 1, roomMinutes: 0, why: null },
  { kind: "a ticket of a night with a waiting room", quantity: 1, roomMinutes: 30, why: "room" },
] as const)(
  "the night's page, the login, the guest's form and the payment agree whether a guest buys $kind",
  async ({ quantity, roomMinutes, why }) => {
    await season.db`INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'club', '{"guests": true}') ON CONFLICT DO NOTHING`;
    const sold = await season.night({ capacity: why === "people" ? 60 : 1000 });
    if (roomMinutes !== null)
      await announce(season.client, sold, { inMinutes: -1, roomMinutes: roomMinutes || null });
    const type = await season.ticketType({
      events: [sold],
      price: 11_000,
      entries: why === "people" ? 5 : 1,
    });
    const choice = choiceAddress(sold, [{ ticketTypeId: type, quantity }]);
    const login = await whyOf(choice);
    expect(login).toContain(why === null ? guestTexts.loginWhy : chosenTexts.loginWhy[why]);
    expect(login.includes(guestTexts.guestWay)).toBe(why === null);
    expect(await formOf(choice)).toBe(why === null ? 200 : 302);
    // the page knows no choice, so it tells only what holds for all of the night's tickets
    const page = (await ask(choice)).text;
    const promise = `Fără cont: cel mult 4 bilete la o noapte, de orice fel${why === "people" ? ", pentru cel mult 12 persoane" : ""};`;
    expect([page.includes('value="guest"'), page.includes(promise)]).toEqual(
      why === "room" ? [false, false] : [true, true],
    );
    const total = String(11_000 * quantity);
    const paid = await ask("/guest", { form: { ...person, return_to: choice, total } });
    expect(paid.location?.startsWith("/login")).toBe(why !== null);
  },
);
