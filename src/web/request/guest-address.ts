import { choiceAddress } from "./choice-address.ts";
import { addressWithNext } from "./return-address.ts";
import type { Visitor } from "./visitor.server.ts";

/** Where a guest's tickets will go, and the page that changes it before the payment. */
export type GuestAddress = { readonly email: string; readonly changeUrl: string };

/** Of who buys without an account; null for everybody else. The page keeps what is chosen of this night. */
export function guestAddress(
  visitor: Visitor,
  night: string,
  lines: Parameters<typeof choiceAddress>[1],
): GuestAddress | null {
  if (visitor.kind !== "guest") return null;
  return { email: visitor.email, changeUrl: guestPage(night, lines) };
}

/** The form of a buyer without an account, with this choice; `isAsked`: they have said that they want other tickets of the night. */
export function guestPage(
  night: string,
  lines: Parameters<typeof choiceAddress>[1],
  isAsked = false,
): string {
  return `${addressWithNext("/guest", choiceAddress(night, lines))}${isAsked ? "&again=1" : ""}`;
}
