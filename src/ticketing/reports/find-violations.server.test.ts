import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { loadSeason } from "#devkit/season/load-season.server.ts";
import { newId } from "#kernel/id.ts";
import { testDatabase } from "#test/support/database.ts";
import { inDays } from "#test/support/days.ts";
import { queriesOf } from "#test/support/queries.ts";
import { dataInvariants } from "./data-invariants.ts";
import { findViolations, readViolations } from "./find-violations.server.ts";
import { serverInvariants } from "./server-invariants.ts";

const database = await testDatabase();
await loadSeason({
  ownerUrl: database.ownerUrl,
  today: inDays(0),
  picturesDir: "devkit/season/pictures",
  createPerson: async () => newId(),
});
const owner = new pg.Client({ connectionString: database.ownerUrl });
const db = queriesOf(owner);
await owner.connect();
afterAll(() => owner.end());

const paid = "(SELECT id FROM orders WHERE state = 'paid' AND family = 'ordinary' LIMIT 1)";
const pass = "(SELECT id FROM orders WHERE state = 'paid' AND family = 'season_pass' ORDER BY id LIMIT 1)";
const passBuyer = `(SELECT user_id FROM orders WHERE id = ${pass})`;
/** Somebody who never bought a pass. */
const passFriend =
  "(SELECT id FROM profiles WHERE role = 'user' AND id NOT IN (SELECT user_id FROM orders WHERE family = 'season_pass') ORDER BY id LIMIT 1)";
const becomesGuest = (person: string) =>
  `UPDATE profiles SET is_guest = true, contact_email = email, email = NULL WHERE id = ${person}`;
const refunded = "(SELECT id FROM orders WHERE state = 'refunded' LIMIT 1)";
const expired = "(SELECT id FROM orders WHERE state = 'expired' LIMIT 1)";

/** A room of three that is drawn, with these numbers. */
const room = (numbers: string) =>
  `INSERT INTO openings (event_id, opens_at, room_minutes, drawn_at, counted_at, seed, places_given, admitted_up_to)
     SELECT id, now() - interval '1 minute', 30, now(), now(), repeat('ab', 32), 3, 2 FROM events LIMIT 1;
   INSERT INTO room_places (id, event_id, user_id, arrived_at, number)
     SELECT gen_random_uuid(), o.event_id, p.id, o.opens_at - interval '1 minute', ${numbers} FROM openings o, (
       SELECT id, row_number() OVER (ORDER BY sha256(decode(repeat('ab', 32), 'hex') || uuid_send(id))) AS drawn FROM profiles LIMIT 3) p WHERE o.places_given = 3`;

/** An accepted transfer of a paid seat to somebody else, who holds it; `hash` and `version` are one digit each. */
const accepted = (hash: string, version: number) =>
  `WITH other AS (SELECT id FROM profiles WHERE id <> (SELECT user_id FROM ticket_purchases WHERE order_id = ${paid} LIMIT 1) ORDER BY id LIMIT 1),
     made AS (INSERT INTO transfers (id, order_id, line_no, seat_no, from_id, to_id, secret_hash, by, state, ended_at)
       SELECT gen_random_uuid(), p.order_id, p.line_no, p.seat_no, p.user_id, other.id, repeat('${hash}', 64), 'link', 'accepted', now() FROM ticket_purchases p, other WHERE p.order_id = ${paid})
   UPDATE ticket_purchases SET user_id = (SELECT id FROM other), secret_version = ${version} WHERE order_id = ${paid}`;

/** Ways to violate each invariant by hand, past every trigger, foreign key and constraint named. */
const sabotage = {
  "N1 begins a night in the hour that March skips, and ends it in that hour":
    "UPDATE events SET date = '2027-03-28', time = '03:30', doors = NULL, ends = '04:10'",
  "I1 sells beyond capacity":
    "ALTER TABLE stock_counters DROP CONSTRAINT stock_never_oversold; UPDATE stock_counters SET sold = capacity + 1 WHERE kind = 'places'",
  "I2 counts one sold too few":
    "UPDATE stock_counters SET sold = sold - 1 WHERE id = (SELECT id FROM stock_counters WHERE sold > 0 LIMIT 1)",
  "I2 counts a hold that is not there":
    "UPDATE stock_counters SET held = 1 WHERE id = (SELECT id FROM stock_counters WHERE held + sold < capacity LIMIT 1)",
  "I2 loses a counter that was sold from":
    "DELETE FROM stock_counters WHERE id = (SELECT id FROM stock_counters WHERE sold > 0 LIMIT 1)",
  "I3 ends an order and leaves its tickets valid": `UPDATE orders SET state = 'refunded', stake = 'none' WHERE id = ${paid}`,
  "I3 never frees a hold": `UPDATE orders SET state = 'held', stake = 'held' WHERE id = ${expired}`,
  "I2 sells at the price of a phase and does not count it": `UPDATE order_lines SET phase_id = gen_random_uuid() WHERE order_id = ${paid}`,
  "I2 sells people of a pool and does not count them": `UPDATE order_lines SET pool_id = gen_random_uuid() WHERE order_id = ${paid}`,
  "I2 sells with a code and counts no use of it, or gives back more than there were": `INSERT INTO voucher_returns (id, order_id, line_no, tickets) VALUES (gen_random_uuid(), ${paid}, 1, 10);
     UPDATE order_lines SET voucher_id = gen_random_uuid() WHERE order_id = ${paid}`,
  "I4 makes a phase without a counter":
    "INSERT INTO price_phases (id, ticket_type_id, no, name, price) SELECT gen_random_uuid(), id, 1, 'Faza', 1 FROM tickets LIMIT 1",
  "I4 counts a pool as units": `WITH made AS (INSERT INTO pools (id, event_id, name) SELECT gen_random_uuid(), id, 'Plaja' FROM events LIMIT 1 RETURNING id)
     INSERT INTO stock_counters (id, kind, capacity) SELECT id, 'units', 1 FROM made`,
  "L5 sells an add-on without a ticket": `UPDATE order_lines SET entries = 0 WHERE order_id = ${paid}`,
  "I4 makes a code without a counter":
    "INSERT INTO vouchers (id, code, name, kind, percent) VALUES (gen_random_uuid(), 'FARA-NUMAR', 'Vara', 'percent', 10)",
  "I4 makes a night without a counter": "DELETE FROM stock_counters WHERE kind = 'places' AND sold = 0",
  "I5 takes fewer units than were bought": `UPDATE ticket_purchases SET units = units + 1 WHERE order_id = ${paid}`,
  "I6 loses a ticket": `DELETE FROM ticket_purchases WHERE order_id = ${paid}`,
  "I6 books a payment twice": `INSERT INTO ledger_entries (source, source_id, account, order_id, amount) SELECT 'payment', 'cs_twice', a, ${paid}, n FROM (VALUES ('clearing', 100), ('revenue', -100)) v(a, n)`,
  "I6 loses the email": `UPDATE ticket_purchases SET email_sent = false WHERE order_id = ${paid}`,
  "I6 issues a ticket twice": `DROP INDEX ticket_purchases_once_per_seat; INSERT INTO ticket_purchases SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'ticket_code', 'FSC-0000-000000'))).* FROM ticket_purchases p WHERE order_id = ${paid}`,
  "I7 books half of a pair": `DELETE FROM ledger_entries WHERE account = 'revenue' AND order_id = ${paid}`,
  "I7 forgets to book a refund": "UPDATE refunds SET state = 'pending'",
  "I7 takes more for a lost dispute than its amount": `INSERT INTO disputes (id, order_id, session_id, amount, state) SELECT 'dp_1', order_id, session_id, 100, 'lost' FROM payments WHERE order_id = ${paid};
     INSERT INTO ledger_entries (source, source_id, account, order_id, amount) VALUES ('dispute', 'dp_1', 'clearing', ${paid}, -100), ('dispute', 'dp_1', 'disputes', ${paid}, 100),
       ('dispute', 'dp_1:lost', 'disputes', ${paid}, -200), ('dispute', 'dp_1:lost', 'revenue', ${paid}, 200)`,
  "I13 reports a ticket that nobody bought":
    "UPDATE sales_deltas SET quantity = quantity + 1 WHERE id = (SELECT min(id) FROM sales_deltas)",
  "I13 shows revenue that the ledger does not have": `UPDATE ticket_purchases SET total_price = total_price + 100 WHERE order_id = ${paid}`,
  "I13 counts the purchase of two codes twice": `INSERT INTO sales_deltas (day, event_id, ticket_type_id, purchases, quantity, revenue) SELECT (purchase_date AT TIME ZONE 'Europe/Bucharest')::date, event_id, ticket_type_id, 1, 0, 0
     FROM ticket_purchases WHERE order_id = ${paid}`,
  "I8 returns more than was paid": `UPDATE refunds SET amount = amount * 3 WHERE order_id = ${refunded}`,
  "I9 gives a ticket without a payment": `DELETE FROM payments WHERE order_id = ${paid}`,
  "I9 gives a ticket for less": `UPDATE payments SET amount = amount - 1 WHERE order_id = ${paid}`,
  "T1 gives a ticket to somebody who never accepted it": `UPDATE ticket_purchases SET user_id = (SELECT id FROM profiles p WHERE p.id <> user_id LIMIT 1) WHERE order_id = ${paid}`,
  "T1 leaves the old code to its sender": accepted("a", 1),
  "T1 lets a ticket change hands a fourth time": ["a", "b", "c", "d"]
    .map((hash) => accepted(hash, 9))
    .join(";"),
  "T1 accepts after an entry": `INSERT INTO admissions (id, purchase_id, device_id, nonce, operator_id, verdict, entries, received_at)
       SELECT gen_random_uuid(), id, gen_random_uuid(), 'n', user_id, 'admitted', 1, now() - interval '1 hour' FROM ticket_purchases WHERE order_id = ${paid};
     UPDATE ticket_purchases SET entries_remaining = entries_total - 1 WHERE order_id = ${paid}; ${accepted("a", 2)}`,
  "T1 waits for a ticket that was refunded": `INSERT INTO transfers (id, order_id, line_no, seat_no, from_id, secret_hash, by) SELECT gen_random_uuid(), order_id, line_no, seat_no, user_id, repeat('a', 64), 'link' FROM ticket_purchases WHERE order_id = ${refunded} LIMIT 1`,
  "I33 counts a guest in whom the door did not let in": `WITH counted AS (INSERT INTO stock_counters (id, kind, capacity, sold) VALUES (gen_random_uuid(), 'guest_list', 9, 2) RETURNING id),
       list AS (INSERT INTO guest_lists (id, event_id, name) SELECT counted.id, e.id, 'Casa' FROM counted, (SELECT id FROM events LIMIT 1) e RETURNING id, event_id),
       taken AS (UPDATE stock_counters c SET sold = sold + 9 FROM list WHERE c.id = list.event_id)
     INSERT INTO listed_guests (id, list_id, event_id, name, places, entered, added_by) SELECT gen_random_uuid(), id, event_id, 'Ema', 2, 1, gen_random_uuid() FROM list`,
  "I2 names guests whose places nobody took": `WITH counted AS (INSERT INTO stock_counters (id, kind, capacity, sold) VALUES (gen_random_uuid(), 'guest_list', 9, 2) RETURNING id)
     INSERT INTO guest_lists (id, event_id, name) SELECT counted.id, e.id, 'Casa' FROM counted, (SELECT id FROM events LIMIT 1) e`,
  "I4 keeps a guest list without a counter":
    "INSERT INTO guest_lists (id, event_id, name) SELECT gen_random_uuid(), id, 'Casa' FROM events LIMIT 1",
  "T2 sells a pass to a guest": becomesGuest(passBuyer),
  "T2 hands a pass to a guest": `${becomesGuest(passFriend)};
     UPDATE ticket_purchases SET user_id = ${passFriend} WHERE order_id = ${pass}`,
  "I10 keeps money of an order that ended": `INSERT INTO payments (session_id, order_id, amount, currency, at) VALUES ('cs_lost', ${expired}, 100, 'ron', now() - interval '2 days')`,
  "I10 keeps money of an order that was charged back": `UPDATE orders SET state = 'charged_back', stake = 'none' WHERE id = ${paid};
     UPDATE payments SET at = at - interval '2 days' WHERE order_id = ${paid}`,
  "I10 never processes a webhook event":
    "INSERT INTO payment_notices (event_id, type, sent_at, received_at) VALUES ('evt_lost', 'checkout.session.completed', now(), now() - interval '2 days')",
  "I11 prints another price": `UPDATE ticket_purchases SET total_price = total_price + 100 WHERE order_id = ${paid}`,
  "I11 keeps a higher price on a ticket that ended than its line had": `UPDATE ticket_purchases SET total_price = total_price * 2 WHERE order_id = ${refunded}`,
  "I12 lets a duty delete": 'GRANT DELETE ON payments TO "app_worker"',
  "I12 lets everybody empty the journal": "GRANT TRUNCATE ON journal TO PUBLIC",
  "I12 lets a duty rewrite the ledger": 'GRANT UPDATE ON ledger_entries TO "app_admin"',
  "I12 disables the trigger": "ALTER TABLE payments DISABLE TRIGGER payments_are_append_only",
  "I14 takes entries off without an admission": `UPDATE ticket_purchases SET entries_remaining = entries_remaining - 1 WHERE id = (SELECT id FROM ticket_purchases WHERE entries_remaining > 0 LIMIT 1)`,
  "I15 answers one request twice":
    "ALTER TABLE admissions DROP CONSTRAINT admissions_once; INSERT INTO admissions SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid()))).* FROM admissions a LIMIT 1",
  "E1 forgets what a phone wrote down": `INSERT INTO gate_log (device_id, seq, digest, event_id, signed_text, signature, is_quarantined, kind, mode, purchase_id, entries, is_counted)
     SELECT gen_random_uuid(), 1, repeat('a', 64), event_id, '{}', 's', false, 'admit', 'offline', id, 1, true FROM ticket_purchases WHERE entries_remaining > 0 LIMIT 1`,
  "E2 sells at the door what was never set aside, and does not say so": `INSERT INTO gate_log (device_id, seq, digest, event_id, signed_text, signature, is_quarantined, kind, mode, entries, type_id, quantity, bani, means, is_counted)
     SELECT gen_random_uuid(), 1, repeat('a', 64), id, '{}', 's', false, 'sale', 'offline', 1, gen_random_uuid(), 1, 0, 'cash', true FROM events LIMIT 1`,
  "I19 leaves an email unsent":
    "INSERT INTO letters (id, kind, dedupe_key, recipient, message_id, created_at) VALUES (gen_random_uuid(), 'welcome_email', 'k', 'a@exemplu.example', 'm', now() - interval '2 days')",
  "D19 numbers against the draw": room("4 - p.drawn"),
  "D19 loses somebody who was numbered": `${room("p.drawn")}; DELETE FROM room_places WHERE number = 3`,
  "D19 gives an account two places": `${room("p.drawn")}; ALTER TABLE room_places DROP CONSTRAINT room_places_one_for_each_account;
     UPDATE room_places SET user_id = (SELECT user_id FROM room_places WHERE number = 1) WHERE number = 2`,
  "D19 lets in a person without a number": `${room("p.drawn")}; ALTER TABLE openings DROP CONSTRAINT openings_admit_whom_they_numbered; UPDATE openings SET admitted_up_to = 9 WHERE places_given = 3`,
  "I30 goes back from paid to held": `INSERT INTO journal (actor_kind, subject_kind, subject_id, what, before) VALUES ('admin', 'order', ${paid}, 'held', '"paid"')`,
  "L1 loses the line of an order": `DELETE FROM order_lines WHERE order_id = ${paid}`,
  "L1 loses an order and keeps its line": `DELETE FROM orders WHERE id = ${expired}`,
  "L1 prices the lines higher than the order": `UPDATE order_lines SET list_price = list_price + 100, total = total + 100 * quantity WHERE order_id = ${paid}`,
  "L1 numbers lines with a gap": `UPDATE order_lines SET no = 2 WHERE order_id = ${paid}`,
  "L1 says another type in the header": `UPDATE orders SET title = 'Altceva' WHERE id = ${paid}`,
  "L2 has the price of a phase and did not take of it": `UPDATE order_lines SET phase_id = gen_random_uuid() WHERE order_id = ${paid}`,
  "L2 is of a pool and did not take of it": `UPDATE order_lines SET pool_id = gen_random_uuid() WHERE order_id = ${paid}`,
  "L2 is discounted by a code and did not take of it": `UPDATE order_lines SET voucher_id = gen_random_uuid() WHERE order_id = ${paid}`,
  "L2 gave back a use of a code for a ticket that is valid": `INSERT INTO voucher_returns (id, order_id, line_no, tickets) VALUES (gen_random_uuid(), ${paid}, 1, 1)`,
  "L2 takes more than the lines say": `UPDATE orders SET take_ns[1] = take_ns[1] + 1 WHERE id = ${paid}`,
  "L3 forgets a night of a seat":
    "DELETE FROM ticket_purchases WHERE id = (SELECT p.id FROM ticket_purchases p JOIN orders o ON o.id = p.order_id WHERE o.family = 'season_pass' AND p.units = 0 AND p.event_id = ANY (o.event_ids) LIMIT 1)",
  "L3 shares more than was paid":
    "UPDATE ticket_purchases SET share = coalesce(share, total_price) + 1 WHERE id = (SELECT p.id FROM ticket_purchases p JOIN orders o ON o.id = p.order_id WHERE o.family = 'ordinary' LIMIT 1)",
  "L3 gives two seats one id": `INSERT INTO ticket_purchases SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'ticket_code', 'FSC-0000-000000', 'seat_no', 2, 'bundle_id', gen_random_uuid()))).* FROM ticket_purchases p WHERE order_id = ${paid};
     UPDATE ticket_purchases SET bundle_id = gen_random_uuid() WHERE order_id = ${paid} AND seat_no = 1;
     UPDATE ticket_purchases p SET bundle_id = (SELECT bundle_id FROM ticket_purchases WHERE order_id = p.order_id AND seat_no = 1) WHERE order_id = ${paid} AND seat_no = 2`,
  "L4 leaves a seat valid whose money went back": `UPDATE ticket_purchases SET bundle_id = id WHERE order_id = ${paid};
     INSERT INTO refunds (id, order_id, session_id, amount, reason, state, bundle_ids) SELECT gen_random_uuid(), p.order_id, p.session_id, 1, 'administrator', 'succeeded', ARRAY[t.bundle_id]
     FROM payments p JOIN ticket_purchases t ON t.order_id = p.order_id WHERE p.order_id = ${paid}`,
  "I32 changes an order without a word": `UPDATE orders SET state = 'disputed' WHERE id = ${paid}`,
  "I32 writes a step twice": `INSERT INTO journal (actor_kind, subject_kind, subject_id, what, before) VALUES ('notice', 'order', ${paid}, 'paid', '"checkout_open"')`,
  "I33 has a payout that is more than its entries":
    "INSERT INTO payouts (id, state, amount, arrives_at, entries_read_at) VALUES ('po_1', 'paid', 1, now(), now())",
  "I32 loses the journal of an order": `DELETE FROM journal WHERE subject_id = ${paid}`,
};

/** Does this with no trigger and no reference in the way, and takes it back. */
async function undone(work: () => Promise<void>): Promise<void> {
  await db`BEGIN`;
  try {
    await db`SET LOCAL session_replication_role = replica`;
    await work();
  } finally {
    await db`ROLLBACK`;
  }
}

describe("the invariants of the data", () => {
  it("hold for the sample season, in one read-only snapshot", async () => {
    expect(await findViolations(owner, dataInvariants)).toEqual([]);
  });

  it("can be read with the rights of the duty `settle`", async () => {
    const login = new pg.Client({ connectionString: database.urls.worker });
    await login.connect();
    try {
      await login.query('SET ROLE "app_worker"');
      expect(await findViolations(login, dataInvariants)).toEqual([]);
    } finally {
      await login.end();
    }
  });

  it.each(Object.entries(sabotage))("reports what somebody does: %s", async (what, sql) => {
    const id = what.split(" ")[0];
    await undone(async () => {
      const results = [await owner.query(sql)].flat();
      expect(
        results.some((result) => result.rowCount !== 0),
        "the sabotage changed something",
      ).toBe(true);
      const found = await readViolations(owner, dataInvariants);
      expect(found.map((violation) => violation.id)).toContain(id);
      expect(found.find((violation) => violation.id === id)?.rows[0]).toBeDefined();
    });
  });

  it("report nothing about a room with a correct draw", () =>
    undone(async () => {
      await owner.query(room("p.drawn"));
      expect(await readViolations(owner, dataInvariants)).toEqual([]);
    }));

  it("are each violated at least once above", () => {
    expect(
      dataInvariants
        .map(({ id }) => id)
        .filter((id) => !Object.keys(sabotage).some((what) => what.startsWith(`${id} `))),
    ).toEqual([]);
  });

  it("I31 reports a server that does not wait for the disk, such as the one of this test run", async () => {
    const [violation] = await findViolations(owner, serverInvariants);
    expect(violation?.rows).toContainEqual({ name: "fsync", setting: "off" });
  });

  it.each([
    [
      "an order that a code made free, and only with its line",
      "UPDATE order_lines SET voucher_id = gen_random_uuid() WHERE order_id IN (SELECT id FROM orders WHERE total = 0)",
    ],
    [
      "an administrator's invitation, and only with its journal row",
      "INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) SELECT gen_random_uuid(), 'admin', 'order', id, 'granted' FROM orders WHERE total = 0",
    ],
  ])("I9 accepts %s", (_, why) =>
    undone(async () => {
      await owner.query(
        `UPDATE orders SET unit_price = 0, total = 0 WHERE id = ${paid};
         UPDATE ticket_purchases SET total_price = 0 WHERE order_id IN (SELECT id FROM orders WHERE total = 0);
         DELETE FROM payments WHERE order_id IN (SELECT id FROM orders WHERE total = 0)`,
      );
      const i9 = dataInvariants.filter(({ id }) => id === "I9");
      expect(await readViolations(owner, i9)).toHaveLength(1);
      await owner.query(why);
      expect(await readViolations(owner, i9)).toEqual([]);
    }),
  );
});
