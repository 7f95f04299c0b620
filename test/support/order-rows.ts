import type pg from "pg";

/** Reads one order for tests, and moves its times, directly in the database. */
export function orderRows(client: pg.Client) {
  async function read(sql: string, ...values: unknown[]) {
    return (await client.query(sql, values)).rows;
  }

  return {
    /** As `paid/sold`. */
    async state(orderId: string): Promise<string> {
      return (await read("SELECT state || '/' || stake AS now FROM orders WHERE id = $1", orderId))[0]?.now;
    },
    /** Held and sold of a type or an event. */
    async counter(id: string): Promise<[number, number]> {
      const [row] = await read("SELECT held, sold FROM stock_counters WHERE id = $1", id);
      return [row.held, row.sold];
    },
    async count(table: string, orderId: string, where = "true"): Promise<number> {
      return (
        await read(`SELECT count(*)::int AS n FROM ${table} WHERE order_id = $1 AND ${where}`, orderId)
      )[0].n;
    },
    /** As `1 refused`, oldest first. */
    async attempts(orderId: string): Promise<string[]> {
      const rows = await read(
        "SELECT no || ' ' || state AS attempt FROM checkout_attempts WHERE order_id = $1 ORDER BY no",
        orderId,
      );
      return rows.map((row) => row.attempt);
    },
    /** As `cancelled by user`, oldest first. */
    async journal(orderId: string): Promise<string[]> {
      const rows = await read(
        "SELECT what || ' by ' || actor_kind AS entry FROM journal WHERE subject_id = $1 ORDER BY id",
        orderId,
      );
      return rows.map((row) => row.entry);
    },
    async refunds(orderId: string): Promise<string[]> {
      const rows = await read(
        "SELECT reason || ' ' || amount || ' ' || state AS refund FROM refunds WHERE order_id = $1 ORDER BY created_at",
        orderId,
      );
      return rows.map((row) => row.refund);
    },
    /** Balance of each account that has entries, as `clearing 0`. */
    async ledger(orderId: string): Promise<string[]> {
      const rows = await read(
        "SELECT account || ' ' || sum(amount) AS balance FROM ledger_entries WHERE order_id = $1 GROUP BY account ORDER BY account",
        orderId,
      );
      return rows.map((row) => row.balance);
    },
    async holdRunsOut(orderId: string): Promise<void> {
      await read("UPDATE orders SET hold_expires_at = now() - interval '1 second' WHERE id = $1", orderId);
    },
    /** The order's pages were opened so many seconds ago and were not read since. */
    async pagesOpenFor(orderId: string, seconds: number): Promise<void> {
      await read(
        "UPDATE checkout_attempts SET created_at = now() - make_interval(secs => $2), polled_at = NULL WHERE order_id = $1",
        orderId,
        seconds,
      );
    },
    /** Frees the places although the page can still be paid, as if the provider had given a wrong answer. */
    async losePlaces(orderId: string): Promise<void> {
      await read(
        `WITH ended AS (
           UPDATE orders SET state = 'expired', stake = 'none', ended_at = now() WHERE id = $1 RETURNING id, quantity, entries, ticket_type_id, event_ids),
         told AS (INSERT INTO journal (actor_kind, subject_kind, subject_id, what, before) SELECT 'sweeper', 'order', id, 'expired', '"checkout_open"' FROM ended)
         UPDATE stock_counters c SET held = held - CASE WHEN c.id = e.ticket_type_id THEN e.quantity ELSE e.quantity * e.entries END
         FROM ended e WHERE c.id = e.ticket_type_id OR c.id = ANY(e.event_ids)`,
        orderId,
      );
    },
  };
}
