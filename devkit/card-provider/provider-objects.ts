/** A hosted session without the fields that are equal in all sessions (session-rest.json). Bani and seconds. */
export type Session = {
  id: string;
  allowed_payment_method_types: string[] | null;
  amount_subtotal: number;
  amount_total: number;
  cancel_url: string | null;
  client_reference_id: string | null;
  created: number;
  customer_details: { email: string | null; name: string | null; phone: null; address: null } | null;
  customer_email: string | null;
  expires_at: number;
  locale: string | null;
  metadata: Record<string, string>;
  payment_intent: string | null;
  payment_status: "paid" | "unpaid";
  status: "open" | "complete" | "expired";
  success_url: string;
};

/** `unit` and `amount` are bani. */
export type LineItem = {
  name: string;
  description: string | null;
  unit: number;
  quantity: number;
  amount: number;
};

/** A session with what the provider keeps for itself and its API does not show. */
export type HostedSession = {
  shown: Session;
  kept: {
    lines: LineItem[];
    paymentMetadata: Record<string, string>;
    /** A card whose owner must first confirm the payment at the bank (3-D Secure). */
    challenged: { number: string; name: string; email: string } | null;
  };
};
