import { once } from "node:events";
import { Agent, type RequestOptions, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { newId } from "#kernel/id.ts";
import { dayOf } from "#kernel/time.ts";
import { listStockShown } from "#ticketing/events/event-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { HttpHandler } from "./http.ts";

/** Nights whose pages are rendered beforehand: a page costs a moment of the start, and few nights are rushed at. */
const mostNights = 12;
/** How often what a rush asks for is asked for: by then the engine has compiled what answers it. Some 0.1 s. */
const rounds = 400;
const connections = 16;
/** Milliseconds after which a start goes on however little was answered. */
const patienceMs = 5000;

/**
 * Has a process answer, at a door that nobody else knows, what people ask for in a rush, so that those who come first
 * find their pages rendered and all that answers them compiled. Else the first seconds of a process would cost several
 * times as much as later ones, while hundreds of connections come over at once from the process before it. What cannot be
 * answered now is answered when it is asked for.
 */
export async function warmUp(
  site: Pick<SiteServices, "database" | "log" | "now" | "origin">,
  { fetch }: Pick<HttpHandler, "fetch">,
): Promise<void> {
  const server = createAdaptorServer({ fetch }) as Server;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    const nights = await listStockShown(site.database.anonymous.$client, dayOf(site.now()));
    const pages = ["/", "/events", "/tickets"];
    for (const id of [...nights.keys()].slice(0, mostNights)) pages.push(`/events/${id}`);
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const signal = AbortSignal.timeout(patienceMs);
    const headers = { "accept-encoding": "br", host: new URL(site.origin).host };
    const ask = (method: "GET" | "POST", path: string) =>
      answered({ agent, port, host: "127.0.0.1", method, path, headers, signal });
    for (const path of pages) await ask("GET", path);
    // a page mostly; or somebody's place in the line, or a purchase of somebody who is not signed in
    const askAs = (n: number) =>
      n % 8 === 0
        ? ask("GET", `/checkout/${newId()}/place`)
        : n % 8 === 4
          ? ask("POST", "/functions/v1/checkout-session")
          : ask("GET", pages[n % pages.length] ?? "/");
    for (let round = 0; round < rounds; round += connections)
      await Promise.all(Array.from({ length: connections }, (_, n) => askAs(round + n)));
  } catch (error) {
    site.log.warn({ error: String(error) }, "what people ask for was not answered beforehand");
  } finally {
    agent.destroy();
    server.close();
  }
}

/** Resolves when the whole answer is there, whatever it is. */
async function answered(options: RequestOptions): Promise<void> {
  const asked = request(options).end();
  const [answer] = await once(asked, "response");
  await once(answer.resume(), "end");
}
