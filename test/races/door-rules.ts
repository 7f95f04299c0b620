/** The rules of the door; a control runs without one of them. */
export type DoorRules = {
  readonly isStrict: boolean;
  /** Without network a phone decides its own gate's tickets alone. */
  readonly ownTickets: boolean;
  /** The server leaves tickets to a phone that is away. */
  readonly leavesToAway: boolean;
  /** A phone that comes back is away until its rows are here. */
  readonly sendsFirst: boolean;
  /** A newer list does not hide the phone's own rows. */
  readonly ownRows: boolean;
  /** Each gate has a second phone, and the chief changes now and then which one decides. */
  readonly swaps: boolean;
  /** The one that decides yields before another does; else the chief's word moves it at once. */
  readonly yieldsFirst: boolean;
  /** A phone keeps a row until it is acknowledged. */
  readonly keepsRows: boolean;
};

export const openDoor: DoorRules = {
  ...{ isStrict: false, ownTickets: true, leavesToAway: true },
  ...{ sendsFirst: true, ownRows: true, keepsRows: true, swaps: false, yieldsFirst: true },
};
export const strictDoor: DoorRules = { ...openDoor, isStrict: true };
