/**
 * The usual way, to be measured beside ours: one transaction per request in plain round trips, the counters locked by
 * FOR UPDATE for as long as it lasts. The same look-ups, the same rows, the same answers. A process of its own.
 */
import { createHash } from "node:crypto";
import pg from "pg";
import { newId } from "#kernel/id.ts";
import { openLoopbackServer } from "../../loopback-server.ts";

const { url } = JSON.parse(process.argv[2] ?? "{}") as { url: string };
const pool = new pg.Pool({ connectionString: url, max: 16 });

async function hold(
  token: string,
  call: { price_id: string; quantity: number },
): Promise<string | undefined> {
  const client = await pool.connect();
  const query = async (name: string, text: string, values: unknown[]) =>
    (await client.query({ name, text, values })).rows;
  try {
    await client.query("BEGIN");
    await client.query('SET LOCAL ROLE "app_seller"');
    const [session] = await query(
      "s",
      "SELECT user_id FROM identity.session WHERE token = $1 AND expires_at > now()",
      [createHash("sha256").update(token).digest("hex")],
    );
    const [type] = await query(
      "t",
      "SELECT t.id, t.price, t.entries, t.type, l.event_id FROM tickets t JOIN event_tickets l ON l.ticket_id = t.id WHERE t.stripe_price_id = $1",
      [call.price_id],
    );
    if (!session) throw new Error("nobody");
    const { user_id: userId } = session;
    const counters = [type.id, type.event_id];
    const [open] = await query(
      "o",
      "SELECT id FROM orders WHERE user_id = $1 AND scope_id = $2 AND state IN ('held', 'checkout_open', 'payment_pending')",
      [userId, type.event_id],
    );
    if (open) return open.id;
    const free = await query(
      "c",
      "SELECT id, capacity - held - sold AS free FROM stock_counters WHERE id = ANY($1) ORDER BY id FOR UPDATE",
      [counters],
    );
    if (free.some((row) => row.free < call.quantity)) return undefined;
    const id = newId();
    const { price, entries, type: title } = type;
    await query(
      "i",
      `INSERT INTO orders (id, user_id, ticket_type_id, scope_id, event_ids, quantity, entries, unit_price, total, family, title, stripe_price_id, state, stake, origin, hold_expires_at)
       VALUES ($1, $2, $3, $4, ARRAY[$4::uuid], $5, $6, $7, $10, 'ordinary', $8, $9, 'held', 'held', 'event', now() + interval '30 minutes')`,
      [id, userId, ...counters, call.quantity, entries, price, title, call.price_id, price * call.quantity],
    );
    await query(
      "j",
      "INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES ($1, 'user', 'order', $2, 'held')",
      [userId, id],
    );
    await query("u", "UPDATE stock_counters SET held = held + $2 WHERE id = ANY($1)", [
      counters,
      call.quantity,
    ]);
    return id;
  } finally {
    await client.query("COMMIT");
    client.release();
  }
}

const { origin } = await openLoopbackServer(async (request) => {
  const token = (request.headers.get("authorization") ?? "").slice(7);
  const id = await hold(token, (await request.json()) as Parameters<typeof hold>[1]).catch((error) => {
    process.stderr.write(`the twin refused: ${String(error)}\n`);
    return undefined;
  });
  return Response.json({ url: id }, { status: id ? 200 : 409 });
});
process.stdout.write(`${JSON.stringify({ url: `${origin}/` })}\n`);
process.once("SIGTERM", () => process.exit(0));
