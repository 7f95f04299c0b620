/** What the provider's test cards do. https://docs.stripe.com/testing */
type CardVerdict =
  | "pays"
  | "declined"
  | "insufficient_funds"
  | "expired_card"
  | "asks_bank"
  | "refund_fails"
  | "refund_waits"
  | "not_a_test_card";

/** What comes of one try with one card. */
export type PaymentOutcome =
  | "paid"
  | "asks_bank"
  | Exclude<CardVerdict, "pays" | "asks_bank" | `refund_${string}`>;

const verdicts: Record<string, CardVerdict> = {
  "4242424242424242": "pays",
  "5555555555554444": "pays",
  "4000000000000002": "declined",
  "4000000000009995": "insufficient_funds",
  "4000000000000069": "expired_card",
  "4000000000003220": "asks_bank",
  "4000000000005126": "refund_fails",
  "4000000000007726": "refund_waits",
};

export function cardVerdict(number: string): CardVerdict {
  return (Object.hasOwn(verdicts, number) && verdicts[number]) || "not_a_test_card";
}

export function cardBrand(number: string): string {
  return number.startsWith("5") ? "mastercard" : "visa";
}

/** The check digit of every card number (Luhn). */
export function hasCheckDigit(number: string): boolean {
  let sum = 0;
  for (let place = 0; place < number.length; place += 1) {
    const digit = Number(number[number.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

export type CardForm = { email: string; number: string; expiry: string; cvc: string; name: string };
export type CardField = keyof CardForm;
export type CardFault =
  | "email_invalid"
  | "number_incomplete"
  | "number_invalid"
  | "expiry_invalid"
  | "expiry_past"
  | "cvc_invalid"
  | "name_missing";

/** What is wrong with a filled form, field by field; today is needed because cards end with a month. */
export function cardFaults(form: CardForm, today: Date): Partial<Record<CardField, CardFault>> {
  const faults: Partial<Record<CardField, CardFault>> = {};
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.email) || form.email.length > 254)
    faults.email = "email_invalid";
  if (!/^\d{13,19}$/.test(form.number)) faults.number = "number_incomplete";
  else if (!hasCheckDigit(form.number)) faults.number = "number_invalid";
  const expiry = expiryFault(form.expiry, today);
  if (expiry !== null) faults.expiry = expiry;
  if (!/^\d{3,4}$/.test(form.cvc)) faults.cvc = "cvc_invalid";
  if (form.name.trim() === "" || form.name.length > 100) faults.name = "name_missing";
  return faults;
}

function expiryFault(expiry: string, today: Date): CardFault | null {
  const parts = /^(0?[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})$/.exec(expiry.trim());
  if (parts === null) return "expiry_invalid";
  const month = Number(parts[1]);
  const year = 2000 + Number(parts[2]);
  const months = (year - today.getFullYear()) * 12 + (month - 1 - today.getMonth());
  if (months < 0) return "expiry_past";
  return months > 50 * 12 ? "expiry_invalid" : null;
}

export function cardForm(fields: URLSearchParams): CardForm {
  const field = (name: CardField) => (fields.get(name) ?? "").trim();
  return {
    email: field("email"),
    number: field("number").replace(/[\s-]/g, ""),
    expiry: field("expiry"),
    cvc: field("cvc"),
    name: field("name"),
  };
}
