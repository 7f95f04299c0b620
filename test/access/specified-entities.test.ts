import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";

const database = await testDatabase();
const { client, db, person } = await openSeasonBuilder(database.ownerUrl);

/**
 * The columns that the specification names. Counts (`capacity`, `quantity_available`) are in stock_counters, and a QR
 * is derived when it is read.
 */
const entities: [row: string, relation: string, columns: string][] = [
  ["A15-04", "profiles", "id role full_name phone avatar_url updated_at email created_at"],
  ["A15-06 B12-22", "site_content", "key content"],
  ["B12-10", "profiles", "id full_name email created_at"],
  [
    "B12-08",
    "ticket_purchases",
    "id user_id event_id ticket_type_id quantity total_price status purchase_date entries_remaining stripe_price_id ticket_code",
  ],
  ["A15-10", "events", "id name title description location date time image_url image_position is_available"],
  [
    "A15-13",
    "tickets",
    "id event_id type price entries is_visible stripe_price_id description image_url image_position is_used is_quick_purchase is_season_pass",
  ],
  ["A15-16", "artists", "id name bio tagline image_url image_position youtube_link featured"],
  ["A15-18", "event_artists", "event_id artist_id"],
  [
    "A15-19",
    "ticket_purchases",
    "id user_id event_id ticket_type_id quantity total_price ticket_code purchase_date email_sent stripe_price_id status entries_remaining",
  ],
  [
    "A15-20",
    "stripe_user_subscriptions",
    "subscription_id subscription_status current_period_end payment_method_brand payment_method_last4",
  ],
  [
    "B12-17",
    "email_settings",
    "id smtp_host smtp_port pop3_host pop3_port username password from_email from_name reply_to enabled",
  ],
  ["B12-18", "email_templates", "id name subject html_content text_content"],
  [
    "A15-21",
    "stripe_user_orders",
    "order_id checkout_session_id order_date amount_total currency payment_status order_status payment_intent_id",
  ],
];

it.each(entities)("%s: %s has the specified columns", async (_row, relation, columns) => {
  const rows = await db<{
    name: string;
  }>`SELECT attname AS name FROM pg_attribute WHERE attrelid = ${relation}::regclass AND attnum > 0 AND NOT attisdropped`;
  expect(rows.map((row) => row.name)).toEqual(expect.arrayContaining(columns.split(" ")));
});

it("a purchase belongs to an existing night and an existing ticket type (B12-09)", async () => {
  const rows = await db<{
    is: string;
  }>`SELECT pg_get_constraintdef(oid) AS is FROM pg_constraint WHERE conrelid = 'ticket_purchases'::regclass AND contype = 'f'`;
  expect(rows.map((row) => row.is)).toEqual(
    expect.arrayContaining([
      "FOREIGN KEY (event_id) REFERENCES events(id)",
      "FOREIGN KEY (ticket_type_id) REFERENCES tickets(id)",
    ]),
  );
});

it("a ticket type has one entry and is visible by default (A15-14, A15-15)", async () => {
  const rows =
    await db`INSERT INTO tickets (id, type, price) VALUES (${newId()}, 'Intrare', 100) RETURNING entries, is_visible`;
  expect(rows).toEqual([{ entries: 1, is_visible: true }]);
});

it("a picture has one of nine positions, by default the middle (A15-26)", async () => {
  const places = "top left,top,top right,left,center,right,bottom left,bottom,bottom right".split(",");
  const insert = (position: string) =>
    client.query(
      "INSERT INTO artists (id, name, bio, image_position) VALUES ($1, 'Nori', 'x', $2) RETURNING image_position",
      [newId(), position],
    );
  for (const place of places) expect((await insert(place)).rows[0].image_position).toBe(place);
  await expect(insert("middle")).rejects.toThrow("artists_image_position_known");
  const rows =
    await db`INSERT INTO artists (id, name, bio) VALUES (${newId()}, 'Nori', 'x') RETURNING image_position`;
  expect(rows[0].image_position).toBe("center");
});

it("a profile is user, gate or admin (A15-05)", async () => {
  const { userId } = await person("gate");
  await expect(db`UPDATE profiles SET role = 'owner' WHERE id = ${userId}`).rejects.toThrow(
    "profiles_role_known",
  );
});
