/** Why an email was not sent: what it says is no longer true. Stored as the answer of its last try. */
export type VoidReason =
  | "the guest has corrected the address"
  | "the ticket does not wait any more"
  | "the invitation is over"
  | "the message was stopped, or is not for the reader any more"
  | "the name is on no guest list any more, or its night is over or cancelled"
  | "no ticket of this order admits any more";
