import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { parseLetter } from "#devkit/mailbox/parse-letter.ts";
import { createCardCheckout } from "#platform/card-checkout/card-checkout.server.ts";
import { removeDataFolder } from "#platform/database/embedded-account.server.ts";
import { findEmbeddedServer, startEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { processesIn } from "#platform/database/process-identity.server.ts";
import { until } from "#test/support/embedded-owner.ts";
import { memoryFolder } from "#test/support/memory-folder.ts";
import { startProviderInTest, testKeys } from "#test/support/provider-in-test.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { freePort, type LaunchedSite, launchSite } from "#test/support/site.ts";
import { openTurns } from "#test/support/turns.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

export type Customer = { readonly userId: string; readonly token: string };

export type BasketLine = { readonly type: string; readonly quantity: number; readonly entries: number };

/** A data folder with the sample season, one night with a ticket type, and Ana, who has a session. */
export type Ground = {
  readonly dataDir: string;
  readonly night: string;
  readonly type: string;
  /** Three lines of one order: that type and two more of the same night. */
  readonly basket: readonly BasketLine[];
  readonly ana: Customer;
  readonly admin: Customer;
  /** More customers, who want the same. */
  readonly buyers: readonly Customer[];
  remove(): void;
};

const capacity = 100;
const quantity = 2;

/**
 * The head of a file of crashes: its ground, and a test for each scenario, which has a site of its own. A few run at the
 * same time.
 */
export function openCrashes(width: number) {
  let ground: Ground;
  const inLane = openTurns(width);
  beforeAll(async () => {
    ground = await prepareGround();
  });
  afterAll(() => ground.remove());
  return {
    ground: () => ground,
    scenario(
      name: string,
      work: (site: CrashingSite, ground: Ground) => Promise<void>,
      basket?: () => readonly BasketLine[],
    ): void {
      test.concurrent(name, { timeout: 600_000 }, () =>
        inLane(async () => {
          const site = await openCrashingSite(ground, basket?.());
          try {
            await work(site, ground);
          } finally {
            await site.close();
          }
        }),
      );
    },
  };
}

/** Starts the built site once on an empty folder and stops it properly; scenarios run on copies of that folder. */
async function prepareGround(): Promise<Ground> {
  const root = memoryFolder("estival-crash-");
  const dataDir = join(root, "ground");
  mkdirSync(dataDir, { mode: 0o711 });
  const site = await launchSite({ DATA_DIR: dataDir });
  if (!(await site.isReady())) throw new Error(site.output());
  const server = findEmbeddedServer(dataDir);
  if (!server) throw new Error("no database");
  const season = await openSeasonBuilder(server.ownerUrl());
  season.client.on("error", () => {});
  const night = await season.night({ capacity });
  const type = await season.ticketType({ events: [night], capacity, title: "Bilet de probă" });
  const couple = await season.ticketType({ events: [night], capacity, entries: 2, title: "Cuplu de probă" });
  const terrace = await season.ticketType({ events: [night], capacity: 1, price: 14_050, title: "Terasă" });
  const basket = [
    { type: couple, quantity: 3, entries: 2 },
    { type, quantity, entries: 1 },
    { type: terrace, quantity: 1, entries: 1 },
  ];
  const ana = await season.person();
  const admin = await season.person("admin");
  const buyers = await season.people(30);
  await season.client.end();
  await site.kill("SIGTERM");
  return { dataDir, night, type, basket, ana, admin, buyers, remove: () => removeDataFolder(root) };
}

type SiteAnswer = { readonly status: number; readonly retryAfter: string | null; readonly text: string };

export type CrashingSite = Awaited<ReturnType<typeof openCrashingSite>>;

/**
 * One scenario: its own copy of the ground, a card provider that survives every crash, a customer who does not give up,
 * and lives of the site, one after the other on the same data.
 */
async function openCrashingSite(ground: Ground, basket?: readonly BasketLine[]) {
  const root = memoryFolder("estival-crash-");
  const dataDir = join(root, "data");
  execFileSync("cp", ["-a", ground.dataDir, dataDir]);
  const cluster = join(dataDir, "postgres", "cluster");
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const provider = await startProviderInTest({
    notifyUrl: `${origin}/webhooks/stripe`,
    noticeWaits: [0.2, 0.2, 0.3],
  });
  const cards = createCardCheckout({ ...testKeys, apiBase: provider.apiBase, now: () => new Date() });
  const begun = new Date(Date.now() - 5000);
  let life: LaunchedSite | undefined;
  let cardPage: string | undefined;
  let hasPaid = false;

  /** Another life, which may die at a named point. Resolves when it can sell, or is dead already. */
  async function live(fault?: string): Promise<void> {
    life = await launchSite({
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: "warn",
      STRIPE_SECRET_KEY: testKeys.secretKey,
      STRIPE_WEBHOOK_SECRET: testKeys.webhookSecret,
      STRIPE_API_BASE: provider.apiBase,
      ...(fault ? { ESTIVAL_FAULT: fault } : {}),
    });
    const isReady = await life.isReady();
    if (!isReady && life.isRunning()) throw new Error(life.output());
  }

  const isAlive = () => life?.isRunning() ?? false;

  /** Submits the purchase until there is a card page, as long as the site answers. */
  async function buy(): Promise<void> {
    for (let attempts = 0; cardPage === undefined && isAlive() && attempts < 40; attempts += 1) {
      const answer = await submit();
      if (answer?.status === 429) throw new Error("the customer was too quick");
      const url = answer?.status === 200 ? JSON.parse(answer.text).url : undefined;
      // the page of the order redirects when its turn comes; submitting again does the same
      if (typeof url === "string" && url.startsWith(provider.pagesBase)) cardPage = url;
      else await pause(250);
    }
  }

  /** One submit of the purchase by this customer. Undefined when there was no answer. */
  function submit(who: Customer = ground.ana): Promise<SiteAnswer | undefined> {
    const call = {
      ...(basket
        ? { lines: basket.map((line) => ({ ticket_id: line.type, quantity: line.quantity })) }
        : { ticket_id: ground.type, price_id: `price_${ground.type}`, quantity }),
      success_url: `${origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${origin}/events/${ground.night}`,
      mode: "payment",
    };
    const headers = { "content-type": "application/json", "idempotency-key": "una-singura" };
    return post("/functions/v1/checkout-session", { who, headers, body: JSON.stringify(call) });
  }

  async function post(
    path: string,
    { who, headers, body }: { who: Customer; headers?: Record<string, string>; body: BodyInit },
  ): Promise<SiteAnswer | undefined> {
    try {
      const response = await fetch(`${origin}${path}`, {
        method: "POST",
        redirect: "manual",
        headers: { cookie: `session=${who.token}`, ...headers },
        body,
      });
      const retryAfter = response.headers.get("retry-after");
      return { status: response.status, retryAfter, text: await response.text() };
    } catch {
      return undefined; // the site died during the request
    }
  }

  async function pay(): Promise<string> {
    if (cardPage === undefined) return "no page";
    const paid = await payWithCard(provider.pagesBase, cardPage.split("/").at(-1) ?? "");
    if (paid.kind === "paid") hasPaid = true;
    return paid.kind;
  }

  /** Reads the database of the running site, or, between two lives, of a server started for the purpose. */
  async function look<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
    const server = isAlive() ? undefined : await startEmbeddedServer({ dataDir });
    const url = (server ?? findEmbeddedServer(dataDir))?.ownerUrl();
    if (!url) throw new Error("no database to look at");
    const owner = new pg.Client({ connectionString: url });
    owner.on("error", () => {});
    try {
      await owner.connect();
      return await work(owner);
    } finally {
      await owner.end().catch(() => {});
      await server?.stop();
    }
  }

  /**
   * Waits for the death at this point, reads the state, and lets the leases of the dead process expire. Before another
   * death the emails wait: one whose process died twice while it was on its way is sent no more.
   */
  async function dieAt(point: string, emails: "go on" | "wait" = "go on"): Promise<void> {
    const died = await until(() => !isAlive(), 120_000);
    expect([died, life?.output().match(/^killed at .*/m)?.[0]]).toEqual([true, `killed at ${point}`]);
    await afterDeath(emails);
  }

  async function afterDeath(emails: "go on" | "wait" = "go on"): Promise<void> {
    expect(await until(() => processesIn(cluster).length === 0, 120_000)).toBe(true);
    await look(async (owner) => {
      expect(await findViolations(owner)).toEqual([]);
      await owner.query("UPDATE payment_notices SET next_at = now() WHERE state = 'received'");
      await owner.query(
        "UPDATE letters SET next_at = now() + $1::interval WHERE state IN ('queued', 'inflight')",
        [emails === "wait" ? "1 hour" : "0"],
      );
      // without its tries: after one more that a busy machine lost, the next would come after minutes
      await owner.query(
        "UPDATE refunds SET next_at = now(), attempts = 0 WHERE state IN ('wanted', 'pending')",
      );
      await owner.query(
        "UPDATE checkout_attempts SET created_at = created_at - interval '2 minutes', polled_at = polled_at - interval '2 minutes'",
      );
    });
  }

  /** Unfinished work: open orders, webhook events, emails, refunds, each with its state. */
  const waiting = () =>
    look(async (owner) => {
      const { rows } = await owner.query<{
        one: string;
      }>(`SELECT 'order ' || state AS one FROM orders WHERE stake = 'held' OR state = 'late_paid'
        UNION ALL SELECT 'notice ' || type FROM payment_notices WHERE state = 'received'
        UNION ALL SELECT 'letter ' || kind || ' ' || state FROM letters WHERE state IN ('queued', 'inflight')
        UNION ALL SELECT 'refund ' || state FROM refunds WHERE state IN ('wanted', 'pending')`);
      return rows.map(({ one }) => one);
    });
  const isQuiet = async () => (await waiting().catch(() => ["nobody knows"])).length === 0;
  const whatWaits = async () =>
    `${hasPaid ? "paid" : cardPage ? "at the card page" : "no card page"}; ${await waiting().catch(String)}`;

  return {
    provider,
    ground,
    live,
    buy,
    submit,
    pay,
    post,
    look,
    dieAt,
    afterDeath,
    isAlive,
    origin,
    cluster,
    cardPage: () => cardPage,
    output: () => life?.output() ?? "",
    pid: () => life?.pid ?? 0,
    kill: async (signal: NodeJS.Signals) => life?.kill(signal),
    hasPaid: () => hasPaid,
    /** The customer's acts in one life: choose, pay, wait. Ends when all is done, or the site is dead. */
    async persist(): Promise<void> {
      if (!hasPaid) await buy();
      if (cardPage !== undefined && !hasPaid) await pay();
      if (!(await comes(async () => !isAlive() || (hasPaid && (await isQuiet())))))
        throw new Error(`nothing came of it: ${await whatWaits()}\n${life?.output()}`);
    },
    comes,
    becomesQuiet: async () => {
      if (!(await comes(isQuiet)))
        throw new Error(`it does not become quiet: ${await whatWaits()}\n${life?.output()}`);
    },
    /** Makes the holds of the ground's night expire a minute ago. */
    timePasses: () =>
      look((owner) =>
        owner.query("UPDATE orders SET hold_expires_at = now() - interval '1 minute' WHERE stake = 'held'"),
      ),
    /** Everything of Ana and her night, in one object to compare. */
    outcome: () =>
      look(async (owner) => {
        const one = async (sql: string, ...values: unknown[]) => (await owner.query(sql, values)).rows[0];
        const counters = await owner.query("SELECT kind, held, sold FROM stock_counters WHERE id = ANY($1)", [
          [ground.type, ground.night],
        ]);
        const { rows: orders } = await owner.query("SELECT id, state FROM orders WHERE user_id = $1", [
          ground.ana.userId,
        ]);
        const orderIds = orders.map((order) => order.id);
        const { rows: letters } = await owner.query(
          "SELECT kind, state, message_id AS id FROM letters WHERE order_id = ANY($1)",
          [orderIds],
        );
        const held = Object.fromEntries(counters.rows.map(({ kind, held, sold }) => [kind, [held, sold]]));
        const sessions = [];
        for (const orderId of orderIds) {
          const found = await cards.listSessionsSince(begun);
          if (found.kind !== "listed") throw new Error("the provider does not answer");
          const own = found.sessions.filter((session) => session.clientReferenceId === orderId);
          sessions.push(...own.map((session) => `${session.status}/${session.paymentStatus}`));
        }
        return {
          orders: orders.map((order) => order.state),
          places: held.places,
          units: held.units,
          tickets: (
            await one("SELECT count(*)::int AS n FROM ticket_purchases WHERE user_id = $1", ground.ana.userId)
          ).n,
          payments: (await one("SELECT count(*)::int AS n FROM payments WHERE order_id = ANY($1)", orderIds))
            .n,
          bookings: (
            await one("SELECT count(*)::int AS n FROM ledger_entries WHERE order_id = ANY($1)", orderIds)
          ).n,
          refunds: (await one("SELECT count(*)::int AS n FROM refunds WHERE order_id = ANY($1)", orderIds)).n,
          letters: letters.map(({ kind, state }) => `${kind} ${state}`),
          copies: await copiesOf(letters.map(({ id }) => id)),
          sessions,
          violations: await findViolations(owner),
        };
      }),
    async close(): Promise<void> {
      await life?.kill("SIGTERM");
      cards.close();
      await provider.close();
      removeDataFolder(root);
    },
  };

  /** How often emails to Ana arrived, each under one of these Message-IDs. */
  async function copiesOf(messageIds: string[]): Promise<number> {
    const folder = join(dataDir, "mailbox");
    let copies = 0;
    for (const name of readdirSync(folder).filter((file) => file.endsWith(".eml"))) {
      const letter = await parseLetter(readFileSync(join(folder, name)));
      if (!letter.to.startsWith(ground.ana.userId)) continue;
      expect(messageIds).toContain(letter.messageId);
      copies += 1;
    }
    return copies;
  }
}

/** Waits for what may take a round of jobs; polls slowly, because each poll is a connection. */
async function comes(holds: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + 180_000;
  while (!(await holds())) {
    if (performance.now() > end) return false;
    await pause(150);
  }
  return true;
}
