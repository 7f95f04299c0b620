import { createHash, timingSafeEqual } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Context } from "hono";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Log } from "#platform/log/log.server.ts";
import {
  type SecurityEvent,
  type SecurityEventKind,
  securityEventChannel,
  securityEventKinds,
} from "#ticketing/journal/security-event.ts";
import { readQueues } from "#ticketing/reports/queue-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";

export type Metrics = {
  /** Counts a failed request: the database was unavailable, or the error was unforeseen. */
  failed(why: "unavailable" | "error"): void;
  /** Counts a security event. */
  happened(kind: SecurityEventKind): void;
  /** Records how many seconds a call of a phone at the door took, from its first byte here to its answer. */
  gateCall(call: string, seconds: number): void;
  /** Answers GET /metrics: 404 when no token is configured, 401 for a request without the token. */
  scrape(c: Context): Promise<Response>;
};

/**
 * The metrics for an operator's Prometheus. Events of this process are counted here. What waits (holds, emails,
 * webhook events, refunds, the queue) is read from the database at each scrape.
 */
export function createMetrics(
  site: Pick<SiteServices, "database" | "holds" | "pages">,
  token: string | undefined,
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "estival_" });
  const registers = [registry];
  const failures = new Counter({
    name: "estival_failed_requests_total",
    help: "Requests that failed, by why",
    labelNames: ["why"] as const,
    registers,
  });
  // starts each series at zero, because Prometheus sees no increase in a series that begins with its first failure
  for (const why of ["unavailable", "error"]) failures.inc({ why }, 0);
  const events = new Counter({
    name: "estival_security_events_total",
    help: "Security events, by kind",
    labelNames: ["kind"] as const,
    registers,
  });
  for (const kind of securityEventKinds) events.inc({ kind }, 0);
  const gateCalls = new Histogram({
    name: "estival_gate_call_seconds",
    help: "Time that calls of the door's phones took in this process, by call",
    labelNames: ["call"] as const,
    buckets: [0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.25, 1],
    registers,
  });
  const gauge = (name: string, help: string) => new Gauge({ name: `estival_${name}`, help, registers });
  const labelled = (name: string, help: string) =>
    new Gauge({ name: `estival_${name}`, help, labelNames: ["state"] as const, registers });
  const gauges = {
    holdsWaiting: gauge("holds_waiting", "Requests that wait for the batch queue of this process"),
    keptPages: gauge("kept_pages", "Pages kept as bytes in this process"),
    renderings: gauge("page_renderings", "How often this process rendered a page to be kept"),
    line: gauge("line_orders", "Orders that wait for their card page"),
    held: gauge("held_units", "Units of tickets held for unpaid orders"),
    notices: gauge("notices_waiting", "Webhook events of the card provider that wait to be processed"),
    oldestNotice: gauge("notices_oldest_seconds", "Age of the oldest webhook event that waits"),
    letters: labelled("letters", "Emails that are not sent, by state"),
    refunds: labelled("refunds", "Refunds that are not done, by state"),
    orders: labelled("orders", "Orders that are open or in review, by state"),
  };

  return {
    happened: (kind) => events.inc({ kind }),
    failed: (why) => failures.inc({ why }),
    gateCall: (call, seconds) => gateCalls.observe({ call }, seconds),
    async scrape(c) {
      if (token === undefined) return c.text("", 404);
      const sentToken = /^Bearer (.+)$/.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
      if (!isEqual(sentToken, token)) return c.text("", 401, { "www-authenticate": "Bearer" });
      const queues = await readQueues(site.database);
      gauges.holdsWaiting.set(site.holds.waiting);
      gauges.keptPages.set(site.pages.size.pages);
      gauges.renderings.set(site.pages.renders);
      gauges.line.set(queues.line);
      gauges.held.set(queues.held);
      gauges.notices.set(queues.notices);
      gauges.oldestNotice.set(queues.oldestNoticeSeconds);
      for (const kind of ["letters", "refunds", "orders"] as const) {
        gauges[kind].reset();
        for (const [state, n] of Object.entries(queues[kind])) gauges[kind].set({ state }, n);
      }
      return c.body(await registry.metrics(), 200, {
        "content-type": registry.contentType,
        "cache-control": "no-store",
      });
    },
  };
}

/** Whether the tokens are equal; takes the same time for every guess, whatever its length. */
function isEqual(sentToken: string, expectedToken: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(sentToken), hash(expectedToken));
}

/** Logs and counts each security event that this process writes. Returns the function that stops it. */
export function watchSecurity(log: Log, metrics: Pick<Metrics, "happened">): () => void {
  const onEvent = (message: unknown) => {
    const { kind, personId, actorId, detail = null } = message as SecurityEvent;
    metrics.happened(kind);
    log.info({ kind, personId, actorId, detail }, "security event");
  };
  subscribe(securityEventChannel, onEvent);
  return () => unsubscribe(securityEventChannel, onEvent);
}
