import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";
import path from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";

/** One thing of the provider: `body` is what its API shows, the columns beside it are what is searched. */
export type StoredThing<Body = Record<string, unknown>> = {
  kind: string;
  id: string;
  /** Seconds since 1970. */
  created: number;
  paymentIntent: string | null;
  /** Milliseconds since 1970 when something happens to it by itself; null when nothing will. */
  dueAt: number | null;
  body: Body;
};
export type ThingFilter = {
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
export type OutgoingNotice = { seq: number; eventId: string; body: string; attempts: number };

export type ProviderStore = ReturnType<typeof openProviderStore>;

/**
 * The provider's memory: one SQLite file of its own, so that neither its own end nor the end of the process it lives
 * in loses a session, an answer already given or a notice still to be sent. (WAL without an fsync for each commit:
 * that survives every end of a process, and losing power loses only sample payments.)
 */
export function openProviderStore(file: string) {
  mkdirSync(path.dirname(file), { recursive: true });
  // names and addresses of who paid are for the owner of the process; SQLite gives the files beside it the same mode
  closeSync(openSync(file, "a", 0o600));
  chmodSync(file, 0o600);
  const db = new DatabaseSync(file);
  db.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000; ${tables}`);
  const sql = (statement: string) => db.prepare(statement);

  const put =
    sql(`insert into thing (kind, id, created, payment_intent, due_at, body) values (?, ?, ?, ?, ?, ?)
    on conflict (id) do update set payment_intent = excluded.payment_intent, due_at = excluded.due_at, body = excluded.body`);
  const get = sql("select * from thing where id = ? and kind = ?");
  const list = sql(`select * from thing where kind = :kind and created >= :from and created <= :until
    and (:payment is null or payment_intent = :payment)
    and (:after is null or seq < (select seq from thing where id = :after)) order by seq desc limit :limit`);
  const due = sql("select * from thing where due_at <= ? order by due_at, seq limit 500");
  const saveAnswer = sql(
    "insert into answer (key, endpoint, params, status, body, request_id, at) values (?, ?, ?, ?, ?, ?, ?)",
  );
  const findAnswer = sql("select * from answer where key = ? and at > ?");
  const forgetAnswers = sql("delete from answer where at <= ?");
  const queue = sql("insert into notice (event_id, body, due_at, state) values (?, ?, ?, ?)");
  const dueNotices = {
    oldest_first: sql("select * from notice where state = 'waiting' and due_at <= ? order by seq limit ?"),
    newest_first: sql(
      "select * from notice where state = 'waiting' and due_at <= ? order by seq desc limit ?",
    ),
  };
  const delivered = sql("update notice set state = 'delivered', attempts = attempts + 1 where seq = ?");
  const postponed = sql("update notice set attempts = attempts + 1, due_at = ? where seq = ?");
  const givenUp = sql("update notice set attempts = attempts + 1, state = 'given_up' where seq = ?");
  const again = sql("update notice set state = 'waiting', due_at = ?, attempts = 0");
  const counts = sql("select state, count(*) as n from notice group by state");
  const next = {
    things: sql("select min(due_at) as at from thing where due_at is not null"),
    things_and_notices: sql(`select min(at) as at from (
      select min(due_at) as at from thing where due_at is not null
      union all select min(due_at) from notice where state = 'waiting')`),
  };

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
    put(thing: StoredThing<object>): void {
      const { kind, id, created, paymentIntent, dueAt } = thing;
      put.run(kind, id, created, paymentIntent, dueAt, JSON.stringify(thing.body));
    },
    find<Body>(kind: string, id: string): StoredThing<Body> | null {
      const row = get.get(id, kind);
      return row === undefined ? null : thing<Body>(row);
    },
    list<Body>(kind: string, filter: ThingFilter): StoredThing<Body>[] {
      const rows = list.all({
        kind,
        from: filter.createdFrom ?? 0,
        until: filter.createdUntil ?? Number.MAX_SAFE_INTEGER,
        payment: filter.paymentIntent ?? null,
        after: filter.after ?? null,
        limit: filter.limit,
      });
      return rows.map((row) => thing<Body>(row));
    },
    due: (now: number) => due.all(now).map((row) => thing<Record<string, unknown>>(row)),
    saveAnswer(key: string, answer: SavedAnswer, now: number): void {
      const { endpoint, params, status, body, requestId } = answer;
      saveAnswer.run(key, endpoint, params, status, body, requestId, now);
    },
    findAnswer(key: string, notBefore: number): SavedAnswer | null {
      forgetAnswers.run(notBefore);
      const row = findAnswer.get(key, notBefore);
      if (row === undefined) return null;
      return {
        endpoint: String(row.endpoint),
        params: String(row.params),
        status: Number(row.status),
        body: String(row.body),
        requestId: String(row.request_id),
      };
    },
    queueNotice(eventId: string, body: string, dueAt: number, state: "waiting" | "suppressed"): void {
      queue.run(eventId, body, dueAt, state);
    },
    dueNotices(order: keyof typeof dueNotices, now: number, limit: number): OutgoingNotice[] {
      return dueNotices[order].all(now, limit).map((row) => ({
        seq: Number(row.seq),
        eventId: String(row.event_id),
        body: String(row.body),
        attempts: Number(row.attempts),
      }));
    },
    noticeDelivered: (seq: number) => void delivered.run(seq),
    noticePostponed: (seq: number, until: number) => void postponed.run(until, seq),
    noticeGivenUp: (seq: number) => void givenUp.run(seq),
    sendEverythingAgain: (now: number) => void again.run(now),
    noticeCounts: (): Record<string, number> =>
      Object.fromEntries(counts.all().map((row) => [String(row.state), Number(row.n)])),
    /** When the next thing happens by itself, in milliseconds since 1970. */
    nextDueAt(what: "things" | "things_and_notices"): number | null {
      const at = next[what].get()?.at;
      return typeof at === "number" ? at : null;
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

function thing<Body>(row: Record<string, SQLInputValue>): StoredThing<Body> {
  return {
    kind: String(row.kind),
    id: String(row.id),
    created: Number(row.created),
    paymentIntent: row.payment_intent === null ? null : String(row.payment_intent),
    dueAt: row.due_at === null ? null : Number(row.due_at),
    body: JSON.parse(String(row.body)),
  };
}
