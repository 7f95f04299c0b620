import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { isChiefCodeFresh } from "./chief-proof.ts";
import { isSignedBy } from "./device-signature.server.ts";
import { findDevice } from "./door-store.server.ts";
import { type GateRow, readChiefText } from "./gate-row-form.ts";
import { signedBytes } from "./signed-bytes.ts";

/**
 * The chief's phone that was there when this row was written, or null: the row has no proof, or it is of another night, of a
 * phone that is no chief's or had been stopped, or too old by the two phones' own times.
 */
export async function chiefOfRow(sql: Sql, row: GateRow, eventId: Uuid): Promise<Uuid | null> {
  const proof = row.mode === "override" ? row.chief : undefined;
  const said = proof && readChiefText(proof.text);
  if (!proof || !said || !isChiefCodeFresh(said.at, row.at)) return null;
  const phone = await findDevice(sql, said.device);
  if (!phone?.isChief || phone.eventId !== eventId) return null;
  if (phone.stoppedAt !== null && phone.stoppedAt.getTime() < said.at) return null;
  return isSignedBy(phone.publicKey, signedBytes("chief", proof.text), proof.signature) ? phone.id : null;
}
