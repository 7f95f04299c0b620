import { startSite } from "./site.ts";

/** One site for all journeys, with a season of its own; `baseURL` of the configuration is its address. */
export default async function setup(): Promise<() => Promise<void>> {
  const site = await startSite();
  process.env.SITE_ORIGIN = site.origin; // the worker processes inherit it
  process.env.SITE_DATA_DIR = site.dataDir;
  return () => site.stop();
}
