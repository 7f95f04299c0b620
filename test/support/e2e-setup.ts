import type { FullConfig } from "@playwright/test";
import { shareSites } from "./own-site.ts";
import { startSite } from "./site.ts";

/** A site for each worker, with a season of its own: the tests of one worker run one after another. */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const sites = await Promise.all(Array.from({ length: workers }, () => startSite()));
  shareSites(sites);
  return async () => {
    await Promise.all(sites.map((site) => site.stop()));
  };
}
