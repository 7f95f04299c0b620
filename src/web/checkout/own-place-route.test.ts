import { expect, it } from "vitest";
import { announce, letTheHourCome } from "#test/support/sale-opening.ts";
import { openSourceSite } from "#test/support/source-site.ts";

const { season, ask } = await openSourceSite();

it("the waiting room leads who is not signed in to the night's page, which says who can buy and how", async () => {
  const night = await season.night();
  await season.ticketType({ events: [night] });
  await announce(season.client, night, { inMinutes: 10, roomMinutes: 30 });
  const toNight = `/events/${night}#bilete`;
  expect(await ask(`/events/${night}/waiting/mine`)).toMatchObject({ status: 302, location: toNight });
  const before = (await ask(`/events/${night}/waiting`)).text;
  expect(before).toContain(`href="/login?next=/events/${night}"`);
  await letTheHourCome(season.client, night);
  // the site looks at a room once a second
  await expect
    .poll(async () => (await ask(`/events/${night}/waiting`)).text, { timeout: 20_000, interval: 200 })
    .toContain(`href="${toNight}"`);
  expect((await ask(`/events/${night}/waiting`)).text).not.toContain("/login?next=/events/");
});

it("the waiting room says how one buys without an account, where the club allows it", async () => {
  const night = await season.night();
  await announce(season.client, night, { inMinutes: 10, roomMinutes: 30 });
  const said = "Fără cont se cumpără de pe pagina nopții, după ce au intrat toți cei din sală.";
  expect((await ask(`/events/${night}/waiting`)).text).not.toContain(said);
  await season.db`INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'club', '{"guests": true}')`;
  await expect
    .poll(async () => (await ask(`/events/${night}/waiting`)).text, { timeout: 20_000, interval: 200 })
    .toContain(said);
});
