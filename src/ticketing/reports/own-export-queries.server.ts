import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { peopleOfOrder, ticketsOfOrderLines, titlesOfOrder } from "#ticketing/orders/line-queries.server.ts";

type Rows = readonly Readonly<Record<string, unknown>>[];

const exportQueries = {
  profile: `SELECT id, full_name, email, phone, role, created_at, updated_at FROM profiles WHERE id = $1`,
  orders: `SELECT number::float8 AS number, ${titlesOfOrder} AS title, ${ticketsOfOrderLines} AS quantity, ${peopleOfOrder} AS people, total::float8 AS total, currency, state, created_at, paid_at
           FROM orders o WHERE user_id = $1 ORDER BY created_at`,
  tickets: `SELECT p.ticket_code, e.title AS event, e.date::text AS date, t.type, p.quantity, CASE WHEN o.user_id = p.user_id THEN p.total_price::float8 END AS total_price, p.status,
              p.holder_name, p.entries_total, p.entries_remaining, p.purchase_date
            FROM ticket_purchases p LEFT JOIN orders o ON o.id = p.order_id JOIN events e ON e.id = p.event_id JOIN tickets t ON t.id = p.ticket_type_id
            WHERE p.user_id = $1 ORDER BY p.purchase_date`,
  // tickets that the person sent to friends
  transfers: `SELECT o.number::float8 AS order_number, t.line_no, t.seat_no, t.name, t.recipient, t.state, t.created_at, t.ended_at
              FROM transfers t LEFT JOIN orders o ON o.id = t.order_id WHERE t.from_id = $1 ORDER BY t.created_at`,
  // notes that the team wrote about the person
  notes: `SELECT note, at FROM person_notes WHERE person_id = $1 ORDER BY at`,
} as const;

/** The data that the club has about a person, under its table names. Instants are ISO texts, amounts are bani. */
type OwnExport = Readonly<Record<keyof typeof exportQueries, Rows>>;

/** All data of the person, read with that person's own rights. */
export async function readOwnExport(services: Pick<Services, "database">, actor: Actor): Promise<OwnExport> {
  return services.database.readAs(actor, async (sql) => {
    const rowsByTable: Record<string, Rows> = {};
    for (const [name, text] of Object.entries(exportQueries))
      rowsByTable[name] = (await sql.query(text, [actor.userId])).rows;
    return rowsByTable as OwnExport;
  });
}
