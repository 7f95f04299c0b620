import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import { outsideOn } from "#ticketing/events/entered-on.ts";
import { durations } from "#ticketing/limits.ts";
import { sha256Hex } from "./device-signature.server.ts";
import { stockOfPhone } from "./door-share-store.server.ts";
import { type CallerRefusal, countedAsks, findCallingPhone, gatesOfNight } from "./door-store.server.ts";
import type { ChiefPhone, GateList, GateListHead, ListedTicket } from "./gate-list.ts";
import { readGateListCall, type SignedCall } from "./gate-row-form.ts";

export type SendGateListRefusal = CallerRefusal | { readonly reason: "unreadable" | "stopped" };

/**
 * SQL: whether a transaction that had not ended at the version wrote this row. Right even when transaction ids begin
 * again.
 */
const changedSince = (xmin: string) =>
  `((${xmin}::text::bigint - $2::bigint % 4294967296 + 4294967296) % 4294967296) < 2147483648`;

/**
 * The tickets of the phone's night, exact and without names, or only those that changed since the phone's version.
 * The version is the database's oldest running transaction, so a change that is not committed yet comes with the next
 * list, and tracking changes needs no writes. A ticket's type is a place in the list's types, so other types give a
 * whole list.
 */
export async function sendGateList(
  { database, keys }: Pick<Services, "database"> & { readonly keys: SigningKeys },
  { text, signature }: SignedCall,
): Promise<Outcome<GateList, SendGateListRefusal>> {
  const call = readGateListCall(text);
  if (!call) return refused({ reason: "unreadable" });
  return database.withDuty("admit", async (sql) => {
    await sql.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    const caller = await findCallingPhone(sql, "list", { call, text, signature });
    if (!caller.ok) return caller;
    const device = caller.value;
    if (device.isStopped) return refused({ reason: "stopped" });
    const types = await typesOfNight(sql, device.eventId);
    const { version, since } = await versionOf(sql, types, call.since);
    const tickets = await listTickets(sql, device.eventId, { since, types: types.map(({ id }) => id) });
    const head: GateListHead = {
      version,
      isWhole: since === null,
      types,
      countedThrough: device.ackedThrough,
      countedAsks: await countedAsks(sql, device),
      ...(await nightOf(sql, device.eventId)),
      gates: await gatesOfNight(sql, device.eventId),
      ticketKeys: keys.publicKeys("ticket"),
      chiefs: await chiefsOfNight(sql, device.eventId),
      stock: await stockOfPhone(sql, device.id, device.ackedThrough),
    };
    await sql.query("UPDATE gate_devices SET list_at = now() WHERE id = $1", [device.id]);
    return done({ head, tickets });
  });
}

/** The last digits of a version, which number the transaction. The digits before them stand for the types. */
const transactionDigits = 12;

/**
 * The version of a list made now, and the transaction since which this phone needs the changes. Null when it needs
 * the whole list: this database cannot tell the changes, or the types are not those of the phone's version.
 */
async function versionOf(
  sql: Sql,
  types: GateListHead["types"],
  phoneVersion: string | null,
): Promise<{ version: string; since: string | null }> {
  const since = phoneVersion?.slice(-transactionDigits) ?? null;
  const { rows } = await sql.query<{ now: string; knows: boolean }>(
    // a restored database assigns the same numbers again, so a version from before may be higher than any of its own
    "SELECT pg_snapshot_xmin(s)::text AS now, coalesce($1::bigint <= pg_snapshot_xmin(s)::text::bigint, false) AS knows FROM pg_current_snapshot() AS s",
    [since],
  );
  const { now, knows } = only(rows);
  const digest = sha256Hex(types.map(({ id }) => id).join());
  const mark = String(Number.parseInt(digest.slice(0, 12), 16) % 1_000_000);
  const hasTypes = phoneVersion?.slice(0, -transactionDigits) === mark;
  return { version: mark + now.padStart(transactionDigits, "0"), since: knows && hasTypes ? since : null };
}

async function typesOfNight(sql: Sql, eventId: string): Promise<GateListHead["types"]> {
  const { rows } = await sql.query<GateListHead["types"][number]>(
    `SELECT t.id, t.type AS name, t.admits, to_char(t.enter_until, 'HH24:MI') AS "enterUntil" FROM tickets t
     WHERE t.id IN (SELECT ticket_type_id FROM ticket_purchases WHERE event_id = $1 UNION SELECT ticket_id FROM event_tickets WHERE event_id = $1) ORDER BY t.id LIMIT 256`,
    [eventId],
  );
  return rows;
}

async function listTickets(
  sql: Sql,
  eventId: string,
  { since, types }: { readonly since: string | null; readonly types: readonly string[] },
): Promise<ListedTicket[]> {
  const { rows } = await sql.query<ListedTicket>({
    name: "gate-list",
    text: `SELECT left(encode(sha256(p.id::text::bytea), 'hex'), 16) AS key, p.entries_total AS total, p.entries_total - p.entries_remaining AS used, p.secret_version AS "secretVersion",
             array_position($3::uuid[], p.ticket_type_id) - 1 AS type, p.status <> 'paid' AS "isVoid", p.suspended IS NOT NULL AS "isSuspended",
             p.share_returned_at IS NOT NULL AS "isGivenBack", ${outsideOn("p.id", "make_interval(secs => $4)")} AS outside
           FROM ticket_purchases p WHERE p.event_id = $1 AND p.ticket_type_id = ANY($3::uuid[])
             AND ($2::bigint IS NULL OR ${changedSince("p.xmin")}
               OR p.id IN (SELECT l.purchase_id FROM gate_log l WHERE l.event_id = $1 AND l.purchase_id IS NOT NULL AND ${changedSince("l.xmin")}))
           ORDER BY p.id`,
    values: [eventId, since, types, durations.clockTolerance],
  });
  return rows;
}

async function chiefsOfNight(sql: Sql, eventId: string): Promise<ChiefPhone[]> {
  const { rows } = await sql.query<ChiefPhone>(
    "SELECT id AS device, name, public_key AS key FROM gate_devices WHERE event_id = $1 AND is_chief AND revoked_at IS NULL AND ends_at > now() ORDER BY enrolled_at, id",
    [eventId],
  );
  return rows;
}

async function nightOf(sql: Sql, eventId: string): Promise<Pick<GateListHead, "night" | "serverTime">> {
  const { rows } = await sql.query<GateListHead["night"] & { now: Date }>(
    `SELECT id, date::text AS date, to_char(doors, 'HH24:MI') AS doors, to_char(time, 'HH24:MI') AS time, minimum_age AS "minimumAge", cancelled_at IS NOT NULL AS "isCancelled", now() AS now
     FROM events WHERE id = $1`,
    [eventId],
  );
  const { now, ...night } = only(rows);
  return { night, serverTime: now.getTime() };
}
