/** The roles that a connection can have, and the login itself without a role. */
export const roleKeys = [
  "anon",
  "customer",
  "gate",
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
const everybody: VisibleRows = {
  anon: everyRow,
  customer: everyRow,
  gate: everyRow,
  admin: everyRow,
  seller: everyRow,
  worker: everyRow,
};
const publicTexts = `key IN ('club', 'hero', 'about', 'footer', 'terms', 'privacy', 'cookies', 'season_pass_tickets', 'quick_purchase')`;
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

const ofSeenNights: VisibleRows = {
  ...everybody,
  anon: ofNights(published),
  customer: ofNights(publishedOrMine),
};

export const visibleRows: Readonly<Record<string, VisibleRows>> = {
  "public.events": {
    ...everybody,
    anon: published,
    seller: published,
    customer: publishedOrMine,
    export: everyRow,
  },
  "public.artists": everybody,
  "public.slugs": { anon: `kind = 'artist' OR ${ofNights(published, "subject_id")}`, admin: everyRow },
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
  },
  "public.pools": { admin: everyRow, worker: everyRow },
  "public.price_phases": {
    anon: ofTypes(onSale),
    customer: ofTypes(onSaleOrBought),
    admin: everyRow,
    seller: everyRow,
    worker: everyRow,
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
  },
  "public.voucher_returns": { admin: everyRow, seller: everyRow, worker: everyRow, export: everyRow },
  "public.site_content": {
    anon: publicTexts,
    customer: publicTexts,
    gate: publicTexts,
    admin: everyRow,
    seller: everyRow,
    worker: everyRow,
  },
  "public.tickets": {
    anon: onSale,
    customer: onSaleOrBought,
    gate: everyRow,
    admin: everyRow,
    seller: everyRow,
    worker: everyRow,
    export: everyRow,
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
  },
  "public.cancelled_orders": { admin: everyRow, worker: everyRow },
  "public.room_places": { seller: everyRow, worker: everyRow },
  "public.process_pulses": { admin: everyRow, seller: everyRow, worker: everyRow },
  "public.backups": { admin: everyRow, worker: everyRow },
  "public.profiles": {
    customer: "id = :me",
    gate: "id = :me",
    admin: everyRow,
    seller: everyRow,
    worker: everyRow,
    identity: everyRow,
    export: everyRow,
  },
  "public.orders": {
    customer: mine,
    admin: everyRow,
    seller: everyRow,
    worker: everyRow,
    identity: "state IN ('held', 'checkout_open', 'payment_pending')",
    export: everyRow,
  },
  "public.session_holders": { identity: everyRow },
  "public.guest_sessions": { identity: everyRow, seller: everyRow },
  "public.order_lines": {
    customer: ofMyOrders,
    admin: everyRow,
    seller: everyRow,
    worker: everyRow,
    export: everyRow,
  },
  "public.checkout_attempts": {
    customer: ofMyOrders,
    admin: everyRow,
    seller: everyRow,
    worker: everyRow,
  },
  "public.payments": { customer: ofMyOrders, admin: everyRow, worker: everyRow },
  "public.ticket_purchases": {
    customer: mine,
    gate: everyRow,
    admin: everyRow,
    worker: everyRow,
    export: everyRow,
  },
  "public.transfers": { customer: "from_id = :me", admin: "from_id = :me", worker: everyRow },
  "public.stripe_subscriptions": { customer: mine, admin: mine },
  "public.stripe_user_orders": { customer: everyRow, admin: everyRow },
  "public.stripe_user_subscriptions": { customer: everyRow, admin: everyRow },
  "public.refunds": { customer: ofMyOrders, admin: everyRow, worker: everyRow },
  "public.disputes": { admin: everyRow, worker: everyRow },
  "public.sales_deltas": { admin: everyRow, worker: everyRow },
  "public.sales_totals": { admin: everyRow, worker: everyRow },
  "public.member_days": { admin: everyRow, worker: everyRow },
  "public.reconciliations": { admin: everyRow, worker: everyRow },
  "public.payment_notices": { admin: everyRow, worker: everyRow },
  "public.ledger_entries": { admin: everyRow, worker: everyRow, export: everyRow },
  "public.letters": {
    admin: everyRow,
    worker: everyRow,
    identity: "order_id IS NULL AND purchase_id IS NULL",
  },
  "public.admissions": { admin: everyRow, worker: everyRow, gate: everyRow },
  "public.journal": { admin: everyRow, worker: everyRow },
  "public.security_events": { admin: everyRow },
  "public.notification_reads": { admin: mine },
  "public.low_stock": { admin: everyRow, worker: everyRow },
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

/** The tables of which a role sees single columns only; of all others it sees none or every column. */
export const columnsSeen: Readonly<Record<string, Partial<Record<RoleKey, readonly string[]>>>> = {
  "public.ticket_purchases": {
    gate: [
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
  "public.profiles": { export: ["id", "full_name", "contact"] },
  "public.guest_sessions": { seller: ["user_id", "token", "expires_at"] },
  "public.order_lines": {
    export: ["order_id", "no", "title", "event_ids", "quantity", "discount", "voucher_id"],
  },
  "public.stock_counters": { export: ["id", "sold", "held"] },
  "public.voucher_returns": { export: ["order_id", "line_no", "tickets"] },
  "public.ledger_entries": { export: ["source", "source_id", "account", "order_id", "amount", "at"] },
  "public.letters": { identity: ["dedupe_key"] },
  "public.refunds": { customer: ["order_id", "amount", "state"] },
  "public.orders": {
    identity: ["user_id", "state"],
    export: ["id", "number", "total", "title", "state", "stake", "created_at", "paid_at"],
  },
  // Everything but the seed of the draw, which only an auditor needs, and the time of the last admission.
  "public.openings": Object.fromEntries(
    (["anon", "customer", "gate"] as const).map((role) => [
      role,
      ["event_id", "opens_at", "room_minutes", "drawn_at", "places_given", "admitted_up_to", "ended_at"],
    ]),
  ),
  // Everything but the reason and the person.
  "public.process_pulses": { seller: ["at", "pulse"] },
  "public.cancellations": Object.fromEntries(
    (["anon", "customer", "gate"] as const).map((role) => [role, ["event_id", "reason", "at"]]),
  ),
  "public.stops": Object.fromEntries(
    (["anon", "customer", "gate", "seller", "worker"] as const).map((role) => [
      role,
      ["id", "event_id", "kind", "since", "until", "lifted_at"],
    ]),
  ),
  // Everything but the password.
  "public.email_settings": { admin: ["id", ...mailSettings, "updated_at"] },
  "public.signing_keys": Object.fromEntries(
    (["anon", "customer", "gate", "admin"] as const).map((role) => [
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
const entriesLeft: Rights = { update: ["entries_remaining"] };

export const rights: Readonly<Record<string, Partial<Record<RoleKey, Rights>>>> = {
  "public.pictures": {
    admin: {
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
    seller: {
      update: ["drawn_at", "seed", "places_given", "admitted_up_to", "counted_at", "ended_at"],
    },
  },
  "public.room_places": { seller: { insert: ["id", "event_id", "user_id"], update: ["number"] } },
  "public.cancellations": { admin: { insert: ["event_id", "reason", "used_tickets", "actor_id"] } },
  "public.cancelled_orders": { worker: { insert: every, update: ["amount"] } },
  "public.stops": {
    admin: {
      insert: ["id", "event_id", "kind", "reason", "started_by", "until"],
      update: ["lifted_at", "lifted_by"],
    },
  },
  "public.process_pulses": { worker: { insert: every, remove: "rows" } },
  "public.events": { admin: { insert: every, update: every, remove: "rows" } },
  "public.artists": { admin: { insert: every, update: every, remove: "rows" } },
  "public.slugs": { admin: { insert: every } },
  "public.event_artists": { admin: { insert: every, update: every, remove: "rows" } },
  "public.event_tickets": {
    admin: { insert: every, update: every, remove: "rows" },
    worker: { insert: every },
  },
  "public.tickets": {
    admin: { insert: every, update: every, remove: "rows" },
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
    worker: { update: ["held", "sold", "capacity"] },
    admin: { insert: ["id", "kind", "capacity"], update: ["capacity"], remove: "rows" },
  },
  "public.price_phases": { admin: { insert: every, update: every, remove: "rows" } },
  "public.pools": { admin: { insert: every, update: every, remove: "rows" } },
  "public.vouchers": { admin: { insert: every, update: every, remove: "rows" } },
  "public.voucher_returns": { worker: { insert: every } },
  "public.journal": {
    customer: { insert: every },
    gate: { insert: every },
    admin: { insert: every },
    identity: { insert: every },
    seller: { insert: every },
    worker: { insert: every },
  },
  "public.security_events": {
    identity: { insert: securityEvent },
    worker: { insert: securityEvent, update: ["network"], remove: "rows" },
    admin: { insert: securityEvent },
  },
  "public.payment_notices": { worker: { insert: every, update: every } },
  "public.refunds": { worker: { insert: every, update: every } },
  "public.disputes": { worker: { insert: every, update: every } },
  "public.sales_totals": {
    worker: { insert: every, update: every },
    admin: { insert: every, update: ["purchases", "quantity", "revenue"] },
  },
  "public.sales_deltas": { worker: { insert: every, remove: "rows" } },
  "public.reconciliations": { worker: { insert: every } },
  "public.member_days": { worker: { insert: every } },
  "public.letters": { worker: { insert: every, update: every }, identity: { insert: every } },
  "public.ticket_purchases": { worker: { insert: every, update: every }, gate: entriesLeft },
  "public.transfers": { worker: { insert: every, update: every } },
  "public.payments": { worker: { insert: every } },
  "public.ledger_entries": { worker: { insert: every } },
  "public.admissions": { gate: { insert: every } },
  "public.notification_reads": { admin: { insert: every, update: every } },
  "public.low_stock": { worker: { insert: every, remove: "rows" } },
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
