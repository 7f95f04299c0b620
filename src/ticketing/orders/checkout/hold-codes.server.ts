import type { Voucher } from "#ticketing/events/voucher.ts";
import { unpaidStates } from "#ticketing/orders/order-state.ts";
import { belongsToMailbox, isProven } from "#ticketing/people/person-queries.server.ts";

/**
 * SQL: for how many tickets the person of this mailbox has used a voucher, holds included. Counts orders that
 * recorded the mailbox, so that deleting the account renews nothing, and all orders of the mailbox's present
 * accounts, whatever their address was then.
 */
export const usesOfMailbox = (mailbox: string, voucher: string) => `(
             SELECT coalesce(sum(l.quantity - (SELECT coalesce(sum(r.tickets), 0) FROM voucher_returns r WHERE r.order_id = l.order_id AND r.line_no = l.no)), 0)
             FROM (SELECT id FROM orders WHERE mailbox_key = ${mailbox} AND stake = 'held' AND state IN (${unpaidStates.map((state) => `'${state}'`).join(", ")})
               UNION SELECT id FROM orders WHERE mailbox_key = ${mailbox} AND paid_at IS NOT NULL
               UNION SELECT o.id FROM profiles p JOIN orders o ON o.user_id = p.id WHERE ${belongsToMailbox("p", mailbox)} AND ${isProven("p")} AND (o.stake = 'held' OR o.paid_at IS NOT NULL)) used
             JOIN order_lines l ON l.order_id = used.id WHERE l.voucher_id = ${voucher})`;

/** SQL: voucher `v` as a `Voucher` at this moment. */
export const voucherNow = (clock: "now()" | "statement_timestamp()") =>
  `v.id, v.kind, v.percent, v.amount::float8 AS amount, v.event_ids AS "eventIds", v.ticket_type_ids AS "ticketTypeIds", v.per_person AS "perPerson",
           v.is_on AND coalesce(v.starts_at <= ${clock}, true) AND coalesce(v.ends_at > ${clock}, true) AS "isInForce"`;

/**
 * The vouchers that requests name, with the tickets that each person has used them for (`usesOfMailbox`); 0 if the
 * voucher has no limit per person. Runs after `lockMailboxes`, which finds the persons, and under the locks of the
 * vouchers' counters.
 */
export const readCodes = {
  name: "hold-codes",
  text: `SELECT u.n, ${voucherNow("statement_timestamp()")},
           CASE WHEN v.per_person IS NULL OR u.mailbox IS NULL THEN 0 ELSE ${usesOfMailbox("u.mailbox", "v.id")} END::int AS used
         FROM unnest(current_setting('hold.mailboxes')::bigint[], $1::text[]) WITH ORDINALITY AS u(mailbox, code, n) JOIN vouchers v ON v.code = u.code`,
};

export type CodeRow = Voucher & { readonly n: string; readonly used: number };
