/**
 * Webhook events in the shapes of the card provider, of three versions of its API: the whole envelope, and objects with
 * and without an id. Their values are invented.
 */
export type RealNotice = {
  readonly id: string;
  readonly type: string;
  readonly apiVersion: string | null;
  readonly body: Record<string, unknown>;
};

export const apiVersions = ["2020-08-27", "2023-10-16", "2025-09-30.clover"] as const;
type ApiVersion = (typeof apiVersions)[number];

const session = (more: Record<string, unknown> = {}) => ({
  id: "cs_test_a1B2c3",
  object: "checkout.session",
  adaptive_pricing: { enabled: true },
  after_expiration: null,
  allow_promotion_codes: null,
  amount_subtotal: 33000,
  amount_total: 33000,
  client_reference_id: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  created: 1795440000,
  billing_address_collection: null,
  cancel_url: "https://fosfor.example/tickets",
  consent: null,
  currency: "ron",
  custom_fields: [],
  customer: null,
  customer_creation: "if_required",
  expires_at: 1795441860,
  invoice: null,
  customer_details: {
    address: { city: null, country: "RO" },
    email: "ana@exemplu.ro",
    name: "Ana Pop",
    tax_ids: [],
  },
  livemode: false,
  locale: "ro",
  metadata: {},
  mode: "payment",
  payment_intent: "pi_3A1b2C",
  payment_link: null,
  payment_method_types: ["card"],
  payment_status: "paid",
  shipping_address_collection: null,
  status: "complete",
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: "hosted",
  url: null,
  ...more,
});
const charge = (version: ApiVersion, more: Record<string, unknown> = {}) => ({
  id: "ch_3A1b2C",
  object: "charge",
  amount: 33000,
  amount_captured: 33000,
  amount_refunded: 33000,
  balance_transaction: "txn_3A1",
  captured: true,
  currency: "ron",
  livemode: false,
  metadata: {},
  paid: true,
  payment_intent: "pi_3A1b2C",
  payment_method: "pm_1A",
  receipt_url: "https://pay.example/r",
  refunded: true,
  // Lists inside of charges were removed in 2022-11-15.
  ...(version === "2020-08-27"
    ? {
        refunds: {
          object: "list",
          data: [{ id: "re_3A1", object: "refund" }],
          has_more: false,
          url: "/v1/charges/ch_3A1b2C/refunds",
        },
      }
    : {}),
  ...more,
});
const intent = (version: ApiVersion, status: string) => ({
  id: "pi_3A1b2C",
  object: "payment_intent",
  amount: 33000,
  amount_received: 33000,
  client_secret: "pi_3A1b2C_secret_x",
  currency: "ron",
  latest_charge: "ch_3A1b2C",
  livemode: false,
  metadata: {},
  next_action: null,
  status,
  ...(version === "2020-08-27"
    ? { charges: { object: "list", data: [charge(version)], has_more: false } }
    : {}),
});
const refund = {
  id: "re_3A1",
  object: "refund",
  amount: 33000,
  charge: "ch_3A1b2C",
  currency: "ron",
  payment_intent: "pi_3A1b2C",
  status: "succeeded",
};
const dispute = {
  id: "dp_1A",
  object: "dispute",
  amount: 33000,
  charge: "ch_3A1b2C",
  currency: "ron",
  is_charge_refundable: false,
  payment_intent: "pi_3A1b2C",
  reason: "fraudulent",
  status: "needs_response",
};
const invoice = (id?: string) => ({
  ...(id ? { id } : {}),
  object: "invoice",
  amount_due: 0,
  currency: "ron",
  customer: "cus_1",
  lines: { object: "list", data: [] },
  livemode: false,
});

type Told = readonly [type: string, object: unknown, previous?: Record<string, unknown>];

function told(version: ApiVersion): Told[] {
  return [
    ["checkout.session.completed", session()],
    [
      "checkout.session.expired",
      session({ status: "expired", payment_status: "unpaid", payment_intent: null }),
    ],
    ["checkout.session.async_payment_succeeded", session()],
    ["checkout.session.async_payment_failed", session({ payment_status: "unpaid" })],
    ["payment_intent.created", intent(version, "requires_payment_method")],
    ["payment_intent.succeeded", intent(version, "succeeded")],
    ["payment_intent.payment_failed", intent(version, "requires_payment_method")],
    ["charge.succeeded", charge(version, { amount_refunded: 0, refunded: false })],
    ["charge.updated", charge(version), { balance_transaction: null, receipt_url: null }],
    ["charge.refunded", charge(version), { amount_refunded: 0, refunded: false }],
    ["charge.refund.updated", refund, { status: "pending" }],
    ["refund.created", refund],
    ["refund.failed", { ...refund, status: "failed", failure_reason: "expired_or_canceled_card" }],
    ["charge.dispute.created", dispute],
    ["charge.dispute.closed", { ...dispute, status: "lost" }, { status: "under_review" }],
    [
      "radar.early_fraud_warning.created",
      { id: "issfr_1", object: "radar.early_fraud_warning", charge: "ch_3A1b2C" },
    ],
    // An expanded object where usually an id is.
    ["charge.expired", charge(version, { payment_intent: intent(version, "canceled") })],
    ["payout.paid", { id: "po_1", object: "payout", amount: 990000, currency: "ron", status: "paid" }],
    [
      "customer.updated",
      { id: "cus_1", object: "customer", email: "ana@exemplu.ro" },
      { email: "a@exemplu.ro" },
    ],
    [
      "price.updated",
      { id: "price_1", object: "price", active: false, unit_amount: 33000 },
      { active: true },
    ],
    [
      "account.updated",
      { id: "acct_1", object: "account", charges_enabled: true },
      { charges_enabled: false },
    ],
    // Without an id.
    [
      "balance.available",
      {
        object: "balance",
        available: [{ amount: 1, currency: "ron", source_types: { card: 1 } }],
        livemode: false,
        pending: [],
      },
    ],
    ["invoice.upcoming", invoice()],
    ["invoice.created", invoice("in_1")],
    [
      "entitlements.active_entitlement_summary.updated",
      {
        object: "entitlements.active_entitlement_summary",
        customer: "cus_1",
        entitlements: { object: "list", data: [] },
        livemode: false,
      },
    ],
    // Of an unknown kind.
    ["moon.phase_changed", { object: "moon", phase: "full" }],
    ["moon.hidden", null],
  ];
}

/** Every kind in every version, each with an id of its own. `name` distinguishes the ids of several calls. */
export function realNotices(
  name: string,
  { livemode = false, created = Math.floor(Date.now() / 1000) } = {},
): RealNotice[] {
  const snapshots = apiVersions.flatMap((apiVersion, v) =>
    told(apiVersion).map(([type, object, previous], n): RealNotice => {
      const id = `evt_${name}_${v}_${n}`;
      const data = { object, ...(previous ? { previous_attributes: previous } : {}) };
      const request =
        n % 2 === 0 ? { id: "req_1A2b", idempotency_key: "3f0b7c1e" } : { id: null, idempotency_key: null };
      return {
        id,
        type,
        apiVersion,
        body: {
          id,
          object: "event",
          api_version: apiVersion,
          created,
          data,
          livemode,
          pending_webhooks: 1,
          request,
          type,
          ...(type === "account.updated" ? { account: "acct_1" } : {}),
        },
      };
    }),
  );
  const thinId = `evt_${name}_thin`;
  const thinType = "v1.billing.meter.error_report_triggered";
  const thin = {
    id: thinId,
    object: "v2.core.event",
    type: thinType,
    livemode,
    created: new Date(created * 1000).toISOString(),
    context: null,
    related_object: { id: "mtr_1", type: "billing.meter", url: "/v1/billing/meters/mtr_1" },
    reason: null,
  };
  const oldId = `evt_${name}_old`;
  const oldest = {
    id: oldId,
    object: "event",
    api_version: null,
    created,
    livemode,
    pending_webhooks: 0,
    request: null,
    type: "charge.captured",
  };
  return [
    ...snapshots,
    { id: thinId, type: thinType, apiVersion: null, body: thin },
    // Before 2017-05-25 `request` was a text; events of a deleted object may have no data.
    {
      id: oldId,
      type: "charge.captured",
      apiVersion: null,
      body: { ...oldest, request: "req_old", data: {} },
    },
  ];
}
