import { createHash, randomBytes } from "node:crypto";
import { newId, type Uuid } from "#kernel/id.ts";
import { addDays, dayOf } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";

export type HotType = { readonly eventId: Uuid; readonly typeId: Uuid; readonly priceId: string };

/** A night with one hot ticket type of this many units. */
export async function makeHotType(owner: Sql, stock: number): Promise<HotType> {
  const eventId = newId();
  await owner.query(
    "INSERT INTO events (id, name, title, description, date, time, location) VALUES ($1, 'Bench', 'Bench', 'Bench', $2, '22:00', 'Plaja')",
    [eventId, addDays(dayOf(new Date()), 30)],
  );
  await owner.query("INSERT INTO stock_counters (id, kind, capacity) VALUES ($1, 'places', $2)", [
    eventId,
    stock,
  ]);
  return addHotType(owner, eventId, stock);
}

/** One more ticket type of a night, of this many units. */
export async function addHotType(owner: Sql, eventId: Uuid, stock: number): Promise<HotType> {
  const typeId = newId();
  const priceId = `price_bench_${typeId}`;
  await owner.query(
    "INSERT INTO tickets (id, event_id, type, price, stripe_price_id, price_agreed_at) VALUES ($1, $2, 'Intrare', 11000, $3, now())",
    [typeId, eventId, priceId],
  );
  await owner.query("INSERT INTO event_tickets (event_id, ticket_id) VALUES ($1, $2)", [eventId, typeId]);
  await owner.query("INSERT INTO stock_counters (id, kind, capacity) VALUES ($1, 'units', $2)", [
    typeId,
    stock,
  ]);
  return { eventId, typeId, priceId };
}

/** Sells a type in two phases, out of a pool, and makes a code for it: all with `stock`, so that nothing sells out. */
export async function addPricesAndCode(owner: Sql, type: HotType, stock: number): Promise<string> {
  const [pool, first, last, code] = [newId(), newId(), newId(), newId()];
  await owner.query(
    `INSERT INTO stock_counters (id, kind, capacity) VALUES ($1, 'pool', $5), ($2, 'phase', $5), ($3, 'phase', $5), ($4, 'voucher', $5)`,
    [pool, first, last, code, stock],
  );
  await owner.query("INSERT INTO pools (id, event_id, name) VALUES ($1, $2, 'Plaja')", [pool, type.eventId]);
  await owner.query("UPDATE tickets SET pool_id = $1 WHERE id = $2", [pool, type.typeId]);
  await owner.query(
    `INSERT INTO price_phases (id, ticket_type_id, no, name, price, ends_at)
     VALUES ($1, $3, 1, 'Devreme', 9000, now() + interval '1 day'), ($2, $3, 2, 'La final', 11000, NULL)`,
    [first, last, type.typeId],
  );
  await owner.query(
    "INSERT INTO vouchers (id, code, name, kind, percent) VALUES ($1, 'BENCH10', 'Bench', 'percent', 10)",
    [code],
  );
  return "BENCH10";
}

export type BenchCustomer = {
  readonly id: Uuid;
  readonly token: string;
  readonly email: string;
  /** An address of their own. */
  readonly address: string;
};

/** So many customers, each signed in already; `hash` is of the password of all of them, where they have one. */
export async function makeCustomers(owner: Sql, count: number, hash?: string): Promise<BenchCustomer[]> {
  const customers: BenchCustomer[] = [];
  while (customers.length < count) {
    const size = Math.min(20_000, count - customers.length);
    const people = Array.from({ length: size }, () => ({
      id: newId(),
      token: randomBytes(32).toString("base64url"),
    }));
    const ids = people.map(({ id }) => id);
    await owner.query(
      `WITH p AS (SELECT id, id || '@multime.example' AS email FROM unnest($1::uuid[]) AS p(id)),
         profile AS (INSERT INTO profiles (id, full_name, email) SELECT id, 'Om din mulțime', email FROM p)
       INSERT INTO identity."user" (id, email, name, email_verified) SELECT id, email, '', true FROM p`,
      [ids],
    );
    await owner.query(
      `INSERT INTO identity.session (id, user_id, token, expires_at)
       SELECT gen_random_uuid(), u, t, now() + interval '7 days' FROM unnest($1::uuid[], $2::text[]) AS s(u, t)`,
      [ids, people.map(({ token }) => createHash("sha256").update(token).digest("hex"))],
    );
    if (hash !== undefined)
      await owner.query(
        `INSERT INTO identity.account (id, user_id, provider_id, account_id, password)
         SELECT gen_random_uuid(), id, 'credential', id, $2 FROM unnest($1::uuid[]) AS p(id)`,
        [ids, hash],
      );
    for (const { id, token } of people) {
      const n = customers.length;
      const address = `10.${(n >> 16) % 256}.${(n >> 8) % 256}.${n % 256}`;
      customers.push({ id, token, email: `${id}@multime.example`, address });
    }
  }
  return customers;
}

export const headersOf = ({ token, address }: BenchCustomer) => ({
  "content-type": "application/json",
  authorization: `Bearer ${token}`,
  "x-forwarded-for": address,
});

const pagesOf = (origin: string, { eventId }: HotType) => ({
  success_url: `${origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
  cancel_url: `${origin}/events/${eventId}`,
  mode: "payment",
});

export const holdRequest = (origin: string, type: HotType, quantity: number) => ({
  ...pagesOf(origin, type),
  price_id: type.priceId,
  quantity,
});

/** An order of one ticket of each of these types of one night. */
export const holdRequestOfEach = (origin: string, types: readonly [HotType, ...HotType[]]) => ({
  ...pagesOf(origin, types[0]),
  lines: types.map(({ typeId }) => ({ ticket_id: typeId, quantity: 1 })),
});
