import { choiceAddress } from "./choice-address.ts";
import { addressWithNext } from "./return-address.ts";
import type { Visitor } from "./visitor.server.ts";

/** The email address that gets a guest's tickets, and the page that changes it before the payment. */
export type GuestAddress = { readonly email: string; readonly changeUrl: string };

/** Returns the address of a guest; null for other visitors. `changeUrl` keeps the chosen tickets. */
export function guestAddress(
  visitor: Visitor,
  night: string,
  lines: Parameters<typeof choiceAddress>[1],
): GuestAddress | null {
  if (visitor.kind !== "guest") return null;
  return { email: visitor.email, changeUrl: guestPage(night, lines) };
}

/** The address of the form for buying without an account. `isAsked`: the guest wants other tickets of this night. */
export function guestPage(
  night: string,
  lines: Parameters<typeof choiceAddress>[1],
  isAsked = false,
): string {
  return `${addressWithNext("/guest", choiceAddress(night, lines))}${isAsked ? "&again=1" : ""}`;
}
