import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import { isDeciding } from "#ticketing/events/away-phone-queries.server.ts";
import { isOverBy } from "#ticketing/events/night-time.ts";
import { durations } from "#ticketing/limits.ts";
import type { OtherGate } from "./admission.ts";
import { isSignedBy, ticketKey } from "./device-signature.server.ts";
import type { DoorMode } from "./door-words.ts";
import type { SignedCall } from "./gate-row-form.ts";
import { type GateOfNight, homeGateOf } from "./home-gate.ts";
import { signedBytes } from "./signed-bytes.ts";

export type GateDevice = {
  readonly id: Uuid;
  readonly gateId: Uuid;
  readonly eventId: Uuid;
  readonly publicKey: string;
  /** The chief who enrolled the phone and answers for it. */
  readonly invitedBy: Uuid;
  /** Whether it is the phone of its gate that decides without network, if the gate is strict. */
  readonly decides: boolean;
  readonly ackedThrough: number;
  /** True when the chief stopped it or its time is over. It decides nothing any more; its rows are still taken. */
  readonly isStopped: boolean;
  readonly stoppedAt: Date | null;
  /** When its time is over. */
  readonly endsAt: Date;
  /** True when the chief stopped it and has not accepted its rows: they do not count. */
  readonly isRevoked: boolean;
  /** True for a chief's phone, whose signature lets people in. */
  readonly isChief: boolean;
  /** True so long after the night that no row is taken any more. */
  readonly isOver: boolean;
  /** When its night was cancelled; null for a night that is on. */
  readonly nightOffAt: Date | null;
  /** Whether its calls are accepted only near the server's time. */
  readonly callsAge: boolean;
  readonly now: Date;
};

/**
 * A phone by its id; undefined when there is none. `isShared`: nobody stops or accepts it until the transaction ends.
 */
export async function findDevice(
  sql: Sql,
  id: string,
  { isShared = false } = {},
): Promise<GateDevice | undefined> {
  const { rows } = await sql.query<GateDevice>({
    name: isShared ? "shared-gate-device" : "gate-device",
    text: `SELECT d.id, d.gate_id AS "gateId", d.event_id AS "eventId", d.public_key AS "publicKey", d.invited_by AS "invitedBy", d.decides,
             d.acked_through AS "ackedThrough", d.revoked_at AS "stoppedAt", d.ends_at AS "endsAt", d.is_chief AS "isChief", d.calls_age AS "callsAge", now() AS now,
             d.revoked_at IS NOT NULL AND d.rows_accepted_at IS NULL AS "isRevoked", d.revoked_at IS NOT NULL OR d.ends_at < now() AS "isStopped",
             ${isOverBy("e", "$2")} AS "isOver", e.cancelled_at AS "nightOffAt"
           FROM gate_devices d JOIN events e ON e.id = d.event_id WHERE d.id = $1 ${isShared ? "FOR SHARE OF d" : ""}`,
    values: [id, durations.rowsAfterNight],
  });
  return rows[0];
}

/** Makes everything about one number of a phone wait here: the question, its row, and the row that undoes it. */
export async function lockNumber(sql: Sql, deviceId: string, seq: number): Promise<void> {
  await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`${deviceId} row ${seq}`]);
}

/** SQL: what is here of phone `d` after the last row that is acknowledged. */
const rowsAfterGap = (what: string) =>
  `(SELECT ${what} FROM gate_log n WHERE n.device_id = d.id AND n.seq > d.acked_through AND NOT n.is_quarantined)`;

/**
 * SQL: how many rows of phone `d` are missing, up to the last number that it said or sent. What is here is counted only
 * beyond a gap.
 */
export const unsentRows = `(SELECT CASE WHEN newest.seq > d.acked_through THEN newest.seq - d.acked_through - ${rowsAfterGap("count(*)::int")} ELSE 0 END
  FROM (SELECT greatest(d.said_through, ${rowsAfterGap("max(n.seq)")}) AS seq) newest)`;

/**
 * Sets `acked_through` to the last row before the first missing one, and returns it with how many are missing. Rows
 * above a gap stay unacknowledged, so that the phone keeps them. `said` is the number of its last row by its own word.
 */
export async function acknowledgeRows(
  sql: Sql,
  deviceId: string,
  said = 0,
): Promise<{ readonly ackedThrough: number; readonly unsent: number }> {
  const { rows } = await sql.query<{ ackedThrough: number; unsent: number }>({
    name: "acknowledge-rows",
    text: `UPDATE gate_devices d SET seen_at = now(), said_through = greatest(d.said_through, $2), acked_through = coalesce((
             SELECT max(seq) FROM (
               SELECT l.seq, d.acked_through + row_number() OVER (ORDER BY l.seq) AS due FROM gate_log l
               WHERE l.device_id = d.id AND l.seq > d.acked_through AND NOT l.is_quarantined) n WHERE n.seq = n.due), d.acked_through)
           WHERE d.id = $1 RETURNING d.acked_through AS "ackedThrough", ${unsentRows} AS unsent`,
    values: [deviceId, said],
  });
  return only(rows);
}

/** The numbers of admitted questions of this phone whose rows are not acknowledged; what is sent now counts them already. */
export async function countedAsks(sql: Sql, device: GateDevice): Promise<number[]> {
  const { rows } = await sql.query<{ seq: number }>(
    "SELECT DISTINCT phone_seq AS seq FROM admissions WHERE device_id = $1 AND phone_seq > $2 AND verdict = 'admitted' ORDER BY 1",
    [device.id, device.ackedThrough],
  );
  return rows.map(({ seq }) => seq);
}

export async function gatesOfNight(
  sql: Sql,
  eventId: string,
): Promise<(GateOfNight & { readonly name: string })[]> {
  const { rows } = await sql.query<GateOfNight & { name: string }>({
    name: "gates-of-night",
    text: `SELECT id, name, mode, type_ids AS "typeIds" FROM gates WHERE event_id = $1 ORDER BY id`,
    values: [eventId],
  });
  return rows;
}

/**
 * The strict gate that keeps this ticket's entries because its deciding phone is away, and may be admitting the same
 * ticket now; null for none. `asking` is that phone itself, which knows its own rows.
 */
export async function findAwayGate(
  sql: Sql,
  gates: readonly GateOfNight[],
  { id, typeId }: { readonly id: string; readonly typeId: string },
  asking: string | null,
): Promise<OtherGate | null> {
  const home = homeGateOf(gates, { typeId, key: ticketKey(id) });
  if (home === null) return null;
  const { rowCount } = await sql.query({
    name: "away-phone",
    text: `SELECT FROM gate_devices d WHERE d.gate_id = $1 AND ${isDeciding} AND d.id IS DISTINCT FROM $2::uuid AND d.settled_at < now() - make_interval(secs => $3)`,
    values: [home, asking, durations.phoneAway],
  });
  return rowCount === 0 ? null : { id: home, keeps: "entries" };
}

export type GateSettings = {
  readonly id: string;
  readonly name: string;
  readonly mode: DoorMode;
  readonly typeIds: readonly string[];
};

/** The gates of a night, locked, so that changes of them wait for each other; undefined when no such night is published. */
export async function lockNightOfGates(sql: Sql, eventId: string): Promise<GateSettings[] | undefined> {
  await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`gates of ${eventId}`]);
  const { rowCount } = await sql.query("SELECT FROM events WHERE id = $1 AND is_published(publish_at)", [
    eventId,
  ]);
  if (rowCount === 0) return undefined;
  const { rows } = await sql.query<GateSettings>(
    'SELECT id, name, mode, type_ids AS "typeIds" FROM gates WHERE event_id = $1 ORDER BY created_at, id FOR UPDATE',
    [eventId],
  );
  return rows;
}

export type CallerRefusal =
  | { readonly reason: "unknown_device" | "not_signed" }
  /** Signed long ago, or with a wrong clock. The phone signs again with `serverTime`, milliseconds since 1970. */
  | { readonly reason: "wrong_time"; readonly serverTime: number };

type Call = { readonly device: Uuid; readonly at: number };

/** The phone that signed this call within `durations.phoneCall` of now, so that an old copied call is useless. */
export async function findCallingPhone(
  sql: Sql,
  what: "beat" | "list" | "guests",
  { call, text, signature }: Pick<SignedCall, "text" | "signature"> & { readonly call: Call },
): Promise<Outcome<GateDevice, CallerRefusal>> {
  const device = await findDevice(sql, call.device);
  if (!device) return refused({ reason: "unknown_device" });
  if (!isSignedBy(device.publicKey, signedBytes(what, text), signature))
    return refused({ reason: "not_signed" });
  const serverTime = device.now.getTime();
  return device.callsAge && Math.abs(serverTime - call.at) > durations.phoneCall * 1000
    ? refused({ reason: "wrong_time", serverTime })
    : done(device);
}
