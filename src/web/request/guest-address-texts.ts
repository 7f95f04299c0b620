/** Texts beside the payment of who buys without an account. */
export const guestAddressTexts = {
  sentTo: "Biletele vin pe",
  change: "Schimbă adresa",
} as const;
