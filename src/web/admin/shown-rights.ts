import { createContext, useContext } from "react";
import type { Role } from "#platform/database/database-roles.ts";
import { may, type Right } from "#ticketing/rights/role-rights.ts";
import { mayEnter } from "./office-rights.ts";

/**
 * The role of the person who looks at the screen, from `OfficeFrame`. A screen without the frame shows everything.
 */
export const ShownTo = createContext<Role>("admin");

/** Returns whether to show what needs a right. The server checks the right again. */
export function useMay(): (right: Right) => boolean {
  const role = useContext(ShownTo);
  return (right) => may(role, right);
}

/** Returns whether to show a link to a back-office address: a pattern of `officeAddresses` after a slash. */
export function useMayOpen(): (address: string) => boolean {
  const role = useContext(ShownTo);
  return (address) => mayEnter({ role }, address.slice(1), "look");
}
