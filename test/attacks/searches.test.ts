/** A search reads every text of every night: each network has one at once, however its address is written. */
import { expect, it } from "vitest";
import { openSourceSite } from "#test/support/source-site.ts";
import { limits } from "#ticketing/limits.ts";

const { season, ask } = await openSourceSite();

it.each(["q=nori", "%71=nori", "q=&q=nori", "period=all&%71=nori"])(
  "searches by ?%s wait for each other, and one too many is refused (one kind: a name of a parameter that only the router reads)",
  async (query) => {
    await season.db`BEGIN`;
    await season.db`LOCK TABLE events IN ACCESS EXCLUSIVE MODE`;
    // one runs, and as many wait as may
    const asked = Array.from({ length: limits.searchesWaiting + 2 }, () => ask(`/events?${query}`));
    expect((await Promise.race(asked)).status).toBe(429);
    await season.db`ROLLBACK`;
    const answers = (await Promise.all(asked)).map(({ status }) => status);
    expect(answers.filter((status) => status !== 429)).toHaveLength(limits.searchesWaiting + 1);
  },
);
