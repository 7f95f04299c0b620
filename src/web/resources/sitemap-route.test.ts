import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { openStage } from "#test/support/stage.ts";
import { siteContext } from "#web/request/request-context.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { loader } from "./sitemap-route.ts";

const { season, site: services } = await openStage();

async function places(): Promise<string[]> {
  const context = new RouterContextProvider();
  context.set(siteContext, services as unknown as SiteServices);
  const answer = await loader({ context } as unknown as Parameters<typeof loader>[0]);
  return [...(await answer.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, place = ""]) => place);
}

it("the sitemap names /season-pass while a pass can be bought there", async () => {
  const page = `${services.origin}/season-pass`;
  const events = [await season.night({ inDays: 3 })];
  await season.ticketType({ events });
  expect(await places()).not.toContain(page);
  const pass = await season.ticketType({ events, family: "season_pass" });
  expect(await places()).toContain(page);
  await season.db`UPDATE tickets SET is_visible = false WHERE id = ${pass}`;
  expect(await places()).not.toContain(page);
});
