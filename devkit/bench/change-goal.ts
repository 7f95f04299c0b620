import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import type { BenchSite } from "./bench-site.ts";
import { makeHotType } from "./crowd.ts";
import { type GoalResult, median, staysUnder, twoDigits } from "./goal.ts";

const changes = 4;
const soldOutSentence = "Toate locurile au fost luate.";
const patience = 10_000;
/** The site of this bench tells its counters to whoever brings it. */
export const metricsToken = "bench-of-page-renderings";

/**
 * G3c: while two hundred visitors reload a night's page, its tickets run out and come back. How often was the page
 * rendered for each change, and after how long was it seen? The site counts its renderings itself.
 */
export async function measureChanges(site: BenchSite): Promise<GoalResult> {
  const { eventId, typeId } = await makeHotType(site.owner, 1000);
  const url = `${site.origin}/events/${eventId}`;
  // a night that nobody knew of a second ago is a change by itself
  await pause(2500);
  await fetch(url);
  const before = await renderings(site);
  const load = autocannon({ url, connections: 200, duration: 3 * (changes + 1) });
  const seenAfter: number[] = [];
  for (let change = 0; change < changes; change++) {
    await pause(2500);
    const soldOut = change % 2 === 0;
    await site.owner.query("UPDATE stock_counters SET sold = $2 WHERE id = $1", [typeId, soldOut ? 1000 : 0]);
    const begun = performance.now();
    while ((await (await fetch(url)).text()).includes(soldOutSentence) !== soldOut) {
      if (performance.now() - begun > patience) throw new Error("the page never told of the change");
      await pause(20);
    }
    seenAfter.push(performance.now() - begun);
  }
  const shot = await load;
  const rendered = (await renderings(site)) - before;
  const each = rendered / changes;
  return {
    goal: "G3c",
    what: `renderings for each change of a page that 200 visitors reload (${shot.non2xx} answers that were not 200)`,
    figure: `${rendered} for ${changes} changes, seen after ${Math.round(median(seenAfter))} ms (${Math.round(Math.max(...seenAfter))} at most)`,
    ratio: twoDigits(each),
    wanted: "1, seen within 1 s",
    met: staysUnder(each, 1) && Math.max(...seenAfter) <= 1100 && shot.non2xx === 0,
    rounds: seenAfter.map((ms) => ({ ms })),
  };
}

async function renderings({ origin }: BenchSite): Promise<number> {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const found = /^estival_page_renderings (\d+)$/m.exec(await answer.text());
  if (!found) throw new Error(`/metrics does not say how often pages were rendered: ${answer.status}`);
  return Number(found[1]);
}
