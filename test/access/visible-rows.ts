/** The roles that a connection can have, and the login itself without a role. */
export const roleKeys = [
  "anon",
  "customer",
  "gate",
  "door_chief",
  "box_office",
  "manager",
  "accountant",
  "admin",
  "identity",
  "seller",
  "worker",
  "export",
  "login",
] as const;
export type RoleKey = (typeof roleKeys)[number];

/**
 * The rows of a table or view that a role sees, as a condition in SQL; `:me` is the user id of the transaction. A role
 * that is not named sees nothing and is refused. A table that is not named fails the test: who may see a new table is
 * decided here and in migrations/access.sql, and the two must agree.
 */
export type VisibleRows = Partial<Record<Exclude<RoleKey, "login">, string>>;

/** The same for these roles, whose names are separated by spaces. */
function same<Value>(value: Value, roles: string): Partial<Record<Exclude<RoleKey, "login">, Value>> {
  const known: readonly string[] = roleKeys;
  const wrong = words(roles).find((role) => !known.includes(role));
  if (wrong) throw new Error(`no role ${wrong}`);
  return Object.fromEntries(words(roles).map((role) => [role, value]));
}
function words(text: string): string[] {
  return text.split(" ");
}

/** The same for these tables; a name without a schema is of `public`. */
function tables<Value>(names: string, value: Value): Record<string, Value> {
  return Object.fromEntries(
    words(names).map((name) => [name.includes(".") ? name : `public.${name}`, value]),
  );
}

const everyRow = "true";
const mine = "user_id = :me";
const ofMyOrders = "order_id IN (SELECT id FROM orders WHERE user_id = :me)";
/** All columns of `moves` but the person's. */
const factsOfMove = words(
  "id event_id from_date from_time from_location to_date to_time to_location reason at",
);
const everybody: VisibleRows = same(
  everyRow,
  "anon customer gate door_chief box_office manager accountant admin seller worker",
);
const publicTexts = `key IN ('club', 'brand', 'hero', 'about', 'footer', 'terms', 'privacy', 'cookies', 'season_pass_tickets', 'quick_purchase')`;
const published = "publish_at <= now()";
const publishedOrMine = `${published} OR id IN (SELECT event_id FROM ticket_purchases WHERE ${mine})`;
const ofNights = (nights: string, column = "event_id") =>
  `${column} IN (SELECT id FROM events WHERE ${nights})`;
const ofBills = (nights: string) =>
  `featured OR id IN (SELECT artist_id FROM event_artists WHERE ${ofNights(nights)})`;
const onSale = `is_visible AND archived_at IS NULL AND NOT requires_code AND id IN (SELECT ticket_id FROM event_tickets WHERE ${ofNights(published)})`;
const onSaleOrBought = `(${onSale}) OR id IN (SELECT ticket_type_id FROM order_lines WHERE ${ofMyOrders}) OR id IN (SELECT ticket_type_id FROM ticket_purchases WHERE ${mine})`;
const ofTypes = (types: string) => `ticket_type_id IN (SELECT id FROM tickets WHERE ${types})`;
const linksOfTypes = (types: string) => `ticket_id IN (SELECT id FROM tickets WHERE ${types})`;
const countersOf = (nights: string, types: string) =>
  `${ofNights(nights, "id")} OR id IN (SELECT pool_id FROM tickets WHERE ${types}) OR id IN (SELECT id FROM tickets WHERE ${types}) OR id IN (SELECT id FROM price_phases WHERE ${ofTypes(types)})`;

const ofPictures = (nights: string, types: string) =>
  `url IN (SELECT image_url FROM events WHERE ${nights} UNION ALL SELECT image_url FROM artists WHERE ${ofBills(nights)} UNION ALL SELECT image_url FROM tickets WHERE ${types}
    UNION ALL SELECT unnest(ARRAY[background_url, logo_url]) FROM site_content WHERE ${publicTexts})`;

const catalogueChanges = `subject_kind IN ('event', 'artist', 'ticket_type', 'voucher', 'picture', 'content', 'site', 'site_content')`;

const ofSeenNights: VisibleRows = {
  ...everybody,
  anon: ofNights(published),
  customer: ofNights(publishedOrMine),
};

const ofGuestLists: VisibleRows = same(everyRow, "admin manager box_office worker gate door_chief");

const ofDoor: VisibleRows = same(everyRow, "gate door_chief admin");

export const visibleRows: Readonly<Record<string, VisibleRows>> = {
  "public.events": {
    ...everybody,
    ...same(published, "anon seller"),
    customer: publishedOrMine,
    export: everyRow,
  },
  "public.artists": { ...everybody, anon: ofBills(published), customer: ofBills(publishedOrMine) },
  "public.slugs": {
    anon: `${ofNights(published, "subject_id")} OR subject_id IN (SELECT id FROM artists WHERE ${ofBills(published)})`,
    ...same(everyRow, "admin manager"),
  },
  "public.event_artists": ofSeenNights,
  "public.event_tickets": {
    ...everybody,
    anon: `${linksOfTypes(onSale)} AND ${ofNights(published)}`,
    customer: `(${linksOfTypes(onSaleOrBought)}) AND (${ofNights(publishedOrMine)})`,
  },
  "public.pictures": {
    ...everybody,
    anon: ofPictures(published, onSale),
    customer: ofPictures(publishedOrMine, onSaleOrBought),
  },
  "public.stock_counters": {
    ...everybody,
    anon: countersOf(published, onSale),
    customer: countersOf(publishedOrMine, onSaleOrBought),
    ...same("kind NOT IN ('voucher', 'guest_holds')", "gate door_chief box_office accountant"),
    export: "kind = 'voucher'",
  },
  "public.pools": same(everyRow, "admin worker box_office manager accountant"),
  "public.price_phases": {
    anon: ofTypes(onSale),
    customer: ofTypes(onSaleOrBought),
    ...same(everyRow, "admin seller worker box_office manager accountant"),
  },
  // a visitor sees the code that the transaction names, which is none here
  "public.vouchers": {
    ...same("false", "anon customer"),
    ...same(everyRow, "identity admin seller worker export box_office manager accountant"),
  },
  "public.voucher_returns": same(everyRow, "admin seller worker export box_office accountant"),
  "public.site_content": {
    ...same(publicTexts, "anon customer gate door_chief box_office accountant"),
    ...same(everyRow, "admin seller worker manager"),
  },
  "public.tickets": {
    anon: onSale,
    customer: onSaleOrBought,
    ...same(everyRow, "gate admin seller worker export door_chief box_office manager accountant"),
  },
  "public.openings": ofSeenNights,
  "public.stops": {
    ...everybody,
    anon: `event_id IS NULL OR ${ofNights(published)}`,
    customer: `event_id IS NULL OR ${ofNights(publishedOrMine)}`,
  },
  "public.cancellations": {
    anon: ofNights(published),
    customer: ofNights(publishedOrMine),
    ...same(everyRow, "gate admin worker door_chief box_office manager accountant"),
  },
  ...tables(
    "cancelled_orders moved_orders backups failed_backups payment_notices low_stock mail_pause mail_pace email_settings",
    same(everyRow, "admin worker"),
  ),
  ...tables(
    "email_templates email_template_versions newsletter_subscriptions",
    same(everyRow, "admin worker"),
  ),
  "public.guest_lists": ofGuestLists,
  "public.listed_guests": ofGuestLists,
  ...tables("gates double_marks", { ...ofDoor, worker: everyRow }),
  "public.gate_devices": { ...ofDoor, ...same(everyRow, "worker identity") },
  "public.gate_invitations": same(everyRow, "gate identity"),
  "public.chief_proofs": same(everyRow, "gate"),
  "public.door_shares": { ...ofDoor, ...same(everyRow, "worker manager") },
  "public.gate_log": { ...ofDoor, ...same(everyRow, "worker manager") },
  "public.moves": {
    anon: ofNights(published),
    customer: ofNights(publishedOrMine),
    ...same(everyRow, "gate admin worker door_chief box_office manager accountant"),
  },
  ...tables("night_messages balance_entries payouts", { worker: everyRow }),
  "public.vat_rates": same(everyRow, "admin accountant manager worker"),
  "public.room_places": same(everyRow, "seller worker"),
  "public.process_pulses": same(everyRow, "admin manager seller worker"),
  "public.profiles": {
    ...same("id = :me", "customer gate door_chief"),
    ...same(everyRow, "admin seller worker identity export box_office"),
    manager: "id = :me OR role <> 'user'",
    accountant:
      "role <> 'user' OR id IN (SELECT user_id FROM orders) OR id IN (SELECT user_id FROM ticket_purchases)",
  },
  "public.person_notes": {
    customer: "person_id = :me",
    ...same(everyRow, "box_office accountant admin identity"),
  },
  "public.orders": {
    customer: mine,
    ...same(everyRow, "admin seller worker export box_office manager accountant"),
    identity:
      "state IN ('held', 'checkout_open', 'payment_pending') OR (state = 'expired' AND hold_expires_at > now() - interval '30 minutes')",
  },
  ...tables("session_holders identity.refresh_token identity.factor_challenge identity.recovery_code", {
    identity: everyRow,
  }),
  ...tables("identity.flow_state identity.account identity.verification identity.throttle", {
    identity: everyRow,
  }),
  ...tables("identity.passkey identity.registration", { identity: everyRow }),
  ...tables("guest_sessions identity.session identity.factor", same(everyRow, "identity seller")),
  "identity.user": same(everyRow, "identity seller worker"),
  "public.guest_tries": same(everyRow, "seller worker"),
  "public.order_lines": {
    customer: ofMyOrders,
    ...same(everyRow, "admin seller worker export box_office manager accountant"),
  },
  "public.checkout_attempts": {
    customer: ofMyOrders,
    ...same(everyRow, "admin seller worker box_office accountant"),
  },
  "public.payments": { customer: ofMyOrders, ...same(everyRow, "admin worker box_office accountant") },
  "public.ticket_purchases": {
    customer: mine,
    ...same(everyRow, "gate admin worker export door_chief box_office manager accountant"),
  },
  "public.transfers": { ...same("from_id = :me", "customer admin"), worker: everyRow },
  "public.stripe_subscriptions": same(mine, "customer admin"),
  "public.stripe_user_orders": same(everyRow, "customer admin"),
  "public.stripe_user_subscriptions": same(everyRow, "customer admin"),
  "public.refunds": {
    customer: ofMyOrders,
    ...same(everyRow, "gate admin worker export box_office accountant"),
  },
  "public.disputes": {
    customer: ofMyOrders,
    ...same(everyRow, "gate admin worker export box_office accountant"),
  },
  ...tables("sales_deltas sales_totals member_days", same(everyRow, "admin worker manager accountant")),
  "public.reconciliations": same(everyRow, "admin worker accountant"),
  "public.ledger_entries": same(everyRow, "admin worker export box_office accountant"),
  "public.letters": {
    ...same(everyRow, "admin worker"),
    identity: "order_id IS NULL AND purchase_id IS NULL",
    ...same("order_id IS NOT NULL", "box_office accountant"),
  },
  "public.admissions": {
    ...same(everyRow, "admin worker gate door_chief box_office accountant"),
    manager: "guest_id IS NOT NULL",
  },
  "public.journal": {
    ...same(everyRow, "admin worker"),
    accountant: "subject_kind = 'order'",
    box_office: "subject_kind = 'order' OR subject_kind = 'event' AND what LIKE 'guest%'",
    manager: catalogueChanges,
  },
  "public.security_events": { admin: everyRow },
  "public.notification_reads": { admin: mine },
  "public.team_settings": same(everyRow, "admin box_office identity worker"),
  "public.team_invitations": same(everyRow, "identity worker"),
  "public.provider_pace": same(everyRow, "seller worker"),
  "public.signing_keys": {
    ...same("purpose <> 'label'", "anon customer gate admin door_chief box_office manager accountant"),
    ...same(everyRow, "worker identity"),
  },
  "public.installation": { ...everybody, identity: everyRow },
};

/** Views show the rows of the reader, so their rows are counted in the table behind them. */
export const viewOf: Readonly<Record<string, string>> = {
  "public.stripe_user_orders": "SELECT count(*)::int AS n FROM orders WHERE user_id = :me",
  "public.stripe_user_subscriptions":
    "SELECT count(*)::int AS n FROM stripe_subscriptions WHERE user_id = :me",
};

/** The person that the transaction is for; `off` asks the server to switch row-level security off. */
export const situationsOf = ({ ana, dan, nobody }: Record<"ana" | "dan" | "nobody", string>) =>
  [
    { name: "without a user", set: "", me: null },
    { name: "with '' as user", set: "SET LOCAL app.user_id = ''", me: null },
    { name: "as Ana", set: `SET LOCAL app.user_id = '${ana}'`, me: ana },
    { name: "as Dan", set: `SET LOCAL app.user_id = '${dan}'`, me: dan },
    { name: "as somebody unknown", set: `SET LOCAL app.user_id = '${nobody}'`, me: nobody },
    {
      name: "as Ana with row_security off",
      set: `SET LOCAL app.user_id = '${ana}'; SET LOCAL row_security = off`,
      me: ana,
    },
    { name: "without a user and row_security off", set: "SET LOCAL row_security = off", me: null },
  ] as const;

const mailSettings = words(
  "smtp_host smtp_port pop3_host pop3_port username from_email from_name reply_to enabled",
);

const admitted = words(
  "id order_id line_no seat_no user_id event_id ticket_type_id quantity places ticket_code status entries_total entries_remaining secret_version holder_name suspended share_returned_at",
);

/** The tables of which a role sees single columns only; of all others it sees none or every column. */
export const columnsSeen: Readonly<Record<string, Partial<Record<RoleKey, readonly string[]>>>> = {
  "public.gate_log": { manager: ["event_id"] },
  "public.admissions": { manager: ["id", "guest_id", "verdict", "entries", "received_at"] },
  "public.ticket_purchases": {
    ...same(admitted, "gate door_chief"),
    manager: words(
      "id order_id line_no seat_no event_id ticket_type_id quantity units places status purchase_date is_test",
    ),
    export: words(
      "id order_id user_id event_id ticket_type_id quantity total_price share ticket_code holder_name purchase_date status suspended share_returned_at entries_remaining line_no seat_no is_test bundle_id",
    ),
  },
  "public.team_invitations": { worker: ["id", "role", "invited_by", "state", "expires_at"] },
  // Everything but the address.
  "public.listed_guests": same(
    words("id list_id event_id name places entered note added_by added_at removed_at"),
    "gate door_chief",
  ),
  // Everything but the link's secret, and who has it now.
  "public.transfers": same(
    words("id order_id line_no seat_no from_id name recipient state created_at ended_at"),
    "customer admin",
  ),
  // Everything but its name for the office, its set, and what concerns refunds and saving.
  "public.vouchers": {
    export: ["id", "code", "set_id", "is_on", "ends_at"],
    identity: ["code", "starts_at", "ends_at", "is_on"],
    ...same(
      words("id code kind percent amount event_ids ticket_type_ids per_person starts_at ends_at is_on"),
      "anon customer",
    ),
  },
  // The columns of the administrators' files.
  "public.events": { export: ["id", "name", "title", "ends_at", "cancelled_at"] },
  "public.tickets": { export: ["id", "type", "is_season_pass"] },
  "public.profiles": {
    export: ["id", "full_name", "contact", "phone"],
    // Everything but the phone.
    accountant: words("id role full_name email is_guest contact_email contact_proven_at contact created_at"),
  },
  "public.guest_sessions": { seller: ["user_id", "token", "expires_at"] },
  "public.guest_tries": { worker: ["at"] },
  "public.person_notes": { customer: ["person_id", "note", "at"], identity: ["person_id"] },
  "public.order_lines": {
    manager: [
      "order_id",
      "no",
      "ticket_type_id",
      "voucher_id",
      "pool_id",
      "quantity",
      "discount",
      "list_price",
    ],
    export: ["order_id", "no", "title", "event_ids", "quantity", "discount", "voucher_id", "list_price"],
  },
  "public.stock_counters": { export: ["id", "sold", "held"] },
  "public.voucher_returns": { export: ["order_id", "line_no", "tickets"] },
  "public.ledger_entries": { export: ["source", "source_id", "account", "order_id", "amount", "at"] },
  // What an email is filled with, perhaps a live link, only the duty that sends it reads.
  "public.letters": {
    identity: ["dedupe_key"],
    ...same(
      words(
        "id kind dedupe_key recipient user_id order_id purchase_id night_message_id message_id state attempts interruptions next_at last_error tries template is_fallback created_at sent_at",
      ),
      "admin box_office accountant",
    ),
  },
  "public.gate_invitations": { identity: ["made_by", "used_at"] },
  "public.gate_devices": { identity: words("id event_id name invited_by revoked_at ends_at") },
  "public.refunds": {
    customer: ["order_id", "amount", "state", "succeeded_at"],
    gate: ["order_id", "created_at"],
    export: ["order_id", "session_id", "state", "reason", "bundle_ids", "provider_refund_id"],
  },
  "public.disputes": {
    customer: ["order_id", "amount", "state"],
    gate: ["order_id", "opened_at"],
    export: ["id", "order_id", "session_id", "amount", "state"],
  },
  "public.orders": {
    manager: words("id event_ids ticket_type_id state stake line_at hold_expires_at paid_at"),
    identity: words("user_id state hold_expires_at"),
    export: ["id", "number", "total", "title", "state", "stake", "created_at", "paid_at"],
  },
  // Everything but the seed of the draw, which only an auditor needs, and the time of the last admission.
  "public.openings": same(
    ["event_id", "opens_at", "room_minutes", "drawn_at", "places_given", "admitted_up_to", "ended_at"],
    "anon customer gate door_chief box_office accountant",
  ),
  // Everything but the reason and the person.
  "public.process_pulses": { seller: ["at", "pulse"], manager: ["at", "pulse"] },
  "public.cancellations": same(
    ["event_id", "reason", "used_tickets", "at"],
    "anon customer gate door_chief box_office manager accountant",
  ),
  "public.moves": same(factsOfMove, "anon customer gate door_chief box_office manager accountant"),
  "public.stops": same(
    ["id", "event_id", "kind", "since", "until", "lifted_at"],
    "anon customer gate door_chief box_office accountant seller worker",
  ),
  // Everything but the password.
  "public.email_settings": { admin: ["id", ...mailSettings, "updated_at"] },
  "public.signing_keys": same(
    ["kid", "purpose", "public_key", "valid_from", "valid_until"],
    "anon customer gate door_chief box_office manager accountant admin",
  ),
  "public.installation": same(
    ["one_row", "mode", "made_at", "login_retired_at"],
    "anon customer gate door_chief box_office manager accountant admin identity seller worker",
  ),
  "identity.session": { seller: ["user_id", "token", "expires_at", "aal"] },
  "identity.factor": { seller: ["user_id", "status"] },
  "identity.user": same(["id", "email_verified"], "seller worker"),
};

/** What a role may write, and which columns; everything else is refused. */
export type Rights = Partial<
  Record<"insert" | "update", readonly string[] | "every column"> & Record<"remove", "rows">
>;

const every = "every column";
const writes: Rights = { insert: every, update: every };
const allOfIt: Rights = { ...writes, remove: "rows" };
const securityEvent = ["kind", "person_id", "actor_id", "network", "detail"];
const marksDoubles = {
  insert: words("id event_id purchase_id guest_id entered row_digest word marked_by"),
};
const leadsGates: Rights = {
  insert: ["id", "event_id", "name", "type_ids"],
  update: ["name", "type_ids", "mode"],
  remove: "rows",
};
const invitesPhones = ["id", "gate_id", "secret_hash", "made_by", "expires_at", "is_chief"];
const entriesLeft: Rights = { update: ["entries_remaining"] };

export const rights: Readonly<Record<string, Partial<Record<RoleKey, Rights>>>> = {
  "public.pictures": {
    ...same(
      {
        insert: ["url", "width", "height", "sources", "alt_text", "light", "bytes", "uploaded_by"],
        update: ["alt_text", "has_title"],
      },
      "admin manager",
    ),
    worker: { update: ["unused_since"], remove: "rows" },
  },
  "public.site_content": same(
    {
      insert: ["id", "key", "content", "updated_by"],
      update: ["content", "version", "updated_by", "updated_at"],
    },
    "admin manager",
  ),
  "public.profiles": {
    ...same(
      { update: ["full_name", "phone", "updated_at"] },
      "customer gate admin door_chief box_office manager accountant",
    ),
    identity: {
      insert: ["id", "email", "full_name", "phone", "is_guest", "contact_email"],
      update: ["email", "full_name", "phone", "role", "updated_at", "contact_proven_at"],
      remove: "rows",
    },
    worker: {
      update: ["contact_email", "contact_corrected_at", "contact_version", "has_tickets"],
      remove: "rows",
    },
  },
  "public.person_notes": {
    ...same({ insert: ["id", "person_id", "author_id", "note"], remove: "rows" }, "admin box_office"),
    identity: { remove: "rows" },
  },
  "public.guest_sessions": { identity: { insert: every, remove: "rows" } },
  "public.guest_tries": {
    seller: { insert: every, update: ["user_id"], remove: "rows" },
    worker: { remove: "rows" },
  },
  ...tables("orders checkout_attempts provider_pace", same(writes, "seller worker")),
  "public.order_lines": same({ insert: every }, "seller worker"),
  "public.openings": {
    ...same(
      {
        insert: ["event_id", "opens_at", "room_minutes"],
        update: ["opens_at", "room_minutes"],
        remove: "rows",
      },
      "admin manager",
    ),
    seller: {
      update: ["drawn_at", "seed", "places_given", "admitted_up_to", "counted_at", "ended_at"],
    },
  },
  "public.room_places": { seller: { insert: ["id", "event_id", "user_id"], update: ["number"] } },
  "public.cancellations": { admin: { insert: ["event_id", "reason", "used_tickets", "actor_id"] } },
  "public.cancelled_orders": { worker: { insert: every, update: ["amount"] } },
  "public.guest_lists": { worker: { insert: ["id", "event_id", "name"], update: ["name"] } },
  "public.listed_guests": {
    worker: {
      insert: ["id", "list_id", "event_id", "name", "places", "note", "email", "added_by"],
      update: ["name", "places", "note", "email", "removed_at"],
    },
    ...same({ update: ["entered"] }, "gate door_chief"),
  },
  "public.gates": same(leadsGates, "door_chief admin"),
  "public.gate_invitations": {
    ...same({ insert: invitesPhones }, "door_chief admin"),
    ...same({ update: ["used_at"] }, "gate identity"),
  },
  "public.gate_devices": {
    gate: {
      insert: words("id gate_id event_id name public_key invited_by decides ends_at is_chief calls_age"),
      update: words(
        "seen_at settled_at acked_through said_through list_at rows_accepted_at rows_accepted_by decides yields_to yield_id battery",
      ),
    },
    ...same({ update: ["revoked_at", "revoked_by"] }, "door_chief admin identity"),
    worker: { update: words("till_bani till_by till_at") },
  },
  "public.chief_proofs": { gate: { insert: words("hash device_id seq") } },
  "public.double_marks": same(marksDoubles, "door_chief admin"),
  "public.door_shares": { worker: { insert: every, update: ["quantity", "entries", "price", "pool_id"] } },
  "public.gate_log": { gate: { insert: every, update: ["is_counted", "finding"] } },
  "public.moves": {
    admin: { insert: [...factsOfMove.filter((column) => column !== "at"), "actor_id"] },
  },
  ...tables("moved_orders voucher_returns reconciliations member_days payments ledger_entries", {
    worker: { insert: every },
  }),
  "public.night_messages": {
    worker: {
      insert: ["id", "event_id", "kind", "type_ids", "at_gate", "subject", "body", "actor_id"],
      update: ["spread_at", "recipients", "stopped_at", "stopped_by"],
    },
  },
  "public.vat_rates": {
    ...same(
      { insert: ["valid_from", "rate", "set_by"], update: ["rate", "set_by", "set_at"], remove: "rows" },
      "admin accountant",
    ),
  },
  "public.stops": same(
    {
      insert: ["id", "event_id", "kind", "reason", "started_by", "until"],
      update: ["lifted_at", "lifted_by"],
    },
    "admin manager",
  ),
  ...tables("process_pulses sales_deltas low_stock", { worker: { insert: every, remove: "rows" } }),
  ...tables("events artists event_artists price_phases pools vouchers", same(allOfIt, "admin manager")),
  "public.slugs": same({ insert: every }, "admin manager"),
  "public.event_tickets": {
    ...same(allOfIt, "admin manager"),
    worker: { insert: every },
  },
  "public.tickets": {
    ...same(allOfIt, "admin manager"),
    worker: {
      update: words("price_agreed_at price_wanted_at stripe_price_id event_id shown_from version updated_at"),
    },
  },
  "public.stock_counters": {
    seller: { update: ["held"] },
    worker: { insert: ["id", "kind", "capacity"], update: ["held", "sold", "capacity"] },
    ...same({ insert: ["id", "kind", "capacity"], update: ["capacity"], remove: "rows" }, "admin manager"),
  },
  "public.journal": same(
    { insert: every },
    "customer gate admin identity seller worker door_chief box_office manager accountant",
  ),
  "public.security_events": {
    ...same({ insert: securityEvent }, "identity admin accountant manager box_office door_chief"),
    worker: { insert: securityEvent, update: ["network"], remove: "rows" },
  },
  ...tables("payment_notices refunds disputes transfers", { worker: writes }),
  "public.newsletter_subscriptions": { worker: allOfIt },
  "public.sales_totals": {
    worker: writes,
    ...same({ insert: every, update: ["purchases", "quantity", "revenue"] }, "admin manager"),
  },
  "public.balance_entries": { worker: { insert: every, update: ["payout_id"] } },
  "public.payouts": {
    worker: { insert: every, update: ["state", "amount", "arrives_at", "entries_read_at"] },
  },
  "public.letters": { worker: writes, identity: { insert: every } },
  "public.ticket_purchases": {
    worker: writes,
    ...same(entriesLeft, "gate door_chief"),
  },
  "public.admissions": same({ insert: every }, "gate door_chief"),
  "public.notification_reads": { admin: writes },
  "public.team_settings": { admin: { insert: every, update: ["demands_factor", "refund_limit"] } },
  "public.team_invitations": {
    identity: { insert: every, update: ["state", "accepted_by"], remove: "rows" },
  },
  "public.mail_pause": { worker: { insert: every, remove: "rows" }, admin: { remove: "rows" } },
  "public.mail_pace": { worker: allOfIt, admin: { remove: "rows" } },
  "public.email_settings": {
    admin: { insert: every, update: [...mailSettings, "password", "updated_at"] },
  },
  "public.email_templates": {
    admin: allOfIt,
    worker: { insert: every },
  },
  "public.email_template_versions": same({ insert: every }, "admin worker"),
  "public.signing_keys": { worker: { insert: every, update: ["valid_until"] }, identity: { insert: every } },
  ...Object.fromEntries(
    Object.keys(visibleRows)
      .filter((table) => table.startsWith("identity."))
      .map((table) => [table, { identity: allOfIt }]),
  ),
};
