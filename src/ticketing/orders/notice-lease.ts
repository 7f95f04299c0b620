/** A notice that one process may work on for `leaseSeconds`; afterwards it is anybody's again. */
export type LeasedNotice = {
  readonly eventId: string;
  readonly type: string;
  readonly sessionId: string | null;
  readonly paymentIntentId: string | null;
  /** It came more than a day ago. */
  readonly isOld: boolean;
};

/** How long a lease lasts: a process that dies leaves its notices to the next after this. */
export const leaseSeconds = 15;
