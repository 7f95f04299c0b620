import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";
import { newId, type Uuid } from "#kernel/id.ts";
import { addDays, dayOf } from "#kernel/time.ts";

/** A night with one hot ticket type of this many units. */
export async function makeHotType(
  owner: pg.Client,
  stock: number,
): Promise<{ eventId: Uuid; typeId: Uuid; priceId: string }> {
  const [eventId, typeId] = [newId(), newId()];
  const priceId = `price_bench_${typeId}`;
  await owner.query(
    "INSERT INTO events (id, name, title, description, date, time, location) VALUES ($1, 'Bench', 'Bench', 'Bench', $2, '22:00', 'Plaja')",
    [eventId, addDays(dayOf(new Date()), 30)],
  );
  await owner.query(
    "INSERT INTO tickets (id, event_id, type, price, stripe_price_id, price_agreed_at) VALUES ($1, $2, 'Intrare', 11000, $3, now())",
    [typeId, eventId, priceId],
  );
  await owner.query("INSERT INTO event_tickets (event_id, ticket_id) VALUES ($1, $2)", [eventId, typeId]);
  await owner.query(
    "INSERT INTO stock_counters (id, kind, capacity) VALUES ($1, 'units', $3), ($2, 'places', $3)",
    [typeId, eventId, stock],
  );
  return { eventId, typeId, priceId };
}

/** `count` customers with a session each; resolves to their tokens. */
export async function makeCrowd(owner: pg.Client, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let done = 0; done < count; done += 20_000) {
    const part = Array.from({ length: Math.min(20_000, count - done) }, () =>
      randomBytes(32).toString("base64url"),
    );
    const ids = part.map(() => newId());
    await owner.query(
      "INSERT INTO profiles (id, full_name, email) SELECT id, 'Om', id || '@bench.example' FROM unnest($1::uuid[]) AS p(id)",
      [ids],
    );
    await owner.query(
      `INSERT INTO identity."user" (id, email, name, email_verified) SELECT id, id || '@bench.example', '', true FROM unnest($1::uuid[]) AS p(id)`,
      [ids],
    );
    await owner.query(
      "INSERT INTO identity.session (id, user_id, token, expires_at) SELECT gen_random_uuid(), u, t, now() + interval '7 days' FROM unnest($1::uuid[], $2::text[]) AS s(u, t)",
      [ids, part.map((token) => createHash("sha256").update(token).digest("hex"))],
    );
    tokens.push(...part);
  }
  return tokens;
}
