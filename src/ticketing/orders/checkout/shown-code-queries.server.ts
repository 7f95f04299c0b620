import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Voucher } from "#ticketing/events/voucher.ts";
import { isProven } from "#ticketing/people/person-queries.server.ts";
import { usesOfMailbox, voucherNow } from "./hold-codes.server.ts";

/** A voucher as a page shows it to a person who knows it, with its uses left for everybody together. */
export type VoucherOnSale = { readonly voucher: Voucher; readonly left: number };

/** The voucher with this code, read inside `readWithCode`; undefined when there is none. */
export async function findShownCode(sql: Sql, code: string): Promise<VoucherOnSale | undefined> {
  const { rows } = await sql.query<Voucher & { left: number }>({
    name: "shown-code",
    text: `SELECT ${voucherNow("now()")}, c.capacity - c.held - c.sold AS left
           FROM vouchers v JOIN stock_counters c ON c.id = v.id WHERE v.code = $1`,
    values: [code],
  });
  const [row] = rows;
  return row && { voucher: row, left: row.left };
}

/**
 * For how many tickets the person has used the voucher, holds included, counted as the hold does (`readCodes`). Null
 * while the address is not proven. Run as the database role `seller`, which may read everybody's orders.
 */
export async function countUses(sql: Sql, voucherId: Uuid, userId: Uuid): Promise<number | null> {
  const { rows } = await sql.query<{ used: number }>({
    name: "uses-of-person",
    text: `SELECT ${usesOfMailbox("mailbox_key(me.contact::text)", "$1")}::int AS used FROM profiles me WHERE me.id = $2 AND ${isProven("me")}`,
    values: [voucherId, userId],
  });
  return rows[0]?.used ?? null;
}
