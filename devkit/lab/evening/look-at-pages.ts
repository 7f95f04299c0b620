import { percentile } from "../bench/goal.ts";
import type { EveningPlan } from "./evening-plan.ts";

/** What somebody waited for each page, in milliseconds, and how many pages did not come. */
type Waits = { readonly waits: readonly number[]; readonly missing: number };

/** What people waited who look at pages at a fixed pace. */
export type Looks = Readonly<Record<"visitors" | "customers", Waits>>;

type Pages = {
  readonly origin: string;
  readonly paths: readonly string[];
  /** Of the sessions of those who are signed in. */
  readonly tokens: readonly string[];
};

/** Begins to look; resolves with what ends it. */
export function startLooking({ perSecond, signedInPerSecond }: EveningPlan["browsing"], pages: Pages) {
  const visitors = look(pages, perSecond, () => ({}));
  let seen = 0;
  const customers = look(pages, signedInPerSecond, () => ({
    cookie: `session=${pages.tokens[seen++ % pages.tokens.length]}`,
  }));
  return async (): Promise<Looks> => ({ visitors: await visitors(), customers: await customers() });
}

function look({ origin, paths }: Pages, perSecond: number, more: () => Record<string, string>) {
  const [waits, asked]: [number[], Promise<void>[]] = [[], []];
  let missing = 0;
  const ask = async () => {
    const begun = performance.now();
    const headers = { "x-forwarded-for": "192.0.2.7", ...more() };
    try {
      const answer = await fetch(`${origin}${paths[asked.length % paths.length]}`, { headers });
      await answer.arrayBuffer();
      if (answer.status !== 200) missing += 1;
      else waits.push(performance.now() - begun);
    } catch {
      missing += 1;
    }
  };
  const pace = setInterval(() => asked.push(ask()), 1000 / perSecond);
  return async (): Promise<Waits> => {
    clearInterval(pace);
    await Promise.all(asked);
    return { waits, missing };
  };
}

/** What they waited, beside what they waited before the sale opened. */
export function describeLooks(quiet: Looks, busy: Looks): string[] {
  const line = (name: string, who: keyof Looks) => {
    const [before, during] = [quiet[who], busy[who]];
    const wait = ({ waits }: Waits, share: number) => Math.round(percentile(waits, share));
    return `${name}: ${during.waits.length} pages, p99 ${wait(during, 0.99)} ms, quiet ${wait(before, 0.99)} (medians ${wait(during, 0.5)} and ${wait(before, 0.5)}); ${during.missing} got none`;
  };
  return [line("visitors who look", "visitors"), line("customers who look, signed in", "customers")];
}
