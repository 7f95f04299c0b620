import { createContext, useContext } from "react";
import type { Role } from "#platform/database/database-roles.ts";
import { may, type Right } from "#ticketing/rights/role-rights.ts";
import { mayEnter } from "./office-rights.ts";

/** The role of the person who looks at the screen. Without a frame around it, a screen shows all that there is. */
export const ShownTo = createContext<Role>("admin");

/** Whether to show what needs this right; the server asks again. */
export function useMay(): (right: Right) => boolean {
  const role = useContext(ShownTo);
  return (right) => may(role, right);
}

/** Whether to show a link to this address of the back-office: a pattern of office-rights.ts with a slash before it. */
export function useMayOpen(): (address: string) => boolean {
  const role = useContext(ShownTo);
  return (address) => mayEnter({ role }, address.slice(1), "look");
}
