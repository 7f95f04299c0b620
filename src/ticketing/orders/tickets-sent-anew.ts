/** What became of a guest's tickets with a new address, in orders that have some. */
export type TicketsSentAnew = {
  /** Their tickets have new codes, and leave for the new address. */
  readonly sent: number;
  /** Their tickets have new codes, but the mailbox gets no more emails today about what the guest did not pay for. */
  readonly unsent: number;
  /** Their tickets are suspended. They have new codes, and are sent if they admit again (`suspendTickets`). */
  readonly suspended: number;
};
