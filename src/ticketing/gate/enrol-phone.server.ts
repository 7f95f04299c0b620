import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import type { Services } from "#platform/services.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import { isDeciding } from "#ticketing/events/away-phone-queries.server.ts";
import { durations } from "#ticketing/limits.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { isSignedBy } from "./device-signature.server.ts";
import { readEnrolCall, type SignedCall } from "./gate-row-form.ts";
import { signedBytes } from "./signed-bytes.ts";

export type EnrolledPhone = {
  readonly device: Uuid;
  readonly gate: { readonly id: Uuid; readonly name: string };
  readonly event: { readonly id: Uuid; readonly title: string };
  /** Whether it is the phone of its gate that decides without network, if the gate is strict. */
  readonly decides: boolean;
  /** True for a chief's phone: its code lets people in on other phones. */
  readonly isChief: boolean;
  readonly endsAt: Date;
  /** The public keys of tickets as JWK, with which the phone checks codes. */
  readonly ticketKeys: readonly Record<string, unknown>[];
};

export type EnrolPhoneRefusal =
  | { readonly reason: "unreadable" | "not_signed" }
  /** The secret is unknown, used or too old, or its maker may invite no phones now. The phone cannot tell which. */
  | { readonly reason: "expired" };

/**
 * Enrols the phone that has an invitation's secret at its gate for one night: until the noon after it, and at least for
 * `durations.gateDevice`. The phone keeps its private key and proves
 * it by signing the call. A repeated call of the same phone gets the same answer; another phone gets nothing.
 */
export async function enrolPhone(
  { database, keys }: Pick<Services, "database"> & { readonly keys: SigningKeys },
  { text, signature }: SignedCall,
): Promise<Outcome<EnrolledPhone, EnrolPhoneRefusal>> {
  const call = readEnrolCall(text);
  if (!call) return refused({ reason: "unreadable" });
  if (!isSignedBy(call.key, signedBytes("enrol", text), signature)) return refused({ reason: "not_signed" });
  const secretHash = hashOfToken(call.secret);
  const inviter = await database.withDuty("admit", async (sql) => {
    const { rows } = await sql.query<{ userId: Uuid }>(
      'SELECT made_by AS "userId" FROM gate_invitations WHERE secret_hash = $1',
      [secretHash],
    );
    return rows[0];
  });
  const mayStillInvite = async (sql: Sql) =>
    inviter !== undefined && mayStillDo(sql, inviter, "invite-phone");
  if (!(await database.withDuty("identity", mayStillInvite))) return refused({ reason: "expired" });
  return database.withDuty("admit", async (sql) => {
    const { rows } = await sql.query<Invitation>(
      `SELECT i.id, i.gate_id AS "gateId", i.made_by AS "madeBy", i.is_chief AS "isChief", i.used_at IS NOT NULL AS "isUsed", i.expires_at < now() AS "isExpired", g.event_id AS "eventId"
       FROM gate_invitations i JOIN gates g ON g.id = i.gate_id WHERE i.secret_hash = $1 FOR UPDATE OF i`,
      [secretHash],
    );
    const [invitation] = rows;
    if (!invitation) return refused({ reason: "expired" });
    const ticketKeys = keys.publicKeys("ticket");
    const alreadyEnrolled = await findEnrolled(sql, call.key);
    if (alreadyEnrolled)
      return alreadyEnrolled.gate.id === invitation.gateId
        ? done({ ...alreadyEnrolled, ticketKeys })
        : refused({ reason: "expired" });
    if (invitation.isUsed || invitation.isExpired) return refused({ reason: "expired" });
    // two first phones of a gate wait for each other, because only one of them decides
    await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
      `phones of ${invitation.gateId}`,
    ]);
    await sql.query(
      "UPDATE gate_devices SET decides = false, yields_to = NULL, yield_id = NULL WHERE gate_id = $1 AND decides AND ends_at <= now()",
      [invitation.gateId],
    );
    const { rowCount: decidingPhones } = await sql.query(
      `SELECT FROM gate_devices d WHERE d.gate_id = $1 AND ${isDeciding}`,
      [invitation.gateId],
    );
    await sql.query(
      `INSERT INTO gate_devices (id, gate_id, event_id, name, public_key, invited_by, decides, ends_at, is_chief, calls_age)
       SELECT $1, $2, e.id, $4, $5, $6, $7,
         greatest(now() + make_interval(secs => $8), e.ends_at + make_interval(secs => $10)), $9, true
       FROM events e WHERE e.id = $3`,
      [
        newId(),
        invitation.gateId,
        invitation.eventId,
        call.name,
        call.key,
        invitation.madeBy,
        decidingPhones === 0,
        durations.gateDevice,
        invitation.isChief,
        durations.gateDeviceAfterNight,
      ],
    );
    await sql.query("UPDATE gate_invitations SET used_at = now() WHERE id = $1", [invitation.id]);
    const enrolled = await findEnrolled(sql, call.key);
    return enrolled ? done({ ...enrolled, ticketKeys }) : refused({ reason: "expired" });
  });
}

type Invitation = {
  readonly id: Uuid;
  readonly gateId: Uuid;
  readonly eventId: Uuid;
  readonly madeBy: Uuid;
  readonly isChief: boolean;
  readonly isUsed: boolean;
  readonly isExpired: boolean;
};

type Enrolled = Omit<EnrolledPhone, "ticketKeys">;

async function findEnrolled(sql: Sql, key: string): Promise<Enrolled | undefined> {
  const { rows } = await sql.query<Enrolled>(
    `SELECT d.id AS device, json_build_object('id', g.id, 'name', g.name) AS gate, json_build_object('id', e.id, 'title', e.title) AS event,
       d.decides, d.is_chief AS "isChief", d.ends_at AS "endsAt"
     FROM gate_devices d JOIN gates g ON g.id = d.gate_id JOIN events e ON e.id = d.event_id WHERE d.public_key = $1`,
    [key],
  );
  return rows[0];
}
