import { createServer } from "node:http";
import { startSite } from "#test/support/site.ts";
import { measureCategories } from "./category-goal.ts";
import { type GoalResult, median, staysUnder, twoDigits } from "./goal.ts";
import { measureInteraction } from "./interaction-goal.ts";
import { lookAsPhone } from "./lighthouse-run.ts";

type Measures = { readonly lcp: number; readonly tbt: number; readonly cls: number };

/** G5: a night's page on a phone (Lighthouse), beside a page of plain HTML with the same picture, in turns. */
export async function measureSpeed({ rounds }: { readonly rounds: number }): Promise<GoalResult[]> {
  const site = await startSite({ LOG_LEVEL: "error" });
  const list = await (await fetch(`${site.origin}/events?q=Fosforului`)).text();
  const url = site.origin + (/\/events\/[0-9a-f-]{36}/.exec(list)?.[0] ?? "/events");
  const plain = await servePlain(site.origin, await (await fetch(url)).text());
  try {
    const measured: Record<string, number>[] = [];
    for (let round = 0; round < rounds; round++) {
      const bare = await look(plain.url);
      const page = await look(url);
      measured.push({ plain: bare.lcp, lcp: page.lcp, tbt: page.tbt, cls: page.cls });
    }
    const of = (name: string) => median(measured.map((round) => round[name] ?? 0));
    const ratio = median(measured.map((round) => (round.lcp ?? 0) / (round.plain ?? 1)));
    const result = (
      what: string,
      figure: string,
      shown: string,
      wanted: string,
      met: boolean,
    ): GoalResult => ({
      goal: "G5",
      what,
      figure,
      ratio: shown,
      wanted,
      met,
      rounds: what.startsWith("LCP") ? measured : [],
    });
    return [
      result(
        "LCP of an event page on a phone, beside plain HTML with the same picture",
        `${Math.round(of("lcp"))} ms beside ${Math.round(of("plain"))} ms`,
        `${twoDigits(ratio)} x`,
        "<= 1.3 x",
        staysUnder(ratio, 1.3),
      ),
      result("TBT", `${Math.round(of("tbt"))} ms`, "-", "<= 200 ms", staysUnder(of("tbt"), 200)),
      result("CLS", of("cls").toFixed(3), "-", "<= 0.02", of("cls") <= 0.02),
      await measureInteraction(url, rounds),
      ...(await measureCategories(
        [
          { name: "/", url: `${site.origin}/` },
          { name: "/events", url: `${site.origin}/events` },
          { name: "/events/{id}", url },
        ],
        rounds,
      )),
    ];
  } finally {
    plain.close();
    await site.stop();
  }
}

async function look(url: string): Promise<Measures> {
  const { audits } = await lookAsPhone(url, ["performance"]);
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  return {
    lcp: value("largest-contentful-paint"),
    tbt: value("total-blocking-time"),
    cls: value("cumulative-layout-shift"),
  };
}

/** The same first picture, in a page that is nothing else; the bytes come from the site. */
async function servePlain(origin: string, page: string): Promise<{ url: string; close(): void }> {
  const picture = /<div class="event__art[^"]*">([\s\S]*?)<\/div>/.exec(page)?.[1] ?? "";
  const html = `<!doctype html><html lang="ro"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Noaptea</title><h1>Noaptea</h1>${picture}</html>`;
  const server = createServer((request, response) => {
    if (request.url === "/") {
      response.setHeader("content-type", "text/html; charset=utf-8").end(html);
      return;
    }
    void fetch(`${origin}${request.url}`).then(async (answer) => {
      response.writeHead(answer.status, {
        "content-type": answer.headers.get("content-type") ?? "text/plain",
      });
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
