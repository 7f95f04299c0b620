import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { isChiefCodeFresh } from "./chief-proof.ts";
import { isSignedBy } from "./device-signature.server.ts";
import { findDevice, type GateDevice } from "./door-store.server.ts";
import { type GateRow, readChiefText } from "./gate-row-form.ts";
import { signedBytes } from "./signed-bytes.ts";

export type ChiefOfRow = {
  readonly chief: Uuid | null;
  readonly finding: "no_chief" | "chief_stopped" | null;
};

/**
 * The chief's phone that was there when this row was written, and what is to be said of it. None: the row has no proof, or it is
 * of another night, of a phone that is no chief's, or too old by the two phones' own times. Of one that is stopped now, those
 * times do not tell whether it was then.
 */
export async function chiefOfRow(sql: Sql, row: GateRow, eventId: Uuid): Promise<ChiefOfRow> {
  if (row.mode !== "override") return { chief: null, finding: null };
  const phone = await provenChief(sql, row, eventId);
  if (!phone) return { chief: null, finding: "no_chief" };
  return { chief: phone.id, finding: phone.stoppedAt === null ? null : "chief_stopped" };
}

async function provenChief(sql: Sql, row: GateRow, eventId: Uuid): Promise<GateDevice | null> {
  const proof = row.chief;
  const said = proof && readChiefText(proof.text);
  if (!proof || !said || !isChiefCodeFresh(said.at, row.at)) return null;
  const phone = await findDevice(sql, said.device);
  if (!phone?.isChief || phone.eventId !== eventId) return null;
  return isSignedBy(phone.publicKey, signedBytes("chief", proof.text), proof.signature) ? phone : null;
}
