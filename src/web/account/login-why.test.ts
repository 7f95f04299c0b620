import { expect, it } from "vitest";
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
