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
  /** A phone keeps a row until it is acknowledged. */
  readonly keepsRows: boolean;
};

export const openDoor: DoorRules = {
  ...{ isStrict: false, ownTickets: true, leavesToAway: true },
  ...{ sendsFirst: true, ownRows: true, keepsRows: true },
};
export const strictDoor: DoorRules = { ...openDoor, isStrict: true };
