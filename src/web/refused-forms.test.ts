/** What a form that no page has is answered, at every address: of the site's source, over HTTP. */
import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { officeAddresses } from "./office-addresses.ts";
import { doorAddresses, siteAddresses } from "./site-addresses.ts";

const { season, ask, fresh } = await openSourceSite();
const night = await season.night({ inDays: 0, time: null });

const groups = { siteAddresses, doorAddresses, officeAddresses };

it.each(Object.entries(groups))(
  "a refused form of any of the %s ends in Romanian, and not on the screen of something broken",
  async (_group, addresses) => {
    const seen: [string, number][] = [];
    for (const path of Object.keys(addresses)) {
      // a session of its own: one of the addresses ends it
      const as = await fresh(await season.person("admin"));
      const id = path.startsWith("gate/nights") ? night : newId();
      const address = `/${path.replaceAll(/:\w+\??|\*/g, id)}`;
      const { status, text } = await ask(address, { as, form: { intent: "no such act" } });
      expect([address, text.includes("Unexpected Application Error!"), status < 500]).toEqual([
        address,
        false,
        true,
      ]);
      seen.push([address, status]);
    }
    expect(seen.length).toBeGreaterThan(5);
    expect(seen.filter(([, status]) => status >= 400).length).toBeGreaterThan(2);
  },
);

it("at the door a refused form says that nothing was done, with a way to the gate", async () => {
  const as = await fresh(await season.person("door_chief"));
  const { status, text } = await ask(`/gate/nights/${night}/orders`, { as, form: { intent: "no such act" } });
  expect(status).toBe(400);
  expect(text).toContain("Nu s-a făcut nimic");
  expect(text).toContain('href="/gate"');
});
