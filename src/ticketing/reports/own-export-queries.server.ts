import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { peopleOfOrder, ticketsOfOrderLines, titlesOfOrder } from "#ticketing/orders/line-queries.server.ts";

type Rows = readonly Readonly<Record<string, unknown>>[];

/** The data that the club has about a person, with the names of its tables: instants in ISO, amounts in bani. */
export type OwnExport = { readonly profile: Rows; readonly orders: Rows; readonly tickets: Rows };

const questions = {
  profile: `SELECT id, full_name, email, phone, role, created_at, updated_at FROM profiles WHERE id = $1`,
  orders: `SELECT number::float8 AS number, ${titlesOfOrder} AS title, ${ticketsOfOrderLines} AS quantity, ${peopleOfOrder} AS people, total::float8 AS total, currency, state, created_at, paid_at
           FROM orders o WHERE user_id = $1 ORDER BY created_at`,
  tickets: `SELECT p.ticket_code, e.title AS event, e.date::text AS date, t.type, p.quantity, p.total_price::float8 AS total_price, p.status,
              p.holder_name, p.entries_total, p.entries_remaining, p.purchase_date
            FROM ticket_purchases p JOIN events e ON e.id = p.event_id JOIN tickets t ON t.id = p.ticket_type_id
            WHERE p.user_id = $1 ORDER BY p.purchase_date`,
} as const;

/** All of one's own data, read with the person's own rights. */
export async function readOwnExport(services: Pick<Services, "database">, actor: Actor): Promise<OwnExport> {
  return services.database.readAs(actor, async (sql) => {
    const read = async (text: string): Promise<Rows> => (await sql.query(text, [actor.userId])).rows;
    return {
      profile: await read(questions.profile),
      orders: await read(questions.orders),
      tickets: await read(questions.tickets),
    };
  });
}
