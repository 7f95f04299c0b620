import { readdirSync } from "node:fs";
import pg from "pg";
import type { Uuid } from "#kernel/id.ts";
import type { Day } from "#kernel/time.ts";
import { plainSales } from "#ticketing/reports/plain-sales.ts";
import type { PastPayment } from "../card-provider/past-payments.server.ts";
import { type DemoAccount, demoAccounts } from "./demo-accounts.ts";
import { planSeason, type SeasonPlan } from "./season-plan.ts";
import { agreedLei, type Row } from "./season-prices.ts";
import { catalogueRows, peopleRows, type SeasonFacts, type SeasonRows } from "./season-rows.ts";
import { saleRows } from "./season-sale-rows.ts";

type SeasonRequest = {
  /** A login that owns the tables, or may act as their owner. */
  readonly ownerUrl: string;
  /** The role that owns the tables, where the login does not itself. */
  readonly ownerRole?: string;
  /** The business day around which the season lies: its night runs from 20:00 until five in the morning. */
  readonly today: Day;
  /** Where the painted pictures lie; a picture that is not there leaves its night or artist without one. */
  readonly picturesDir: string;
  /** The accounts to make; those of README unless told. */
  readonly accounts?: readonly DemoAccount[];
  /** Makes a confirmed account that can sign in, and resolves to its id; the same id for the same person. */
  readonly createPerson: (account: DemoAccount) => Promise<Uuid>;
  /** Makes a price at the card provider (bani) and resolves to its id; the same price for the same key. */
  readonly createPrice?: (price: { key: string; name: string; amount: number }) => Promise<string>;
};

/**
 * Fills an empty database with the sample season, in one transaction, and resolves to true; does nothing and resolves
 * to false when there are nights already. Processes that start together wait for each other.
 */
export async function loadSeason(request: SeasonRequest): Promise<boolean> {
  const client = new pg.Client({ connectionString: request.ownerUrl });
  await client.connect();
  try {
    await client.query("BEGIN");
    if (request.ownerRole) await client.query(`SET LOCAL ROLE "${request.ownerRole}"`);
    await client.query("SELECT pg_advisory_xact_lock(hashtext('estival.season'))");
    const { rows } = await client.query("SELECT EXISTS (SELECT FROM events) AS found");
    if (rows[0].found) return false;
    const plan = planSeason(request.today);
    await writeSeason(client, plan, await factsFor(plan, request));
    await client.query("COMMIT");
    return true;
  } finally {
    await client.end();
  }
}

async function factsFor(plan: SeasonPlan, request: SeasonRequest): Promise<SeasonFacts> {
  const accountIds = new Map<string, Uuid>();
  for (const account of request.accounts ?? demoAccounts)
    accountIds.set(account.key, await request.createPerson(account));
  const createPrice = request.createPrice ?? inventedPrice();
  const priced = plan.types.filter((type) => type.hasPrice);
  const prices = await Promise.all(
    priced.map(async (type) => {
      const amount = agreedLei(type) * 100;
      return [
        type.key,
        await createPrice({ key: `season:${type.key}:${amount}`, name: type.title, amount }),
      ] as const;
    }),
  );
  const files = new Set(readdirSync(request.picturesDir));
  return {
    accountIds,
    priceIds: new Map(prices),
    pricedAt: new Date(),
    urlOfFile: (file) => (files.has(file) ? `/_demo/pictures/${file}` : null),
  };
}

/** Ids of prices that nobody made: enough to look at the season, not to pay for it. */
function inventedPrice(): () => Promise<string> {
  let made = 0;
  return async () => `price_season_${++made}`;
}

async function writeSeason(client: pg.Client, plan: SeasonPlan, facts: SeasonFacts): Promise<void> {
  await client.query(
    `INSERT INTO profiles (id, role, full_name, phone, email)
     SELECT id, role, full_name, phone, email FROM jsonb_populate_recordset(NULL::profiles, $1)
     ON CONFLICT (id) DO UPDATE SET role = excluded.role, full_name = excluded.full_name, phone = excluded.phone`,
    [
      JSON.stringify(
        demoAccounts.map(({ key, role, fullName, phone, email }) => ({
          id: facts.accountIds.get(key),
          role,
          full_name: fullName,
          phone,
          email,
        })),
      ),
    ],
  );
  const tables: SeasonRows = [
    ...catalogueRows(plan, facts),
    ...peopleRows(plan, facts),
    ...saleRows(plan, facts),
  ];
  for (const [table, rows] of tables) await insertRows(client, table, rows);
  await client.query(
    `INSERT INTO sales_deltas (day, event_id, ticket_type_id, purchases, quantity, revenue) ${plainSales}`,
  );
}

/** One statement per table. Columns that no row names get their defaults. */
async function insertRows(client: pg.Client, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).map((column) => `"${column}"`);
  if (columns.length === 0) return;
  await client.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

/** The payments of the sample season with what went back of them, for the double of the card provider to know. */
export async function pastPaymentsOfSeason(ownerUrl: string, ownerRole: string): Promise<PastPayment[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`SET ROLE "${ownerRole}"`);
    const { rows } = await client.query<PastPayment>(
      `SELECT p.session_id AS "sessionId", p.payment_intent_id AS "paymentId", p.order_id AS "orderId", p.amount::float8 AS amount,
         floor(extract(epoch FROM p.at))::float8 AS at, b.email,
         coalesce((SELECT json_agg(json_build_object('id', r.provider_refund_id, 'amount', r.amount, 'at', floor(extract(epoch FROM r.succeeded_at)))) FROM refunds r
           WHERE r.session_id = p.session_id AND r.state = 'succeeded'), '[]') AS refunds
       FROM payments p JOIN orders o ON o.id = p.order_id JOIN profiles b ON b.id = o.user_id ORDER BY p.at`,
    );
    return rows;
  } finally {
    await client.end();
  }
}
