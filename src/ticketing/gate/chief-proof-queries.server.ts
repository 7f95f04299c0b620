import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { isSignedBy, sha256Hex } from "./device-signature.server.ts";
import { findDevice, type GateDevice } from "./door-store.server.ts";
import { type ChiefProof, type GateRow, readChiefText } from "./gate-row-form.ts";
import { rowMoment } from "./row-moment-queries.server.ts";
import { isChiefCodeFresh, signedBytes } from "./signed-bytes.ts";

export type ChiefOfRow = {
  readonly chief: Uuid | null;
  readonly finding: "no_chief" | "chief_stopped" | "same_code" | null;
};

/**
 * The chief's phone that proved this row, and the row's finding. There is no chief when the row has no proof, or when
 * the proof is of another night, not of a chief's phone, signed after that phone's time, or too old by both phones'
 * clocks. When the chief's phone was stopped since, the clocks cannot tell which came first. A code that another row
 * used is a finding, but the person who came in with it counts.
 */
export async function findChiefOfRow(sql: Sql, row: GateRow, eventId: Uuid): Promise<ChiefOfRow> {
  if (row.mode !== "override") return { chief: null, finding: null };
  const phone =
    row.chief && (await findProvenChief(sql, row.chief, { at: await rowMoment(sql, row), eventId }));
  if (!row.chief || !phone) return { chief: null, finding: "no_chief" };
  // a refusal only says that the code was shown again; it must not use up the code before the admission comes
  const isFirst = row.kind !== "refuse" && (await reserveChiefCode(sql, row.chief, row));
  if (phone.stoppedAt !== null) return { chief: phone.id, finding: "chief_stopped" };
  return { chief: phone.id, finding: isFirst ? null : "same_code" };
}

/**
 * The chief's phone of this night that signed this code in its time and about this moment (milliseconds since 1970),
 * or null.
 */
export async function findProvenChief(
  sql: Sql,
  proof: ChiefProof,
  { at, eventId }: { readonly at: number; readonly eventId: Uuid },
): Promise<GateDevice | null> {
  const signedText = readChiefText(proof.text);
  if (!signedText || !isChiefCodeFresh(signedText.at, at)) return null;
  const phone = await findDevice(sql, signedText.device);
  if (!phone?.isChief || phone.eventId !== eventId || signedText.at > phone.endsAt.getTime()) return null;
  return isSignedBy(phone.publicKey, signedBytes("chief", proof.text), proof.signature) ? phone : null;
}

/** Reserves a chief's code for the row with this number of this phone. False when another row has it. */
export async function reserveChiefCode(
  sql: Sql,
  { text }: ChiefProof,
  { device, seq }: Pick<GateRow, "device" | "seq">,
): Promise<boolean> {
  const codeAndRow = [sha256Hex(text), device, seq];
  // when two rows come at once, the second one waits here for the first
  await sql.query(
    "INSERT INTO chief_proofs (hash, device_id, seq) VALUES ($1, $2, $3) ON CONFLICT (hash) DO NOTHING",
    codeAndRow,
  );
  const { rowCount } = await sql.query(
    "SELECT FROM chief_proofs WHERE hash = $1 AND device_id = $2 AND seq = $3",
    codeAndRow,
  );
  return rowCount === 1;
}
