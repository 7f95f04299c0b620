import { mayDo } from "#ticketing/rights/act-rights.ts";
import { may, type Who } from "#ticketing/rights/role-rights.ts";
import { officeAddresses } from "#web/office-addresses.ts";

/** Whether a person may open this address of the back-office, or send any form to it. */
export function mayEnter(who: { readonly role: Who }, pattern: string, how: "look" | "change"): boolean {
  const route = officeAddresses[pattern];
  if (!route || !may(who.role, route.read)) return false;
  const acts = Object.values(route.acts);
  // where no form is taken, the router refuses it
  return how === "look" || acts.length === 0 || acts.some((act) => mayDo(who, act));
}
