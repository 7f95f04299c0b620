/** The shapes of the provider's API, as far as anyone here reads them. Amounts are bani, moments are seconds. */
export type Session = {
  id: string;
  object: "checkout.session";
  allowed_payment_method_types: string[] | null;
  amount_subtotal: number;
  amount_total: number;
  cancel_url: string | null;
  client_reference_id: string | null;
  created: number;
  currency: string;
  customer: string | null;
  customer_details: {
    email: string | null;
    name: string | null;
    phone: null;
    address: null;
    tax_exempt?: "none";
    tax_ids?: [];
  } | null;
  customer_email: string | null;
  expires_at: number;
  livemode: false;
  locale: string | null;
  metadata: Record<string, string>;
  mode: "payment";
  payment_intent: string | null;
  payment_method_types: string[];
  payment_status: "paid" | "unpaid";
  status: "open" | "complete" | "expired";
  success_url: string;
  ui_mode: "hosted_page";
  url: string | null;
};

export type Price = {
  id: string;
  object: "price";
  active: boolean;
  billing_scheme: "per_unit";
  created: number;
  currency: string;
  livemode: false;
  metadata: Record<string, string>;
  nickname: string | null;
  product: string;
  recurring: null;
  type: "one_time";
  unit_amount: number;
};

export type Product = {
  id: string;
  object: "product";
  active: boolean;
  created: number;
  default_price: null;
  description: string | null;
  livemode: false;
  metadata: Record<string, string>;
  name: string;
};

export type LineItem = {
  id: string;
  object: "item";
  amount_subtotal: number;
  amount_total: number;
  currency: string;
  description: string;
  price: Price;
  quantity: number;
};

export type Charge = {
  id: string;
  object: "charge";
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  captured: true;
  created: number;
  currency: string;
  livemode: false;
  metadata: Record<string, string>;
  paid: true;
  payment_intent: string;
  payment_method_details: { type: "card"; card: { brand: string; last4: string } };
  refunded: boolean;
  status: "succeeded";
};

export type PaymentIntent = {
  id: string;
  object: "payment_intent";
  amount: number;
  amount_received: number;
  client_secret: null;
  created: number;
  currency: string;
  last_payment_error: { code: string; decline_code?: string; message: string; type: "card_error" } | null;
  latest_charge: string | null;
  livemode: false;
  metadata: Record<string, string>;
  payment_method_types: string[];
  status: "requires_payment_method" | "requires_action" | "processing" | "succeeded" | "canceled";
};

export type Refund = {
  id: string;
  object: "refund";
  amount: number;
  charge: string;
  created: number;
  currency: string;
  failure_reason?: string;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: string | null;
  status: "pending" | "succeeded" | "failed";
};

export type Dispute = {
  id: string;
  object: "dispute";
  amount: number;
  charge: string;
  created: number;
  currency: string;
  livemode: false;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: "fraudulent";
  status: "needs_response" | "won" | "lost";
};

/** A session with what the provider keeps for itself and its API does not show. */
export type HostedSession = { shown: Session; kept: SessionSecrets };

/** What a session keeps for itself and the API does not show. */
export type SessionSecrets = {
  lines: LineItem[];
  paymentMetadata: Record<string, string>;
  paymentDescription: string | null;
  /** A card that waits for its owner's word to the bank (3-D Secure). */
  challenged: { number: string; name: string; email: string } | null;
};

export function listOf(url: string, data: object[], more: "more" | "last") {
  return { object: "list", url, has_more: more === "more", data };
}
