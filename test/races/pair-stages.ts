import type pg from "pg";
import type { orderStages } from "#test/support/order-stages.ts";
import { ticketsOfOrder } from "#ticketing/delivery/ticket-queries.server.ts";
import type { OrderServices } from "#ticketing/orders/checkout/hold-queue.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { sendTicket } from "#ticketing/orders/transfers/send-ticket.server.ts";
import type { ActName, PairServices, Scene, Subject } from "./pair-acts.ts";

/** The acts that may meet in each stage. Every two of a stage are a pair, an act with itself included. */
export const stages = {
  "two left": [
    "Ana buys",
    "Bogdan buys",
    "an invitation takes them",
    "a test purchase takes them",
    "the type is hidden",
    "the night is closed",
    "the night is put off",
    "the night is cancelled",
    "the night is moved",
  ],
  "three places left for two types": [
    "Ana buys one of each type",
    "Bogdan buys one of each, named the other way round",
    "Bogdan buys",
    "Bogdan buys two of the second type",
    "the second type is hidden",
    "the night is closed",
  ],
  held: [
    "the card page is opened",
    "Ana lets go",
    "the hold without a page is swept",
    "Ana submits again",
    "Ana wants another quantity",
  ],
  "at the card page": [
    "Ana pays",
    "Ana lets go",
    "the hold expires",
    "Ana submits again",
    "the poller settles",
    "the night is closed",
    "the night is cancelled",
    "the night is moved",
  ],
  "paid, and nobody knows": [
    "a webhook event settles",
    "the success page settles",
    "the poller settles",
    "an administrator checks again",
    "Ana lets go",
    "the hold expires",
    "the night is cancelled",
    "the night is moved",
  ],
  "with tickets": [
    "a webhook event settles",
    "all is refunded",
    "one ticket is refunded",
    "the gate admits one",
    "the gate admits both",
    "a dispute is opened",
    "Ana splits the ticket",
    "the night is cancelled",
    "the night is moved",
  ],
  "a pass with tickets": [
    "a night is added to the pass",
    "Bogdan takes that night's last places",
    "Bogdan buys",
    "all is refunded",
    "one ticket is refunded",
    "the gate admits one",
    "Ana splits the ticket",
  ],
  "two seats, and none left": [
    "the first seat is refunded",
    "the second seat is refunded",
    "all is refunded",
    "the provider gives some money back",
    "the gate admits one",
    "Bogdan buys one",
    "the night is cancelled",
  ],
  "on its way to a friend": [
    "Bogdan accepts the ticket",
    "somebody else accepts the ticket",
    "Bogdan declines the ticket",
    "Ana takes the ticket back",
    "the first seat is refunded",
    "the gate admits one",
    "a dispute is opened",
    "the night is cancelled",
    "the night is moved",
  ],
  "a moved night, and one on its way to a friend": [
    "Ana gives the moved night back",
    "Bogdan accepts the ticket",
    "the first seat is refunded",
    "all is refunded",
    "the gate admits one",
  ],
} as const satisfies Record<string, readonly ActName[]>;

export type StageName = keyof typeof stages;
export type Pair = { readonly stage: StageName; readonly one: ActName; readonly other: ActName };

/** Every pair, each once. */
export const pairs: readonly Pair[] = (Object.keys(stages) as StageName[]).flatMap((stage) =>
  stages[stage].flatMap((one, at) => stages[stage].slice(at).map((other): Pair => ({ stage, one, other }))),
);

type Stages = ReturnType<typeof orderStages>;

/** A new order at this stage. */
export async function setSubject(
  stage: StageName,
  scene: Scene,
  { at, site }: { at: Stages; site: OrderServices & PairServices },
): Promise<Subject> {
  const bogdan = await scene.season.person();
  const night = await scene.season.night({ inDays: 0, time: null });
  const wish = { events: [night], quantity: 2, capacity: stage === "two left" ? 2 : 5 };
  const base = {
    night,
    bogdan,
    orderId: "",
    sessionId: "",
    paymentId: "",
    qr: "",
    seats: [],
    added: null,
    addedType: null,
    second: null,
    purchaseId: "",
    secret: "",
    moveId: "",
  };
  switch (stage) {
    case "two left":
      return {
        ...base,
        type: await scene.season.ticketType({ events: [night], capacity: 2 }),
        ana: await scene.season.person(),
      };
    case "three places left for two types": {
      const narrow = await scene.season.night({ inDays: 0, time: null, capacity: 3 });
      return {
        ...base,
        night: narrow,
        ana: await scene.season.person(),
        type: await scene.season.ticketType({ events: [narrow], capacity: 5 }),
        second: await scene.season.ticketType({ events: [narrow], capacity: 2 }),
      };
    }
    case "held": {
      const held = await at.held(wish);
      return { ...base, ...held, ana: held };
    }
    case "at the card page": {
      const open = await at.atCardPage(wish);
      return { ...base, ...open, ana: open };
    }
    default: {
      const isPass = stage === "a pass with tickets";
      const isMoved = stage === "a moved night, and one on its way to a friend";
      const isSent = stage === "on its way to a friend" || isMoved;
      const hasSeats = stage === "two seats, and none left" || isSent;
      const more = hasSeats ? ({ codePer: "person", capacity: 2 } as const) : {};
      const paid = await at.paid(isPass ? { ...wish, family: "season_pass" } : { ...wish, ...more });
      if (stage !== "paid, and nobody knows")
        await settlePayment(site, { sessionId: paid.sessionId, by: "notice" });
      const tickets = await site.database.withDuty("deliver", (sql) =>
        ticketsOfOrder(sql, site.keys, paid.orderId),
      );
      const { rows } = await scene.owner.query<{ id: string; seat: string }>(
        "SELECT id, bundle_id AS seat FROM ticket_purchases WHERE order_id = $1 ORDER BY seat_no, id",
        [paid.orderId],
      );
      const ticket = tickets.find(({ purchaseId }) => purchaseId === rows[0]?.id);
      const seats = rows.map(({ seat }) => seat);
      const purchaseId = rows[0]?.id ?? "";
      const sold = { ...base, ...paid, ana: paid, qr: ticket?.code.qr ?? "", seats, purchaseId };
      if (isSent) {
        const actor = { userId: paid.userId, role: "user" } as const;
        const sent = await sendTicket(site, { actor, purchaseId, name: null, email: null });
        const link = sent.ok && sent.value.by === "link" ? sent.value.link : "http://none";
        const secret = new URL(link).searchParams.get("token") ?? "";
        return { ...sold, secret, moveId: isMoved ? await tellOfMove(scene.owner, night, paid.orderId) : "" };
      }
      if (!isPass) return sold;
      const added = await scene.season.night({ inDays: 1, capacity: 2 });
      return { ...sold, added, addedType: await scene.season.ticketType({ events: [added] }) };
    }
  }
}

/** As if the night had been moved, and the order told of it. Resolves to the id of the move. */
async function tellOfMove(owner: pg.Pool, night: string, orderId: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `WITH move AS (INSERT INTO moves (id, event_id, from_date, from_location, to_date, to_location, reason, actor_id)
       SELECT gen_random_uuid(), id, date - 1, location, date, location, 'o probă', id FROM events WHERE id = $1 RETURNING id)
     INSERT INTO moved_orders (move_id, order_id, choice_until) SELECT id, $2, now() + interval '1 hour' FROM move RETURNING move_id AS id`,
    [night, orderId],
  );
  return rows[0]?.id ?? "";
}

/** The whole end state of the subject, without ids: two equal texts are the same end. */
export async function endOf({ type, night, added, second }: Subject, owner: pg.Pool): Promise<string> {
  const { rows } = await owner.query(
    `WITH o AS (SELECT * FROM orders WHERE ticket_type_id IN ($1, $4))
     SELECT json_build_object(
       'night', (SELECT concat_ws('/', is_published(publish_at), cancelled_at IS NOT NULL, (SELECT count(*) FROM moves WHERE event_id = $2)) FROM events WHERE id = $2),
       'orders', (SELECT json_agg(concat_ws('/', state, stake, quantity, returned) ORDER BY state, stake, quantity) FROM o),
       'pages', (SELECT json_agg(a.state ORDER BY a.state) FROM checkout_attempts a JOIN o ON o.id = a.order_id
         -- an order that was let go may have had its page already, or not yet
         WHERE NOT (a.state = 'closed' AND o.state = 'cancelled')),
       'tickets', (SELECT json_agg(concat_ws('/', status, quantity, units, entries_remaining, suspended) ORDER BY status, quantity, units DESC, entries_remaining, suspended)
         FROM ticket_purchases WHERE ticket_type_id = $1),
       'sent', (SELECT json_agg(concat_ws('/', t.seat_no, t.user_id = o.user_id, t.secret_version, s.state, s.to_id = t.user_id) ORDER BY t.seat_no, t.id)
         FROM ticket_purchases t JOIN o ON o.id = t.order_id LEFT JOIN transfers s ON (s.order_id, s.seat_no) = (t.order_id, t.seat_no) WHERE t.ticket_type_id = $1 AND o.id IN (SELECT order_id FROM transfers)),
       'told', (SELECT json_agg(l.kind ORDER BY l.kind) FROM letters l JOIN transfers s ON l.dedupe_key LIKE '%' || s.id JOIN o ON o.id = s.order_id),
       'payments', (SELECT count(*) FROM payments p JOIN o ON o.id = p.order_id),
       'refunds', (SELECT json_agg(concat_ws('/', r.reason, r.state, r.amount) ORDER BY r.reason, r.state, r.amount) FROM refunds r JOIN o ON o.id = r.order_id),
       'letters', (SELECT json_agg(l.kind ORDER BY l.kind) FROM letters l JOIN o ON o.id = l.order_id),
       'admitted', (SELECT json_agg(concat_ws('/', a.verdict, a.entries) ORDER BY a.verdict, a.entries) FROM admissions a JOIN ticket_purchases t ON t.id = a.purchase_id WHERE t.ticket_type_id = $1),
       'counters', (SELECT json_agg(concat_ws('/', kind, held, sold) ORDER BY kind, id = $3, id = $4) FROM stock_counters WHERE id IN ($1, $2, $3, $4)),
       'lines', (SELECT json_agg(concat_ws('/', l.ticket_type_id = $1, l.quantity) ORDER BY l.ticket_type_id = $1, l.quantity) FROM order_lines l JOIN o ON o.id = l.order_id WHERE o.stake <> 'none'),
       'prices', (SELECT json_agg(concat_ws('/', seat_no, status, total_price) ORDER BY seat_no, status, total_price) FROM ticket_purchases WHERE ticket_type_id = $1 AND units > 0)) AS found`,
    [type, night, added, second],
  );
  return JSON.stringify(rows[0].found);
}
