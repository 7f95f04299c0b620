import { randomInt } from "node:crypto";
import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";
import path from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";

/** One thing of the provider: `body` is what its API shows, the columns beside it are what is searched. */
type StoredThing<Body = Record<string, unknown>> = {
  kind: string;
  id: string;
  /** Seconds since 1970. */
  created: number;
  paymentIntent: string | null;
  /** Milliseconds since 1970 when something happens to it by itself; null when nothing will. */
  dueAt: number | null;
  body: Body;
};
type Shown = {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly payment_intent?: string;
};
type ThingFilter = {
  createdFrom?: number;
  createdUntil?: number;
  paymentIntent?: string;
  after?: string;
  limit: number;
};
export type SavedAnswer = {
  endpoint: string;
  params: string;
  status: number;
  body: string;
  requestId: string;
};
export type OutgoingNotice = { seq: number; body: string; attempts: number };

export type ProviderStore = ReturnType<typeof openProviderStore>;

/**
 * The provider's state: one SQLite file of its own, so that neither its close nor the end of the process it runs
 * in loses a session, an answer already given or a notice still to be sent. (WAL without an fsync for each commit:
 * that survives every end of a process, and losing power loses only sample payments.)
 */
export function openProviderStore(file: string) {
  mkdirSync(path.dirname(file), { recursive: true });
  // names and addresses of customers are for the owner of the process; SQLite gives the files beside it the same mode
  closeSync(openSync(file, "a", 0o600));
  chmodSync(file, 0o600);
  const db = new DatabaseSync(file);
  db.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000; ${tables}`);
  const prepared = new Map<string, StatementSync>();
  function sql(text: string): StatementSync {
    const statement = prepared.get(text) ?? db.prepare(text);
    prepared.set(text, statement);
    return statement;
  }

  return {
    /** All or nothing; `work` must not wait for anything. */
    transaction<Result>(work: () => Result): Result {
      db.exec("begin immediate");
      try {
        const result = work();
        db.exec("commit");
        return result;
      } catch (error) {
        db.exec("rollback");
        throw error;
      }
    },
    put({ kind, id, created, paymentIntent, dueAt, body }: StoredThing<object>): void {
      sql(`insert into thing (kind, id, created, payment_intent, due_at, body) values (?, ?, ?, ?, ?, ?)
        on conflict (id) do update set payment_intent = excluded.payment_intent, due_at = excluded.due_at, body = excluded.body`).run(
        kind,
        id,
        created,
        paymentIntent,
        dueAt,
        JSON.stringify(body),
      );
    },
    /** What the API shows as it is; sessions keep more. */
    keep(shown: Shown, dueAt: number | null = null): void {
      const { id, object: kind, created, payment_intent } = shown;
      const paymentIntent = kind === "payment_intent" ? id : (payment_intent ?? null);
      this.put({ kind, id, created, paymentIntent, dueAt, body: shown });
    },
    find<Body>(kind: string, id: string): Body | null {
      const row = sql("select body from thing where id = ? and kind = ?").get(id, kind);
      return row === undefined ? null : JSON.parse(String(row.body));
    },
    /** Newest first. */
    list<Body>(kind: string, filter: ThingFilter): { id: string; body: Body }[] {
      const rows =
        sql(`select id, body from thing where kind = :kind and created >= :from and created <= :until
        and (:payment is null or payment_intent = :payment)
        and (:after is null or seq < (select seq from thing where id = :after)) order by seq desc limit :limit`).all(
          {
            kind,
            from: filter.createdFrom ?? 0,
            until: filter.createdUntil ?? Number.MAX_SAFE_INTEGER,
            payment: filter.paymentIntent ?? null,
            after: filter.after ?? null,
            limit: filter.limit,
          },
        );
      return rows.map(({ id, body }) => ({ id: String(id), body: JSON.parse(String(body)) }));
    },
    due(now: number) {
      const rows = sql("select kind, id from thing where due_at <= ? order by due_at, seq limit 500").all(
        now,
      );
      return rows as { kind: string; id: string }[];
    },
    saveAnswer(key: string, { endpoint, params, status, body, requestId }: SavedAnswer, now: number): void {
      sql(
        "insert into answer (key, endpoint, params, status, body, request_id, at) values (?, ?, ?, ?, ?, ?, ?)",
      ).run(key, endpoint, params, status, body, requestId, now);
    },
    findAnswer(key: string, notBefore: number): SavedAnswer | undefined {
      sql("delete from answer where at <= ?").run(notBefore);
      const columns = `endpoint, params, status, body, request_id as "requestId"`;
      return sql(`select ${columns} from answer where key = ?`).get(key) as SavedAnswer | undefined;
    },
    queueNotice(eventId: string, body: string, dueAt: number, state: "waiting" | "suppressed"): void {
      sql("insert into notice (event_id, body, due_at, state) values (?, ?, ?, ?)").run(
        eventId,
        body,
        dueAt,
        state,
      );
    },
    dueNotices(order: "oldest_first" | "newest_first", now: number, limit: number): OutgoingNotice[] {
      const sqlOrder = order === "oldest_first" ? "seq" : "seq desc";
      const due = sql(
        `select seq, body, attempts from notice where state = 'waiting' and due_at <= ? order by ${sqlOrder} limit ?`,
      );
      return due.all(now, limit) as OutgoingNotice[];
    },
    noticeTried(seq: number, state: "delivered" | "given_up" | "waiting", dueAt: number): void {
      sql("update notice set attempts = attempts + 1, state = ?, due_at = ? where seq = ?").run(
        state,
        dueAt,
        seq,
      );
    },
    sendEverythingAgain(now: number): void {
      sql("update notice set state = 'waiting', due_at = ?, attempts = 0").run(now);
    },
    noticeCounts(): Record<string, number> {
      const rows = sql("select state, count(*) as n from notice group by state").all();
      return Object.fromEntries(rows.map((row) => [String(row.state), Number(row.n)]));
    },
    /** When the next thing happens by itself, in milliseconds since 1970. */
    nextDueAt(what: "things" | "things_and_notices"): number | null {
      const row = sql(
        `select min(at) as at from (select min(due_at) as at from thing where due_at is not null
         union all select min(due_at) from notice where state = 'waiting' and ?)`,
      ).get(what === "things" ? 0 : 1);
      return typeof row?.at === "number" ? row.at : null;
    },
    close: () => db.close(),
  };
}

const tables = `
  create table if not exists thing (seq integer primary key, kind text not null, id text not null unique,
    created integer not null, payment_intent text, due_at integer, body text not null) strict;
  create index if not exists thing_listed on thing (kind, created);
  create index if not exists thing_paid on thing (payment_intent) where payment_intent is not null;
  create index if not exists thing_due on thing (due_at) where due_at is not null;
  create table if not exists answer (key text primary key, endpoint text not null, params text not null,
    status integer not null, body text not null, request_id text not null, at integer not null) strict;
  create index if not exists answer_age on answer (at);
  create table if not exists notice (seq integer primary key, event_id text not null, body text not null,
    due_at integer not null, attempts integer not null default 0, state text not null) strict;
  create index if not exists notice_due on notice (due_at) where state = 'waiting';`;

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Ids look like the real ones: a prefix and letters nobody guesses. */
export function newProviderId(
  prefix: "cs_test" | "pi" | "ch" | "re" | "evt" | "prod" | "price" | "req" | "dp" | "txn" | "po",
) {
  const length = prefix === "cs_test" ? 58 : prefix === "req" ? 14 : 24;
  let id = `${prefix}_`;
  for (let i = 0; i < length; i += 1) id += letters[randomInt(letters.length)];
  return id;
}

/** What the parts of the provider share. */
export type ProviderContext = {
  store: ProviderStore;
  nowMs(): number;
  /** Whole seconds since 1970, as the API writes moments. */
  nowSeconds(): number;
  /** What happens to refunds, because the club's balance is too small; null: it is not. */
  shortBalance(): "refuses" | "waits" | "fails" | null;
  /** Where customers find the hosted pages, without a slash at the end. */
  pagesBase(): string;
  /**
   * Keeps an event and queues its notice, in the transaction of its cause. `previousFields`: the former values of the
   * fields that changed.
   */
  emitEvent(type: string, object: object, previousFields?: object): void;
};
