import autocannon from "autocannon";
import type { BenchSite } from "./bench-site.ts";
import { makeHotType } from "./crowd.ts";
import { type GoalResult, median, rate, reaches, twoDigits } from "./goal.ts";
import { bareHttp } from "./yardsticks.ts";

type PageGoals = { readonly site: BenchSite; readonly rounds: number; readonly seconds: number };

/** G3, G3b: the event page from the cache, and rendered each time, against a bare server that says hello. */
export async function measurePages({ site, rounds, seconds }: PageGoals): Promise<GoalResult[]> {
  const { eventId } = await makeHotType(site.owner, 1000);
  const url = `${site.origin}/events/${eventId}`;
  let networks = 0;
  const shoot = async (headers: Record<string, string>, wanted: 200 | 304) => {
    // each from a network of its own: renderings are limited for each
    const setupRequest = (asked: object) => {
      networks += 1;
      const from = `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
      return { ...asked, headers: { ...headers, "x-forwarded-for": from } };
    };
    const shot = await autocannon({ url, connections: 50, duration: seconds, requests: [{ setupRequest }] });
    const good = shot.statusCodeStats?.[`${wanted}`]?.count ?? 0;
    return good / shot.duration;
  };
  const etag = (await fetch(url, { headers: { "accept-encoding": "br" } })).headers.get("etag") ?? "";
  const measured: Record<string, number>[] = [];
  for (let round = 0; round < rounds; round++) {
    const h = await bareHttp("H", { connections: 50, seconds });
    measured.push({
      H: h,
      kept: await shoot({ "accept-encoding": "br" }, 200),
      unchanged: await shoot({ "if-none-match": etag, "accept-encoding": "br" }, 304),
      // a waiting message makes every page a new one
      rendered: await shoot({ cookie: "flash=none" }, 200),
    });
  }
  const over = (name: string) => median(measured.map((round) => (round[name] ?? 0) / (round.H ?? 1)));
  const result = (goal: string, what: string, name: string, wanted: number): GoalResult => ({
    goal,
    what,
    figure: rate(median(measured.map((round) => round[name] ?? 0))),
    ratio: `${twoDigits(over(name))} H`,
    wanted: `>= ${wanted} H`,
    met: reaches(over(name), wanted),
    rounds: name === "kept" ? measured : [],
  });
  return [
    result("G3", "event page from the cache (brotli), c=50", "kept", 0.65),
    result("G3 304", "the same, unchanged since the last visit", "unchanged", 0.7),
    result("G3b", "event page rendered each time, c=50", "rendered", 0.05),
  ];
}
