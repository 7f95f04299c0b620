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

const everyRow = "true";
const mine = "user_id = :me";
const ofMyOrders = "order_id IN (SELECT id FROM orders WHERE user_id = :me)";
/** All columns of `moves` but the person's. */
const factsOfMove = [
  ...["id", "event_id", "from_date", "from_time", "from_location", "to_date", "to_time", "to_location"],
  ...["reason", "at"],
];
const everybody: VisibleRows = {
  anon: everyRow,
  customer: everyRow,
  gate: everyRow,
  door_chief: everyRow,
  box_office: everyRow,
  manager: everyRow,
  accountant: everyRow,
  admin: everyRow,
  seller: everyRow,
  worker: everyRow,
};
const publicTexts = `key IN ('club', 'brand', 'hero', 'about', 'footer', 'terms', 'privacy', 'cookies', 'season_pass_tickets', 'quick_purchase')`;
const published = "publish_at <= now()";
const publishedOrMine = `${published} OR id IN (SELECT event_id FROM ticket_purchases WHERE ${mine})`;
const ofNights = (nights: string, column = "event_id") =>
  `${column} IN (SELECT id FROM events WHERE ${nights})`;
const onSale = `is_visible AND archived_at IS NULL AND NOT requires_code AND id IN (SELECT ticket_id FROM event_tickets WHERE ${ofNights(published)})`;
const onSaleOrBought = `(${onSale}) OR id IN (SELECT ticket_type_id FROM order_lines WHERE ${ofMyOrders}) OR id IN (SELECT ticket_type_id FROM ticket_purchases WHERE ${mine})`;
const ofTypes = (types: string) => `ticket_type_id IN (SELECT id FROM tickets WHERE ${types})`;
const linksOfTypes = (types: string) => `ticket_id IN (SELECT id FROM tickets WHERE ${types})`;
const countersOf = (nights: string, types: string) =>
  `${ofNights(nights, "id")} OR id IN (SELECT pool_id FROM tickets WHERE ${types}) OR id IN (SELECT id FROM tickets WHERE ${types}) OR id IN (SELECT id FROM price_phases WHERE ${ofTypes(types)})`;

const catalogueChanges = `subject_kind IN ('event', 'artist', 'ticket_type', 'voucher', 'picture', 'content', 'site', 'site_content')`;

const ofSeenNights: VisibleRows = {
  ...everybody,
  anon: ofNights(published),
  customer: ofNights(publishedOrMine),
};

const ofGuestLists: VisibleRows = {
  admin: everyRow,
  manager: everyRow,
  worker: everyRow,
  gate: everyRow,
  door_chief: everyRow,
};

const ofDoor: VisibleRows = { gate: everyRow, door_chief: everyRow, admin: everyRow };

export const visibleRows: Readonly<Record<string, VisibleRows>> = {
  "public.events": {
    ...everybody,
    anon: published,
    seller: published,
    customer: publishedOrMine,
    export: everyRow,
  },
  "public.artists": everybody,
  "public.slugs": {
    anon: `kind = 'artist' OR ${ofNights(published, "subject_id")}`,
    admin: everyRow,
    manager: everyRow,
  },
  "public.event_artists": ofSeenNights,
  "public.event_tickets": {
    ...everybody,
    anon: `${linksOfTypes(onSale)} AND ${ofNights(published)}`,
    customer: `(${linksOfTypes(onSaleOrBought)}) AND (${ofNights(publishedOrMine)})`,
  },
  "public.pictures": everybody,
  "public.stock_counters": {
    ...everybody,
    anon: countersOf(published, onSale),
    customer: countersOf(publishedOrMine, onSaleOrBought),
    gate: "kind NOT IN ('voucher', 'guest_holds')",
    export: "kind = 'voucher'",
    door_chief: "kind NOT IN ('voucher', 'guest_holds')",
    box_office: "kind NOT IN ('voucher', 'guest_holds')",
    accountant: "kind NOT IN ('voucher', 'guest_holds')",
  },
  "public.pools": {
    admin: everyRow,
    worker: everyRow,
    box_office: everyRow,
    manager: everyRow,
    accountant: everyRow,
  },
  "public.price_phases": {
    anon: ofTypes(onSale),
    customer: ofTypes(onSaleOrBought),
    admin: everyRow,
    seller: everyRow,
    worker: everyRow,
    box_office: everyRow,
    manager: everyRow,
    accountant: everyRow,
  },
  // a visitor sees the code that the transaction names, which is none here
  "public.vouchers": {
    anon: "false",
    customer: "false",
    identity: everyRow,
    admin: everyRow,
    seller: everyRow,
    worker: everyRow,
    export: everyRow,
    box_office: everyRow,
    manager: everyRow,
    accountant: everyRow,
  },
  "public.voucher_returns": {
    admin: everyRow,
    seller: everyRow,
    worker: everyRow,
    export: everyRow,
    box_office: everyRow,
    accountant: everyRow,
  },
  "public.site_content": {
    anon: publicTexts,
    customer: publicTexts,
    gate: publicTexts,
    admin: everyRow,
    seller: everyRow,
    worker: everyRow,
    door_chief: publicTexts,
    box_office: publicTexts,
    manager: everyRow,
    accountant: publicTexts,
  },
  "public.tickets": {
    anon: onSale,
    customer: onSaleOrBought,
    gate: everyRow,
    admin: everyRow,
    seller: everyRow,
    worker: everyRow,
    export: everyRow,
    door_chief: everyRow,
    box_office: everyRow,
    manager: everyRow,
    accountant: everyRow,
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
    gate: everyRow,
    admin: everyRow,
    worker: everyRow,
    door_chief: everyRow,
    box_office: everyRow,
    manager: everyRow,
    accountant: everyRow,
  },
  "public.cancelled_orders": { admin: everyRow, worker: everyRow },
  "public.guest_lists": ofGuestLists,
  "public.listed_guests": ofGuestLists,
  "public.gates": { ...ofDoor, worker: everyRow },
  "public.gate_invitations": { gate: everyRow },
  "public.gate_devices": { ...ofDoor, worker: everyRow },
  "public.double_marks": { ...ofDoor, worker: everyRow },
  "public.door_shares": { ...ofDoor, worker: everyRow, manager: everyRow },
  "public.gate_log": { ...ofDoor, worker: everyRow, manager: everyRow },
  "public.moves": {
    anon: ofNights(published),
    customer: ofNights(publishedOrMine),
    gate: everyRow,
    admin: everyRow,
    worker: everyRow,
    door_chief: everyRow,
    box_office: everyRow,
    manager: everyRow,
    accountant: everyRow,
  },
  "public.moved_orders": { admin: everyRow, worker: everyRow },
  "public.night_messages": { worker: everyRow },
  "public.vat_rates": { admin: everyRow, accountant: everyRow, manager: everyRow, worker: everyRow },
  "public.room_places": { seller: everyRow, worker: everyRow },
  "public.process_pulses": {
    ...{ admin: everyRow, manager: everyRow, accountant: everyRow },
    ...{ seller: everyRow, worker: everyRow, export: everyRow },
  },
  "public.backups": { admin: everyRow, worker: everyRow },
  "public.profiles": {
    customer: "id = :me",
    gate: "id = :me",
    admin: everyRow,
    seller: everyRow,
    worker: everyRow,
    identity: everyRow,
    export: everyRow,
    door_chief: "id = :me",
    box_office: everyRow,
    manager: "id = :me OR role <> 'user'",
    accountant:
      "role <> 'user' OR id IN (SELECT user_id FROM orders) OR id IN (SELECT user_id FROM ticket_purchases)",
  },
  "public.person_notes": {
    customer: "person_id = :me",
    box_office: everyRow,
    accountant: everyRow,
    admin: everyRow,
    identity: everyRow,
  },
  "public.orders": {
    customer: mine,
    admin: everyRow,
    seller: everyRow,
    worker: everyRow,
    identity: "state IN ('held', 'checkout_open', 'payment_pending')",
    export: everyRow,
    box_office: everyRow,
    manager: everyRow,
    accountant: everyRow,
  },
  "public.session_holders": { identity: everyRow },
  "public.guest_sessions": { identity: everyRow, seller: everyRow },
  "public.order_lines": {
    customer: ofMyOrders,
    admin: everyRow,
    seller: everyRow,
    worker: everyRow,
    export: everyRow,
    box_office: everyRow,
    manager: everyRow,
    accountant: everyRow,
  },
  "public.checkout_attempts": {
    customer: ofMyOrders,
    admin: everyRow,
    seller: everyRow,
    worker: everyRow,
    box_office: everyRow,
    accountant: everyRow,
  },
  "public.payments": {
    customer: ofMyOrders,
    admin: everyRow,
    worker: everyRow,
    box_office: everyRow,
    accountant: everyRow,
  },
  "public.ticket_purchases": {
    customer: mine,
    gate: everyRow,
    admin: everyRow,
    worker: everyRow,
    export: everyRow,
    door_chief: everyRow,
    box_office: everyRow,
    manager: everyRow,
    accountant: everyRow,
  },
  "public.transfers": { customer: "from_id = :me", admin: "from_id = :me", worker: everyRow },
  "public.stripe_subscriptions": { customer: mine, admin: mine },
  "public.stripe_user_orders": { customer: everyRow, admin: everyRow },
  "public.stripe_user_subscriptions": { customer: everyRow, admin: everyRow },
  "public.refunds": {
    customer: ofMyOrders,
    admin: everyRow,
    worker: everyRow,
    box_office: everyRow,
    accountant: everyRow,
  },
  "public.disputes": { admin: everyRow, worker: everyRow, box_office: everyRow, accountant: everyRow },
  "public.sales_deltas": { admin: everyRow, worker: everyRow, manager: everyRow, accountant: everyRow },
  "public.sales_totals": { admin: everyRow, worker: everyRow, manager: everyRow, accountant: everyRow },
  "public.member_days": { admin: everyRow, worker: everyRow, manager: everyRow, accountant: everyRow },
  "public.reconciliations": { admin: everyRow, worker: everyRow, accountant: everyRow },
  "public.balance_entries": { worker: everyRow },
  "public.payouts": { worker: everyRow },
  "public.payment_notices": { admin: everyRow, worker: everyRow },
  "public.ledger_entries": {
    admin: everyRow,
    worker: everyRow,
    export: everyRow,
    box_office: everyRow,
    accountant: everyRow,
  },
  "public.letters": {
    admin: everyRow,
    worker: everyRow,
    identity: "order_id IS NULL AND purchase_id IS NULL",
    box_office: "order_id IS NOT NULL",
    accountant: "order_id IS NOT NULL",
  },
  "public.admissions": {
    admin: everyRow,
    worker: everyRow,
    gate: everyRow,
    door_chief: everyRow,
    box_office: everyRow,
    accountant: everyRow,
    manager: "guest_id IS NOT NULL",
  },
  "public.journal": {
    admin: everyRow,
    worker: everyRow,
    box_office: "subject_kind = 'order'",
    manager: catalogueChanges,
    accountant: "subject_kind = 'order'",
  },
  "public.security_events": { admin: everyRow },
  "public.notification_reads": { admin: mine },
  "public.low_stock": { admin: everyRow, worker: everyRow },
  "public.team_settings": { admin: everyRow, box_office: everyRow, identity: everyRow, worker: everyRow },
  "public.team_invitations": { identity: everyRow, worker: everyRow },
  "public.mail_pause": { admin: everyRow, worker: everyRow },
  "public.email_settings": { admin: everyRow, worker: everyRow },
  "public.email_templates": { admin: everyRow, worker: everyRow },
  "public.email_template_versions": { admin: everyRow, worker: everyRow },
  "public.newsletter_subscriptions": { admin: everyRow, worker: everyRow },
  "public.provider_pace": { seller: everyRow, worker: everyRow },
  "public.signing_keys": {
    anon: "purpose <> 'label'",
    customer: "purpose <> 'label'",
    gate: "purpose <> 'label'",
    admin: "purpose <> 'label'",
    worker: everyRow,
    identity: everyRow,
    door_chief: "purpose <> 'label'",
    box_office: "purpose <> 'label'",
    manager: "purpose <> 'label'",
    accountant: "purpose <> 'label'",
  },
  "public.installation": { ...everybody, identity: everyRow },
  "identity.user": { identity: everyRow, seller: everyRow },
  "identity.session": { identity: everyRow, seller: everyRow },
  "identity.refresh_token": { identity: everyRow },
  "identity.factor": { identity: everyRow, seller: everyRow },
  "identity.factor_challenge": { identity: everyRow },
  "identity.recovery_code": { identity: everyRow },
  "identity.flow_state": { identity: everyRow },
  "identity.account": { identity: everyRow },
  "identity.verification": { identity: everyRow },
  "identity.throttle": { identity: everyRow },
  "identity.passkey": { identity: everyRow },
  "identity.registration": { identity: everyRow },
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

const mailSettings = [
  "smtp_host",
  "smtp_port",
  "pop3_host",
  "pop3_port",
  "username",
  "from_email",
  "from_name",
  "reply_to",
  "enabled",
];

const admitted = [
  "id",
  "order_id",
  "line_no",
  "seat_no",
  "user_id",
  "event_id",
  "ticket_type_id",
  "quantity",
  "places",
  "ticket_code",
  "status",
  "entries_total",
  "entries_remaining",
  "secret_version",
  "holder_name",
  "suspended",
  "share_returned_at",
];

const teamRoles = ["gate", "door_chief", "box_office", "manager", "accountant"] as const;

/** The tables of which a role sees single columns only; of all others it sees none or every column. */
export const columnsSeen: Readonly<Record<string, Partial<Record<RoleKey, readonly string[]>>>> = {
  "public.gate_log": { manager: ["event_id"] },
  "public.admissions": { manager: ["id", "guest_id", "verdict", "entries", "received_at"] },
  "public.ticket_purchases": {
    gate: admitted,
    door_chief: admitted,
    manager: [
      ...["id", "order_id", "line_no", "seat_no", "event_id", "ticket_type_id"],
      ...["quantity", "units", "places", "status", "purchase_date", "is_test"],
    ],
    export: [
      "id",
      "order_id",
      "user_id",
      "event_id",
      "ticket_type_id",
      "quantity",
      "total_price",
      "ticket_code",
      "purchase_date",
      "status",
      "entries_remaining",
      "line_no",
      "is_test",
    ],
  },
  "public.team_invitations": { worker: ["id", "role", "invited_by", "state", "expires_at"] },
  // Everything but the link's secret, and who has it now.
  "public.transfers": Object.fromEntries(
    (["customer", "admin"] as const).map((role) => [
      role,
      [
        "id",
        "order_id",
        "line_no",
        "seat_no",
        "from_id",
        "name",
        "recipient",
        "state",
        "created_at",
        "ended_at",
      ],
    ]),
  ),
  // Everything but its name for the office, its set, and what concerns refunds and saving.
  "public.vouchers": {
    export: ["id", "code", "set_id"],
    identity: ["code", "starts_at", "ends_at", "is_on"],
    ...Object.fromEntries(
      (["anon", "customer"] as const).map((role) => [
        role,
        [
          "id",
          "code",
          "kind",
          "percent",
          "amount",
          "event_ids",
          "ticket_type_ids",
          "per_person",
          "starts_at",
          "ends_at",
          "is_on",
        ],
      ]),
    ),
  },
  // The columns of the administrators' files.
  "public.events": { export: ["id", "name", "title"] },
  "public.tickets": { export: ["id", "type", "is_season_pass"] },
  "public.profiles": {
    export: ["id", "full_name", "contact"],
    // Everything but the phone.
    accountant: [
      "id",
      "role",
      "full_name",
      "email",
      "is_guest",
      "contact_email",
      "contact_proven_at",
      "contact",
      "created_at",
    ],
  },
  "public.guest_sessions": { seller: ["user_id", "token", "expires_at"] },
  "public.person_notes": { customer: ["person_id", "note", "at"], identity: ["person_id"] },
  "public.order_lines": {
    manager: ["order_id", "no", "voucher_id", "pool_id", "quantity", "discount", "list_price"],
    export: ["order_id", "no", "title", "event_ids", "quantity", "discount", "voucher_id", "list_price"],
  },
  "public.stock_counters": { export: ["id", "sold", "held"] },
  "public.voucher_returns": { export: ["order_id", "line_no", "tickets"] },
  "public.ledger_entries": { export: ["source", "source_id", "account", "order_id", "amount", "at"] },
  "public.letters": { identity: ["dedupe_key"] },
  "public.refunds": { customer: ["order_id", "amount", "state", "succeeded_at"] },
  "public.orders": {
    manager: [
      ...["id", "event_ids", "ticket_type_id", "state", "stake"],
      ...["line_at", "hold_expires_at", "paid_at"],
    ],
    identity: ["user_id", "state"],
    export: ["id", "number", "total", "title", "state", "stake", "created_at", "paid_at"],
  },
  // Everything but the seed of the draw, which only an auditor needs, and the time of the last admission.
  "public.openings": Object.fromEntries(
    (["anon", "customer", "gate", "door_chief", "box_office", "accountant"] as const).map((role) => [
      role,
      ["event_id", "opens_at", "room_minutes", "drawn_at", "places_given", "admitted_up_to", "ended_at"],
    ]),
  ),
  // Everything but the reason and the person.
  "public.process_pulses": { seller: ["at", "pulse"], manager: ["at"], accountant: ["at"], export: ["at"] },
  "public.cancellations": Object.fromEntries(
    (["anon", "customer", ...teamRoles] as const).map((role) => [role, ["event_id", "reason", "at"]]),
  ),
  "public.moves": Object.fromEntries(
    (["anon", "customer", ...teamRoles] as const).map((role) => [role, factsOfMove]),
  ),
  "public.stops": Object.fromEntries(
    (["anon", "customer", "gate", "door_chief", "box_office", "accountant", "seller", "worker"] as const).map(
      (role) => [role, ["id", "event_id", "kind", "since", "until", "lifted_at"]],
    ),
  ),
  // Everything but the password.
  "public.email_settings": { admin: ["id", ...mailSettings, "updated_at"] },
  "public.signing_keys": Object.fromEntries(
    (["anon", "customer", ...teamRoles, "admin"] as const).map((role) => [
      role,
      ["kid", "purpose", "public_key", "valid_from", "valid_until"],
    ]),
  ),
  "identity.session": { seller: ["user_id", "token", "expires_at", "aal"] },
  "identity.factor": { seller: ["user_id", "status"] },
  "identity.user": { seller: ["id", "email_verified"] },
};

/** What a role may write, and which columns; everything else is refused. */
export type Rights = Partial<
  Record<"insert" | "update", readonly string[] | "every column"> & Record<"remove", "rows">
>;

const every = "every column";
const securityEvent = ["kind", "person_id", "actor_id", "network", "detail"];
const marksDoubles = { insert: ["id", "event_id", "purchase_id", "entered", "word", "marked_by"] };
const leadsGates: Rights = {
  insert: ["id", "event_id", "name", "type_ids"],
  update: ["name", "type_ids", "mode"],
  remove: "rows",
};
const invitesPhones = ["id", "gate_id", "secret_hash", "made_by", "expires_at", "is_chief"];
const entriesLeft: Rights = { update: ["entries_remaining"] };

export const rights: Readonly<Record<string, Partial<Record<RoleKey, Rights>>>> = {
  "public.pictures": {
    admin: {
      insert: ["url", "width", "height", "sources", "alt_text", "light", "bytes", "uploaded_by"],
      update: ["alt_text", "has_title"],
    },
    manager: {
      insert: ["url", "width", "height", "sources", "alt_text", "light", "bytes", "uploaded_by"],
      update: ["alt_text", "has_title"],
    },
    worker: { update: ["unused_since"], remove: "rows" },
  },
  "public.site_content": {
    admin: {
      insert: ["id", "key", "content", "updated_by"],
      update: ["content", "version", "updated_by", "updated_at"],
    },
    manager: {
      insert: ["id", "key", "content", "updated_by"],
      update: ["content", "version", "updated_by", "updated_at"],
    },
  },
  "public.profiles": {
    customer: { update: ["full_name", "phone", "updated_at"] },
    gate: { update: ["full_name", "phone", "updated_at"] },
    admin: { update: ["full_name", "phone", "updated_at"] },
    identity: {
      insert: ["id", "email", "full_name", "phone", "is_guest", "contact_email"],
      update: ["email", "full_name", "phone", "role", "updated_at", "contact_proven_at"],
      remove: "rows",
    },
    worker: { update: ["contact_email", "contact_corrected_at", "contact_version"], remove: "rows" },
    door_chief: { update: ["full_name", "phone", "updated_at"] },
    box_office: { update: ["full_name", "phone", "updated_at"] },
    manager: { update: ["full_name", "phone", "updated_at"] },
    accountant: { update: ["full_name", "phone", "updated_at"] },
  },
  "public.person_notes": {
    admin: { insert: ["id", "person_id", "author_id", "note"], remove: "rows" },
    box_office: { insert: ["id", "person_id", "author_id", "note"], remove: "rows" },
    identity: { remove: "rows" },
  },
  "public.guest_sessions": { identity: { insert: every, remove: "rows" } },
  "public.orders": {
    seller: { insert: every, update: every },
    worker: { insert: every, update: every },
  },
  "public.order_lines": { seller: { insert: every }, worker: { insert: every } },
  "public.checkout_attempts": {
    seller: { insert: every, update: every },
    worker: { insert: every, update: every },
  },
  "public.provider_pace": {
    seller: { insert: every, update: every },
    worker: { insert: every, update: every },
  },
  "public.openings": {
    admin: {
      insert: ["event_id", "opens_at", "room_minutes"],
      update: ["opens_at", "room_minutes"],
      remove: "rows",
    },
    manager: {
      insert: ["event_id", "opens_at", "room_minutes"],
      update: ["opens_at", "room_minutes"],
      remove: "rows",
    },
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
      insert: ["id", "list_id", "event_id", "name", "places", "note", "added_by"],
      update: ["name", "places", "note", "removed_at"],
    },
    gate: { update: ["entered"] },
    door_chief: { update: ["entered"] },
  },
  "public.gates": {
    door_chief: leadsGates,
    admin: leadsGates,
  },
  "public.gate_invitations": {
    door_chief: { insert: invitesPhones },
    admin: { insert: invitesPhones },
    gate: { update: ["used_at"] },
  },
  "public.gate_devices": {
    gate: {
      insert: [
        "id",
        "gate_id",
        "event_id",
        "name",
        "public_key",
        "invited_by",
        "decides",
        "ends_at",
        "is_chief",
      ],
      update: [
        ...["seen_at", "settled_at", "acked_through", "said_through", "list_at"],
        ...["rows_accepted_at", "rows_accepted_by", "decides", "yields_to", "yield_id", "battery"],
      ],
    },
    door_chief: { update: ["revoked_at", "revoked_by"] },
    admin: { update: ["revoked_at", "revoked_by"] },
  },
  "public.double_marks": { door_chief: marksDoubles, admin: marksDoubles },
  "public.door_shares": { worker: { insert: every, update: ["quantity", "entries", "price", "pool_id"] } },
  "public.gate_log": { gate: { insert: every, update: ["is_counted"] } },
  "public.moves": {
    admin: { insert: [...factsOfMove.filter((column) => column !== "at"), "actor_id"] },
  },
  "public.moved_orders": { worker: { insert: every } },
  "public.night_messages": {
    worker: {
      insert: ["id", "event_id", "kind", "type_ids", "at_gate", "subject", "body", "actor_id"],
      update: ["spread_at", "recipients", "stopped_at", "stopped_by"],
    },
  },
  "public.vat_rates": {
    admin: { insert: ["valid_from", "rate", "set_by"], update: ["rate", "set_by", "set_at"], remove: "rows" },
    accountant: {
      insert: ["valid_from", "rate", "set_by"],
      update: ["rate", "set_by", "set_at"],
      remove: "rows",
    },
  },
  "public.stops": {
    admin: {
      insert: ["id", "event_id", "kind", "reason", "started_by", "until"],
      update: ["lifted_at", "lifted_by"],
    },
    manager: {
      insert: ["id", "event_id", "kind", "reason", "started_by", "until"],
      update: ["lifted_at", "lifted_by"],
    },
  },
  "public.process_pulses": { worker: { insert: every, remove: "rows" } },
  "public.events": {
    admin: { insert: every, update: every, remove: "rows" },
    manager: { insert: every, update: every, remove: "rows" },
  },
  "public.artists": {
    admin: { insert: every, update: every, remove: "rows" },
    manager: { insert: every, update: every, remove: "rows" },
  },
  "public.slugs": { admin: { insert: every }, manager: { insert: every } },
  "public.event_artists": {
    admin: { insert: every, update: every, remove: "rows" },
    manager: { insert: every, update: every, remove: "rows" },
  },
  "public.event_tickets": {
    admin: { insert: every, update: every, remove: "rows" },
    manager: { insert: every, update: every, remove: "rows" },
    worker: { insert: every },
  },
  "public.tickets": {
    admin: { insert: every, update: every, remove: "rows" },
    manager: { insert: every, update: every, remove: "rows" },
    worker: {
      update: [
        "price_agreed_at",
        "price_wanted_at",
        "stripe_price_id",
        "event_id",
        "shown_from",
        "version",
        "updated_at",
      ],
    },
  },
  "public.stock_counters": {
    seller: { update: ["held"] },
    worker: { insert: ["id", "kind", "capacity"], update: ["held", "sold", "capacity"] },
    admin: { insert: ["id", "kind", "capacity"], update: ["capacity"], remove: "rows" },
    manager: { insert: ["id", "kind", "capacity"], update: ["capacity"], remove: "rows" },
  },
  "public.price_phases": {
    admin: { insert: every, update: every, remove: "rows" },
    manager: { insert: every, update: every, remove: "rows" },
  },
  "public.pools": {
    admin: { insert: every, update: every, remove: "rows" },
    manager: { insert: every, update: every, remove: "rows" },
  },
  "public.vouchers": {
    admin: { insert: every, update: every, remove: "rows" },
    manager: { insert: every, update: every, remove: "rows" },
  },
  "public.voucher_returns": { worker: { insert: every } },
  "public.journal": {
    customer: { insert: every },
    gate: { insert: every },
    admin: { insert: every },
    identity: { insert: every },
    seller: { insert: every },
    worker: { insert: every },
    door_chief: { insert: every },
    box_office: { insert: every },
    manager: { insert: every },
    accountant: { insert: every },
  },
  "public.security_events": {
    identity: { insert: securityEvent },
    worker: { insert: securityEvent, update: ["network"], remove: "rows" },
    admin: { insert: securityEvent },
    accountant: { insert: securityEvent },
    manager: { insert: securityEvent },
  },
  "public.payment_notices": { worker: { insert: every, update: every } },
  "public.refunds": { worker: { insert: every, update: every } },
  "public.disputes": { worker: { insert: every, update: every } },
  "public.sales_totals": {
    worker: { insert: every, update: every },
    admin: { insert: every, update: ["purchases", "quantity", "revenue"] },
    manager: { insert: every, update: ["purchases", "quantity", "revenue"] },
  },
  "public.sales_deltas": { worker: { insert: every, remove: "rows" } },
  "public.reconciliations": { worker: { insert: every } },
  "public.balance_entries": { worker: { insert: every, update: ["payout_id"] } },
  "public.payouts": {
    worker: { insert: every, update: ["state", "amount", "arrives_at", "entries_read_at"] },
  },
  "public.member_days": { worker: { insert: every } },
  "public.letters": { worker: { insert: every, update: every }, identity: { insert: every } },
  "public.ticket_purchases": {
    worker: { insert: every, update: every },
    gate: entriesLeft,
    door_chief: entriesLeft,
  },
  "public.transfers": { worker: { insert: every, update: every } },
  "public.payments": { worker: { insert: every } },
  "public.ledger_entries": { worker: { insert: every } },
  "public.admissions": { gate: { insert: every }, door_chief: { insert: every } },
  "public.notification_reads": { admin: { insert: every, update: every } },
  "public.low_stock": { worker: { insert: every, remove: "rows" } },
  "public.team_settings": { admin: { insert: every, update: ["demands_factor", "refund_limit"] } },
  "public.team_invitations": {
    identity: { insert: every, update: ["state", "accepted_by"], remove: "rows" },
  },
  "public.mail_pause": { worker: { insert: every, remove: "rows" }, admin: { remove: "rows" } },
  "public.email_settings": {
    admin: { insert: every, update: [...mailSettings, "password", "updated_at"] },
  },
  "public.email_templates": {
    admin: { insert: every, update: every, remove: "rows" },
    worker: { insert: every },
  },
  "public.email_template_versions": { admin: { insert: every }, worker: { insert: every } },
  "public.newsletter_subscriptions": { worker: { insert: every, update: every } },
  "public.signing_keys": { worker: { insert: every, update: ["valid_until"] }, identity: { insert: every } },
  "identity.user": { identity: { insert: every, update: every, remove: "rows" } },
  "identity.session": { identity: { insert: every, update: every, remove: "rows" } },
  "identity.refresh_token": { identity: { insert: every, update: every, remove: "rows" } },
  "identity.factor": { identity: { insert: every, update: every, remove: "rows" } },
  "identity.factor_challenge": { identity: { insert: every, update: every, remove: "rows" } },
  "identity.recovery_code": { identity: { insert: every, update: every, remove: "rows" } },
  "identity.flow_state": { identity: { insert: every, update: every, remove: "rows" } },
  "identity.account": { identity: { insert: every, update: every, remove: "rows" } },
  "identity.verification": { identity: { insert: every, update: every, remove: "rows" } },
  "identity.passkey": { identity: { insert: every, update: every, remove: "rows" } },
  "identity.throttle": { identity: { insert: every, update: every, remove: "rows" } },
  "identity.registration": { identity: { insert: every, update: every, remove: "rows" } },
};
