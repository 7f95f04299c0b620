import type { Sql } from "#platform/database/sql.ts";
import { usesGivenBack } from "#ticketing/events/voucher.ts";
import { addMoves, type Move } from "#ticketing/stock/stock.ts";

/** How many tickets of a line end with a refund. */
type EndedTickets = { readonly lineNo: number; readonly tickets: number };

type CodedLine = {
  readonly no: number;
  readonly voucherId: string;
  readonly returnsUses: boolean;
  readonly isCancelled: boolean;
  readonly valid: number;
};

/**
 * Records the voucher uses that come back with these tickets, or with all valid ones (null), and adds them to
 * `moves`, so that the voucher's counter is locked in the same order as the rest. The caller has locked the order and
 * ends the tickets in this transaction, so a use comes back only once.
 */
export async function addVoucherReturns(
  sql: Sql,
  moves: Map<string, Move>,
  orderId: string,
  ended: readonly EndedTickets[] | null,
): Promise<void> {
  const { rows } = await sql.query<CodedLine>({
    name: "coded-lines",
    text: `SELECT l.no, l.voucher_id AS "voucherId", v.returns_uses AS "returnsUses",
             EXISTS (SELECT FROM events e WHERE e.id = ANY(l.event_ids) AND e.cancelled_at IS NOT NULL) AS "isCancelled",
             (SELECT coalesce(sum(p.units), 0) FROM ticket_purchases p WHERE p.order_id = l.order_id AND p.line_no = l.no AND p.status = 'paid')::int AS valid
           FROM order_lines l JOIN vouchers v ON v.id = l.voucher_id WHERE l.order_id = $1`,
    values: [orderId],
  });
  const endedOf = ({ no, valid }: CodedLine) =>
    ended === null
      ? valid
      : ended.reduce((sum, { lineNo, tickets }) => sum + (lineNo === no ? tickets : 0), 0);
  const returnedUses = rows
    .map((line) => ({ ...line, tickets: usesGivenBack(line, { ...line, tickets: endedOf(line) }) }))
    .filter(({ tickets }) => tickets > 0);
  if (returnedUses.length === 0) return;
  await sql.query({
    name: "return-uses",
    text: `INSERT INTO voucher_returns (id, order_id, line_no, tickets)
           SELECT gen_random_uuid(), $1, r.line_no, r.tickets FROM unnest($2::int[], $3::int[]) AS r(line_no, tickets)`,
    values: [orderId, returnedUses.map(({ no }) => no), returnedUses.map(({ tickets }) => tickets)],
  });
  for (const { voucherId, tickets } of returnedUses)
    addMoves(moves, new Map([[voucherId, tickets]]), { held: 0, sold: -1 });
}
