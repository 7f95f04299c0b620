import { createHash, randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeEach } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { dayOf, wallTimeOf } from "#kernel/time.ts";
import type { Actor, Role } from "#platform/database/database-roles.ts";
import { noLimit } from "#ticketing/stock/stock.ts";
import type { AtTheEnd } from "./database.ts";
import { inDays, onOneDay } from "./days.ts";
import { type Queries, queriesOf } from "./queries.ts";

/**
 * Creates nights, ticket types and people directly in the database, as its owner. Each test of a file that opens one happens on
 * one day.
 */
export type SeasonBuilder = {
  readonly client: pg.Client;
  /** The same connection, asked by templates. */
  readonly db: Queries;
  night(about?: NightFacts): Promise<Uuid>;
  ticketType(about: TypeFacts): Promise<Uuid>;
  /** A quota of people that these types share. */
  pool(about: { event: Uuid; types: readonly Uuid[]; capacity: number }): Promise<Uuid>;
  /** Gives a type its prices, one after the other; the last becomes the type's own. Resolves to their ids. */
  phases(ticketTypeId: Uuid, about: readonly PhaseFacts[]): Promise<Uuid[]>;
  /** A code that takes 10 % off, unless told otherwise, with its counter. */
  voucher(about: VoucherFacts): Promise<Uuid>;
  /** A customer with a session; `sessionHash` is what the batch looks up, `token` is the value of the cookie. */
  person(role?: Role): Promise<PersonWithSession>;
  people(count: number): Promise<PersonWithSession[]>;
};

type PersonWithSession = Actor & { readonly token: string; readonly sessionHash: string };

type NightFacts = {
  capacity?: number;
  inDays?: number;
  isAvailable?: boolean;
  title?: string;
  time?: string | null;
  ends?: string | null;
  /** "running": begun two hours ago, for two hours more; "ended": over for two hours. In the place of day and hours. */
  when?: "running" | "ended";
};
type TypeFacts = {
  events: readonly Uuid[];
  capacity?: number;
  price?: number;
  /** None: an add-on. */
  entries?: number;
  family?: "ordinary" | "season_pass" | "early_bird";
  isVisible?: boolean;
  priceId?: string | null;
  title?: string;
};

type VoucherFacts = {
  code: string;
  capacity?: number;
  percent?: number;
  /** Bani off each ticket, in the place of a percentage. */
  amount?: number;
  /** It opens these types, and takes nothing off. */
  opens?: readonly Uuid[];
  types?: readonly Uuid[];
  events?: readonly Uuid[];
  perPerson?: number;
};
type PhaseFacts = { price: number; capacity?: number; endsInSeconds?: number };

export async function openSeasonBuilder(
  ownerUrl: string,
  atTheEnd: AtTheEnd = afterAll,
): Promise<SeasonBuilder> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  atTheEnd(() => client.end());
  if (atTheEnd === afterAll) beforeEach(() => onOneDay());

  async function people(count: number, role: Role = "user") {
    const made = Array.from({ length: count }, () => {
      const token = randomBytes(32).toString("base64url");
      return { userId: newId(), role, token, sessionHash: createHash("sha256").update(token).digest("hex") };
    });
    const ids = made.map((person) => person.userId);
    await client.query(
      `INSERT INTO profiles (id, role, full_name, email) SELECT id, $2, 'Persoana ' || left(id::text, 13), id || '@exemplu.ro' FROM unnest($1::uuid[]) AS p(id)`,
      [ids, role],
    );
    await client.query(
      `INSERT INTO identity."user" (id, email, name, email_verified) SELECT id, id || '@exemplu.ro', 'Persoana', true FROM unnest($1::uuid[]) AS p(id)`,
      [ids],
    );
    await client.query(
      `INSERT INTO identity.session (id, user_id, token, expires_at) SELECT gen_random_uuid(), user_id, token, now() + interval '7 days' FROM unnest($1::uuid[], $2::text[]) AS s(user_id, token)`,
      [ids, made.map((person) => person.sessionHash)],
    );
    return made;
  }

  return {
    client,
    db: queriesOf(client),
    async night({
      capacity = 1000,
      inDays: days = 7,
      isAvailable = true,
      title = "Noapte de probă",
      time = "22:00",
      ends = null,
      when,
    } = {}) {
      const id = newId();
      const hours = when ? hoursOf(when) : { date: inDays(days), time, ends };
      await client.query(
        `WITH counted AS (INSERT INTO stock_counters (id, kind, capacity) VALUES ($1, 'places', $6))
         INSERT INTO events (id, name, title, description, date, time, location, is_available, ends) VALUES ($1, $2, $2, 'O noapte.', $3, $4, 'Plaja Licurici', $5, $7)`,
        [id, title, hours.date, hours.time, isAvailable, capacity, hours.ends],
      );
      return id;
    },
    async ticketType({
      events,
      capacity = 1000,
      price = 11_000,
      entries = 1,
      family = "ordinary",
      isVisible = true,
      priceId,
      title = "Intrare generală",
    }) {
      const id = newId();
      // One statement, so that an observer of the data sees all of it or nothing.
      await client.query(
        `WITH type AS (
           INSERT INTO tickets (id, event_id, type, price, entries, admits, is_visible, family, is_season_pass, stripe_price_id, price_agreed_at)
           VALUES ($1, $2, $3, $4, greatest($5::int, 1), $5 > 0, $6, $7, $7 = 'season_pass', $8, CASE WHEN $8::text IS NOT NULL THEN now() END) RETURNING id),
         linked AS (INSERT INTO event_tickets (event_id, ticket_id) SELECT e, type.id FROM type, unnest($9::uuid[]) e)
         INSERT INTO stock_counters (id, kind, capacity) SELECT id, 'units', $10 FROM type`,
        [
          id,
          events[0] ?? null,
          title,
          price,
          entries,
          isVisible,
          family,
          priceId === undefined ? `price_${id}` : priceId,
          events,
          capacity,
        ],
      );
      return id;
    },
    async pool({ event, types, capacity }) {
      const id = newId();
      await client.query(
        `WITH counted AS (INSERT INTO stock_counters (id, kind, capacity) VALUES ($1, 'pool', $2))
         INSERT INTO pools (id, event_id, name) VALUES ($1, $3, 'Plaja')`,
        [id, capacity, event],
      );
      await client.query("UPDATE tickets SET pool_id = $1 WHERE id = ANY($2::uuid[])", [id, types]);
      return id;
    },
    async phases(ticketTypeId, about) {
      const ids = about.map(() => newId());
      await client.query(
        `WITH given AS (SELECT * FROM unnest($2::uuid[], $3::bigint[], $4::int[], $5::float8[]) WITH ORDINALITY AS p(id, price, capacity, ends_in, no)),
           counted AS (INSERT INTO stock_counters (id, kind, capacity) SELECT id, 'phase', capacity FROM given),
           priced AS (UPDATE tickets SET price = (SELECT price FROM given ORDER BY no DESC LIMIT 1) WHERE id = $1)
         INSERT INTO price_phases (id, ticket_type_id, no, name, price, ends_at) SELECT id, $1, no, 'Faza ' || no, price, now() + make_interval(secs => ends_in) FROM given`,
        [
          ticketTypeId,
          ids,
          about.map(({ price }) => price),
          about.map(({ capacity }) => capacity ?? noLimit),
          about.map(({ endsInSeconds }) => endsInSeconds ?? null),
        ],
      );
      return ids;
    },
    async voucher({ code, capacity = noLimit, percent = 10, amount, opens, types, events, perPerson }) {
      const id = newId();
      const kind = opens ? "unlock" : amount === undefined ? "percent" : "fixed";
      await client.query(
        `WITH counted AS (INSERT INTO stock_counters (id, kind, capacity) VALUES ($1, 'voucher', $2))
         INSERT INTO vouchers (id, code, name, kind, percent, amount, ticket_type_ids, event_ids, per_person) VALUES ($1, $3, $3, $4, $5, $6, $7, $8, $9)`,
        [
          id,
          capacity,
          code,
          kind,
          kind === "percent" ? percent : null,
          amount ?? null,
          opens ?? types ?? null,
          events ?? null,
          perPerson ?? null,
        ],
      );
      return id;
    },
    async person(role = "user") {
      const [made] = await people(1, role);
      if (!made) throw new Error("nobody was made");
      return made;
    },
    people: (count) => people(count),
  };
}

function hoursOf(when: "running" | "ended") {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const [begin, end] = when === "running" ? [at(-2), at(2)] : [at(-6), at(-2)];
  return { date: dayOf(begin), time: wallTimeOf(begin), ends: wallTimeOf(end) };
}
