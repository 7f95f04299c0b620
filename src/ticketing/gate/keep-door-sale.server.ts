import type { Sql } from "#platform/database/sql.ts";
import { limits } from "#ticketing/limits.ts";
import { findChiefOfRow } from "./chief-proof-queries.server.ts";
import { type DoorShare, lockDoorStock, readShare, soldOfShare } from "./door-share-store.server.ts";
import type { GateDevice } from "./door-store.server.ts";
import type { RowFinding } from "./door-words.ts";
import { insertGateRow } from "./gate-log-store.server.ts";
import type { GateRow, SentRow } from "./gate-row-form.ts";
import { isWrittenAfter } from "./row-moment-queries.server.ts";

export type ReceivedRow = {
  readonly device: GateDevice;
  readonly sent: SentRow;
  readonly digest: string;
  readonly isAfterEnd: boolean;
};

/**
 * Stores a sale that a phone wrote. The sale counts if tickets of the type were ever set aside for the phone, even
 * when none are left, because the people are inside and the money is in the till. What does not fit becomes a
 * finding; so does a free entry that no chief has proven. Its people are those of the tickets, whatever the row says.
 */
export async function storeDoorSale(
  sql: Sql,
  received: ReceivedRow,
  row: GateRow,
  sale: NonNullable<GateRow["sale"]>,
): Promise<void> {
  const { device } = received;
  const shareKey = { deviceId: device.id, ticketTypeId: sale.type };
  const { chief, finding: chiefFinding } = await findChiefOfRow(sql, row, device.eventId);
  await lockDoorStock(sql, device.id);
  const share = await readShare(sql, shareKey);
  const sold = share ? await soldOfShare(sql, shareKey, { withWaiting: true }) : 0;
  await insertGateRow(sql, {
    ...received,
    row: { ...row, entries: share ? peopleOf(share, sale) : row.entries },
    chief,
    finding:
      findingOf(sale, share, sold) ??
      ((await isWrittenAfter(sql, row, device.nightOffAt)) ? "cancelled" : null) ??
      (sale.means === "protocol" && chief === null ? "no_chief" : chiefFinding),
    isCounted: share !== undefined,
    typeId: share?.ticketTypeId ?? null,
  });
}

/** A row has room for so many people, and an honest phone sells no more at once. */
const peopleOf = ({ entries }: DoorShare, { quantity }: NonNullable<GateRow["sale"]>) =>
  Math.min(limits.entriesPerTicket, entries * quantity);

function findingOf(
  { quantity, bani, means }: NonNullable<GateRow["sale"]>,
  share: DoorShare | undefined,
  sold: number,
): RowFinding | null {
  if (!share) return "unproven";
  if (sold + quantity > share.quantity) return "over_stock";
  return bani === (means === "protocol" ? 0 : share.price * quantity) ? null : "other_price";
}

/** Stores the counted cash of a phone's till at its hand-over. */
export async function storeHandOver(sql: Sql, received: ReceivedRow, row: GateRow): Promise<void> {
  await insertGateRow(sql, { ...received, row, isCounted: true, finding: null });
}
