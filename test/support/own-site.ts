type RunningSite = { readonly origin: string; readonly dataDir: string };

const variable = "ESTIVAL_TEST_SITES";

/** Tells the worker processes, which inherit the environment, of the sites that were started for them. */
export function shareSites(sites: readonly RunningSite[]): void {
  process.env[variable] = JSON.stringify(sites.map(({ origin, dataDir }) => ({ origin, dataDir })));
}

/** The site of this worker process: no other worker's tests see what is changed on it. Undefined in any other process. */
export function ownSite(): RunningSite | undefined {
  const { [variable]: sites, TEST_PARALLEL_INDEX: worker } = process.env;
  if (sites === undefined || worker === undefined) return undefined;
  return (JSON.parse(sites) as RunningSite[])[Number(worker)];
}
