import { expect, it } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { testServices } from "#test/support/services.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { openNoticeLanes } from "./notice-lanes.ts";

const services = await testServices(await testDatabase());

it("works on sixteen notices at once and no more, however many arrive in one breath", async () => {
  let [atOnce, most, read] = [0, 0, 0];
  const cards: typeof services.cards = {
    ...services.cards,
    async readSession() {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resume) => setTimeout(resume, 20));
      atOnce -= 1;
      read += 1;
      return { kind: "unknown", message: "no answer" };
    },
  };
  const work = openNoticeLanes({ ...services, cards } as unknown as SiteServices);
  for (let n = 0; n < 40; n += 1)
    work({
      eventId: `evt_${n}`,
      type: "checkout.session.completed",
      sessionId: `cs_${n}`,
      paymentIntentId: null,
      isOld: false,
    });
  await expect.poll(() => read).toBe(40);
  expect(most).toBe(16);
});
