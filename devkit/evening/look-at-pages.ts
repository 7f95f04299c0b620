import autocannon from "autocannon";
import type { EveningPlan } from "./evening-plan.ts";

/** What people waited who look at pages at a fixed pace, over a few kept connections. */
export type Looks = Readonly<Record<"visitors" | "customers", autocannon.Result>>;

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
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const running = autocannon(
    {
      url: origin,
      connections: Math.min(perSecond, 4),
      overallRate: perSecond,
      ignoreCoordinatedOmission: true,
      duration: 3600,
      requests: paths.map((path) => ({
        path,
        setupRequest: (request) => ({ ...request, headers: { "x-forwarded-for": "192.0.2.7", ...more() } }),
      })),
    },
    (error, result) => (error ? reject(error) : resolve(result)),
  );
  return async () => {
    running.stop();
    return promise;
  };
}

/** What they waited, beside what they waited before the sale opened. */
export function describeLooks(quiet: Looks, busy: Looks): string[] {
  const line = (name: string, who: keyof Looks) => {
    const [before, during] = [quiet[who], busy[who]];
    const { "2xx": answered, non2xx, errors, latency } = during;
    return `${name}: ${answered} pages, p99 ${latency.p99} ms, quiet ${before.latency.p99} (medians ${latency.p50} and ${before.latency.p50}); ${non2xx + errors} got none`;
  };
  return [line("visitors who look", "visitors"), line("customers who look, signed in", "customers")];
}
