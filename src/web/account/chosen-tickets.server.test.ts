import { expect, test } from "vitest";
import { openStage } from "#test/support/stage.ts";
import { choiceAddress } from "#web/request/choice-address.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { chosenTickets } from "./chosen-tickets.server.ts";

const { season, site: services } = await openStage();
const site = services as unknown as SiteServices;

test("what waits has the picture of its night, where the night's page places it, and none that has letters", async () => {
  const night = await season.night();
  const type = await season.ticketType({ events: [night] });
  const address = choiceAddress(night, [{ ticketTypeId: type, quantity: 1 }]);
  const artOf = async () =>
    (await chosenTickets(site, new Request("http://127.0.0.1:3000/login"), address))?.art;
  expect(await artOf()).toEqual({ seed: night, picture: null });

  const url = "/pictures/dig.webp";
  await season.db`INSERT INTO pictures (url, width, height, sources) VALUES (${url}, 1200, 1500, jsonb_build_array(jsonb_build_object('url', ${url}::text, 'width', 480)))`;
  await season.client.query("UPDATE events SET image_url = $2, image_position = 'top left' WHERE id = $1", [
    night,
    url,
  ]);
  expect(await artOf()).toEqual({
    seed: night,
    picture: { sources: [{ url, width: 480 }], width: 1200, height: 1500, position: "top left", alt: "" },
  });
  await season.db`UPDATE pictures SET has_title = true`;
  expect(await artOf()).toEqual({ seed: night, picture: null });
});
