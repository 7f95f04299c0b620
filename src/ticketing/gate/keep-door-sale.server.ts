import type { Sql } from "#platform/database/sql.ts";
import { chiefOfRow } from "./chief-proof-queries.server.ts";
import { type DoorShare, lockDoorStock, readShare, soldOfShare } from "./door-share-store.server.ts";
import type { GateDevice } from "./door-store.server.ts";
import type { RowFinding } from "./door-words.ts";
import { insertGateRow } from "./gate-log-store.server.ts";
import type { GateRow, SentRow } from "./gate-row-form.ts";

type About = { readonly device: GateDevice; readonly sent: SentRow; readonly digest: string };

/**
 * Stores a sale that a phone wrote. The sale counts if tickets of the type were ever set aside for the phone, even
 * when none are left, because the people are inside and the money is in the till. What does not fit becomes a
 * finding; so does a free entry that no chief has proven.
 */
export async function keepDoorSale(
  sql: Sql,
  about: About,
  row: GateRow,
  sale: NonNullable<GateRow["sale"]>,
): Promise<void> {
  const { device } = about;
  const of = { deviceId: device.id, ticketTypeId: sale.type };
  const { chief, finding: ofChief } = await chiefOfRow(sql, row, device.eventId);
  await lockDoorStock(sql, device.id);
  const share = await readShare(sql, of);
  const sold = share ? await soldOfShare(sql, of) : 0;
  await insertGateRow(sql, {
    ...about,
    row,
    chief,
    finding:
      findingOf(device, sale, share, sold) ??
      (sale.means === "protocol" && chief === null ? "no_chief" : ofChief),
    isCounted: share !== undefined && !device.isRevoked,
    typeId: share?.ticketTypeId ?? null,
  });
}

function findingOf(
  device: GateDevice,
  { quantity, bani, means }: NonNullable<GateRow["sale"]>,
  share: DoorShare | undefined,
  sold: number,
): RowFinding | null {
  if (!share) return "unproven";
  if (device.isRevoked) return "revoked";
  if (sold + quantity > share.quantity) return "over_stock";
  return bani === (means === "protocol" ? 0 : share.price * quantity) ? null : "other_price";
}

/** Stores the counted cash of a phone's till at its hand-over. */
export async function keepHandOver(sql: Sql, about: About, row: GateRow): Promise<void> {
  const { isRevoked } = about.device;
  await insertGateRow(sql, { ...about, row, isCounted: !isRevoked, finding: isRevoked ? "revoked" : null });
}
