/**
 * The usual way, to be measured beside ours: one transaction per request in plain round trips, the counters locked by
 * FOR UPDATE for as long as it lasts. The same look-ups, the same rows, the same answers. A process of its own.
 */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import pg from "pg";
import { newId } from "#kernel/id.ts";

const { url, port } = JSON.parse(process.argv[2] ?? "{}") as { url: string; port: number };
const pool = new pg.Pool({ connectionString: url, max: 16 });

async function hold(
  token: string,
  call: { price_id: string; quantity: number },
): Promise<string | undefined> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query('SET LOCAL ROLE "app_seller"');
    const session = await client.query({
      name: "s",
      text: "SELECT user_id FROM identity.session WHERE token = $1 AND expires_at > now()",
      values: [createHash("sha256").update(token).digest("hex")],
    });
    const type = await client.query({
      name: "t",
      text: "SELECT t.id, t.price, t.entries, t.type, l.event_id FROM tickets t JOIN event_tickets l ON l.ticket_id = t.id WHERE t.stripe_price_id = $1",
      values: [call.price_id],
    });
    const { id: typeId, price, entries, type: title, event_id: eventId } = type.rows[0];
    const userId = session.rows[0]?.user_id;
    if (!userId) throw new Error("nobody");
    const open = await client.query({
      name: "o",
      text: "SELECT id FROM orders WHERE user_id = $1 AND scope_id = $2 AND state IN ('held', 'checkout_open', 'payment_pending')",
      values: [userId, eventId],
    });
    if (open.rows[0]) return open.rows[0].id;
    const counters = await client.query({
      name: "c",
      text: "SELECT id, capacity - held - sold AS free FROM stock_counters WHERE id = ANY($1) ORDER BY id FOR UPDATE",
      values: [[typeId, eventId]],
    });
    if (counters.rows.some((row) => row.free < call.quantity)) return undefined;
    const id = newId();
    await client.query({
      name: "i",
      text: `INSERT INTO orders (id, user_id, scope_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, stripe_price_id, state, stake, origin, hold_expires_at)
             VALUES ($1, $2, $3, $4, ARRAY[$3::uuid], $5, $6, $7, $10, 'ordinary', $8, $9, 'held', 'held', 'event', now() + interval '30 minutes')`,
      values: [
        id,
        userId,
        eventId,
        typeId,
        call.quantity,
        entries,
        price,
        title,
        call.price_id,
        Number(price) * call.quantity,
      ],
    });
    await client.query({
      name: "j",
      text: "INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES ($1, 'user', 'order', $2, 'held')",
      values: [userId, id],
    });
    await client.query({
      name: "u",
      text: "UPDATE stock_counters SET held = held + $2 WHERE id = ANY($1)",
      values: [[typeId, eventId], call.quantity],
    });
    return id;
  } finally {
    await client.query("COMMIT");
    client.release();
  }
}

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (part) => (body += part));
  request.on("end", async () => {
    const id = await hold((request.headers.authorization ?? "").slice(7), JSON.parse(body)).catch(
      (error: unknown) => {
        process.stderr.write(`the twin refused: ${String(error)}\n`);
        return undefined;
      },
    );
    response
      .writeHead(id ? 200 : 409, { "content-type": "application/json" })
      .end(JSON.stringify({ url: id }));
  });
});
server.listen(port, "127.0.0.1", () => process.stdout.write("ready\n"));
process.once("SIGTERM", () => process.exit(0));
