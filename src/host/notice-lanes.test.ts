import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { testServices } from "#test/support/services.ts";
import type { LeasedNotice } from "#ticketing/orders/notice-lease.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { openNoticeLanes } from "./notice-lanes.ts";

const services = await testServices(await testDatabase());

/** The site with a provider that does this when it is asked for a session, and then knows nothing. */
function siteWhere(readSession: () => Promise<void>): SiteServices {
  const cards: typeof services.cards = {
    ...services.cards,
    async readSession() {
      await readSession();
      return { kind: "unknown", message: "no answer" };
    },
  };
  return { ...services, cards } as unknown as SiteServices;
}

function noticeNo(n: number): LeasedNotice {
  return {
    eventId: `evt_${n}`,
    type: "checkout.session.completed",
    sessionId: `cs_${n}`,
    paymentIntentId: null,
    isOld: false,
  };
}

it("works on sixteen notices at once and no more, however many arrive in one breath", async () => {
  let [atOnce, most, read] = [0, 0, 0];
  const site = siteWhere(async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resume) => setTimeout(resume, 20));
    atOnce -= 1;
    read += 1;
  });
  const { take } = openNoticeLanes(site);
  for (let n = 0; n < 40; n += 1) take(noticeNo(n));
  await expect.poll(() => read).toBe(40);
  expect(most).toBe(16);
});

it("what is less urgent makes way while notices wait for a lane, and not before", async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let asked = 0;
  const site = siteWhere(() => {
    asked += 1;
    return answered;
  });
  const { take, makeWay } = openNoticeLanes(site);
  for (let n = 0; n < 16; n += 1) take(noticeNo(n));
  await makeWay();
  take(noticeNo(16));
  let isFree = false;
  const free = makeWay().then(() => {
    isFree = true;
  });
  await expect.poll(() => asked).toBe(16);
  expect(isFree).toBe(false);
  answer();
  await free;
  await expect.poll(() => asked).toBe(17);
  await makeWay();
});

it("what is less urgent makes way for so long and no longer, however long notices wait", async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { take, makeWay } = openNoticeLanes(
    siteWhere(() => answered),
    { rushAtMost: 300 },
  );
  for (let n = 0; n < 20; n += 1) take(noticeNo(n));
  const first = makeWay();
  expect(await Promise.race([first.then(() => "free"), pause(100, "held")])).toBe("held");
  await first;
  expect(await Promise.race([makeWay().then(() => "free"), pause(100, "held")])).toBe("free");
  answer();
});
