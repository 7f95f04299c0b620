import { bani } from "#kernel/money.ts";
import type { Voucher } from "#ticketing/events/voucher.ts";
import { unpaidStates } from "#ticketing/orders/order-state.ts";
import { isProven } from "#ticketing/people/person-queries.server.ts";
import type { KnownVoucher } from "./coded-lines.ts";

/**
 * SQL: for how many tickets the person of this mailbox has used a voucher, holds included. Counts orders that
 * recorded the mailbox, so that deleting the account renews nothing, and all orders of the mailbox's present
 * accounts, whatever their address was then.
 */
export const usesOfMailbox = (mailbox: string, voucher: string) => `(
             SELECT coalesce(sum(l.quantity - (SELECT coalesce(sum(r.tickets), 0) FROM voucher_returns r WHERE r.order_id = l.order_id AND r.line_no = l.no)), 0)
             FROM (SELECT id FROM orders WHERE mailbox_key = ${mailbox} AND stake = 'held' AND state IN (${unpaidStates.map((state) => `'${state}'`).join(", ")})
               UNION SELECT id FROM orders WHERE mailbox_key = ${mailbox} AND paid_at IS NOT NULL
               UNION SELECT o.id FROM profiles p JOIN orders o ON o.user_id = p.id WHERE mailbox_key(p.contact::text) = ${mailbox} AND ${isProven("p")} AND (o.stake = 'held' OR o.paid_at IS NOT NULL)) used
             JOIN order_lines l ON l.order_id = used.id WHERE l.voucher_id = ${voucher})`;

/**
 * The vouchers that requests name, with the tickets that each person has used them for (`usesOfMailbox`); 0 if the
 * voucher has no limit per person. Runs after `lockMailboxes`, which finds the persons, and under the locks of the
 * vouchers' counters.
 */
export const readCodes = {
  name: "hold-codes",
  text: `SELECT u.n, v.id, v.kind, v.percent, v.amount::float8 AS amount, v.event_ids, v.ticket_type_ids, v.per_person,
           v.is_on AND coalesce(v.starts_at <= statement_timestamp(), true) AND coalesce(v.ends_at > statement_timestamp(), true) AS is_in_force,
           CASE WHEN v.per_person IS NULL OR u.mailbox IS NULL THEN 0 ELSE ${usesOfMailbox("u.mailbox", "v.id")} END::int AS used
         FROM unnest(current_setting('hold.mailboxes')::bigint[], $1::text[]) WITH ORDINALITY AS u(mailbox, code, n) JOIN vouchers v ON v.code = u.code`,
};

export type CodeRow = {
  n: string;
  id: string;
  kind: Voucher["kind"];
  percent: number | null;
  amount: number | null;
  event_ids: string[] | null;
  ticket_type_ids: string[] | null;
  per_person: number | null;
  is_in_force: boolean;
  used: number;
};

export function knownVoucherOf(row: CodeRow): KnownVoucher {
  const effect =
    row.kind === "percent"
      ? { kind: row.kind, percent: row.percent ?? 0 }
      : row.kind === "fixed"
        ? { kind: row.kind, amount: bani(row.amount ?? 0) }
        : { kind: row.kind };
  const { id, is_in_force: isInForce, event_ids: eventIds, ticket_type_ids: ticketTypeIds } = row;
  return {
    voucher: { ...effect, id, isInForce, eventIds, ticketTypeIds, perPerson: row.per_person },
    used: row.used,
  };
}
