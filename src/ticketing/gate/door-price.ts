import type { Money } from "#kernel/money.ts";

type ShareOfPhone = { readonly quantity: number; readonly sold: number; readonly price: Money };

/** At what price a phone sells further tickets of a type: that of the ones it has left, or else the present one. */
export const doorPrice = (presentPrice: Money, share: ShareOfPhone | undefined): Money =>
  share && share.quantity > share.sold ? share.price : presentPrice;
