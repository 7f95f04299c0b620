import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect } from "vitest";
import { findEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { startSite } from "#test/support/site.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

export type Attacker = { readonly userId: string; readonly token: string };

export type Attack = {
  readonly method?: string;
  /** Sent as JSON; a string is sent unchanged. */
  readonly json?: unknown;
  readonly form?: Record<string, string> | [string, string][];
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
  /** The person whose session cookie is sent. */
  readonly as?: Attacker | undefined;
};

type Letter = { readonly to: string; readonly subject: string; readonly text: string };

export type Answer = { readonly status: number; readonly location: string | null; readonly text: string };

/**
 * The built site in demo mode with its sample season, the owner's connection to its database, and a client that may
 * send anything.
 */
export async function openAttackedSite(more: Record<string, string> = {}) {
  // a card page for everybody at once: the queue is tested elsewhere
  const site = await startSite({ LOG_LEVEL: "error", TRUST_PROXY: "1", PROVIDER_RATE: "1000", ...more });
  const server = findEmbeddedServer(site.dataDir);
  if (!server) throw new Error("the site has no database");
  const owner = new pg.Client({ connectionString: server.ownerUrl() });
  await owner.connect();
  let isCheckedOnce = false;
  // registered before the builder's own, so it runs after that: the connections end before the server does
  afterAll(async () => {
    const violations = isCheckedOnce ? await findViolations(owner) : [];
    await owner.end();
    await site.stop();
    expect(violations).toEqual([]);
  });
  const season = await openSeasonBuilder(server.ownerUrl());

  // each attack comes from a network of its own: these tests are about permissions, not the limits per address
  let networks = 0;
  const nextAddress = () => `2001:db8:${(networks >> 8).toString(16)}:${(networks++ & 255).toString(16)}::1`;

  async function attack(path: string, request: Attack = {}, tries = 10): Promise<Answer> {
    const { as, json, form } = request;
    const body =
      json !== undefined
        ? typeof json === "string"
          ? json
          : JSON.stringify(json)
        : form !== undefined
          ? new URLSearchParams(form)
          : request.body;
    const method = request.method ?? (body === undefined ? "GET" : "POST");
    const response = await fetch(`${site.origin}${path}`, {
      method,
      redirect: "manual",
      headers: {
        "x-forwarded-for": nextAddress(),
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...(as ? { cookie: `session=${as.token}` } : {}),
        ...request.headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    // a busy site says 503 to a read: it is asked again, as a browser does
    if (response.status === 503 && method === "GET" && tries > 0) {
      await pause(1000);
      return attack(path, request, tries - 1);
    }
    return { status: response.status, location: response.headers.get("location"), text };
  }

  /** All rows about money, places and rights, as one text: two of them are equal when nothing happened. */
  async function whatIsHeld(): Promise<string> {
    const { rows } = await owner.query(`SELECT json_build_object(
      'counters', (SELECT md5(string_agg(concat_ws(',', id, capacity, held, sold), ';' ORDER BY id)) FROM stock_counters),
      'held', (SELECT sum(held) FROM stock_counters),
      'sold', (SELECT sum(sold) FROM stock_counters),
      'orders', (SELECT count(*) FROM orders),
      'attempts', (SELECT count(*) FROM checkout_attempts),
      'purchases', (SELECT md5(string_agg(p::text, ';' ORDER BY id)) FROM ticket_purchases p),
      'payments', (SELECT count(*) FROM payments),
      'ledger', (SELECT count(*) FROM ledger_entries),
      'refunds', (SELECT count(*) FROM refunds),
      'notices', (SELECT count(*) FROM payment_notices),
      'roles', (SELECT json_object_agg(role, n ORDER BY role) FROM (SELECT role, count(*) AS n FROM profiles WHERE role <> 'user' GROUP BY role) r)) AS held`);
    return JSON.stringify(rows[0].held);
  }

  return {
    site,
    owner,
    season,
    attack,
    whatIsHeld,
    /** Runs attacks and proves that nothing was taken, sold, booked or granted, and that no error happened inside. */
    async nothingHappens(run: () => Promise<void>): Promise<void> {
      const before = await whatIsHeld();
      const printed = site.output().length;
      await run();
      expect(await whatIsHeld()).toBe(before);
      expect(site.output().slice(printed)).not.toMatch(/a request failed|Error:/);
      if (!isCheckedOnce) expect(await findViolations(owner)).toEqual([]);
    },
    /** Violations are looked for at the end of the file: what one attack breaks stays broken. */
    checkOnce(): void {
      isCheckedOnce = true;
    },
    /** What is looked for in the demo's mailbox, newest emails first, once it is there. */
    async arrived<Found>(find: (letters: readonly Letter[]) => Found | undefined): Promise<Found> {
      const look = async () =>
        find((await (await fetch(`${site.origin}/_demo/mail.json`)).json()) as readonly Letter[]);
      await expect.poll(look, { timeout: 60_000, interval: 100 }).toBeDefined();
      return (await look()) as Found;
    },
    /** The call of the specification, valid except for what `more` changes. */
    checkoutCall(more: Record<string, unknown> = {}): Record<string, unknown> {
      return {
        price_id: "price_unknown",
        success_url: `${site.origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${site.origin}/tickets`,
        mode: "payment",
        quantity: 1,
        ...more,
      };
    },
  };
}
