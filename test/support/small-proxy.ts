import { join } from "node:path";
import { startScript } from "#devkit/lab/evening/child-script.ts";

/** A proxy before several processes of one site, as a program of its own; it keeps no pages. */
export function startSmallProxy(
  place: { readonly port: number; readonly upstreams: readonly number[] },
  options: { readonly niceness?: number } = {},
) {
  const { port, upstreams } = place;
  return startScript(join(import.meta.dirname, "run-small-proxy.ts"), { port, upstreams }, options);
}
